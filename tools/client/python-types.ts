import type { JsonSchema } from '../../src/definition/kind.ts'
import { pascal } from './operations.ts'

/** The declarations of one module: what schemas hold inside is declared under a name of its own. */
export interface Declarations {
  /** Returns the type of a value; `name` is what an object inside it would be called. */
  typeOf(schema: JsonSchema, name: string): string
  /** Declares an object. */
  declare(name: string, schema: JsonSchema): void
  /** In the order in which they were declared. */
  texts(): string[]
}

/** `prefix` stands before the names of declared types. */
export function declarations(taken: ReadonlySet<string>, prefix = ''): Declarations {
  const texts = new Map<string, string>()
  const typeOf = (schema: JsonSchema, name: string): string => {
    if (schema.$ref !== undefined) return prefix + String(schema.$ref).split('/').at(-1)!
    const unions = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
    if (unions) return unionOf(unions.map((each, index) => typeOf(each, index === 0 ? name : `${name}${index + 1}`)))
    if (schema.enum !== undefined) return `Literal[${[...new Set((schema.enum as unknown[]).map(literal))].join(', ')}]`
    const types = [schema.type].flat() as (string | undefined)[]
    return unionOf(types.map(type => plainType(type, schema, name)))
  }
  const plainType = (type: string | undefined, schema: JsonSchema, name: string): string => {
    if (type === 'string') return 'str'
    if (type === 'integer') return 'int'
    if (type === 'number') return 'float'
    if (type === 'boolean') return 'bool'
    if (type === 'null') return 'None'
    if (type === 'array') return `List[${typeOf((schema.items ?? {}) as JsonSchema, `${name}Item`)}]`
    return type === 'object' ? objectType(schema, name) : 'Any'
  }
  const objectType = (schema: JsonSchema, name: string): string => {
    const { properties, additionalProperties: others } = schema
    if (!properties || typeof others === 'object') {
      const value = typeof others === 'object' ? typeOf(others as JsonSchema, `${name}Value`) : 'Any'
      return `Dict[str, ${value}]`
    }
    if (taken.has(name) || texts.has(name)) throw new Error(`two types are called ${name}`)
    declare(name, schema)
    return prefix + name
  }
  const declare = (name: string, schema: JsonSchema): void => {
    // Its place, before what it leads to.
    texts.set(name, '')
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    const required = (schema.required ?? []) as readonly string[]
    const members = (is_needed: boolean): string[] =>
      properties
        .filter(([key]) => required.includes(key) === is_needed)
        .flatMap(([key, each]) => [
          ...remark(each.description),
          `    ${key}: ${typeOf(each, `${name}${pascal(key.replace(/^_/, ''))}`)}`,
        ])
    texts.set(name, classesOf(name, docstring(schema.description), members(true), members(false)))
  }
  return { typeOf, declare, texts: () => [...texts.values()] }
}

/** What may be left out stands in a class that inherits the rest: Python 3.9 has no other way to say it. */
function classesOf(name: string, about: string[], needed: string[], optional: string[]): string {
  const body = (lines: string[]): string[] => (lines.length > 0 ? lines : ['    pass'])
  if (optional.length === 0) return [`class ${name}(TypedDict):`, ...about, ...body(needed)].join('\n')
  if (needed.length === 0) return [`class ${name}(TypedDict, total=False):`, ...about, ...optional].join('\n')
  const first = [`class _${name}Required(TypedDict):`, ...needed]
  return [...first, '', '', `class ${name}(_${name}Required, total=False):`, ...about, ...optional].join('\n')
}

export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

function unionOf(types: readonly string[]): string {
  const each = [...new Set(types)]
  return each.length === 1 ? each[0]! : `Union[${each.join(', ')}]`
}

function oneLine(text: unknown): string {
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : ''
}

/** Returns the docstring of what is indented by `indent`; nothing where there is nothing to say. */
export function docstring(text: unknown, indent = '    '): string[] {
  const line = oneLine(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  return line === '' ? [] : [`${indent}"""${line.endsWith('"') ? `${line} ` : line}"""`]
}

function remark(text: unknown): string[] {
  const line = oneLine(text)
  return line === '' ? [] : [`    #: ${line}`]
}
