import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { AnyField, Expand, Related, Resource } from '../../definition/resource.ts'
import { shownNames } from '../../engine/serialize.ts'
import { exampleShown } from './example.ts'
import { componentName } from './names.ts'
import { meaningOf, sentence, withMeaning } from './words.ts'

const LINKS: JsonSchema = {
  type: 'object',
  description: 'Its own address, and those of what it belongs to.',
  required: ['self'],
  properties: { self: reference('Link') },
  additionalProperties: reference('Link'),
}

/** Stands for the address of the gateway in examples. */
const EXAMPLE_URL = 'https://pay.example.com'

/**
 * Returns the schema of a record in responses: every shown field in its order, the link to itself, and what `expand`
 * can embed.
 */
export function recordSchema({ resource, operations }: Noun): JsonSchema {
  const names = shownNames(resource)
  const properties: Record<string, JsonSchema> = Object.fromEntries(names.map(name => [name, schemaOf(resource, name)]))
  properties._links = LINKS
  for (const [name, expand] of Object.entries(resource.expands)) {
    const embedded = operations.show ? composedSchema(name, expand) : embeddedSchema(name, expand)
    const own = properties[name]
    properties[name] = own ? { description: embedded.description, anyOf: [own, embedded] } : embedded
  }
  // Generated types drop a property that can be null only.
  for (const each of Object.values(properties)) if (each.type === 'null') each.type = ['string', 'null']
  const description = resource.about?.[1]
  return {
    type: 'object',
    ...(description ? { description } : {}),
    required: [...names, '_links'],
    properties,
    examples: [recordExample(resource)],
  }
}

/** Returns a plausible record. */
export function recordExample(resource: Resource): Record<string, unknown> {
  const entries = shownNames(resource).map(name => {
    const derived = resource.derived[name]
    return [name, derived ? exampleOfSchema(derived.schema) : exampleShown(name, resource.fields[name]!)]
  })
  const record = Object.fromEntries(entries)
  return { ...record, _links: { self: { href: `${EXAMPLE_URL}/v2/${resource.plural}/${record.id}` } } }
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

function schemaOf(resource: Resource, name: string): JsonSchema {
  const derived = resource.derived[name]
  if (!derived) return shownSchema(resource, name)
  const { column } = derived
  const of = resource.about?.[2]?.[name] ?? (column && column !== name ? `The value of \`${column}\`.` : '')
  return withMeaning(derived.schema, sentence(String(derived.schema.description ?? of)))
}

function embeddedSchema(name: string, expand: Expand): JsonSchema {
  const description = `${meaningOfExpand(expand)} Only with \`expand=${name}\`.`
  if (expand.kind === 'fact' || expand.as) return { ...expand.schema, description }
  const target = reference(componentName({ name: expand.noun }))
  if (expand.kind === 'one') return { description, anyOf: [target, ...unseenSchema(expand), { type: 'null' }] }
  return { description, type: 'array', items: target }
}

/** Of a record beyond the caller's scope some fields may be shown all the same. */
function unseenSchema({ noun, unseen }: Related): JsonSchema[] {
  if (!unseen) return []
  const names = Object.keys(unseen({}) as object)
  const description = `A ${noun} that the caller may not read.`
  const part = (name: string): JsonSchema => ({ type: ['string', 'null'], description: `Its ${name}.` })
  const properties = Object.fromEntries(names.map(name => [name, part(name)]))
  return [{ type: 'object', description, required: names, properties, additionalProperties: false }]
}

/** A resource that composes its own records may embed parts of other records, with or without `expand`. */
function composedSchema(name: string, expand: Expand): JsonSchema {
  if (expand.kind === 'fact') return embeddedSchema(name, expand)
  const description = meaningOfExpand(expand)
  const part = { type: 'object', additionalProperties: true }
  return expand.kind === 'one'
    ? { ...part, description, type: ['object', 'null'] }
    : { description, type: 'array', items: part }
}

function meaningOfExpand(expand: Expand): string {
  const said = expand.kind === 'fact' || expand.as ? expand.schema?.description : undefined
  if (said) return sentence(String(said))
  if (expand.kind === 'fact') return 'Computed from the record.'
  if (expand.kind === 'each') return `The ${expand.noun} records that \`${expand.local}\` names.`
  if (expand.kind === 'many') return `The ${expand.noun} records that belong to it.`
  return expand.local === 'id'
    ? `The ${expand.noun} that belongs to it; null where there is none.`
    : `The ${expand.noun} that \`${expand.local}\` names; null where it names none.`
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
function shownSchema(resource: Resource, name: string): JsonSchema {
  const field = resource.fields[name]!
  const { minLength, ...shorter } = described(resource, name, field)
  // What a terminal or a processor said may be shorter than what a caller may send.
  const isFree = minLength === undefined || (shorter.pattern === undefined && !field.mark.startsWith('R'))
  const schema = isFree ? shorter : { ...shorter, minLength }
  return field.always && field.options.reach !== 'key' ? schema : nullable(schema)
}

/**
 * Returns the schema of a field in requests. Null clears it or counts as left out, except where a value is required.
 */
export function sentSchema(resource: Resource, name: string, field: AnyField): JsonSchema {
  const schema = { ...described(resource, name, field), ...alsoRead(field) }
  if (field.mark.startsWith('R')) return schema
  const { fallback } = field.options
  // What a PUT leaves out stays as it is. Generated types take a field with `default` for one that has to be sent.
  if (fallback === undefined || field.mark === 'U') return nullable(schema)
  const usual = `${JSON.stringify(field.kind.wire(fallback))} when left out.`
  return nullable(withMeaning(schema, [schema.description, usual].filter(Boolean).join(' ')))
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
 * Flags are accepted as true and false too, amounts as numbers, and numbers as strings. It tries the field instead of
 * trusting its name.
 */
function alsoRead(field: AnyField): JsonSchema {
  const read = (value: unknown): unknown => {
    const parsed = field.kind.parse(value, field.limits)
    return 'value' in parsed ? parsed.value : undefined
  }
  if (read(true) === true) return { type: ['integer', 'boolean', 'string'], enum: [0, 1, false, true, '0', '1'] }
  if (typeof read(1) === 'bigint') return { type: ['string', 'number'] }
  const isOpen = field.kind.schema(field.limits).enum === undefined
  return isOpen && typeof read('1') === 'number' ? { type: ['integer', 'string'] } : {}
}

function described(resource: Resource, name: string, field: AnyField): JsonSchema {
  return withMeaning(field.options.schema ?? field.kind.schema(field.limits), meaningOf(name, field, resource))
}
