import type { Command, FileField } from '../../definition/command.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { AnyField, Fields, Resource } from '../../definition/resource.ts'
import { createExample, exampleSent } from './example.ts'
import { sentSchema } from './record-schema.ts'

type Body = Record<string, unknown>

/** Returns the fields that POST accepts. */
function postable(resource: Resource): Fields {
  return fieldsWhere(resource.fields, field => field.mark.includes('P') || field.mark === 'R')
}

/** Returns the fields that PUT accepts. */
export function changeable(resource: Resource): Fields {
  return fieldsWhere(resource.fields, field => field.mark.includes('U'))
}

/**
 * Returns the body of POST on the collection: the record under its name, also as a multipart form where it can carry
 * files.
 */
export function createBody(noun: Noun): Body {
  return body(noun.resource, postable(noun.resource), createExample(noun), noun.operations.takes)
}

/** Returns the body of PUT on a record: any of the fields that may change. */
export function updateBody(resource: Resource): Body {
  const fields = changeable(resource)
  const optional = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, mark: 'U' as const }]),
  )
  return body(resource, optional, exampleOf(resource, fields, Object.keys(fields).slice(0, 1)))
}

/** Returns the body of a command, or null when it has none. */
export function commandBody(resource: Resource, command: Command): Body | null {
  const { input, takes } = command
  if (!input)
    return takes
      ? { required: true, content: { 'multipart/form-data': { schema: formSchema(resource, {}, takes) } } }
      : null
  const required = requiredOf(input)
  const names = required.length > 0 ? required : Object.keys(input)
  return body(resource, input, exampleOf(resource, input, names), takes)
}

function body(resource: Resource, fields: Fields, example: Record<string, unknown>, takes?: FileField): Body {
  const schema = wrapped(resource, record(fields, requiredOf(fields)))
  const content: Record<string, unknown> = { 'application/json': { schema, example } }
  if (takes) content['multipart/form-data'] = { schema: formSchema(resource, fields, takes) }
  return { required: true, content }
}

function wrapped(resource: Resource, schema: JsonSchema): JsonSchema {
  return { type: 'object', required: [resource.name], properties: { [resource.name]: schema } }
}

function record(fields: Fields, required: string[]): JsonSchema {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sentSchema(field)]))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties }
}

/** Forms write `resource[field]`; lists are numbered, `resource[field][0]`, and maps name their keys the same way. */
function formSchema(resource: Resource, fields: Fields, { name, required, says }: FileField): JsonSchema {
  const inForm = (field: string): string => `${resource.name}[${field}]`
  const properties: Record<string, JsonSchema> = {}
  for (const [field, each] of Object.entries(fields)) properties[inForm(field)] = partSchema(sentSchema(each))
  properties[name] = { type: 'string', contentMediaType: 'application/octet-stream', description: says }
  const names = [...requiredOf(fields).map(inForm), ...(required ? [name] : [])]
  return { type: 'object', ...(names.length > 0 ? { required: names } : {}), properties }
}

function partSchema(schema: JsonSchema): JsonSchema {
  const isStructure = [schema.type].flat().some(type => type === 'object' || type === 'array')
  const name = 'Also as bracketed parts below this name.'
  return isStructure
    ? { type: 'string', description: [schema.description, 'A string of JSON.', name].filter(Boolean).join(' ') }
    : schema
}

function exampleOf(resource: Resource, fields: Fields, names: readonly string[]): Record<string, unknown> {
  const entries = names.map(name => [name, exampleSent(name, fields[name]!)] as const)
  return { [resource.name]: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) }
}

function requiredOf(fields: Fields): string[] {
  return Object.keys(fieldsWhere(fields, field => field.mark.startsWith('R')))
}

function fieldsWhere(fields: Fields, is: (field: AnyField, name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, field]) => is(field, name)))
}
