import type { OpenapiDocument } from '../../src/http/openapi/openapi.ts'
import { errorPages } from '../../src/pages/docs/errors/error-pages.ts'
import { misfits } from './fits-schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is read as what it is, JSON.
type Json = any

interface Answered {
  status: number
  body: unknown
  headers: Record<string, string>
}

const ERROR_PAGES = new Set(errorPages().map(({ path }) => path))

/** Returns where an answer breaks what the document says of the request; nothing for paths that it does not list. */
export type Describes = (method: string, url: string, answer: Answered) => string[]

/** Answers are compared with what the document says of them, as strictly as a typed client reads it. */
export function describes({ paths, components }: OpenapiDocument): Describes {
  const schemas = components.schemas as Record<string, Json>
  const known = Object.keys(paths).map(path => ({ path, pattern: patternOf(path) }))
  return (method, url, { status, body, headers }) => {
    const page = (body as Json)?.doc_url?.split('/docs/errors/').at(-1)
    if (page !== undefined && !ERROR_PAGES.has(page)) return [`${method} ${url} ${status}: no page ${page}`]
    const asked = url.split('?', 1)[0]!
    const path = paths[asked] ? asked : known.find(({ pattern }) => pattern.test(asked))?.path
    const operation = path === undefined ? undefined : (paths[path]![method.toLowerCase()] as Json)
    if (path === undefined || (!operation && status === 405)) return []
    const said = operation?.responses[status]
    if (!said) return [`${method} ${path}: ${status} is not described`]
    const response = said.$ref ? (components.responses as Json)[said.$ref.split('/').at(-1)] : said
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!
    if (!response.content) return body === undefined || body === '' ? [] : [`${method} ${path}: ${status} has a body`]
    const content = response.content[type] ?? response['x-files']?.[type] ?? response.content['*/*']
    if (!content) return [`${method} ${path}: ${status} is ${type}, not ${Object.keys(response.content)}`]
    if (type !== 'application/json') return []
    return misfits(body, content.schema ?? {}, schemas).map(fault => `${method} ${path} ${status}: ${fault}`)
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}
