import type { JsonSchema } from '../../src/definition/kind.ts'

/**
 * Returns TypeScript for a schema of the API's description. What is sent may also be undefined where it may be left
 * out.
 */
export function typeOf(schema: JsonSchema, is_sent = false): string {
  if (schema.$ref !== undefined) return String(schema.$ref).split('/').at(-1)!
  const unions = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (unions) return unionOf(unions.map(each => typeOf(each, is_sent)))
  if (schema.enum !== undefined) return unionOf((schema.enum as unknown[]).map(value => JSON.stringify(value)))
  const types = [schema.type].flat() as (string | undefined)[]
  return unionOf(types.map(type => plainType(type, schema, is_sent)))
}

function plainType(type: string | undefined, schema: JsonSchema, is_sent: boolean): string {
  if (type === 'integer') return 'number'
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  if (type === 'array') return listOf(typeOf((schema.items ?? {}) as JsonSchema, is_sent))
  return type === 'object' ? objectType(schema, is_sent) : 'unknown'
}

function listOf(item: string): string {
  return item.includes(' ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

/** Returns the members of an object, between braces. */
export function objectType(schema: JsonSchema, is_sent = false, indent = ''): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const required = (schema.required ?? []) as readonly string[]
  const members = properties.flatMap(([name, property]) => {
    const is_needed = required.includes(name)
    const type = typeOf(property, is_sent) + (!is_needed && is_sent ? ' | undefined' : '')
    return [...comment(property.description), `${quoted(name)}${is_needed ? '' : '?'}: ${type}`]
  })
  const others = indexOf(schema, properties, required)
  const all = [...members, ...(others ? [`[name: string]: ${others}`] : [])]
  if (all.length === 0) return 'Record<string, unknown>'
  return indent === '' ? `{ ${all.filter(line => !line.startsWith('/**')).join('; ')} }` : lines(all, indent)
}

/** Members on lines of their own, described. */
function lines(members: readonly string[], indent: string): string {
  return `{\n${members.map(member => `${indent}${member}`).join('\n')}\n}`
}

/** Returns the type of members that have no name; null where there are none. */
function indexOf(
  { additionalProperties: others, properties }: JsonSchema,
  known: readonly (readonly [string, JsonSchema])[],
  required: readonly string[],
): string | null {
  if (others === false || (others === undefined && properties)) return null
  if (typeof others !== 'object') return 'unknown'
  const type = typeOf(others as JsonSchema)
  const isAlike = known.every(([name, property]) => required.includes(name) && typeOf(property) === type)
  return isAlike || known.length === 0 ? type : 'unknown'
}

/** Returns the comment that describes what follows; nothing where there is nothing to say. */
export function comment(description: unknown): string[] {
  const text = typeof description === 'string' ? description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim() : ''
  return text === '' ? [] : [`/** ${text} */`]
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}
