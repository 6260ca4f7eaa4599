import { placeColumn, type Resource } from '../src/definition/resource.ts'
import { quoted } from '../src/engine/columns.ts'
import { type Column, expectedColumns } from './expected-table.ts'

/**
 * Returns the SQL that brings the table of a resource to its definition; null when nothing is missing. It is a draft:
 * moving data, values of existing rows in a new column that cannot be null, and what to drop are for a person to
 * decide.
 */
export function draftMigration(resource: Resource, actual: readonly Column[]): string | null {
  const expected = expectedColumns(resource)
  return actual.length === 0 ? createTable(resource, expected) : alterTable(resource, expected, actual)
}

function createTable(resource: Resource, expected: readonly Column[]): string {
  const names = expected.map(column => quotedIfNeeded(column.name))
  const width = Math.max(...names.map(name => name.length))
  const lines = expected.map((column, index) => `  ${names[index]!.padEnd(width)} ${typeOf(column)}${notNull(column)}`)
  // Records that all merchants share have an empty root_id, and a check that says so.
  const keys =
    resource.scope === 'none'
      ? ['  primary key (id)', `  constraint ${resource.table}_everybody check (root_id = '')`]
      : ['  primary key (id, root_id)']
  const table = quotedIfNeeded(resource.table)
  const create = `create table ${table} (\n${[...lines, ...keys].join(',\n')}\n);\n`
  return [create, ...indexes(resource, table), ...references(resource, table)].join('\n')
}

/** Comments, because what a reference names may be the same for every merchant: then its key has no root_id. */
function references(resource: Resource, table: string): string[] {
  return Object.entries(resource.fields)
    .filter(
      ([name, { options }]) => options.to && options.reach !== 'input' && !/^(created|modified)_user_id$/.test(name),
    )
    .map(([name, { options }]) => {
      const to = quotedIfNeeded(options.to!)
      return `-- alter table ${table} add foreign key (root_id, ${quotedIfNeeded(name)}) references ${to} (root_id, id);`
    })
}

/** The indexes that every list uses, and those that the definition declares unique. */
function indexes(resource: Resource, table: string): string[] {
  const { table: name } = resource
  const living = 'where deleted_ts is null'
  const place = placeColumn(resource)
  const lines = resource.scope === 'none' ? [] : [`create index ${name}_by_root on ${table} (root_id, id) ${living};`]
  if (place !== null && place !== 'id')
    lines.push(`create index ${name}_by_place on ${table} (${place}, id) ${living};`)
  for (const [index, field] of Object.entries(resource.constraints)) {
    if (typeof field !== 'string') {
      lines.push(`-- check ${index} (${field[0]}): ${field[1]}`)
      continue
    }
    const merchant = resource.scope === 'none' ? null : 'root_id'
    const columns = [place === 'id' ? null : place, field, merchant].filter(Boolean).join(', ')
    const some = field.endsWith('_api_id') ? ` and ${field} <> ''` : ''
    lines.push(`create unique index ${index} on ${table} (${columns}) ${living}${some};`)
  }
  return lines
}

function alterTable(resource: Resource, expected: readonly Column[], actual: readonly Column[]): string | null {
  const table = quotedIfNeeded(resource.table)
  const steps = expected.flatMap(column => {
    const name = quotedIfNeeded(column.name)
    const found = actual.find(each => each.name === column.name)
    if (!found) return [`add column ${name} ${typeOf(column)}${notNull(column)}`]
    const type = found.type === column.type ? [] : [`alter column ${name} type ${typeOf(column)}`]
    const nullable =
      found.nullable === column.nullable ? [] : [`alter column ${name} ${column.nullable ? 'drop' : 'set'} not null`]
    return [...type, ...nullable]
  })
  const unknown = actual.filter(column => !expected.some(each => each.name === column.name))
  const notes = unknown.map(column => `-- ${resource.table}.${column.name} is in the database and in no definition`)
  if (steps.length === 0 && notes.length === 0) return null
  const change = steps.length === 0 ? [] : [`alter table ${table}\n  ${steps.join(',\n  ')};`]
  return [...notes, ...change].join('\n')
}

/** Migrations write the short form. */
function typeOf(column: Column): string {
  return column.type.replace('character varying', 'varchar')
}

function notNull(column: Column): string {
  return column.nullable ? '' : ' not null'
}

/** Reserved words of SQL have to be quoted. */
const RESERVED = new Set([
  'user',
  'order',
  'check',
  'default',
  'end',
  'group',
  'limit',
  'offset',
  'references',
  'table',
  'to',
  'when',
])

function quotedIfNeeded(name: string): string {
  return RESERVED.has(name) ? quoted(name) : name
}
