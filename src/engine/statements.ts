import { claimsHeld, tieClaims } from '../db/idempotency-claims.ts'
import { insertedJobs, jobRow } from '../db/jobs.ts'
import { partOf } from '../db/joined-statements.ts'
import { Params } from '../db/params.ts'
import { rowsOf } from '../db/rows-of.ts'
import { addToTallies, isNewest, stepsOf } from '../db/tallies.ts'
import { raiseVersion } from '../db/versioned-cache.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import { type Actor, overRows, type SideStatement, type WriteOptions } from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import type { Outbox } from '../ports/outbox.ts'
import { columnsOf, quoted, stored } from './columns.ts'

type Stored = Readonly<Record<string, unknown>>

/** A record that is written. */
export interface Write {
  actor: Actor
  /** All of a new record, or what changes. */
  set: Stored
  /** Null where it is new. */
  before: Stored | null
  options: WriteOptions
}

/** Writes by one statement, and what all of its parts refer to. */
interface Writing {
  resource: Resource
  writes: readonly (Write & { event_id: string; record: Stored; old: Record<string, unknown> | null })[]
  /** The same of all. */
  verb: string
  now: number
  seconds: number
  params: Params
}

/**
 * Returns what writes have in common that one statement can make together; null for one that needs a statement of its
 * own. A text is the same for any number of records, so that PostgreSQL plans it once.
 */
export function shapeOf(resource: Resource, { set, before, options: { verb, alongside = [] } }: Write): string | null {
  if (resource.cached || set.deleted_ts || alongside.some(({ rows }) => !rows)) return null
  if (before && placeOf(resource, { ...before, ...set }) !== placeOf(resource, before)) return null
  const names = before && [namesOf(resource, set), Object.keys(changed(resource, before, set))]
  return JSON.stringify([resource.name, verb, names, alongside.map(({ text, values }) => [text, values.slice(1)])])
}

/**
 * Returns one statement that stores or changes records of one shape with their events, jobs, messages and places in
 * the totals. The rows travel as JSON. `closing` is sent with it.
 */
export function statementOf(
  resource: Resource,
  given: readonly Write[],
  now: number,
  outbox: Outbox | null,
  closing: readonly SideStatement[] = [],
): SideStatement {
  const writes = given.map(each => {
    const old = each.before && changed(resource, each.before, each.set)
    return { ...each, event_id: newId(now), record: each.before ? { ...each.before, ...each.set } : each.set, old }
  })
  const [{ before, set, options, old }] = writes as [Writing['writes'][number]]
  const verb = options.verb ?? (before ? 'updated' : 'created')
  const writing = { resource, writes, verb, now, seconds: Math.floor(now / 1000), params: new Params() }
  const { params } = writing
  const events = rowsOf('event', eventRows(writing), params)
  const event = (): string => `(select said.id from ${events} as said where said.record_id = stored.id)`
  const changes = old && Object.keys(old)
  const gone = (set.deleted_ts ?? null) !== null
  const message = outbox?.clause({ ...writing, event, changed: changes, gone }) ?? null
  const told = message === null ? [] : [`told as (${message})`]
  const sides = [...alongside(writing), ...closing].map((each, index) => partOf(each, `alongside_${index}`, params))
  const claims = writes.flatMap(({ actor: { claim }, record: { id } }) => (claim ? [{ id: claim, record_id: id }] : []))
  const jobs = writes.flatMap(({ options: { effects = [] }, record: { root_id } }) =>
    effects.map(effect => jobRow(effect, { id: newId(now), root_id: root_id as string, seconds: writing.seconds })),
  )
  const parts = [
    // Messages are made of the row as it was stored; where there can be none nothing is returned.
    `stored as (${recordsOf(writing)}${message === null ? '' : ` returning ${columnsOf(resource).table}.*`})`,
    `noted as (insert into event (${EVENT}) select ${EVENT} from ${events})`,
    ...tally(writing),
    ...(resource.cached ? [`raised as (${raiseVersion(writes[0]!.record.root_id, params)})`] : []),
    ...(jobs.length > 0 ? [`queued as (${insertedJobs(jobs, params)})`] : []),
    ...sides,
    ...told,
    ...(claims.length > 0 ? [`claimed as (${tieClaims(resource.name, claims, params)})`] : []),
  ]
  const count = `select ${message === null ? '0' : '(select count(*) from told)'} as messages`
  const text = `with ${parts.join(',\n')}\n${count}${claims.length > 0 ? `, ${claimsHeld(claims, params)}` : ''}`
  return { text, values: params.values }
}

