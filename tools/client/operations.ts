import type { Operation as Call } from '../../packages/client/src/resource.js'
import type { JsonSchema } from '../../src/definition/kind.ts'
import type { OpenapiDocument } from '../../src/http/openapi/openapi.ts'
import { FOLLOW_UPS } from '../../src/resources/transaction/transaction.ts'

/** A method of the client. */
export interface Method {
  name: string
  summary: string
  description: string
  /** What the client sends, as data. */
  call: Call
  /** Names of what stands in the path. */
  placed: string[]
  /** The component of the fields that are sent; null where there are none, or a file. */
  input: string | null
  /** Whether every field may be left out. */
  is_input_optional: boolean
  /** Parameters of the query, by name, with their schemas. */
  query: Record<string, JsonSchema>
  /** The type that is returned; null where nothing is. */
  output: string | null
}

/** A property of the client: the operations of one tag. */
export interface ResourceMethods {
  name: string
  /** What its types are called. */
  type: string
  description: string
  methods: Method[]
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: { $ref?: string; name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

/** Written by hand, pages for browsers, and what load balancers ask. `test/client/operations.test.ts` names each. */
const LEFT_OUT =
  /^\/o\/|^\/\.well-known|^\/v2\/(payform|accountform|cardtickets|contactsso)|^\/(charge|assets|healthz|readyz)/

/** Returns the resources of the description in their order, each with its methods. */
export function resourcesOf(document: OpenapiDocument): ResourceMethods[] {
  const operations = Object.entries(document.paths)
    .filter(([path]) => !LEFT_OUT.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ path, method, one: one as unknown as Described })),
    )
    .filter(({ one }) => !one.operationId.startsWith('actOn'))
  const tags = document.tags.filter(({ name }) => operations.some(({ one }) => one.tags[0] === name))
  return tags.map(tag => {
    const own = operations.filter(({ one }) => one.tags[0] === tag.name)
    const names = namesOf(own.map(({ path, one }) => ({ path, id: one.operationId })))
    const methods = own.flatMap(({ path, method, one }) =>
      withFollowUps(methodOf(document, path, method, one, names)).flatMap(withStart),
    )
    return { name: tag.name, type: pascal(tag.name), description: tag.description ?? '', methods }
  })
}

/** Returns what operations call this resource, the longest name first: `Contacts`, `Contact`. */
function namesOf(operations: readonly { path: string; id: string }[]): string[] {
  // The version is no record.
  const plain = operations.filter(({ path }) => /^\/v2\/(?!version$)\w+(\/\{id\})?$/.test(path))
  const found = plain.flatMap(({ id }) => /^(?:create|list|get)([A-Z]\w*)$/.exec(id)?.[1] ?? [])
  return [...new Set(found)].toSorted((one, other) => other.length - one.length)
}

/** Returns the id of an operation without the name of the resource: `skipPayment` of `skipRecurringPayment`. */
function methodName(id: string, names: readonly string[]): string {
  for (const name of names) {
    const short = id.replace(new RegExp(`${name}(?=[A-Z]|$)`), '')
    if (short !== id) return short
  }
  return id
}

function methodOf(
  document: OpenapiDocument,
  path: string,
  method: string,
  one: Described,
  names: readonly string[],
): Method {
  const parameters = (one.parameters ?? []).map(each =>
    each.$ref ? resolved(document, each.$ref) : each,
  ) as NonNullable<Described['parameters']>
  const query = Object.fromEntries(parameters.filter(each => each.in === 'query').map(each => [each.name, each.schema]))
  const { input, sends, attaches, carries } = inputOf(one)
  const { output, returns, is_list, is_file } = outputOf(document, one)
  const asks = Object.keys(query)
  const call: Call = {
    method: method.toUpperCase() as Call['method'],
    path,
    ...(sends === null ? {} : { sends }),
    ...(attaches === null ? {} : { attaches }),
    ...(carries === null ? {} : { carries }),
    ...(is_list || asks.length === 0 ? {} : { asks }),
    ...(returns === null ? {} : { returns }),
    ...(is_list ? { is_list } : {}),
    ...(is_file ? { is_file } : {}),
    ...(parameters.some(each => each.name === 'Prefer') ? { is_slow: true } : {}),
  }
  const placed = [...path.matchAll(/\{(\w+)\}/g)].map(found => found[1]!)
  const schema = input && (document.components.schemas![input] as JsonSchema | undefined)
  const is_input_optional = !schema || ((schema.required ?? []) as string[]).length === 0
  const { summary } = one
  // What the resource is follows in a paragraph of its own, and is said of the resource once.
  const [description = summary] = one.description.split('\n\n')
  return {
    name: methodName(one.operationId, names),
    summary,
    description,
    call,
    placed,
    input,
    is_input_optional,
    query,
    output,
  }
}

