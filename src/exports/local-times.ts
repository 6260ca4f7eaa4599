import type { FilterScope } from '../definition/kind.ts'
import { stampKind } from '../definition/kinds/stamp.ts'
import type { AnyField, Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import { COMMON_COLUMNS } from '../engine/columns.ts'
import { momentAt } from '../lib/local-date.ts'
import { invalid, label, type Problems } from '../lib/problem.ts'

const END = /^(.+)_(from|to)$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/

/**
 * Returns the filters of a list from the query of a file: `created_ts_from` and `created_ts_to` need no further
 * parameter and are `yyyy-mm-dd hh:mm:ss` in the caller's time zone, or Unix seconds. A date alone means its first
 * second in `_from` and its last in `_to`. Other parameters stay unchanged. Throws 422 for a time that cannot be read.
 */
export function localTimes(resource: Resource, query: Query, zone: string): Query {
  const problems: Problems = {}
  const implied = new Map<string, string>()
  const read = query.map(([name, text]): [string, string] => {
    const [, owner = '', end] = END.exec(name) ?? []
    const filters = filterOf(resource, owner)
    const takes = (end_text: string) => filters?.('x', 'custom', spanTo(end_text)) != null
    // Kinds that accept any text are no times; a time range accepts timestamps or dates only.
    if (takes('x') || !(takes('1') || takes('2026-01-01'))) return [name, text]
    implied.set(owner, 'custom')
    if (!takes('1') || /^\d{1,11}$/.test(text)) return [name, text]
    const seconds = secondsOf(text, end === 'to', zone)
    if (seconds === null) problems[name] = [`${label(name)} must be a time as yyyy-mm-dd hh:mm:ss.`]
    return [name, String(seconds)]
  })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const missing = [...implied].filter(([owner]) => query.every(([name]) => name !== owner))
  return [...read, ...missing]
}

function filterOf(resource: Resource, name: string): AnyField['kind']['filter'] | undefined {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  if (field) return field.options.reach === undefined ? field.kind.filter : undefined
  const common = COMMON_COLUMNS.some(([each, type]) => each === name && type === 'bigint' && each !== 'deleted_ts')
  return common ? stampKind.filter : undefined
}

function spanTo(text: string): FilterScope {
  return { param: () => '$1', seconds: 0, zone: 'UTC', companion: suffix => (suffix === '_to' ? text : undefined) }
}

function secondsOf(text: string, is_end: boolean, zone: string): number | null {
  const [, date, time = is_end ? '23:59:59' : '00:00:00'] = LOCAL.exec(text.trim()) ?? []
  if (date === undefined) return null
  try {
    return momentAt(Temporal.PlainDateTime.from(`${date}T${time}`), zone)
  } catch {
    return null
  }
}
