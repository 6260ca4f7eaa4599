import type { JsonSchema } from '../../src/definition/kind.ts'
import type { OpenapiDocument } from '../../src/http/openapi/openapi.ts'
import type { Method, ResourceMethods } from './operations.ts'
import { comment, objectType, typeOf } from './schema-types.ts'

/** The first line of what is written. */
export const WRITTEN = '// Written by `npm run client` from the description of the API: not to be edited.'

/** What every call takes and what lists return; the rest of the types follows from the description. */
const CALLS = `/** What may be said about any request, beside its fields. */
export interface RequestOptions {
  /** The order's own key: the same key never does anything twice, for a day. One is made where none is given. */
  idempotency_key?: string | undefined
  /** Ends the waiting, with the reason of the signal. What was sent may be done all the same. */
  signal?: AbortSignal | undefined
  /** How long one try may take, in milliseconds. */
  timeout_ms?: number | undefined
  /** Headers that are sent besides. */
  headers?: Record<string, string> | undefined
}

/** One page of a list. */
export interface Page<T> {
  records: T[]
  /** Which page it is, how many records match in all, and how they are sorted. */
  meta: Meta
}

/**
 * A list that is read page by page, as its records are asked for:
 * \`for await (const tag of tollgate.tags.list())\`.
 */
export interface List<T> extends AsyncIterable<T> {
  /** Returns one page: the first, or the one that \`page\` of the query names. */
  page(): Promise<Page<T>>
  /** Returns all records that match as one file, in the order of the list and without pages. */
  file(format: FileFormat): Promise<Blob>
}

export type FileFormat = 'csv' | 'tsv' | 'xlsx'

/** A value of a filter: a value, several as \`a,b\`, a range as \`a|b\`, or words such as \`last week\`. */
export type Filter = string | number | boolean | undefined

/** What every list can be asked. */
export interface ListQuery<Field extends string, Expand extends string> {
  /** The fields to sort by; with - before the name, descending. */
  sort?: Field | \`-\${Field}\` | readonly (Field | \`-\${Field}\`)[] | undefined
  /** Related records to embed, each under its own name. */
  expand?: readonly Expand[] | undefined
  page?: number | undefined
  /** Records of a page: never more than 5,000. */
  page_size?: number | undefined
}`

/** Returns the declarations of everything that the client takes and returns. */
export function typesText(document: OpenapiDocument, resources: readonly ResourceMethods[]): string {
  const own = resources.map(interfaceOf)
  const parts = [...own.flatMap(({ queries }) => queries), ...own.map(({ text }) => text)]
  const schemas = { ...document.components.schemas, ...unnamedSchemas(document) } as Record<string, JsonSchema>
  const needed = reachable(`${CALLS}\n${parts.join('\n')}`, schemas)
  const records = Object.entries(schemas)
    .filter(([name]) => needed.has(name))
    .map(([name, schema]) => declaration(name, schema))
  return `${[WRITTEN, CALLS, ...records, ...parts].join('\n\n')}\n`
}

/** Returns the module that makes the properties of the client. */
export function resourcesText(resources: readonly ResourceMethods[]): string {
  const imports = resources.map(({ type }) => `${type}Resource`).join(', ')
  const properties = resources.map(({ name, type, description, methods }) => {
    const calls = methods.map(method => `      ${method.name}: ${JSON.stringify(method.call)},`).join('\n')
    const about = `${comment(description)[0]?.slice(4, -3) ?? ''} `
    return `    /** ${about.trimStart()}@type {${type}Resource} */\n    this.${name} = resource(requests, {\n${calls}\n    })`
  })
  return `${WRITTEN}

import { resource } from './resource.js'

/** @import { ${imports} } from '../types/api.js' */
/** @import { Requests } from './requests.js' */

/** The resources of the API, by the names of their paths. */
export class Resources {
  /** @param {Requests} requests */
  constructor(requests) {
${properties.join('\n')}
  }
}
`
}

function interfaceOf({ type, description, methods }: ResourceMethods): { text: string; queries: string[] } {
  const listing = methods.filter(({ call }) => call.is_list)
  const expand = methods.map(({ query }) => namesIn(query.expand)).find(names => names.length > 0)
  const expands = expand ? [`/** What can be embedded. */\nexport type ${type}Expand = ${literals(expand)}`] : []
  const queries = [...expands, ...listing.map(method => queryOf(type, method))]
  const members = methods.flatMap(method => [
    ...comment(method.description),
    `${method.name}(${argumentsOf(type, method).join(', ')}): ${returnType(method)}`,
  ])
  const lines = members.map(line => `  ${line}`).join('\n')
  return { text: [...comment(description), `export interface ${type}Resource {\n${lines}\n}`].join('\n'), queries }
}

