import { notFound } from '../lib/problem.ts'
import type { JsonSchema } from './kind.ts'
import type { AnyField, Change, ChangeRefs, Draft, DraftRefs, Resource, Row, Verb } from './resource.ts'
import type { Decision, Moment, Reader } from './rules.ts'
import type { Actor, Store, UnitOfWork } from './store.ts'

/** A file that came with a request; `field` is the path of its name, brackets resolved: `quickinvoice.files.0`. */
export interface Upload {
  field: string
  filename: string
  content_type: string
  content: Buffer
}

/** What commands and operations need of the process beside the store. The resources' own list of parts fills it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is extended where the parts are listed.
export interface NounParts {}

/** What a command is given. */
export interface CommandAct<R extends Resource> {
  actor: Actor
  moment: Moment
  /** The record of the path, already inside the caller's scope; for commands on the collection there is none. */
  row: Row<R>
  /** The command's own fields, parsed. */
  input: Record<string, unknown>
  /** The records that references among them name; `RefsOf<typeof fields>` where they are read. */
  refs: object
  query: Record<string, string>
  uploads: Upload[]
  store: Store
  parts: NounParts
  /** The caller does not want to wait for work that takes long. */
  is_async?: boolean
}

/** The record of another resource. `created` by this command; `pending`: work goes on, which this record follows. */
export interface OtherRecord {
  record: { noun: string; row: object }
  state?: 'created' | 'pending'
}

/** What a command returns: its own resource's record, another one's, some other content, a file, or nothing (null). */
export type CommandResult<R extends Resource> =
  | { row: Row<R>; state?: 'created'; expand?: readonly string[] }
  | OtherRecord
  /** `secret`: the content holds a credential, so where it has to be kept for a retry it is kept sealed. */
  | { body: unknown; state?: 'created'; secret?: boolean }
  | FileResult
  | null

/** `inline`: to be shown where it is linked, not to be saved; its viewer may keep it for that many seconds. */
export interface FileResult {
  content: Buffer | AsyncGenerator<string>
  content_type: string
  filename?: string
  inline?: { seconds: number }
}

/** What a command returns, for the documentation. */
type Returns =
  /** Its own resource's record. */
  | 'record'
  | 'nothing'
  /** Another resource's record; `many`: a list; `meanwhile`: what a caller gets who does not wait. */
  | { noun: string; many?: true; state?: 'created'; meanwhile?: string }
  /** Content of its own; `also`: files of these types, on request. */
  | { schema: JsonSchema; also?: readonly string[] }
  /** A file of one of these types; `inline`: its results are, so its viewer may ask whether his copy is still good. */
  | { content_types: readonly string[]; inline?: true }

/** A refusal that not every command has: a state that forbids it, input, no such record, something out of reach. */
export type Refused = 'conflict' | 'invalid' | 'missing' | 'unavailable'

/** The field of a form that holds a file. */
export interface FileField {
  /** As the field is called: `file[file]`. */
  name: string
  required?: true
  says: string
}

/** An endpoint beside the five of every noun. */
export interface Command<R extends Resource = Resource> {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below one record (`/v2/tags/{id}/name`) or below the collection (`/v2/users/me`). */
  on: 'one' | 'all'
  /** The path below the record or collection, `/name` unless given. */
  path?: string
  /** The right it needs. */
  right: Verb
  /** It is about the caller himself, so every type of user may ask for it. */
  own?: true
  /** The fields of its body, under the noun's key. */
  input?: Record<string, AnyField>
  /** Query parameters it reads, for the documentation: name → meaning, or its schema with a description. */
  query?: Record<string, string | JsonSchema>
  /** For the documentation: what it does, and what clients call it, not `<name>*`; `*` is the resource. */
  says: string
  operation?: string
  returns: Returns
  /** For the documentation. */
  refuses?: readonly Refused[]
  takes?: FileField
  /** Checks that need no facts. Runs also when other fields failed, so that all problems are reported at once. */
  validate?(input: Record<string, unknown>, add: (field: string, text: string) => void): void
  run(act: CommandAct<R>): Promise<CommandResult<R>>
}

interface Decided<R extends Resource, F> extends Pick<Command<R>, 'name' | 'says' | 'operation' | 'input' | 'query'> {
  method: 'POST' | 'PUT'
  load?(row: Row<R>, input: Record<string, unknown>, read: Reader, moment: Moment): Promise<F>
  decide(row: Row<R>, input: Record<string, unknown>, facts: F, moment: Moment): Decision<R>
  returns?: 'record' | 'nothing'
  expand?: readonly string[]
}

/** A command that is a decision about one locked record: load facts, decide, store, in one transaction. */
export function decided<R extends Resource, F = undefined>(resource: R, command: Decided<R, F>): Command<R> {
  const { load, decide, expand, returns = 'record', ...described } = command
  return {
    ...described,
    on: 'one',
    right: 'update',
    returns,
    async run(act) {
      const row = await act.store.transaction(act.actor, async work => {
        const locked = await work.lock(resource, act.row.id)
        if (!locked) throw notFound()
        const input = { ...act.input, ...act.query }
        const facts = load ? await load(locked, input, work, act.moment) : (undefined as F)
        const decision = decide(locked, input, facts, act.moment)
        return work.update(resource, locked, decision.set, { verb: decision.verb, effects: decision.effects })
      })
      if (returns === 'nothing') return null
      return expand ? { row, expand } : { row }
    },
  }
}

/** What a replaced create operation is given; `proceed` is the generic one. */
export interface CreateAct<R extends Resource> {
  actor: Actor
  moment: Moment
  draft: Draft<R>
  refs: DraftRefs<R>
  /** The reader of all facts, which asks once whether what is kept of the tree is still so. */
  read: Reader
  uploads: Upload[]
  store: Store
  parts: NounParts
  /** Loads, decides and stores; `also` runs in the same transaction, after the record is stored. */
  proceed(also?: (work: UnitOfWork, row: Row<R>) => Promise<void>): Promise<Row<R>>
}

/** Written with a change: `first` before the record is locked, `also` after it is stored. */
export interface Alongside<R extends Resource> {
  first?: (work: UnitOfWork) => Promise<void>
  also?: (work: UnitOfWork, row: Row<R>) => Promise<void>
}

/** What a replaced update operation is given; `proceed` is the generic one. */
export interface UpdateAct<R extends Resource> extends CommandAct<R> {
  change: Change<R>
  refs: ChangeRefs<R>
  /** Locks, loads, decides and stores. */
  proceed(alongside?: Alongside<R>): Promise<Row<R>>
}
