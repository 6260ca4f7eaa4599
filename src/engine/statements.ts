import { insertJobs, jobValues } from '../db/jobs.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import type { Actor, WriteOptions } from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, quoted, stored } from './columns.ts'
import type { Outbox, OutboxMessage } from './outbox.ts'
import { Params } from './scope.ts'

/** A write of one record; the one row it answers says in `told` how many are to be told of it. */
export interface Statement {
  text: string
  values: unknown[]
}

/** How many rows share the count of one place. Each database backend adds to its own, so writers do not wait for each other. */
const SHARDS = 64

/** One statement that stores a record together with its event, its jobs and its place in the totals: one round trip, one commit. */
export function insertStatement(
  resource: Resource,
  record: Record<string, unknown>,
  actor: Actor,
  options: WriteOptions,
  now: number,
  outbox: Outbox | null,
): Statement {
  const columns = columnsOf(resource)
  const params = new Params()
  const event_id = newId(now)
  const verb = options.verb ?? 'created'
  const names = columns.names.map(quoted).join(', ')
  const values = columns.names.map(name => params.add(stored(columns, name, record[name]))).join(', ')
  const also = [
    tally(resource, record, 1, params),
    event(event_id, resource, record, verb, null, actor, now, params),
    ...claim(resource, record, actor, params),
    ...steadily(resource, record, params),
    ...jobs(record, options, now, params),
  ]
  const told = tell(outbox, {
    resource,
    event_id,
    verb,
    changed: null,
    gone: false,
    seconds: Math.floor(now / 1000),
    params,
  })
  return joined(`insert into ${columns.table} (${names}) values (${values})`, also, told, actor, params)
}

/** One statement that changes the given columns and notes what they were before. */
export function updateStatement(
  resource: Resource,
  row: object,
  changes: Record<string, unknown>,
  actor: Actor,
  options: WriteOptions,
  now: number,
  outbox: Outbox | null,
): Statement {
  const columns = columnsOf(resource)
  const params = new Params()
  const event_id = newId(now)
  const verb = options.verb ?? 'updated'
  const before = row as Record<string, unknown>
  const after = { ...before, ...changes }
  const names = columns.names.filter(name => changes[name] !== undefined)
  const sets = names.map(name => `${quoted(name)} = ${params.add(stored(columns, name, changes[name]))}`)
  const gone = changes.deleted_ts !== undefined && changes.deleted_ts !== null
  const moved = !gone && placeOf(resource, after) !== placeOf(resource, before)
  const old = changed(resource, before, changes)
  const also = [
    event(event_id, resource, after, verb, old, actor, now, params),
    ...(gone ? [tally(resource, before, -1, params)] : []),
    ...(moved ? [tally(resource, before, -1, params, 'departed'), tally(resource, after, 1, params, 'arrived')] : []),
    ...claim(resource, after, actor, params),
    ...steadily(resource, after, params),
    ...jobs(after, options, now, params),
  ]
  const where = `where id = ${params.add(before.id)}`
  const told = tell(outbox, {
    resource,
    event_id,
    verb,
    changed: Object.keys(old),
    gone,
    seconds: Math.floor(now / 1000),
    params,
  })
  return joined(`update ${columns.table} set ${sets.join(', ')} ${where}`, also, told, actor, params)
}

/** What is told is taken from the row as it was stored; where nobody can be told nothing is given back. */
function joined(
  store: string,
  also: readonly string[],
  told: readonly string[],
  actor: Actor,
  params: Params,
): Statement {
  const stored = `stored as (${store}${told.length > 0 ? ' returning *' : ''})`
  const text = `with ${[stored, ...also, ...told].join(',\n')}\n${lastWord(actor, params, told.length > 0)}`
  return { text, values: params.values }
}

function tell(outbox: Outbox | null, message: OutboxMessage): string[] {
  const clause = outbox?.clause(message) ?? null
  return clause === null ? [] : [`told as (${clause})`]
}