function returnType({ call, output }: Method): string {
  return call.is_list ? `List<${output}>` : `Promise<${output ?? 'void'}>`
}

function queryName(type: string, { name }: Method): string {
  return `${type}${name === 'list' ? '' : name.charAt(0).toUpperCase() + name.slice(1)}Query`
}

/** Returns the type of what a list can be asked: its filters by name, its expands, and paging. */
function queryOf(type: string, method: Method): string {
  const { sort, expand, page: _, page_size: __, _format: ___, ...filters } = method.query
  const fields = literals(namesIn(sort).filter(name => !name.startsWith('-')))
  const expands = namesIn(expand).length > 0 ? `${type}Expand` : 'never'
  const filtered = literals(Object.keys(filters))
  return `/** What ${method.summary.charAt(0).toLowerCase()}${method.summary.slice(1)} can be asked. */\nexport type ${queryName(type, method)} = Partial<Record<${filtered}, Filter>> & ListQuery<${fields}, ${expands}>`
}

function literals(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(' | ') || 'never'
}

function namesIn(parameter: JsonSchema | undefined): string[] {
  return ((parameter?.items as JsonSchema | undefined)?.enum ?? []) as string[]
}

function argumentsOf(type: string, method: Method): string[] {
  const placed = method.placed.map(name => `${name}: string | number`)
  if (method.call.is_list) return [...placed, `query?: ${queryName(type, method)}`, 'options?: RequestOptions']
  const file = method.call.attaches === undefined ? [] : ['file: Blob']
  const { fixed = {} } = method.call
  const input = Object.keys(fixed).length > 0 ? `Omit<${method.input}, 'action'>` : withFiles(method)
  const body = input === null ? [] : [`fields${method.is_input_optional ? '?' : ''}: ${input}`]
  return [...placed, ...file, ...body, `options?: ${optionsOf(type, method)}`]
}

/** A record that can bring files has them among its fields. */
function withFiles({ input, call: { carries } }: Method): string | null {
  return carries === undefined ? input : `${input} & { ${carries}?: readonly Blob[] | undefined }`
}

/** What the query of an operation may hold stands among the options, since all of it is named. */
function optionsOf(type: string, { query }: Method): string {
  const members = Object.entries(query).map(([name, schema]) => {
    return `${name}?: ${name === 'expand' ? `readonly ${type}Expand[]` : looser(typeOf(schema))} | undefined`
  })
  return members.length === 0 ? 'RequestOptions' : `RequestOptions & { ${members.join('; ')} }`
}

/** A query is text, whatever was given: `'1'` may be given as 1. */
function looser(type: string): string {
  const numbers = [...type.matchAll(/"(\d+)"/g)].map(([, digits]) => digits!)
  return [type, ...numbers].join(' | ')
}

/** Returns the names of the components that a text of types leads to. */
function reachable(text: string, schemas: Record<string, JsonSchema>): Set<string> {
  const found = new Set<string>()
  const follow = (types: string): void => {
    for (const [name] of types.matchAll(/\b[A-Z]\w+\b/g)) {
      if (found.has(name) || !Object.hasOwn(schemas, name)) continue
      found.add(name)
      follow(withoutComments(declaration(name, schemas[name]!)))
    }
  }
  follow(withoutComments(text))
  return found
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*.*?\*\//g, '').replaceAll(/'[^']*'|"[^"]*"/g, '')
}

/** Requests have names of their own in the description: what they hold may be undefined where it may be left out. */
function declaration(name: string, schema: JsonSchema): string {
  const is_sent = /(Create|Update|Input)$/.test(name)
  const about = comment(schema.description)
  if (schema.type !== 'object') return [...about, `export type ${name} = ${typeOf(schema, is_sent)}`].join('\n')
  const members = objectType(schema, is_sent, '  ')
  const text = members.startsWith('{') ? `export interface ${name} ${members}` : `export type ${name} = ${members}`
  return [...about, text].join('\n')
}

/** Returns what is described where it stands, without a component: signing in, and the version. */
export function unnamedSchemas({ paths }: OpenapiDocument): Record<string, JsonSchema> {
  const { requestBody } = paths['/v2/token']!.post as { requestBody: { content: Content } }
  return {
    TokenCreate: requestBody.content['application/json']!.schema,
    Token: answered(paths['/v2/token']!.post!, 201, 'token'),
    Version: answered(paths['/v2/version']!.get!, 200, 'version'),
  }
}

type Content = Record<string, { schema: JsonSchema }>

function answered(operation: Record<string, unknown>, status: number, name: string): JsonSchema {
  const { responses } = operation as { responses: Record<string, { content: Content }> }
  const { properties } = responses[status]!.content['application/json']!.schema
  return (properties as Record<string, JsonSchema>)[name]!
}
