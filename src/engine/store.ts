import type { Queryable } from '../db/database.ts'
import { refusalOf } from '../db/refusals.ts'
import type { Resource, Row, Settable } from '../definition/resource.ts'
import type {
  Actor,
  DomainEvent,
  Projection,
  SideStatement,
  Store,
  UnitOfWork,
  WriteOptions,
} from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, hydrate } from './columns.ts'
import type { StoreContext } from './engine.ts'
import { scopedReader } from './read.ts'
import { resolveWrite } from './refs.ts'
import { inScope, Params } from './scope.ts'
import { insertStatement, updateStatement } from './statements.ts'

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
      const writing = { engine, queryable: engine.db, actor, after: { jobs: false, messages: false } }
      const event = created(writing, resource, record, options)
      if (foldsOf(engine, event).length > 0)
        return this.transaction(actor, work => work.insert(resource, record, options))
      try {
        await resolveWrite(engine.registry, this.reader(actor.caller), actor, resource, record)
        await insertRecord(writing, resource, event, options)
        wake(engine, writing.after)
        return event.row as Row<typeof resource>
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    reader: caller => scopedReader(engine.db, caller, engine.versionedCache.view(engine.db, caller.root_id)),
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
    const event = await updateRecord(writing, resource, row, set, options)
    await fold(engine, unit, event)
    return event.row as Row<R>
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
      const event = created(writing, resource, record, options)
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
 * `for update` would block every writer of a record that refers to this one, and two such writers would deadlock.
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

/** The event of a new record. */
function created({ engine, actor }: Writing, resource: Resource, given: object, { verb }: WriteOptions): DomainEvent {
  const now = engine.clock.now()
  const seconds = Math.floor(now / 1000)
  const row: Record<string, unknown> = {
    id: newId(now),
    root_id: actor.caller.root_id,
    created_ts: seconds,
    modified_ts: seconds,
    created_user_id: actor.caller.user_id,
    modified_user_id: actor.caller.user_id,
    deleted_ts: null,
    ...given,
  }
  for (const name of columnsOf(resource).names) row[name] ??= null
  return { noun: resource.name, verb: verb ?? 'created', record_id: row.id as string, row, before: null }
}

function insertRecord(writing: Writing, resource: Resource, event: DomainEvent, given: WriteOptions): Promise<void> {
  const { engine, actor } = writing
  const options = withProjections(engine, event, given)
  const now = engine.clock.now()
  return send(writing, insertStatement(resource, event.row, actor, options, now, engine.outbox), options)
}

async function updateRecord(
  writing: Writing,
  resource: Resource,
  given: object,
  set: object,
  options: WriteOptions,
): Promise<DomainEvent> {
  const { engine, actor } = writing
  const now = engine.clock.now()
  const before = given as Record<string, unknown>
  const modified_user_id = actor.caller.user_id ?? before.modified_user_id
  const changes = definedOnly({ ...set, modified_ts: Math.floor(now / 1000), modified_user_id })
  const row = { ...before, ...changes }
  const event = { noun: resource.name, verb: options.verb ?? 'updated', record_id: before.id as string, row, before }
  const all = withProjections(engine, event, options)
  await send(writing, updateStatement(resource, before, changes, actor, all, now, engine.outbox), all)
  return event
}

async function send({ queryable, after }: Writing, { text, values }: SideStatement, { effects }: WriteOptions) {
  const [written] = await queryable.query<{ messages: number }>(text, values)
  after.jobs ||= (effects?.length ?? 0) > 0
  after.messages ||= (written?.messages ?? 0) > 0
}

/** Adds what projections write together with the record. */
function withProjections(engine: StoreContext, event: DomainEvent, options: WriteOptions): WriteOptions {
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

/** A decision may leave a column undefined to say nothing about it. */
function definedOnly(changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}
