import type { Queryable } from '../db/database.ts'
import type { Resource, Row, Settable } from '../definition/resource.ts'
import type { Actor, DomainEvent, Projection, Store, UnitOfWork, WriteOptions } from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, hydrate } from './columns.ts'
import type { StoreContext } from './engine.ts'
import { scopedReader } from './reader.ts'
import { resolveWrite } from './refs.ts'
import { refusalOf } from './refusal-of.ts'
import { inScope, Params } from './scope.ts'
import { insertStatement, type Statement, updateStatement } from './statements.ts'

/** The only way to write: the record, its event, its jobs and its place in the totals commit together. */
export function store(engine: StoreContext): Store {
  return {
    async transaction(actor, work) {
      let after: AfterCommit = { jobs: false, messages: false }
      try {
        const result = await engine.db.transaction(tx => {
          after = { jobs: false, messages: false }
          return work(unitOfWork({ engine, queryable: tx, actor, after }))
        })
        wake(engine, after)
        return result
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    async insert(actor, resource, record, options = {}) {
      const after: AfterCommit = { jobs: false, messages: false }
      const event = eventOf(resource, options.verb ?? 'created', newRecord(engine, actor, resource, record), null)
      if (foldsOf(engine, event).length > 0)
        return this.transaction(actor, work => work.insert(resource, record, options))
      try {
        await resolveWrite(engine.registry, this.reader(actor.caller), actor, resource, record)
        await insertRecord({ engine, queryable: engine.db, actor, after }, resource, event, options)
        wake(engine, after)
        return event.row as Row<typeof resource>
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    reader: caller => scopedReader(engine.db, caller, engine.steady.view(engine.db, caller.root_id)),
  }
}

/** Who has work after the commit of what was written. */
interface AfterCommit {
  jobs: boolean
  messages: boolean
}

/** Where writes go, on whose behalf, and what they leave to be done. */
interface Writing {
  engine: StoreContext
  queryable: Queryable
  actor: Actor
  after: AfterCommit
}

function wake(engine: StoreContext, { jobs, messages }: AfterCommit): void {
  if (jobs) engine.wake()
  if (messages) engine.outbox?.wake()
}

function unitOfWork(writing: Writing): UnitOfWork {
  const { engine, queryable, actor } = writing
  const in_scope = new Set(actor.in_scope)
  const seen = (resource: Resource, id: unknown) => in_scope.add(`${resource.name} ${id}`)
  const reader = scopedReader(queryable, actor.caller, undefined, seen)
  const resolve = (resource: Resource, set: object, row?: object) =>
    resolveWrite(engine.registry, reader, { ...actor, in_scope }, resource, set, row)
  const change = async <R extends Resource>(resource: R, row: Row<R>, set: Settable<R>, options: WriteOptions) => {
    await resolve(resource, set, row)
    const after = await updateRecord(writing, resource, row, set, options)
    await fold(engine, unit, eventOf(resource, options.verb!, after, row))
    return after
  }
  const unit: UnitOfWork = {
    ...reader,
    actor,
    query: (text, values) => queryable.query(text, values),
    async lock(resource, id, whole) {
      const row = await lockRecord(queryable, actor, resource, id, whole)
      if (row) seen(resource, id)
      return row
    },
    async insert(resource, record, options = {}) {
      await resolve(resource, record)
      const event = eventOf(resource, options.verb ?? 'created', newRecord(engine, actor, resource, record), null)
      await insertRecord(writing, resource, event, options)
      seen(resource, event.record_id)
      await fold(engine, unit, event)
      return event.row as Row<typeof resource>
    },
    update: (resource, row, set, options = {}) =>
      change(resource, row, set, { ...options, verb: options.verb ?? 'updated' }),
    async remove(resource, row, set = {}, options = {}) {
      const gone = { ...set, deleted_ts: engine.clock.seconds() } as Settable<typeof resource>
      await change(resource, row, gone, { ...options, verb: options.verb ?? 'deleted' })
    },
  }
  return unit
}

/**
 * `for update` would keep out everybody who stores a record that refers to this one: of two who hold something else of what the
 * other wants, one would have to give up.
 */
async function lockRecord<R extends Resource>(
  tx: Queryable,
  actor: Actor,
  resource: R,
  id: string,
  whole: 'whole' | undefined,
): Promise<Row<R> | null> {
  // No record has such an id, and PostgreSQL refuses to be asked for one.
  if (id.includes('\u0000')) return null
  const columns = columnsOf(resource)
  const params = new Params()
  const scope = inScope(resource, actor.caller, params)
  const text = `select * from ${columns.table} where id = ${params.add(id)} and ${scope} for ${whole ? 'update' : 'no key update'}`
  const [row] = await tx.query(text, params.values)
  return row ? hydrate<Row<R>>(columns, row) : null
}

function newRecord<R extends Resource>(engine: StoreContext, actor: Actor, resource: R, given: Settable<R>) {
  const now = engine.clock.now()
  const seconds = Math.floor(now / 1000)
  const record: Record<string, unknown> = {
    id: newId(now),
    root_id: actor.caller.root_id,
    created_ts: seconds,
    modified_ts: seconds,
    created_user_id: actor.caller.user_id,
    modified_user_id: actor.caller.user_id,
    deleted_ts: null,
    ...given,
  }
  for (const name of columnsOf(resource).names) record[name] ??= null
  return record
}

async function insertRecord(
  { engine, queryable, actor, after }: Writing,
  resource: Resource,
  event: DomainEvent,
  given: WriteOptions,
): Promise<void> {
  const options = withAlongside(engine, event, given)
  const statement = insertStatement(resource, event.row, actor, options, engine.clock.now(), engine.outbox)
  await send(queryable, statement, options, after)
}

async function updateRecord<R extends Resource>(
  { engine, queryable, actor, after }: Writing,
  resource: R,
  row: Row<R>,
  set: Settable<R>,
  options: WriteOptions,
): Promise<Row<R>> {
  const now = engine.clock.now()
  const changes = definedOnly({
    ...set,
    modified_ts: Math.floor(now / 1000),
    modified_user_id: actor.caller.user_id ?? (row as Record<string, unknown>).modified_user_id,
  })
  const updated = { ...row, ...changes } as Row<R>
  const beside = withAlongside(engine, eventOf(resource, options.verb ?? 'updated', updated, row), options)
  await send(queryable, updateStatement(resource, row, changes, actor, beside, now, engine.outbox), options, after)
  return updated
}

async function send(
  queryable: Queryable,
  { text, values }: Statement,
  options: WriteOptions,
  after: AfterCommit,
): Promise<void> {
  const [written] = await queryable.query<{ messages: number }>(text, values)
  after.jobs ||= (options.effects?.length ?? 0) > 0
  after.messages ||= (written?.messages ?? 0) > 0
}

function withAlongside(engine: StoreContext, event: DomainEvent, options: WriteOptions): WriteOptions {
  const projections = engine.registry.projections(event.noun, event.verb)
  const alongside = projections.flatMap(projection => projection.alongside?.(event) ?? [])
  return { ...options, alongside: [...(options.alongside ?? []), ...alongside] }
}

function foldsOf(engine: StoreContext, event: DomainEvent): readonly Projection[] {
  return engine.registry.projections(event.noun, event.verb).filter(({ when }) => when?.(event) ?? true)
}

async function fold(engine: StoreContext, work: UnitOfWork, event: DomainEvent): Promise<void> {
  for (const projection of foldsOf(engine, event)) await projection.fold(work, event)
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
