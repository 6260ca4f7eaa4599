import type { CreateAct, Upload } from '../definition/command.ts'
import type { Book, By, Door } from '../definition/door.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource, Row } from '../definition/resource.ts'
import { type Decision, type Moment, problemList } from '../definition/rules.ts'
import { invalid } from '../lib/problem.ts'
import type { Engine } from './engine.ts'
import { parseDraft, unwrap } from './parse.ts'
import { startValues, storable } from './storable.ts'

/** What an operation gives back to the HTTP layer. */
export interface Written {
  row: Record<string, unknown>
  status: number
  /** Names in the body that were not read. */
  ignored: string[]
}

/** POST on a collection: parse, load facts, decide, store. */
export async function create(
  engine: Engine,
  door: Door,
  noun: Noun,
  by: By,
  body: unknown,
  uploads: Upload[],
): Promise<Written> {
  engine.permit(by.caller, noun.resource.name, 'create')
  const moment: Moment = { seconds: engine.clock.seconds(), caller: by.caller }
  const parsed = parseDraft(noun.resource.fields, unwrap(noun.resource, body) ?? {})
  noun.rules.create?.examine?.(parsed.values as never, problemList(parsed.problems))
  if (Object.keys(parsed.problems).length > 0) throw invalid(parsed.problems)

  const draft = parsed.values
  const proceed = (also?: (book: Book, row: Row<Resource>) => Promise<void>) =>
    storeDraft(door, noun, by, draft, moment, also)
  if (!noun.operations.create) return { row: await proceed(), status: 201, ignored: parsed.ignored }

  const act = { by, moment, draft, uploads, door, proceed } as unknown as CreateAct<Resource>
  const made = (await noun.operations.create(act)) as Record<string, unknown>
  const answer =
    'row' in made && 'status' in made
      ? (made as { row: Record<string, unknown>; status: number })
      : { row: made, status: 201 }
  return { ...answer, ignored: parsed.ignored }
}

/** Facts are read before the write and without a lock: what must hold at commit is a constraint of the database. */
async function storeDraft(
  door: Door,
  noun: Noun,
  by: By,
  draft: Record<string, unknown>,
  moment: Moment,
  also?: (book: Book, row: Row<Resource>) => Promise<void>,
): Promise<Record<string, unknown>> {
  const rules = noun.rules.create
  const reader = door.reader(by.caller)
  const facts = rules?.load ? await rules.load(draft, reader, moment) : undefined
  const decision: Decision<Resource> = rules?.decide?.(draft, facts, moment) ?? { set: {}, effects: [] }
  const record = { ...startValues(noun.resource), ...storable(noun.resource, draft), ...decision.set } as never
  const note = { verb: decision.verb, effects: decision.effects }
  if (!also) return door.insert(by, noun.resource, record, note)
  return door.open(by, async book => {
    const row = await book.insert(noun.resource, record, note)
    await also(book, row)
    return row
  })
}