/** A payment is voided or captured by an update with an action: each of these has a method of its own. */
function withFollowUps(method: Method): Method[] {
  if (method.input !== 'TransactionUpdate') return [method]
  const actions = FOLLOW_UPS.map(action => ({
    ...method,
    name: action,
    summary: `Change a transaction by the action ${action}`,
    call: { ...method.call, fixed: { action } },
  }))
  return [method, ...actions]
}

/** Who does not wait for the person at a terminal gets the run, and looks at it later. */
function withStart(method: Method): Method[] {
  if (!method.call.is_slow) return [method]
  const { is_slow: _, returns: __, ...call } = method.call
  const start = {
    ...method,
    name: 'start',
    summary: `${method.summary}, without waiting`,
    description: `${method.description} This returns the run at once: Prefer: respond-async is sent.`,
    call: { ...call, is_async: true as const, returns: 'terminalrun' },
    output: 'Terminalrun',
  }
  return [method, start]
}

interface Input {
  input: string | null
  sends: string | null
  attaches: string | null
  carries: string | null
}

function inputOf({ requestBody }: Described): Input {
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const parts = Object.entries((form?.properties ?? {}) as Record<string, JsonSchema>)
  const [file = null] = parts.find(([, schema]) => schema.contentMediaType !== undefined) ?? []
  if (!json) return { input: null, sends: null, attaches: file, carries: null }
  // `quickinvoice[files][0]`: as many as there are.
  const carries = /\[(\w+)\]\[0\]$/.exec(file ?? '')?.[1] ?? null
  const [[name, schema] = []] = Object.entries((json.properties ?? {}) as Record<string, JsonSchema>)
  if (name !== undefined && schema?.$ref) return { input: nameOf(schema.$ref), sends: name, attaches: null, carries }
  return { input: 'TokenCreate', sends: '', attaches: null, carries }
}

interface Output {
  output: string | null
  returns: string | null
  is_list: boolean
  is_file: boolean
}

function outputOf(document: OpenapiDocument, { responses }: Described): Output {
  const nothing = { output: null, returns: null, is_list: false, is_file: false }
  const content = (responses['201'] ?? responses['200'])?.content
  if (!content) return nothing
  const schema = content['application/json']?.schema
  if (!schema) return { ...nothing, output: 'Blob', is_file: true }
  if (schema.$ref === undefined) {
    const [name, record] = Object.entries(schema.properties as Record<string, JsonSchema>)[0]!
    return { ...nothing, output: record.$ref ? nameOf(record.$ref) : pascal(name), returns: name }
  }
  const component = document.components.schemas![nameOf(schema.$ref)] as JsonSchema
  const properties = component.properties as Record<string, JsonSchema>
  const plural = properties.meta && Object.keys(properties).find(name => name !== 'meta')
  if (!plural) return { ...nothing, output: nameOf(schema.$ref) }
  const record = (properties[plural]!.items as JsonSchema).$ref
  return { ...nothing, output: nameOf(record), returns: plural, is_list: true }
}

/** Returns `QuickInvoiceViews` of `quick_invoice_views`. */
export function pascal(name: string): string {
  return name
    .split('_')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

function resolved(document: OpenapiDocument, reference: unknown): unknown {
  const [, group, name] = String(reference).slice(2).split('/')
  return document.components[group!]![name!]
}

function nameOf(reference: unknown): string {
  return String(reference).split('/').at(-1)!
}
