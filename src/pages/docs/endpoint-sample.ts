import type { Fields } from '../../definition/resource.ts'
import { bodyOf } from '../../http/openapi/body-schema.ts'
import type { Route } from '../../http/openapi/routes.ts'
import type { SampleRequest } from './guides/sample.ts'

/** Variables that stand for a record of a noun, where a reader has them under another name. */
const NAMES: Readonly<Record<string, string>> = { producttransaction: 'CARD_PRODUCT_ID' }

function variableOf(noun: string): string {
  return `{{${NAMES[noun] ?? `${noun.toUpperCase().replaceAll(/[^A-Z_]/g, '')}_ID`}}}`
}

/** Returns the request of an endpoint as guides have theirs: ids of records are values that the reader has. */
export function endpointSample({ method, path, noun, right, command }: Route): SampleRequest {
  const { name, fields } = noun.resource
  const named = path.replaceAll(/\{(\w+)\}/g, (_, part) =>
    part === 'id' ? variableOf(name) : `{{${part.toUpperCase()}}}`,
  )
  const example = exampleOf({ method, path, noun, right, command })
  const wrapped = Object.entries((example ?? {}) as Record<string, unknown>).map(([key, record]) => [
    key,
    withVariables(record, command ? (command.input ?? {}) : fields),
  ])
  return {
    method,
    path: command === null && right === 'list' ? `${named}?page_size=20` : named,
    body: example === undefined ? undefined : Object.fromEntries(wrapped),
    headers: {},
    has_credentials: true,
    keeps: {},
    status: right === 'create' && command === null ? 201 : 200,
  }
}

function exampleOf(route: Route): unknown {
  const body = bodyOf(route) as { content: Record<string, { example?: unknown }> } | null
  return body?.content['application/json']?.example
}

function withVariables(record: unknown, fields: Fields): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const entries = Object.entries(record).map(([name, value]) => {
    const to = Object.hasOwn(fields, name) ? fields[name]!.options.to : undefined
    return [name, to !== undefined && typeof value === 'string' ? variableOf(to) : value]
  })
  return Object.fromEntries(entries)
}
