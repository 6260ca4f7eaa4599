import type { Registry } from '../definition/registry.ts'
import type { Fields, Resource, Row } from '../definition/resource.ts'
import type { Reader } from '../definition/rules.ts'
import type { Actor } from '../definition/store.ts'
import { InternalFault, invalid, type Problems, Refusal } from '../lib/problem.ts'

/** The records that references name, by field. */
export type Refs = Record<string, Row<Resource> | null>

/**
 * Returns the record that each reference among these values names, null where the value is null. Throws a 422 on
 * every field with a problem, or whose record does not exist for the reader's caller. A value that the record has
 * already is not refused: what it names may lie above what the caller sees, or be deleted since.
 */
export async function resolveRefs(
  registry: Registry,
  read: Reader,
  fields: Fields,
  values: object,
  problems: Problems = {},
  before: object = {},
): Promise<Refs> {
  const refs: Refs = {}
  const sent = Object.entries(values).filter(([name, id]) => id !== undefined && fields[name]?.options.to !== undefined)
  for (const [noun, named] of Map.groupBy(sent, ([name]) => fields[name]!.options.to!)) {
    const rows = await rowsOf(read, registry.get(noun).resource, new Set(named.map(([, id]) => id)))
    for (const [name, id] of named) {
      const row = id === null ? null : rows.find(each => each.id === id)
      if (row !== undefined) refs[name] = row
      else if (id !== (before as Record<string, unknown>)[name]) problems[name] ??= [`${name} provided is not valid`]
    }
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return refs
}

/** Returns the records by the names under which a store knows them again: `<noun> <id>`. */
export function namesOf(fields: Fields, refs: Refs): Set<string> {
  return new Set(Object.entries(refs).flatMap(([name, row]) => (row ? [`${fields[name]!.options.to} ${row.id}`] : [])))
}

/**
 * Resolves the references that a write sets and nothing has resolved yet, so that no code can tie a record to one its
 * caller does not see. References in the request are resolved earlier, so a missing one here is our own bug. Callers
 * who see the whole tree are left to the foreign keys, which include the tenant and cost no statement: a payment must
 * be stored even if a record it names has been deleted since.
 */
export async function resolveWrite(
  registry: Registry,
  read: Reader,
  { caller, in_scope }: Actor,
  resource: Resource,
  set: object,
  before: object = {},
): Promise<void> {
  if (caller.sees_root) return
  const old = before as Record<string, unknown>
  const open = Object.entries(set).filter(
    ([name, id]) =>
      id !== null &&
      id !== old[name] &&
      !STAMPED.includes(name) &&
      !in_scope?.has(`${resource.fields[name]?.options.to} ${id}`),
  )
  await resolveRefs(registry, read, resource.fields, Object.fromEntries(open)).catch(error => {
    if (!(error instanceof Refusal)) throw error
    throw new InternalFault(
      `${resource.name} would refer to a record that its caller does not see: ${Object.keys(error.problems ?? {})}`,
    )
  })
}

/** Who wrote a record: set by the store itself. */
const STAMPED: readonly string[] = ['created_user_id', 'modified_user_id']

/** One id is read as rules read it, so that both find it in the versioned cache under one key. */
async function rowsOf(read: Reader, resource: Resource, sent: Set<unknown>): Promise<Row<Resource>[]> {
  const ids = [...sent].filter(id => id !== null) as string[]
  if (ids.length > 1) return read.all(resource, { id: ids }, ids.length)
  const row = ids[0] === undefined ? null : await read.find(resource, { id: ids[0] })
  return row ? [row] : []
}
