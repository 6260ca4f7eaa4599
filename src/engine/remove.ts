import type { By, Door } from '../definition/door.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Decision, Moment } from '../definition/rules.ts'
import { notFound } from '../lib/problem.ts'
import type { Engine } from './engine.ts'
import { locate } from './read.ts'

/** DELETE on a record: it stays in the books, marked, and no longer exists for callers. */
export async function remove(
  engine: Engine,
  door: Door,
  noun: Noun,
  by: By,
  key: string,
  query: Record<string, string>,
): Promise<void> {
  engine.permit(by.caller, noun.resource.name, 'remove')
  const found = await locate(engine, by.caller, noun.resource, key, query)
  const moment: Moment = { seconds: engine.clock.seconds(), caller: by.caller }
  if (noun.operations.remove) {
    return noun.operations.remove({ by, moment, row: found, input: {}, query, uploads: [], door })
  }
  await door.open(by, async book => {
    const row = await book.lock(noun.resource, found.id, 'whole')
    if (!row) throw notFound()
    const rules = noun.rules.remove
    const facts = rules?.load ? await rules.load(row, book, moment) : undefined
    const decision: Decision<Resource> = rules?.decide?.(row, facts, moment) ?? { set: {}, effects: [] }
    await book.remove(noun.resource, row, decision.set as never, { verb: decision.verb, effects: decision.effects })
  })
}
