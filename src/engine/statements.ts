import { insertJobs, jobValues } from '../db/jobs.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import type { Actor, SideStatement, WriteOptions } from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import { columnsOf, quoted, stored } from './columns.ts'
import type { Outbox } from './outbox.ts'
import { Params } from './scope.ts'

/** Rows that share the count of one place. Each database backend adds to its own, so that none waits. */
const SHARDS = 64

type Stored = Readonly<Record<string, unknown>>

/** What every part of one write refers to. */
interface Write {
  resource: Resource
  event_id: string
  verb: string
  actor: Actor
  options: WriteOptions
  now: number
  seconds: number
  outbox: Outbox | null
  params: Params
}

/** Returns one statement that stores a record with its event, jobs, messages and place in the totals. */
export function insertStatement(
  resource: Resource,
  record: Stored,
  actor: Actor,
  options: WriteOptions,
  now: number,
  outbox: Outbox | null,
): SideStatement {
  const write = writeOf(resource, options.verb ?? 'created', actor, options, now, outbox)
  const columns = columnsOf(resource)
  const names = columns.names.map(quoted).join(', ')
  const values = columns.names.map(name => write.params.add(stored(columns, name, record[name]))).join(', ')
  const also = [tally(write, record, 1), event(write, record, null), ...alongside(write, record)]
  return joined(write, `insert into ${columns.table} (${names}) values (${values})`, also, messages(write, null, false))
}

/** Returns one statement that changes the given columns and notes what they were before. */
export function updateStatement(
  resource: Resource,
  row: object,
  changes: Stored,
  actor: Actor,
  options: WriteOptions,
  now: number,
  outbox: Outbox | null,
): SideStatement {
  const write = writeOf(resource, options.verb ?? 'updated', actor, options, now, outbox)
  const columns = columnsOf(resource)
  const before = row as Stored
  const after = { ...before, ...changes }
  const names = columns.names.filter(name => changes[name] !== undefined)
  const sets = names.map(name => `${quoted(name)} = ${write.params.add(stored(columns, name, changes[name]))}`)
  const gone = changes.deleted_ts !== undefined && changes.deleted_ts !== null
  const moved = !gone && placeOf(resource, after) !== placeOf(resource, before)
  const old = changed(resource, before, changes)
  const also = [
    event(write, after, old),
    ...(gone ? [tally(write, before, -1)] : []),
    ...(moved ? [tally(write, before, -1, 'departed'), tally(write, after, 1, 'arrived')] : []),
    ...alongside(write, after),
  ]
  const text = `update ${columns.table} set ${sets.join(', ')} where id = ${write.params.add(before.id)}`
  return joined(write, text, also, messages(write, Object.keys(old), gone))
}

function writeOf(
  resource: Resource,
  verb: string,
  actor: Actor,
  options: WriteOptions,
  now: number,
  outbox: Outbox | null,
): Write {
  const [event_id, seconds, params] = [newId(now), Math.floor(now / 1000), new Params()]
  return { resource, event_id, verb, actor, options, now, seconds, outbox, params }
}

/** Messages are made of the row as it was stored; where there can be none nothing is returned. */
function joined(write: Write, text: string, also: readonly string[], messages: readonly string[]): SideStatement {
  const record = `stored as (${text}${messages.length > 0 ? ' returning *' : ''})`
  const parts = [record, ...also, ...messages].join(',\n')
  return { text: `with ${parts}\n${result(write, messages.length > 0)}`, values: write.params.values }
}

function messages(write: Write, changed: readonly string[] | null, gone: boolean): string[] {
  const clause = write.outbox?.clause({ ...write, changed, gone }) ?? null
  return clause === null ? [] : [`told as (${clause})`]
}

/** Where a record counts: its location, or nowhere in particular for records that belong to everybody. */
function placeOf(resource: Resource, record: Stored): string {
  const column = placeColumn(resource)
  return column === null ? '' : String(record[column] ?? '')
}

