import type { AnyField, Fact, Resource } from '../definition/resource.ts'
import { remembered } from '../lib/remembered.ts'
import { emptyRecord } from '../lib/wide-records.ts'

export type Writer = (row: Record<string, unknown>, fact: Fact) => unknown

/** How each field of an answer is written, in the order of the table. */
interface Shape {
  names: readonly string[]
  writers: readonly Writer[]
  path: string
  empty: Record<string, null>
}

/** A record as callers see it: shown fields in table order, computed fields, the link to itself. */
export function serialize(resource: Resource, row: object, fact: Fact): Record<string, unknown> {
  const shape = shapeOf(resource)
  const source = row as Record<string, unknown>
  const record: Record<string, unknown> = { ...shape.empty }
  for (let index = 0; index < shape.names.length; index += 1) {
    record[shape.names[index]!] = shape.writers[index]!(source, fact)
  }
  record._links = { self: { href: `${fact.public_url}${shape.path}${source.id}` } }
  return record
}

/** The names a record shows, in order; also what filters and sorts may name. */
export function shownNames(resource: Resource): readonly string[] {
  return shapeOf(resource).names
}

const shapeOf = remembered((resource: Resource): Shape => {
  const shown = Object.entries(resource.fields).filter(
    ([, { options }]) => options.reach === undefined || options.reach === 'key',
  )
  const writers = new Map<string, Writer>(shown.map(([name, field]) => [name, writeField(name, field)]))
  for (const [name, derived] of Object.entries(resource.derived)) writers.set(name, derived.of)
  const names = resource.order ?? [...writers.keys()]
  const empty = emptyRecord([...names, '_links'])
  return { names, writers: names.map(name => writers.get(name)!), path: `/v2/${resource.plural}/`, empty }
})

export function writeField(name: string, field: AnyField): Writer {
  if (field.options.reach === 'key') return (row, fact) => fact.keys()?.open(row, name) ?? null
  return row => written(field, row[name])
}

/** A stored value as answers show it. */
export function written({ kind: { wire, null_written } }: AnyField, value: unknown): unknown {
  return value === null || value === undefined ? (null_written ?? null) : wire(value)
}
