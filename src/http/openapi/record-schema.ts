import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { Expand, Resource } from '../../definition/resource.ts'
import { shownNames } from '../../engine/serialize.ts'
import { exampleShown } from './example.ts'
import { shownSchema } from './field-schema.ts'

const LINKS: JsonSchema = {
  type: 'object',
  required: ['self'],
  properties: { self: { type: 'object', required: ['href'], properties: { href: { type: 'string', format: 'uri' } } } },
}

/** A record as answers show it: every shown field in its order, the link to itself, and what `expand` can embed. */
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

/** A believable record; links are relative because the server's address is not known here. */
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
  if (expand.kind === 'one') return { description: 'Only with expand.', anyOf: [target, { type: 'null' }] }
  return { description: 'Only with expand.', type: 'array', items: target }
}

/** A noun that shows its records in its own way may embed less of a record than its own endpoint shows, and without being asked. */
function composedSchema(expand: Expand): JsonSchema {
  const description = 'Composed by this noun.'
  if (expand.kind === 'fact') return { description }
  return expand.kind === 'one'
    ? { description, type: ['object', 'null'] }
    : { description, type: 'array', items: { type: 'object' } }
}

/** What a computed field may look like, by its own schema. */
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