/** Where a record counts: its location, or nowhere in particular for records that belong to everybody. */
function placeOf(resource: Resource, record: Record<string, unknown>): string {
  const column = placeColumn(resource)
  return column === null ? '' : String(record[column])
}

function tally(
  resource: Resource,
  record: Record<string, unknown>,
  step: 1 | -1,
  params: Params,
  name = 'tallied',
): string {
  const noun = params.add(resource.name)
  const root = params.add(resource.scope === 'none' ? '' : record.root_id)
  const place = params.add(placeOf(resource, record))
  return `${name} as (insert into tally (noun, root_id, place, shard, records) values (${noun}, ${root}, ${place}, pg_backend_pid() % ${SHARDS}, ${step})
 on conflict (noun, root_id, place, shard) do update set records = tally.records + ${step})`
}

function event(
  id: string,
  resource: Resource,
  record: Record<string, unknown>,
  verb: string,
  changes: Record<string, unknown> | null,
  actor: Actor,
  now: number,
  params: Params,
): string {
  const values = [
    id,
    record.root_id,
    placeOf(resource, record) || null,
    resource.name,
    record.id,
    verb,
    changes ? JSON.stringify(changes) : null,
    actor.caller.user_id,
    actor.caller.method,
    actor.caller.address,
    Math.floor(now / 1000),
    actor.caller.credential ?? null,
  ]
  const marks = values.map(value => params.add(value)).join(', ')
  return `noted as (insert into event (id, root_id, location_id, noun, record_id, verb, changes, user_id, method, address, created_ts, credential) values (${marks}))`
}

/** The old value of each column that really changed; of secrets and personal data only that they changed is noted. */
function changed(
  resource: Resource,
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const columns = columnsOf(resource)
  const old: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || name === 'modified_ts' || name === 'modified_user_id') continue
    const was = before[name] ?? null
    if (was === value) continue
    const { kind, options } = columns.fields[name] ?? {}
    old[name] = options?.reach === 'secret' || options?.unlogged ? null : wireOld(kind?.wire, was)
  }
  return old
}

function wireOld(wire: ((value: never) => unknown) | undefined, was: unknown): unknown {
  return was === null || !wire ? was : wire(was as never)
}

/** Ties the idempotency claim of this request to the first record it wrote, so that a lost answer can be given again. */
function claim(resource: Resource, record: Record<string, unknown>, actor: Actor, params: Params): string[] {
  if (!actor.claim) return []
  const id = params.add(actor.claim)
  const noun = params.add(resource.name)
  const record_id = params.add(record.id)
  return [
    `claimed as (update idempotency set noun = ${noun}, record_id = ${record_id} where id = ${id} and record_id is null returning id)`,
  ]
}

/**
 * A request that ran so long that another one took its key over must not write beside it. Its claim is gone then, and a
 * division by zero (22012) is what fails a statement that stands on its own.
 */
function lastWord(actor: Actor, params: Params, tells: boolean): string {
  const told = tells ? '(select count(*) from told)' : '0'
  if (!actor.claim) return `select ${told} as messages`
  const written = `select from idempotency where id = ${params.add(actor.claim)} and record_id is not null`
  return `select ${told} as messages, 1 / case when exists (select from claimed) or exists (${written}) then 1 else 0 end`
}

/** A steady noun changed: whatever is remembered of this tree is old from this commit on. */
function steadily(resource: Resource, record: Record<string, unknown>, params: Params): string[] {
  if (!resource.steady) return []
  const root = params.add(record.root_id)
  return [
    `raised as (insert into steady_version (root_id, version) values (${root}, 1)
 on conflict (root_id) do update set version = steady_version.version + 1)`,
  ]
}

function jobs(record: Record<string, unknown>, options: WriteOptions, now: number, params: Params): string[] {
  if (!options.effects?.length) return []
  const seconds = Math.floor(now / 1000)
  const rows = options.effects.map(effect => {
    const values = jobValues(effect, { id: newId(now), root_id: record.root_id as string, seconds })
    return `(${values.map(value => params.add(value)).join(', ')})`
  })
  return [`queued as (${insertJobs(`values ${rows.join(', ')}`)})`]
}
