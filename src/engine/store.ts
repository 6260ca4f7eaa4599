import type { Queryable, Tx } from '../db/database.ts'
import { currentLane } from '../db/lanes.ts'
import { Params } from '../db/params.ts'
import { refusalOf } from '../db/refusals.ts'
import type { Resource, Row, Settable } from '../definition/resource.ts'
import type { Actor, DomainEvent, Projection, SideStatement, Store, UnitOfWork } from '../definition/store.ts'
import { grouped } from '../lib/grouped.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, hydrate } from './columns.ts'
import type { StoreContext } from './engine.ts'
import { scopedReader } from './read.ts'
import { resolveWrite } from './refs.ts'
import { inScope } from './scope.ts'
import { shapeOf, statementOf, type Write } from './statements.ts'

/** The only way to write: the record, its event, its jobs and its place in the totals commit together. */
export function store(engine: StoreContext): Store {
  // Creations of one merchant that arrive while others are being stored are stored together: one statement, one commit.
  const insertGrouped = grouped<Change, Change>(
    ({ shape, event }) => `${currentLane()} ${event.row.root_id} ${shape ?? event.record_id}`,
    async made => {
      const after: AfterCommit = new Set()
      await writeAlike({ engine, queryable: engine.db, after }, made)
      wake(engine, after)
      return made
    },
  )
  return {
    async transaction(actor, work) {
      const after: AfterCommit = new Set()
      try {
        const result = await engine.db.transaction(tx => {
          after.clear()
          return work(unitOfWork({ engine, queryable: tx, after }, actor))
        })
        wake(engine, after)
        return result
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    async insert(actor, resource, record, options = {}) {
      const made = inserting(engine, { actor, resource, options }, record)
      if (foldsOf(engine, made.event).length > 0)
        return this.transaction(actor, work => work.insert(resource, record, options))
      try {
        await resolveWrite(engine.registry, this.reader(actor.caller), actor, resource, record)
        await insertGrouped(made)
        return made.event.row as Row<typeof resource>
      } catch (error) {
        throw refusalOf(error, engine.registry)
      }
    },
    reader: caller => scopedReader(engine.db, caller, engine.versionedCache.view(engine.db, caller.root_id)),
  }
}

/** Who has work after the commit of what was written. */
type AfterCommit = Set<'jobs' | 'messages'>

/** Where writes go, and what they leave to be done. */
interface Writing {
  engine: StoreContext
  queryable: Queryable
  after: AfterCommit
}

/** A write that is ready to be sent. */
interface Change extends Write {
  resource: Resource
  event: DomainEvent
  /** Of the statement that writes it; null where it needs one of its own. */
  shape: string | null
}

function wake(engine: StoreContext, after: AfterCommit): void {
  if (after.has('jobs')) engine.wake()
  if (after.has('messages')) engine.outbox?.wake()
}

function unitOfWork(writing: Writing & { queryable: Tx }, actor: Actor): UnitOfWork {
  const { engine, queryable } = writing
  let ends = false
  const next = () => (ends ? queryable.endWithNext() : queryable)
  const in_scope = new Set(actor.in_scope)
  const seen = (resource: Resource, id: unknown) => in_scope.add(`${resource.name} ${id}`)
  const reader = scopedReader(queryable, actor.caller, undefined, seen)
  const resolve = (resource: Resource, set: object, row?: object) =>
    resolveWrite(engine.registry, reader, { ...actor, in_scope }, resource, set, row)
  /** Writes changes, those that are alike by one statement, and then what follows from each. */
  const written = async <R extends Resource>(
    changes: readonly Change[],
    closing: readonly SideStatement[] = [],
  ): Promise<Row<R>[]> => {
    const folds = changes.flatMap(({ event }) => foldsOf(engine, event).map(projection => ({ projection, event })))
    const statements = [...Map.groupBy(changes, each => each.shape ?? each).values()]
    const last = folds.length === 0 ? statements.pop() : undefined
    for (const alike of statements) await writeAlike(writing, alike)
    for (const [{ fold, foldAll }, due] of Map.groupBy(folds, each => each.projection))
      if (foldAll) await foldAll(unit, due)
      else for (const { event } of due) await fold(unit, event)
    if (last) await writeAlike({ ...writing, queryable: next() }, last, closing)
    else for (const { text, values } of closing) await queryable.query(text, values)
    return changes.map(({ event }) => event.row as Row<R>)
  }
  const unit: UnitOfWork = {
    ...reader,
    actor,
    query: (text, values) => next().query(text, values),
    endWithNext() {
      ends = true
    },
    async lock(resource, id, whole) {
      const row = await lockRecord(queryable, actor, resource, id, whole)
      if (row) seen(resource, id)
      return row
    },
    insert: async (resource, record, options = {}) => (await unit.insertAll(resource, [{ record, options }]))[0]!,
    async insertAll(resource, records) {
      for (const { record } of records) await resolve(resource, record)
      const made = records.map(each => inserting(engine, { actor, resource, options: {}, ...each }, each.record))
      const rows = await written<typeof resource>(made)
      for (const { event } of made) seen(resource, event.record_id)
      return rows
    },
    update: async (resource, row, set, options = {}) => (await unit.updateAll(resource, [{ row, set, options }]))[0]!,
    async updateAll(resource, changes, closing) {
      for (const { row, set } of changes) await resolve(resource, set, row)
      const made = changes.map(each =>
        updating(engine, { actor: each.actor ?? actor, resource, options: each.options ?? {} }, each),
      )
      return written(made, closing)
    },
    async remove(resource, row, set = {}, options = {}) {
      const gone = { ...set, deleted_ts: engine.clock.seconds() } as Settable<typeof resource>
      await unit.update(resource, row, gone, { ...options, verb: options.verb ?? 'deleted' })
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

type Wanted = Pick<Change, 'actor' | 'resource' | 'options'>

/** Returns the write of a new record. */
function inserting(engine: StoreContext, { actor, resource, options }: Wanted, given: object): Change {
  const now = engine.clock.now()
  const seconds = Math.floor(now / 1000)
  const { root_id, user_id } = actor.caller
  const row: Record<string, unknown> = {
    ...columnsOf(resource).empty,
    ...{ id: newId(now), root_id, created_ts: seconds, modified_ts: seconds },
    ...{ created_user_id: user_id, modified_user_id: user_id, deleted_ts: null },
  }
  // What was left out by `undefined` is null as what was not named.
  for (const name of Object.keys(given)) row[name] = (given as Record<string, unknown>)[name] ?? null
  const verb = options.verb ?? 'created'
  const event = { actor, noun: resource.name, verb, record_id: row.id as string, row, before: null }
  return changeOf(engine, { actor, resource, event, set: row, before: null, options: { ...options, verb } })
}

/** Returns the write that changes a record. */
function updating(engine: StoreContext, wanted: Wanted, given: { row: object; set: object }): Change {
  const { actor, resource, options } = wanted
  const before = given.row as Record<string, unknown>
  const modified_user_id = actor.caller.user_id ?? before.modified_user_id
  const named = Object.entries({ ...given.set, modified_ts: engine.clock.seconds(), modified_user_id })
  // A decision may leave a column undefined to say nothing about it.
  const set: Record<string, unknown> = Object.fromEntries(named.filter(([, value]) => value !== undefined))
  const verb = options.verb ?? 'updated'
  const event = { actor, noun: resource.name, verb, record_id: before.id as string, row: { ...before, ...set }, before }
  return changeOf(engine, { actor, resource, event, set, before, options: { ...options, verb } })
}

/** Adds what projections write together with the record, and the shape that this gives the statement. */
function changeOf(engine: StoreContext, made: Omit<Change, 'shape'>): Change {
  const projections = engine.registry.projections(made.event.noun, made.event.verb)
  const alongside = projections.flatMap(projection => projection.alongside?.(made.event) ?? [])
  const options = { ...made.options, alongside: [...(made.options.alongside ?? []), ...alongside] }
  return { ...made, options, shape: shapeOf(made.resource, { ...made, options }) }
}

/** Sends one statement. */
async function writeAlike(
  { engine, queryable, after }: Writing,
  alike: readonly Change[],
  closing: readonly SideStatement[] = [],
): Promise<void> {
  const [{ resource }] = alike as [Change]
  const { text, values } = statementOf(resource, alike, engine.clock.now(), engine.outbox, closing)
  const [written] = await queryable.query<{ messages: number }>(text, values)
  if (alike.some(({ options }) => options.effects?.length)) after.add('jobs')
  if (written?.messages) after.add('messages')
}

function foldsOf(engine: StoreContext, event: DomainEvent): readonly Projection[] {
  return engine.registry.projections(event.noun, event.verb).filter(({ when }) => when?.(event) ?? true)
}
