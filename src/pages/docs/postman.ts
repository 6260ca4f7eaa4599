import type { OpenapiDocument } from '../../http/openapi/openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is, JSON.
type Json = any

/** Values that requests of the collection name, and the member of a body that each stands for. */
const VARIABLES: readonly [name: string, field: RegExp][] = [
  ['baseUrl', /^$/],
  ['developerId', /^$/],
  ['userId', /^$/],
  ['userApiKey', /^$/],
  ['locationId', /^location_id$/],
  ['contactId', /^contact_id$/],
  ['terminalId', /^terminal_id$/],
  ['cardProductId', /^(?:cc_)?product_transaction_id$/],
]

/**
 * Returns the collection of all requests that /openapi.json describes, in format 2.1, which Postman, Bruno and
 * Insomnia read. `values` are a reader's own, by the name of the variable.
 */
export function postmanCollection(document: OpenapiDocument, values: Readonly<Record<string, string>> = {}): object {
  const { info, servers, paths, 'x-tagGroups': groups, tags } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Json,
    })),
  )
  const folder = (tag: string) => ({
    name: tag,
    description: tags.find(({ name }) => name === tag)?.description ?? '',
    item: operations
      .filter(({ operation }) => operation.tags?.includes(tag))
      .map(({ path, method, operation }) => requestItem(document, method, path, operation)),
  })
  return {
    info: {
      name: String(info.title),
      description: String(info.description),
      version: String(info.version),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: VARIABLES.map(([key]) => ({ key, value: values[key] ?? (key === 'baseUrl' ? servers[0]!.url : '') })),
    item: groups.map(({ name, tags: named }) => ({ name, item: named.map(folder) })),
  }
}

const CREDENTIALS = [
  { key: 'developer-id', value: '{{developerId}}' },
  { key: 'user-id', value: '{{userId}}' },
  { key: 'user-api-key', value: '{{userApiKey}}' },
]

function requestItem(document: OpenapiDocument, method: string, path: string, operation: Json): object {
  const parameters: Json[] = (operation.parameters ?? []).map((each: Json) => resolved(document, each))
  const isOpen = Array.isArray(operation.security) && operation.security.length === 0
  const query = parameters
    .filter(each => each.in === 'query')
    .map(({ name, description = '' }) => ({ key: name, value: '', description, disabled: true }))
  const variable = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => ({ key, value: '' }))
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const body = bodyOf(resolved(document, operation.requestBody ?? {}))
  return {
    name: operation.summary ?? `${method} ${path}`,
    request: {
      method,
      header: [...(isOpen || !path.startsWith('/v2/') ? [] : CREDENTIALS), ...(body?.header ?? [])],
      url: { raw: `{{baseUrl}}/${parts}`, host: ['{{baseUrl}}'], path: parts.split('/'), query, variable },
      ...(body ? { body: body.body } : {}),
      description: operation.description ?? '',
    },
    response: [],
  }
}

function resolved({ components }: OpenapiDocument, part: Json): Json {
  const [group, name] = typeof part.$ref === 'string' ? part.$ref.split('/').slice(-2) : []
  return group === undefined ? part : components[group]?.[name]
}

interface CollectionBody {
  header: { key: string; value: string }[]
  body: object
}

function bodyOf({ content }: Json): CollectionBody | null {
  if (!content) return null
  const json = content['application/json']
  if (json) {
    const raw = JSON.stringify(json.example ?? json.schema?.examples?.[0] ?? {}, withVariables, 2)
    return {
      header: [{ key: 'content-type', value: 'application/json' }],
      body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
    }
  }
  const form = content['application/x-www-form-urlencoded']
  const names = Object.keys(form?.schema?.properties ?? {})
  if (form) return { header: [], body: { mode: 'urlencoded', urlencoded: names.map(key => ({ key, value: '' })) } }
  const files = Object.keys(content['multipart/form-data']?.schema?.properties ?? {})
  const parts = files.map(key => ({ key, type: 'file', src: null }))
  return { header: [], body: { mode: 'formdata', formdata: parts } }
}

function withVariables(name: string, value: unknown): unknown {
  const found = VARIABLES.find(([, field]) => name !== '' && field.test(name))
  return found && typeof value === 'string' ? `{{${found[0]}}}` : value
}
