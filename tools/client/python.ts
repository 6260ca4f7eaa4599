import type { JsonSchema } from '../../src/definition/kind.ts'
import type { OpenapiDocument } from '../../src/http/openapi/openapi.ts'
import type { Method, ResourceMethods } from './operations.ts'
import { declarations, docstring, literal } from './python-types.ts'
import { unnamedSchemas } from './render.ts'

const WRITTEN = '# Written by `npm run client` from the description of the API: not to be edited.'

/** Returns the module with the types of everything that the Python client takes and returns. */
export function pythonTypesText(document: OpenapiDocument, resources: readonly ResourceMethods[]): string {
  const schemas = { ...document.components.schemas, ...unnamedSchemas(document) } as Record<string, JsonSchema>
  const needed = reachable(resources, schemas)
  const declared = declarations(new Set(Object.keys(schemas)))
  for (const name of needed) declared.declare(name, schemas[name]!)
  const asked = resources.flatMap(({ type, methods }) => [
    ...expandOf(type, methods),
    ...methods.filter(({ call }) => call.is_list).map(method => queryText(type, method)),
  ])
  const head = `"""What the API takes and returns."""

${WRITTEN}

from __future__ import annotations

from typing import Any, Dict, List, Literal, Sequence, TypedDict, Union

#: A value of a filter: a value, several as \`\`a,b\`\`, a range as \`\`a|b\`\`, or words such as \`\`last week\`\`.
Filter = Union[str, int, float, bool]`
  return `${[head, ...declared.texts(), ...asked].join('\n\n\n')}\n`
}

/** Returns the module with a class for each resource and a method for each operation. */
export function pythonResourcesText(resources: readonly ResourceMethods[]): string {
  const classes = resources.map(({ type, description, methods }) =>
    [
      `class ${type}Resource(Resource):`,
      ...docstring(description),
      ...methods.flatMap(method => ['', ...methodLines(type, method)]),
    ].join('\n'),
  )
  const all = [
    'class Resources:',
    '    """The resources of the API, by the names of their paths."""',
    '',
    '    def __init__(self, requests: Requests) -> None:',
    ...resources.map(({ name, type }) => `        self.${name} = ${type}Resource(requests)`),
  ].join('\n')
  const used = ['Any', 'Dict', 'List', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Union', 'cast'].filter(name =>
    classes.some(text => new RegExp(`\\b${name}[[(]`).test(text)),
  )
  const head = `"""Every operation of the API, as a method."""

${WRITTEN}

from __future__ import annotations

from typing import ${used.join(', ')}

from . import types
from ._list import RecordList
from ._requests import Requests
from ._resource import File, Id, Operation, Resource, form_of, record_form`
  return `${[head, ...classes, all].join('\n\n\n')}\n`
}

/** Returns the names of the components that methods take and return, and what these lead to. */
function reachable(resources: readonly ResourceMethods[], schemas: Record<string, JsonSchema>): string[] {
  const found = new Set<string>(['Meta'])
  const begun = resources.flatMap(({ methods }) => methods.flatMap(({ input, output }) => [input, output]))
  for (const name of begun) if (name !== null && Object.hasOwn(schemas, name)) found.add(name)
  // A set goes on with what is added meanwhile.
  for (const name of found)
    for (const [, next] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) found.add(next!)
  return Object.keys(schemas).filter(name => found.has(name))
}

function namesIn(parameter: JsonSchema | undefined): string[] {
  return ((parameter?.items as JsonSchema | undefined)?.enum ?? []) as string[]
}

function expandOf(type: string, methods: readonly Method[]): string[] {
  const names = methods.map(({ query }) => namesIn(query.expand)).find(each => each.length > 0)
  return names ? [`#: What can be embedded.\n${type}Expand = Literal[${names.map(literal).join(', ')}]`] : []
}

function queryName(type: string, { name }: Method): string {
  return `${type}${name === 'list' ? '' : name.charAt(0).toUpperCase() + name.slice(1)}Query`
}

function queryText(type: string, method: Method): string {
  const { sort, expand, page: _, page_size: __, _format: ___, ...filters } = method.query
  const order = `Literal[${namesIn(sort).map(literal).join(', ')}]`
  const lines = [
    ...Object.keys(filters).map(name => `    ${name}: Filter`),
    ...(namesIn(sort).length > 0 ? [`    sort: Union[${order}, Sequence[${order}]]`] : []),
    ...(namesIn(expand).length > 0 ? [`    expand: Sequence[${type}Expand]`] : []),
    '    page: int',
    '    page_size: int',
  ]
  const about = docstring(`What ${method.summary.charAt(0).toLowerCase()}${method.summary.slice(1)} can be asked.`)
  return [`class ${queryName(type, method)}(TypedDict, total=False):`, ...about, ...lines].join('\n')
}