function recordsOf({ resource, writes, params }: Writing): string {
  const { table, names: all, listed } = columnsOf(resource)
  const { before, set } = writes[0]!
  const names = before ? namesOf(resource, set) : all
  const rows = writes.map(({ record }) => rowOf(resource, before ? ['id', ...names] : names, record))
  const said = rowsOf(table, rows, params)
  if (!before) return `insert into ${table} (${listed}) select ${listed} from ${said}`
  const sets = names.map(name => `${quoted(name)} = said.${quoted(name)}`)
  // The ids are there twice, so that rows are found by them whatever PostgreSQL knows of the table.
  const ids = params.add(writes.map(({ record }) => record.id))
  return `update ${table} set ${sets.join(', ')} from ${said} as said where ${table}.id = said.id and ${table}.id = any(${ids})`
}

function namesOf(resource: Resource, set: Stored): string[] {
  return columnsOf(resource).names.filter(name => set[name] !== undefined)
}

/** A record as JSON: a column of JSON is the value itself and not its text, and what is null is left out. */
function rowOf(resource: Resource, names: readonly string[], record: Stored): Record<string, unknown> {
  const columns = columnsOf(resource)
  const row: Record<string, unknown> = {}
  for (const name of names) {
    const given = record[name]
    if (given === null || given === undefined) continue
    const is_kept = columns.json.has(name)
    const value = is_kept ? given : stored(columns, name, given)
    // What cannot be encoded is replaced, as the driver does it.
    const isText = typeof value === 'string' && !is_kept
    row[name] = isText ? value.toWellFormed() : typeof value === 'bigint' ? String(value) : value
  }
  return row
}

/** Where a record counts: its location, or nowhere in particular for records that belong to everybody. */
function placeOf(resource: Resource, record: Stored): string {
  const column = placeColumn(resource)
  return column === null ? '' : String(record[column] ?? '')
}

/** Counts new records at their places, and others no more where they were. */
function tally({ resource, writes, now, params }: Writing): string[] {
  const steps = writes.flatMap(({ before, set, record }) => {
    const [from, to] = [before && placeOf(resource, before), set.deleted_ts ? null : placeOf(resource, record)]
    return stepsOf(from, to, isNewest(record.id, now))
  })
  const root_id = resource.scope === 'none' ? '' : writes[0]!.record.root_id
  return steps.length > 0 ? [`tallied as (${addToTallies({ noun: resource.name, root_id }, steps, params)})`] : []
}

const EVENT =
  'id, root_id, location_id, noun, record_id, verb, changes, user_id, method, address, created_ts, credential, request_id'

function eventRows({ resource, writes, verb, seconds }: Omit<Writing, 'params'>): object[] {
  return writes.map(({ event_id: id, record, old, actor: { caller } }) => {
    const { user_id, method, address, credential, request_id } = caller
    const place = { root_id: record.root_id, location_id: placeOf(resource, record) || null }
    const what = { id, ...place, noun: resource.name, record_id: record.id, verb, changes: old, created_ts: seconds }
    return { ...what, user_id, method, address, credential, request_id }
  })
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
    if (was === null || options?.reach === 'secret' || options?.unlogged) old[name] = null
    else old[name] = kind ? kind.wire(was as never) : was
  }
  return old
}

/** Statements of the writers' own; those over rows are one over the rows of all. */
function alongside({ writes }: Writing): SideStatement[] {
  const { options } = writes[0]!
  return (options.alongside ?? []).map((each, index) => {
    if (!each.rows) return each
    const rows = writes.flatMap(({ options }) => options.alongside![index]!.rows!)
    return overRows(each.text, rows, ...each.values.slice(1))
  })
}
