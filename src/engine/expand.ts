import { Params } from '../db/params.ts'
import { rowById } from '../db/row-by-id.ts'
import { keptRows } from '../db/versioned-cache.ts'
import { atRoot, type Caller } from '../definition/caller.ts'
import type { Fact, Related, Resource } from '../definition/resource.ts'
import { crowding } from '../lib/crowding.ts'
import { invalid, invalidField } from '../lib/problem.ts'
import { columnsOf, hydrate, quoted } from './columns.ts'
import type { Engine } from './engine.ts'
import { inScope } from './scope.ts'

type Rows = Record<string, unknown>[]

/** Most records embedded under one name of a page; how many are counted to say which page would do; a few of them. */
const [MOST, MOST_COUNTED, FEW] = [5000, 50_000, 4]

/** Reads `expand=a,b`; throws a 422 for an unknown name, with the known ones. */
export function expandNames(resource: Resource, text: string | undefined): string[] {
  if (!text) return []
  const asked = text.split(',').map(name => name.trim())
  const names = [...new Set(asked.filter(Boolean))]
  const unknown = names.filter(name => !Object.hasOwn(resource.expands, name))
  if (unknown.length > 0) {
    const known = Object.keys(resource.expands).join(', ')
    const says = (name: string) => `"${name}" is not an expand of ${resource.plural}. Known: ${known || 'none'}.`
    throw invalid(Object.fromEntries(unknown.map(name => [name, [says(name)]])))
  }
  return names
}

/** Throws 403 when a record would be embedded that this caller may not read at its own endpoint. */
export function permitExpands(engine: Engine, caller: Caller, resource: Resource, names: readonly string[]): void {
  for (const name of names) {
    const expand = resource.expands[name]!
    if (expand.kind !== 'fact' && !expand.as) engine.permit(caller, expand.noun, 'read')
  }
}

/**
 * Embeds related records into already serialized ones, as their own endpoint shows them (contract 4.1): one query per
 * name, however many records the page has, and none waits for another's. A few records that are named by their ids are
 * read with those that other requests ask for meanwhile.
 */
export async function expandInto(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  rows: Rows,
  records: Rows,
  names: readonly string[],
  fact: Fact,
  show: (target: Resource, rows: Rows) => Promise<Rows>,
): Promise<void> {
  permitExpands(engine, caller, resource, names)
  const all = await Promise.all(
    names.map(name => {
      const expand = resource.expands[name]!
      if (expand.kind !== 'fact') return Promise.all([readRelated(engine, caller, name, expand, rows)])
      return Promise.all(expand.knows.map(known => readRelated(engine, atRoot(caller), name, known, rows)))
    }),
  )
  for (const [place, name] of names.entries()) {
    const expand = resource.expands[name]!
    const [found = new Map(), ...more] = all[place]!
    if (expand.kind === 'fact') {
      const { of, knows } = expand
      const known = (row: Rows[0]) => [found, ...more].map((by, at) => by.get(row[knows[at]?.local ?? ''])?.[0] ?? null)
      for (const [index, row] of rows.entries()) records[index]![name] = of(row, fact, ...known(row))
      continue
    }
    const beyond = expand.unseen && !caller.sees_root && (await readRelated(engine, atRoot(caller), name, expand, rows))
    const related = [...found.values()].flat()
    const shown = expand.as ? related : await show(engine.registry.get(expand.noun).resource, related)
    const records_of = new Map(related.map((row, index) => [row, shown[index]]))
    rows.forEach((row, index) => {
      const seen = embedded(expand, row, found, each => records_of.get(each))
      records[index]![name] = seen ?? (beyond ? embedded(expand, row, beyond, expand.unseen!) : null)
    })
  }
}

function keysOf(expand: Related, rows: Rows): unknown[] {
  const keys = new Set<unknown>()
  for (const row of rows) {
    const value = row[expand.local]
    if (expand.kind === 'each') for (const key of (value as string[] | null) ?? []) keys.add(key)
    else if (value !== null && value !== undefined) keys.add(value).add(folded(value))
  }
  return [...keys]
}

/** Addresses are kept in lower case where capitals make no difference; ids are in lower case anyway. */
const folded = (key: unknown): unknown => (typeof key === 'string' ? key.toLowerCase() : key)

/** Throws a 422 rather than to embed a part of them: the records with the oldest ones would seem to have none. */
async function readRelated(
  engine: Engine,
  caller: Caller,
  name: string,
  expand: Related | undefined,
  rows: Rows,
): Promise<Map<unknown, Rows>> {
  const keys = expand ? keysOf(expand, rows) : []
  if (!expand || keys.length === 0) return new Map()
  const { resource: target, operations } = engine.registry.get(expand.noun)
  const columns = columnsOf(target)
  const archived = operations.archive ? `union all select * from ${operations.archive}` : ''
  const params = new Params()
  const scope = inScope(target, caller, params)
  const few = keys.length <= FEW
  const related = (found: Rows) =>
    Map.groupBy(found, row => hydrate<Record<string, unknown>>(columns, row)[expand.foreign])
  if (few && expand.foreign === 'id' && !target.cached && !archived) {
    const asked = { table: columns.table, visible: scope, values: params.values }
    const found = await Promise.all(keys.map(id => rowById(engine.db, { ...asked, id })))
    return related(found.filter(row => row !== undefined))
  }
  const column = quoted(expand.foreign)
  const from = `from (select * from ${columns.table} ${archived}) as stored where ${scope} and ${column} = any(${params.add(keys)})`
  const text = `select * ${from} order by id desc limit ${MOST + 1}`
  const kept_of = target.cached && few ? caller.root_id : null
  const found = await keptRows(engine, kept_of, text, params.values)
  if (found.length > MOST) {
    const counting = `select key, count(*)::integer from (select ${column} as key ${from} limit ${MOST_COUNTED}) as each group by key`
    const counts = await engine.db.query<{ key: unknown; count: number }>(counting, params.values)
    const of = new Map(counts.map(({ key, count }) => [key, count]))
    const sizes = rows.map(row => keysOf(expand, [row]).reduce<number>((sum, key) => sum + (of.get(key) ?? 0), 0))
    throw invalidField(name, crowding(name, target.plural, sizes, { most: MOST, counted: MOST_COUNTED }))
  }
  return related(found)
}

function embedded(
  expand: Related,
  row: Record<string, unknown>,
  found: Map<unknown, Rows>,
  embed: (row: Record<string, unknown>) => unknown,
): unknown {
  const value = row[expand.local]
  if (expand.as) return expand.as(found.get(value) ?? [])
  if (expand.kind === 'many') return (found.get(value) ?? []).map(embed)
  if (expand.kind === 'each') return ((value as string[] | null) ?? []).flatMap(key => found.get(key) ?? []).map(embed)
  const first = (found.get(value) ?? found.get(folded(value)))?.[0]
  return first ? embed(first) : null
}
