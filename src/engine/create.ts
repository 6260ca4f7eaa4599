import type { CreateAct, Upload } from '../definition/command.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource, Row } from '../definition/resource.ts'
import { type Decision, type Moment, problemList, type Reader } from '../definition/rules.ts'
import type { Actor, Store, UnitOfWork } from '../definition/store.ts'
import type { Engine } from './engine.ts'
import { parseDraft, startValues, storable, unwrap } from './parse.ts'
import { namesOf, type Refs, resolveRefs } from './refs.ts'

/** A stored record. */
export interface Written {
  row: Record<string, unknown>
  is_new: boolean
  /** Names in the body that were not read. */
  ignored: string[]
}

/** POST on a collection: parse, resolve references, load facts, decide, store. */
export async function create(
  engine: Engine,
  store: Store,
  noun: Noun,
  { caller, claim }: Actor,
  body: unknown,
  uploads: Upload[],
): Promise<Written> {
  engine.permit(caller, noun.resource.name, 'create')
  const moment: Moment = { seconds: engine.clock.seconds(), caller }
  const sent = unwrap(noun.resource, body) ?? {}
  const parsed = parseDraft(noun.resource.fields, sent)
  noun.rules.create?.validate?.(parsed.values as never, problemList(parsed.problems), moment)
  const draft = parsed.values
  const named = Object.fromEntries(Object.entries(draft).filter(([name]) => Object.hasOwn(sent, name)))
  // One reader for all facts: it asks once whether what is kept of the tree is still so.
  const read = store.reader(caller)
  const refs = await resolveRefs(engine.registry, read, noun.resource.fields, named, parsed.problems)
  engine.inspect(caller, noun.resource.name, parsed)
  const actor: Actor = { caller, claim, in_scope: namesOf(noun.resource.fields, refs) }
  const proceed = (also?: (work: UnitOfWork, row: Row<Resource>) => Promise<void>) =>
    storeDraft(store, noun, actor, { draft, refs, read }, moment, also)
  if (!noun.operations.create) return { row: await proceed(), is_new: true, ignored: parsed.ignored }

  const act = { actor, moment, draft, refs, read, uploads, store, parts: engine.parts, proceed }
  const made = (await noun.operations.create(act as unknown as CreateAct<Resource>)) as Record<string, unknown>
  const written = 'is_new' in made ? (made as Pick<Written, 'row' | 'is_new'>) : { row: made, is_new: true }
  return { ...written, ignored: parsed.ignored }
}

/** Facts are read before the write and without a lock: what must hold at commit is a constraint of the database. */
async function storeDraft(
  store: Store,
  noun: Noun,
  actor: Actor,
  { draft, refs, read }: { draft: Record<string, unknown>; refs: Refs; read: Reader },
  moment: Moment,
  also?: (work: UnitOfWork, row: Row<Resource>) => Promise<void>,
): Promise<Record<string, unknown>> {
  const rules = noun.rules.create
  const facts = rules?.load ? await rules.load(draft, refs, read, moment) : refs
  const { set, ...options }: Decision<Resource> = rules?.decide?.(draft, facts, moment) ?? { set: {}, effects: [] }
  const record = { ...startValues(noun.resource), ...storable(noun.resource, draft), ...set } as never
  if (!also) return store.insert(actor, noun.resource, record, options)
  return store.transaction(actor, async work => {
    const row = await work.insert(noun.resource, record, options)
    await also(work, row)
    return row
  })
}
