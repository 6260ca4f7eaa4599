import type { FileField } from '../../definition/command.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { AnyField, Fields, Resource } from '../../definition/resource.ts'
import { createExample, exampleSent } from './example.ts'
import { componentName, operationComponent } from './names.ts'
import { reference, sentSchema } from './record-schema.ts'
import type { Route } from './routes.ts'

type Body = Record<string, unknown>

/** Returns the fields that POST accepts. */
function postable(resource: Resource): Fields {
  return fieldsWhere(resource.fields, field => field.mark.includes('P') || field.mark === 'R')
}

/** What a route reads: the name of the component for its fields, and the fields. */
export interface Sent {
  component: string
  fields: Fields
}

/** Returns what the body of a route holds below the name of its resource; null where it has no body of JSON. */
export function sentBy(route: Route): Sent | null {
  const { resource } = route.noun
  const { command, right } = route
  if (command) return command.input ? { component: operationComponent(route, 'Input'), fields: command.input } : null
  if (right === 'create') return { component: `${componentName(resource)}Create`, fields: postable(resource) }
  if (right === 'update') return { component: `${componentName(resource)}Update`, fields: optional(resource) }
  return null
}

/** Returns the schema of the fields that a body holds. */
export function inputSchema(resource: Resource, { fields }: Sent): JsonSchema {
  const required = requiredOf(fields)
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sentSchema(resource, name, field)]),
  )
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties }
}

/** A PUT demands nothing. */
function optional(resource: Resource): Fields {
  const fields = Object.entries(changeable(resource))
  return Object.fromEntries(fields.map(([name, field]) => [name, { ...field, mark: 'U' as const }]))
}

/** Returns the fields that PUT accepts. */
function changeable(resource: Resource): Fields {
  return fieldsWhere(resource.fields, field => field.mark.includes('U'))
}

/**
 * Returns the body of a route, or null when it has none: the fields under the name of the resource, and also as a
 * multipart form where it can carry files.
 */
export function bodyOf(route: Route): Body | null {
  const { command, noun } = route
  const takes = command ? command.takes : route.right === 'create' ? noun.operations.takes : undefined
  const sent = sentBy(route)
  if (!sent) return takes ? { required: true, content: formContent(noun.resource, {}, takes) } : null
  const record = { [noun.resource.name]: reference(sent.component) }
  const schema = { type: 'object', required: [noun.resource.name], properties: record }
  const json = { 'application/json': { schema, example: exampleOf(route, sent.fields) } }
  return { required: true, content: { ...json, ...(takes ? formContent(noun.resource, sent.fields, takes) : {}) } }
}

/** What one would change of a record first, where it has one of these. */
const TELLING: readonly string[] = ['title', 'name', 'first_name', 'account_holder_name', 'description']

/**
 * Returns an example of what a route is sent. That of a PUT changes one thing that costs nobody money; that of a
 * command has what it needs and what brings an example, or else everything.
 */
function exampleOf(route: Route, fields: Fields): Record<string, unknown> {
  const { noun, command, right } = route
  if (!command && right === 'create') return createExample(noun)
  const required = requiredOf(fields)
  const harmless = Object.keys(fields).filter(name => fields[name]!.options.reach === undefined)
  const hasExample = (name: string) => fields[name]!.options.example !== undefined
  const telling = TELLING.find(name => harmless.includes(name)) ?? harmless.find(hasExample) ?? harmless[0]!
  const shown = Object.keys(fields).filter(name => required.includes(name) || hasExample(name))
  const names = command ? (shown.length > 0 ? shown : Object.keys(fields)) : [telling]
  const entries = names.map(name => [name, exampleSent(name, fields[name]!)] as const)
  return { [noun.resource.name]: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) }
}

function formContent(resource: Resource, fields: Fields, takes: FileField): Record<string, unknown> {
  return { 'multipart/form-data': { schema: formSchema(resource, fields, takes) } }
}

/**
 * Forms write `resource[field]`. Lists are numbered, `resource[field][0]`, as files are. A map is a string of JSON, or
 * names its keys the same way.
 */
function formSchema(resource: Resource, fields: Fields, { name, required, says }: FileField): JsonSchema {
  const parts = Object.entries(fields).map(([field, each]) => ({
    ...partOf(`${resource.name}[${field}]`, sentSchema(resource, field, each)),
    is_required: each.mark.startsWith('R'),
  }))
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: says }
  const names = [...parts.filter(part => part.is_required).map(part => part.name), ...(required ? [name] : [])]
  return {
    type: 'object',
    ...(names.length > 0 ? { required: names } : {}),
    properties: { ...Object.fromEntries(parts.map(part => [part.name, part.schema])), [name]: file },
  }
}

function partOf(name: string, schema: JsonSchema): { name: string; schema: JsonSchema } {
  const types = [schema.type].flat().filter(type => type !== 'null')
  const said = (text: string): string => [schema.description, text].filter(Boolean).join(' ')
  if (types.join() === 'array') {
    const description = said(`The first of them; the next is \`${name}[1]\`, and so on.`)
    return { name: `${name}[0]`, schema: { ...(schema.items as JsonSchema), description } }
  }
  if (!types.includes('object')) return { name, schema }
  const description = said('A string of JSON. Also as bracketed parts below this name.')
  return { name, schema: { type: 'string', description } }
}

function requiredOf(fields: Fields): string[] {
  return Object.keys(fieldsWhere(fields, field => field.mark.startsWith('R')))
}

function fieldsWhere(fields: Fields, is: (field: AnyField, name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, field]) => is(field, name)))
}
