import type { Alongside } from '../definition/command.ts'
import type { Book, By, Door } from '../definition/door.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource, Row } from '../definition/resource.ts'
import { type Decision, type Moment, problemList } from '../definition/rules.ts'
import { invalid, label, notFound } from '../lib/problem.ts'
import type { Written } from './create.ts'
import type { Engine } from './engine.ts'
import { parseChange, unwrap } from './parse.ts'
import { locate } from './read.ts'
import { storable } from './storable.ts'

/** PUT on a record: find it in scope, parse what was sent, lock, load facts, decide, store. */
export async function update(
  engine: Engine,
  door: Door,
  noun: Noun,
  by: By,
  key: string,
  query: Record<string, string>,
  body: unknown,
): Promise<Written> {
  const { resource } = noun
  engine.permit(by.caller, resource.name, 'update')
  const found = await locate(engine, by.caller, resource, key, query)
  const record = unwrap(resource, body)
  if (!record) throw invalid({ [resource.name]: [`${label(resource.name)} cannot be blank.`] })

  const moment: Moment = { seconds: engine.clock.seconds(), caller: by.caller }
  const parsed = parseChange(resource.fields, record)
  noun.rules.update?.examine?.(parsed.values, problemList(parsed.problems))
  if (Object.keys(parsed.problems).length > 0) throw invalid(parsed.problems)

  const change = parsed.values
  const proceed = ({ first, also }: Alongside<Resource> = {}) =>
    door.open(by, async book => {
      await first?.(book)
      const row = await changeLocked(noun, book, found, change, moment)
      await also?.(book, row)
      return row
    })
  const act = { by, moment, row: found, input: {}, query, uploads: [], door, change, proceed }
  const row = await (noun.operations.update?.(act) ?? proceed())
  return { row, status: 200, ignored: parsed.ignored }
}

async function changeLocked(
  noun: Noun,
  book: Book,
  found: Row<Resource>,
  change: Record<string, unknown>,
  moment: Moment,
): Promise<Row<Resource>> {
  const row = await book.lock(noun.resource, found.id)
  if (!row) throw notFound()
  const rules = noun.rules.update
  const facts = rules?.load ? await rules.load(row, change, book, moment) : undefined
  const decision: Decision<Resource> = rules?.decide?.(row, change, facts, moment) ?? { set: {}, effects: [] }
  const set = { ...storable(noun.resource, change), ...decision.set }
  return book.update(noun.resource, row, set as never, { verb: decision.verb, effects: decision.effects })
}