/** Returns `skip_payment` of `skipPayment`. */
export function pythonName(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function methodLines(type: string, method: Method): string[] {
  const { call } = method
  const name = pythonName(method.name)
  const parameters = call.is_list ? listParameters(type, method) : callParameters(type, method)
  const returned = call.is_list ? `RecordList[types.${method.output}]` : returnType(method)
  return [
    `    def ${name}(`,
    ...parameters.map(each => `        ${each},`),
    `    ) -> ${returned}:`,
    ...docstring(method.description, '        '),
    ...(call.is_list ? listBody(method) : callBody(method, returned)),
  ]
}

const ABOUT_REQUEST = ['timeout: Optional[float] = None', 'headers: Optional[Mapping[str, str]] = None']

function listParameters(type: string, method: Method): string[] {
  const placed = method.placed.map(name => `${name}: Id`)
  return ['self', ...placed, `query: Optional[types.${queryName(type, method)}] = None`, '*', ...ABOUT_REQUEST]
}

function callParameters(type: string, { call, placed, input, is_input_optional, query }: Method): string[] {
  const asked = Object.entries(query).map(([name, schema]) => {
    const asks = name === 'expand' ? `Sequence[types.${type}Expand]` : looser(schema)
    return `${name}: Optional[${asks}] = None`
  })
  const fields = is_input_optional ? `Optional[types.${input}] = None` : `types.${input}`
  const keyed = call.method === 'GET' || call.method === 'DELETE' ? [] : ['idempotency_key: Optional[str] = None']
  return [
    'self',
    ...placed.map(name => `${name}: Id`),
    ...(call.attaches === undefined ? [] : ['file: File']),
    ...(input === null ? [] : [`fields: ${fields}`]),
    '*',
    ...(call.carries === undefined ? [] : [`${call.carries}: Optional[Sequence[File]] = None`]),
    ...asked,
    ...keyed,
    ...ABOUT_REQUEST,
  ]
}

/** A query is text, whatever was given: `"1"` may be given as 1. */
function looser(schema: JsonSchema): string {
  const values = schema.enum as unknown[] | undefined
  const numbers = (values ?? []).filter(value => typeof value === 'string' && /^\d+$/.test(value)).map(Number)
  const typed = values ? { ...schema, enum: [...values, ...numbers] } : schema
  return declarations(new Set()).typeOf(typed, '')
}

function returnType({ output, call }: Method): string {
  if (call.is_file) return 'bytes'
  return output === null ? 'None' : `types.${output}`
}

function operationText({ call }: Method): string {
  const { method, path, returns, is_slow, is_file } = call
  const flags = [...(is_slow ? ['is_slow=True'] : []), ...(is_file ? ['is_file=True'] : [])]
  const named = returns === undefined ? [] : [`returns=${literal(returns)}`]
  return `Operation(${[literal(method), literal(path), ...named, ...flags].join(', ')})`
}

function idsOf({ placed }: Method): string {
  return `[${placed.join(', ')}]`
}

function listBody(method: Method): string[] {
  return [`        return self._list(${operationText(method)}, ${idsOf(method)}, query, timeout, headers)`]
}

function callBody(method: Method, returned: string): string[] {
  const { call, input, query } = method
  const asked = Object.keys(query).map(name => `${literal(name)}: ${name}`)
  const keyed = call.method === 'GET' || call.method === 'DELETE' ? [] : ['idempotency_key=idempotency_key']
  const sent = [
    ...(input === null ? [] : [`body=${bodyText(method)}`]),
    ...(call.attaches === undefined ? [] : [`form=form_of([], [(${literal(call.attaches)}, file)])`]),
    ...(call.carries === undefined
      ? []
      : [`form=record_form(${literal(call.sends!)}, ${literal(call.carries)}, fields, ${call.carries})`]),
    ...(asked.length === 0 ? [] : [`query={${asked.join(', ')}}`]),
    ...keyed,
    'timeout=timeout',
    call.is_async ? 'headers={"prefer": "respond-async", **(headers or {})}' : 'headers=headers',
  ]
  const lines = [operationText(method), idsOf(method), ...sent].map(each => `            ${each},`)
  if (returned === 'None') return ['        self._call(', ...lines, '        )']
  return [`        answer = self._call(`, ...lines, '        )', `        return cast(${literal(returned)}, answer)`]
}

function bodyText({ call: { sends, fixed = {} }, is_input_optional }: Method): string {
  const given = is_input_optional ? '(fields or {})' : 'fields'
  if (sends === '') return `{**${given}}`
  const always = Object.entries(fixed).map(([name, value]) => `, ${literal(name)}: ${literal(value)}`)
  return `{${literal(sends)}: {**${given}${always.join('')}}}`
}
