import type { Alongside } from '../definition/command.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource, Row } from '../definition/resource.ts'
import { type Decision, type Moment, problemList } from '../definition/rules.ts'
import type { Actor, Store, UnitOfWork } from '../definition/store.ts'
import { invalid, label, notFound } from '../lib/problem.ts'
import type { Written } from './create.ts'
import type { Engine } from './engine.ts'
import { parseChange, storable, unwrap } from './parse.ts'
import { locate } from './read.ts'
import { namesOf, type Refs, resolveRefs } from './refs.ts'

/** PUT on a record: find it in scope, parse what was sent, resolve references, lock, load facts, decide, store. */
export async function update(
  engine: Engine,
  store: Store,
  noun: Noun,
  { caller, claim }: Actor,
  key: string,
  query: Record<string, string>,
  body: unknown,
): Promise<Written> {
  const { resource } = noun
  engine.permit(caller, resource.name, 'update')
  const found = await locate(engine, caller, resource, key, query)
  const record = unwrap(resource, body)
  if (!record) throw invalid({ [resource.name]: [`${label(resource.name)} cannot be blank.`] })

  const moment: Moment = { seconds: engine.clock.seconds(), caller }
  const parsed = parseChange(resource.fields, record, found)
  noun.rules.update?.validate?.(parsed.values, problemList(parsed.problems), record)
  const change = parsed.values
  const refs = await resolveRefs(engine.registry, store.reader(caller), resource.fields, change, parsed.problems, found)
  engine.inspect(caller, resource.name, parsed, found)
  const actor: Actor = { caller, claim, in_scope: namesOf(resource.fields, refs) }
  const proceed = ({ first, also }: Alongside<Resource> = {}) =>
    store.transaction(actor, async work => {
      await first?.(work)
      const row = await changeLocked(noun, work, found, { change, refs }, moment)
      await also?.(work, row)
      return row
    })
  const { parts } = engine
  const act = { actor, moment, row: found, input: {}, query, uploads: [], store, parts, change, refs, proceed }
  const row = await (noun.operations.update?.(act) ?? proceed())
  return { row, is_new: false, ignored: parsed.ignored }
}

async function changeLocked(
  noun: Noun,
  work: UnitOfWork,
  found: Row<Resource>,
  { change, refs }: { change: Record<string, unknown>; refs: Refs },
  moment: Moment,
): Promise<Row<Resource>> {
  const row = await work.lock(noun.resource, found.id)
  if (!row) throw notFound()
  const rules = noun.rules.update
  const facts = rules?.load ? await rules.load(row, change, refs, work, moment) : refs
  const decision: Decision<Resource> = rules?.decide?.(row, change, facts, moment) ?? { set: {}, effects: [] }
  const set = { ...storable(noun.resource, change), ...decision.set }
  return work.update(noun.resource, row, set as never, { verb: decision.verb, effects: decision.effects })
}

/** DELETE on a record: it stays stored, marked as deleted, and no longer exists for callers. */
export async function remove(
  engine: Engine,
  store: Store,
  noun: Noun,
  actor: Actor,
  key: string,
  query: Record<string, string>,
): Promise<void> {
  engine.permit(actor.caller, noun.resource.name, 'remove')
  const found = await locate(engine, actor.caller, noun.resource, key, query)
  const moment: Moment = { seconds: engine.clock.seconds(), caller: actor.caller }
  if (noun.operations.remove) {
    const { parts } = engine
    return noun.operations.remove({ actor, moment, row: found, input: {}, refs: {}, query, uploads: [], store, parts })
  }
  await store.transaction(actor, async work => {
    const row = await work.lock(noun.resource, found.id, 'whole')
    if (!row) throw notFound()
    const rules = noun.rules.remove
    const facts = rules?.load ? await rules.load(row, work, moment) : undefined
    const decision: Decision<Resource> = rules?.decide?.(row, facts, moment) ?? { set: {}, effects: [] }
    await work.remove(noun.resource, row, decision.set as never, { verb: decision.verb, effects: decision.effects })
  })
}
