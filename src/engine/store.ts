import type { Queryable, Tx } from '../db/database.ts'
import type { Resource, Row, Settable } from '../definition/resource.ts'
import type { Actor, DomainEvent, Store, UnitOfWork, WriteOptions } from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, hydrate } from './columns.ts'
import type { Engine } from './engine.ts'
import { scopedReader } from './reader.ts'
import { refusalOf } from './refusal-of.ts'
import { inScope, Params } from './scope.ts'
import { insertStatement, type Statement, updateStatement } from './statements.ts'

/** The one door for writes: the record, its event, its jobs and its place in the totals commit together. */
export function store(engine: Engine): Store {
  return {
    async transaction(actor, work) {
      let side_effects = { queued: false, told: false }
      try {
        const result = await engine.db.transaction(tx => {
          side_effects = { queued: false, told: false }
          return work(unitOfWork(engine, tx, actor, side_effects))
        })
        rouse(engine, side_effects)
        return result
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    async insert(actor, resource, record, options = {}) {
      const folds = engine.registry.projections(resource.name, options.verb ?? 'created')
      if (folds.length > 0) return this.transaction(actor, open => open.insert(resource, record, options))
      try {
        const side_effects = { queued: false, told: false }
        const row = await insertRecord(engine, engine.db, actor, resource, record, options, side_effects)
        rouse(engine, side_effects)
        return row
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    reader: caller => scopedReader(engine.db, caller, engine.steady),
  }
}

/** What the writes of one commit leave to be done after it. */
interface SideEffects {
  queued: boolean
  told: boolean
}

function rouse(engine: Engine, { queued, told }: SideEffects): void {
  if (queued) engine.wake()
  if (told) engine.outbox?.wake()
}

function unitOfWork(engine: Engine, tx: Tx, actor: Actor, side_effects: SideEffects): UnitOfWork {
  const unit: UnitOfWork = {
    ...scopedReader(tx, actor.caller),
    actor,
    query: (text, values) => tx.query(text, values),
    lock: (resource, id, whole) => lockRecord(tx, actor, resource, id, whole),
    async insert(resource, record, options = {}) {
      const row = await insertRecord(engine, tx, actor, resource, record, options, side_effects)
      await fold(engine, unit, eventOf(resource, options.verb ?? 'created', row, null))
      return row
    },
    async update(resource, row, set, options = {}) {
      const after = await updateRecord(
        engine,
        tx,
        actor,
        resource,
        row,
        set,
        options.verb ?? 'updated',
        options,
        side_effects,
      )
      await fold(engine, unit, eventOf(resource, options.verb ?? 'updated', after, row))
      return after
    },
    async remove(resource, row, set = {}, options = {}) {
      const gone = { ...set, deleted_ts: engine.clock.seconds() } as Settable<typeof resource>
      const after = await updateRecord(
        engine,
        tx,
        actor,
        resource,
        row,
        gone,
        options.verb ?? 'deleted',
        options,
        side_effects,
      )
      await fold(engine, unit, eventOf(resource, options.verb ?? 'deleted', after, row))
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

async function insertRecord<R extends Resource>(
  engine: Engine,
  queryable: Queryable,
  actor: Actor,
  resource: R,
  given: Settable<R>,
  options: WriteOptions,
  side_effects: SideEffects,
): Promise<Row<R>> {
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
  await send(queryable, insertStatement(resource, record, actor, options, now, engine.outbox), options, side_effects)
  return record as Row<R>
}

async function updateRecord<R extends Resource>(
  engine: Engine,
  tx: Tx,
  actor: Actor,
  resource: R,
  row: Row<R>,
  set: Settable<R>,
  verb: string,
  options: WriteOptions,
  side_effects: SideEffects,
): Promise<Row<R>> {
  const now = engine.clock.now()
  const changes = definedOnly({
    ...set,
    modified_ts: Math.floor(now / 1000),
    modified_user_id: actor.caller.user_id ?? (row as Record<string, unknown>).modified_user_id,
  })
  const statement = updateStatement(resource, row, changes, actor, verb, options, now, engine.outbox)
  await send(tx, statement, options, side_effects)
  return { ...row, ...changes } as Row<R>
}

async function send(
  queryable: Queryable,
  { text, values }: Statement,
  options: WriteOptions,
  side_effects: SideEffects,
): Promise<void> {
  const [answer] = await queryable.query<{ told: number }>(text, values)
  side_effects.queued ||= (options.effects?.length ?? 0) > 0
  side_effects.told ||= (answer?.told ?? 0) > 0
}

async function fold(engine: Engine, work: UnitOfWork, event: DomainEvent): Promise<void> {
  for (const projection of engine.registry.projections(event.noun, event.verb)) await projection.fold(work, event)
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
