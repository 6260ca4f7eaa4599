import type { Queryable, Tx } from '../db/database.ts'
import type { Book, By, DomainEvent, Door, Note } from '../definition/door.ts'
import type { Resource, Row, Settable } from '../definition/resource.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, hydrate } from './columns.ts'
import type { Engine } from './engine.ts'
import { scopedReader } from './reader.ts'
import { refusalOf } from './refusal-of.ts'
import { inScope, Params } from './scope.ts'
import { insertStatement, type Statement, updateStatement } from './statements.ts'

/** The one door for writes: the record, its event, its jobs and its place in the totals commit together. */
export function door(engine: Engine): Door {
  return {
    async open(by, work) {
      let caused = { queued: false, told: false }
      try {
        const result = await engine.db.transaction(tx => {
          caused = { queued: false, told: false }
          return work(book(engine, tx, by, caused))
        })
        rouse(engine, caused)
        return result
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    async insert(by, resource, record, note = {}) {
      const folds = engine.registry.projections(resource.name, note.verb ?? 'created')
      if (folds.length > 0) return this.open(by, open => open.insert(resource, record, note))
      try {
        const caused = { queued: false, told: false }
        const row = await insertRecord(engine, engine.db, by, resource, record, note, caused)
        rouse(engine, caused)
        return row
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    reader: caller => scopedReader(engine.db, caller, engine.steady),
  }
}

/** What the writes of one commit leave to be done after it. */
interface Caused {
  queued: boolean
  told: boolean
}

function rouse(engine: Engine, { queued, told }: Caused): void {
  if (queued) engine.wake()
  if (told) engine.outbox?.wake()
}

function book(engine: Engine, tx: Tx, by: By, caused: Caused): Book {
  const open: Book = {
    ...scopedReader(tx, by.caller),
    by,
    query: (text, values) => tx.query(text, values),
    lock: (resource, id, whole) => lockRecord(tx, by, resource, id, whole),
    async insert(resource, record, note = {}) {
      const row = await insertRecord(engine, tx, by, resource, record, note, caused)
      await fold(engine, open, eventOf(resource, note.verb ?? 'created', row, null))
      return row
    },
    async update(resource, row, set, note = {}) {
      const after = await updateRecord(engine, tx, by, resource, row, set, note.verb ?? 'updated', note, caused)
      await fold(engine, open, eventOf(resource, note.verb ?? 'updated', after, row))
      return after
    },
    async remove(resource, row, set = {}, note = {}) {
      const gone = { ...set, deleted_ts: engine.clock.seconds() } as Settable<typeof resource>
      const after = await updateRecord(engine, tx, by, resource, row, gone, note.verb ?? 'deleted', note, caused)
      await fold(engine, open, eventOf(resource, note.verb ?? 'deleted', after, row))
    },
  }
  return open
}

/**
 * `for update` would keep out everybody who stores a record that refers to this one: of two who hold something else of what the
 * other wants, one would have to give up.
 */
async function lockRecord<R extends Resource>(
  tx: Queryable,
  by: By,
  resource: R,
  id: string,
  whole: 'whole' | undefined,
): Promise<Row<R> | null> {
  // No record has such an id, and PostgreSQL refuses to be asked for one.
  if (id.includes('\u0000')) return null
  const columns = columnsOf(resource)
  const params = new Params()
  const scope = inScope(resource, by.caller, params)
  const text = `select * from ${columns.table} where id = ${params.add(id)} and ${scope} for ${whole ? 'update' : 'no key update'}`
  const [row] = await tx.query(text, params.values)
  return row ? hydrate<Row<R>>(columns, row) : null
}

async function insertRecord<R extends Resource>(
  engine: Engine,
  queryable: Queryable,
  by: By,
  resource: R,
  given: Settable<R>,
  note: Note,
  caused: Caused,
): Promise<Row<R>> {
  const now = engine.clock.now()
  const seconds = Math.floor(now / 1000)
  const record: Record<string, unknown> = {
    id: newId(now),
    root_id: by.caller.root_id,
    created_ts: seconds,
    modified_ts: seconds,
    created_user_id: by.caller.user_id,
    modified_user_id: by.caller.user_id,
    deleted_ts: null,
    ...given,
  }
  for (const name of columnsOf(resource).names) record[name] ??= null
  await send(queryable, insertStatement(resource, record, by, note, now, engine.outbox), note, caused)
  return record as Row<R>
}

async function updateRecord<R extends Resource>(
  engine: Engine,
  tx: Tx,
  by: By,
  resource: R,
  row: Row<R>,
  set: Settable<R>,
  verb: string,
  note: Note,
  caused: Caused,
): Promise<Row<R>> {
  const now = engine.clock.now()
  const changes = definedOnly({
    ...set,
    modified_ts: Math.floor(now / 1000),
    modified_user_id: by.caller.user_id ?? (row as Record<string, unknown>).modified_user_id,
  })
  await send(tx, updateStatement(resource, row, changes, by, verb, note, now, engine.outbox), note, caused)
  return { ...row, ...changes } as Row<R>
}

async function send(queryable: Queryable, { text, values }: Statement, note: Note, caused: Caused): Promise<void> {
  const [answer] = await queryable.query<{ told: number }>(text, values)
  caused.queued ||= (note.effects?.length ?? 0) > 0
  caused.told ||= (answer?.told ?? 0) > 0
}

async function fold(engine: Engine, open: Book, event: DomainEvent): Promise<void> {
  for (const projection of engine.registry.projections(event.noun, event.verb)) await projection.fold(open, event)
}

function eventOf(resource: Resource, verb: string, row: object, before: object | null): DomainEvent {
  const after = row as Record<string, unknown>
  return {
    noun: resource.name,
    verb,
    record_id: after.id as string,
    row: after,
    before: before as Record<string, unknown> | null,
  }
}

/** A decision may leave a column undefined to say nothing about it. */
function definedOnly(changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}
