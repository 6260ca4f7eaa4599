import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { AnyField, Expand, Resource } from '../../definition/resource.ts'
import { shownNames } from '../../engine/serialize.ts'
import { exampleShown } from './example.ts'

const LINKS: JsonSchema = {
  type: 'object',
  description: 'Its own address, and those of what it belongs to.',
  required: ['self'],
  properties: { self: reference('link') },
  additionalProperties: reference('link'),
}

/**
 * Returns the schema of a record in responses: every shown field in its order, the link to itself, and what `expand`
 * can embed.
 */
export function recordSchema({ resource, operations }: Noun): JsonSchema {
  const names = shownNames(resource)
  const properties: Record<string, JsonSchema> = Object.fromEntries(names.map(name => [name, schemaOf(resource, name)]))
  properties._links = LINKS
  for (const [name, expand] of Object.entries(resource.expands)) {
    const embedded = operations.show ? composedSchema(expand) : embeddedSchema(expand)
    const own = properties[name]
    properties[name] = own ? { anyOf: [own, embedded] } : embedded
  }
  return { type: 'object', required: [...names, '_links'], properties, examples: [recordExample(resource)] }
}

/** Returns a plausible record; its link is relative because the server's address is not known here. */
export function recordExample(resource: Resource): Record<string, unknown> {
  const entries = shownNames(resource).map(name => {
    const derived = resource.derived[name]
    return [name, derived ? exampleOfSchema(derived.schema) : exampleShown(name, resource.fields[name]!)]
  })
  const record = Object.fromEntries(entries)
  return { ...record, _links: { self: { href: `/v2/${resource.plural}/${record.id}` } } }
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

function schemaOf(resource: Resource, name: string): JsonSchema {
  const derived = resource.derived[name]
  if (derived) return derived.schema
  return shownSchema(resource.fields[name]!)
}

function embeddedSchema(expand: Expand): JsonSchema {
  if (expand.kind === 'fact' || expand.as) return { description: 'Only with expand.' }
  const target = reference(expand.noun)
  if (expand.kind === 'one') {
    const beyond = expand.unseen ? [{ ...UNSEEN, properties: propertiesOf(expand.unseen) }] : []
    return { description: 'Only with expand.', anyOf: [target, ...beyond, { type: 'null' }] }
  }
  return { description: 'Only with expand.', type: 'array', items: target }
}

const UNSEEN: JsonSchema = {
  type: 'object',
  description: 'Of a record beyond what the caller sees.',
  required: ['id'],
}

function propertiesOf(unseen: (row: Record<string, unknown>) => unknown): Record<string, JsonSchema> {
  const names = Object.keys(unseen({}) as object)
  return Object.fromEntries(names.map(name => [name, { type: ['string', 'null'] }]))
}

/** A resource that composes its own records may embed parts of other records, with or without `expand`. */
function composedSchema(expand: Expand): JsonSchema {
  const description = 'Composed by this resource.'
  if (expand.kind === 'fact') return { description }
  return expand.kind === 'one'
    ? { description, type: ['object', 'null'] }
    : { description, type: 'array', items: { type: 'object' } }
}

/** Returns an example of a computed field from its schema. */
function exampleOfSchema(schema: JsonSchema): unknown {
  const { examples, enum: values, type } = schema as { examples?: unknown[]; enum?: unknown[]; type?: unknown }
  const [known] = [...(examples ?? []), ...(values ?? [])]
  if (known !== undefined) return known
  const byType: Record<string, unknown> = {
    integer: 1,
    number: 1,
    boolean: true,
    string: 'example',
    array: [],
    object: {},
  }
  return byType[String([type].flat()[0])] ?? null
}

/** Returns the schema of a field in responses: nullable wherever a stored record may have no value. */
function shownSchema(field: AnyField): JsonSchema {
  const { minLength: _, ...shorter } = described(field)
  // What a terminal or a processor said may be shorter than what a caller may send.
  const isFree = shorter.pattern === undefined && !field.mark.startsWith('R')
  const schema = isFree ? shorter : described(field)
  return field.always && field.options.reach !== 'key' ? schema : nullable(schema)
}

/**
 * Returns the schema of a field in requests. Null clears it or counts as left out, except where a value is required.
 */
export function sentSchema(field: AnyField): JsonSchema {
  const schema = { ...described(field), ...alsoRead(field) }
  if (field.mark.startsWith('R')) return schema
  const { fallback } = field.options
  return { ...nullable(schema), ...(fallback === undefined ? {} : { default: field.kind.wire(fallback) }) }
}

/** Returns the schema of the same value or null, in JSON Schema 2020-12. */
function nullable(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema
  const types = [schema.type].flat() as string[]
  const values = schema.enum as unknown[] | undefined
  const wider = values && !values.includes(null) ? { enum: [...values, null] } : {}
  return { ...schema, type: types.includes('null') ? schema.type : [...types, 'null'], ...wider }
}

/**
 * Flags are accepted as true and false too, and amounts as numbers. It tries the field instead of trusting its name.
 */
function alsoRead(field: AnyField): JsonSchema {
  const read = (value: unknown): unknown => {
    const parsed = field.kind.parse(value, field.limits)
    return 'value' in parsed ? parsed.value : undefined
  }
  if (read(true) === true) return { type: ['integer', 'boolean', 'string'], enum: [0, 1, false, true, '0', '1'] }
  return typeof read(1) === 'bigint' ? { type: ['string', 'number'] } : {}
}

function described(field: AnyField): JsonSchema {
  const schema = field.kind.schema(field.limits)
  const words = [schema.description, field.options.note].filter(text => typeof text === 'string' && text !== '')
  return words.length > 0 ? { ...schema, description: words.join('. ').replace('..', '.') } : schema
}