function tally({ resource, params }: Write, record: Stored, step: 1 | -1, name = 'tallied'): string {
  const noun = params.add(resource.name)
  const root = params.add(resource.scope === 'none' ? '' : record.root_id)
  const place = params.add(placeOf(resource, record))
  return `${name} as (insert into tally (noun, root_id, place, shard, records) values (${noun}, ${root}, ${place}, pg_backend_pid() % ${SHARDS}, ${step})
 on conflict (noun, root_id, place, shard) do update set records = tally.records + ${step})`
}

function event(
  { resource, event_id, verb, actor, seconds, params }: Write,
  record: Stored,
  old: Stored | null,
): string {
  const values = [
    event_id,
    record.root_id,
    placeOf(resource, record) || null,
    resource.name,
    record.id,
    verb,
    old ? JSON.stringify(old) : null,
    actor.caller.user_id,
    actor.caller.method,
    actor.caller.address,
    seconds,
    actor.caller.credential ?? null,
    actor.caller.request_id ?? null,
  ]
  const marks = values.map(value => params.add(value)).join(', ')
  return `noted as (insert into event (id, root_id, location_id, noun, record_id, verb, changes, user_id, method, address, created_ts, credential, request_id) values (${marks}))`
}

/** The old value of each column that really changed; of secrets and personal data only that they changed is noted. */
function changed(resource: Resource, before: Stored, changes: Stored): Record<string, unknown> {
  const columns = columnsOf(resource)
  const old: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || name === 'modified_ts' || name === 'modified_user_id') continue
    const was = before[name] ?? null
    if (was === value) continue
    const { kind, options } = columns.fields[name] ?? {}
    old[name] = ['secret', 'key'].includes(options?.reach ?? '') || options?.unlogged ? null : wireOld(kind?.wire, was)
  }
  return old
}

function wireOld(wire: ((value: never) => unknown) | undefined, was: unknown): unknown {
  return was === null || !wire ? was : wire(was as never)
}

/** What is written beside a record: the claim of the request, the version of the cache, jobs, other rows. */
function alongside(write: Write, record: Stored): string[] {
  return [...claim(write, record), ...version(write, record), ...jobs(write, record), ...sideStatements(write)]
}

/** Ties this request's idempotency claim to the first record it wrote, so that a lost response can be repeated. */
function claim({ resource, actor, params }: Write, record: Stored): string[] {
  if (!actor.claim) return []
  const [id, noun, record_id] = [actor.claim, resource.name, record.id].map(value => params.add(value))
  return [
    `claimed as (update idempotency set noun = ${noun}, record_id = ${record_id} where id = ${id} and record_id is null returning id)`,
  ]
}

/**
 * A request that ran so long that another one took its key over must not write beside it. Its claim is gone then, and a
 * division by zero undoes what it wrote.
 */
function result({ actor, params }: Write, hasMessages: boolean): string {
  const count = `select ${hasMessages ? '(select count(*) from told)' : '0'} as messages`
  if (!actor.claim) return count
  const written = `select from idempotency where id = ${params.add(actor.claim)} and record_id is not null`
  return `${count}, 1 / case when exists (select from claimed) or exists (${written}) then 1 else 0 end`
}

/** What the versioned cache holds of this tree is old from the commit of a cached resource on. */
function version({ resource, params }: Write, record: Stored): string[] {
  if (!resource.cached) return []
  const root = params.add(record.root_id)
  return [
    `raised as (insert into steady_version (root_id, version) values (${root}, 1)
 on conflict (root_id) do update set version = steady_version.version + 1)`,
  ]
}

function jobs({ options, now, seconds, params }: Write, record: Stored): string[] {
  if (!options.effects?.length) return []
  const rows = options.effects.map(effect => {
    const values = jobValues(effect, { id: newId(now), root_id: record.root_id as string, seconds })
    return `(${values.map(value => params.add(value)).join(', ')})`
  })
  return [`queued as (${insertJobs(`values ${rows.join(', ')}`)})`]
}

/** Statements of the writer's own, their parameters numbered on. */
function sideStatements({ options: { alongside: statements = [] }, params }: Write): string[] {
  return statements.map(({ text, values }, index) => {
    const marks = values.map(value => params.add(value))
    return `alongside_${index} as (${text.replaceAll(/\$(\d+)/g, (_, number) => marks[Number(number) - 1]!)})`
  })
}
