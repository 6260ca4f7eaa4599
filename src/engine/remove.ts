import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Decision, Moment } from '../definition/rules.ts'
import type { Actor, Store } from '../definition/store.ts'
import { notFound } from '../lib/problem.ts'
import type { Engine } from './engine.ts'
import { locate } from './read.ts'

/** DELETE on a record: it stays in the books, marked, and no longer exists for callers. */
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
