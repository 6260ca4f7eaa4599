import { notFound } from '../lib/problem.ts'
import type { JsonSchema } from './kind.ts'
import type { AnyField, Change, ChangeRefs, Draft, DraftRefs, Resource, Row, Verb } from './resource.ts'
import type { Decision, Moment, Reader } from './rules.ts'
import type { Actor, Store, UnitOfWork } from './store.ts'

/** A file that came with a multipart body; `field` is the path of its name, brackets resolved: `quickinvoice.files.0`. */
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
  /** The caller does not want to wait for work that takes long (`Prefer: respond-async`, RFC 7240). */
  is_async?: boolean
}

/** The record of another noun. 202: it says what is being done, and where to look for it. */
export interface OtherRecord {
  record: { noun: string; row: object }
  status: 200 | 201 | 202
}

/** What a command answers: the record, some other body, or nothing. */
export type Answer<R extends Resource> =
  | { row: Row<R>; status?: number; expand?: readonly string[] }
  | OtherRecord
  /** `secret`: the answer holds a credential, so where it has to be kept for a retry it is kept sealed. */
  | { body: unknown; status?: number; secret?: boolean }
  /** `shown`: to be looked at where it stands, not to be saved; it may be kept for that many seconds by who was allowed to see it. */
  | { raw: Buffer; content_type: string; filename: string; shown?: { seconds: number } }
  | { status: 204 }

/** What a command answers, for the documentation. */
type Answers =
  /** Its own noun's record, or 204. */
  | 'record'
  | 'nothing'
  /** The record of another noun under its name; `many`: a list of them; `meanwhile`: what is shown to who will not wait (202). */
  | { noun: string; many?: true; status?: 201; meanwhile?: string }
  /** A body of its own. */
  | { schema: JsonSchema }
  /** Something other than JSON. */
  | { types: readonly string[] }

/** The part of a multipart body that holds a file. */
export interface FilePart {
  /** As the part is called: `file[file]`. */
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
  /** Query parameters it reads, for the documentation: name → meaning. */
  query?: Record<string, string>
  /** One sentence for the documentation. */
  says: string
  answers: Answers
  /** Statuses of refusals that not every endpoint has, for the documentation. */
  refuses?: readonly number[]
  takes?: FilePart
  /** Checks that need no facts. Runs also when other fields failed, so that all problems are told at once. */
  validate?(input: Record<string, unknown>, add: (field: string, text: string) => void): void
  run(act: CommandAct<R>): Promise<Answer<R>>
}

interface Decided<R extends Resource, F> {
  name: string
  method: 'POST' | 'PUT'
  says: string
  input?: Record<string, AnyField>
  query?: Record<string, string>
  load?(row: Row<R>, input: Record<string, unknown>, read: Reader, moment: Moment): Promise<F>
  decide(row: Row<R>, input: Record<string, unknown>, facts: F, moment: Moment): Decision<R>
  /** 204 for commands that answer nothing. */
  status?: 200 | 204
  expand?: readonly string[]
}

/** A command that is a decision about one locked record: load facts, decide, store, in one transaction. */
export function decided<R extends Resource, F = undefined>(resource: R, command: Decided<R, F>): Command<R> {
  return {
    name: command.name,
    method: command.method,
    on: 'one',
    right: 'update',
    says: command.says,
    answers: command.status === 204 ? 'nothing' : 'record',
    ...(command.input ? { input: command.input } : {}),
    ...(command.query ? { query: command.query } : {}),
    async run(act) {
      const row = await act.store.transaction(act.actor, async work => {
        const locked = await work.lock(resource, act.row.id)
        if (!locked) throw notFound()
        const input = { ...act.input, ...act.query }
        const facts = command.load ? await command.load(locked, input, work, act.moment) : (undefined as F)
        const decision = command.decide(locked, input, facts, act.moment)
        return work.update(resource, locked, decision.set, { verb: decision.verb, effects: decision.effects })
      })
      if (command.status === 204) return { status: 204 }
      return command.expand ? { row, expand: command.expand } : { row }
    },
  }
}

/** What a replaced create operation is given; `proceed` is the generic one. */
export interface CreateAct<R extends Resource> {
  actor: Actor
  moment: Moment
  draft: Draft<R>
  refs: DraftRefs<R>
  uploads: Upload[]
  store: Store
  parts: NounParts
  /** Loads, decides and stores; `also` runs in the same transaction, after the record is stored. */
  proceed(also?: (work: UnitOfWork, row: Row<R>) => Promise<void>): Promise<Row<R>>
}

/** What goes along with a change in its own transaction: `first` before the record is locked, `also` after it is stored. */
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
