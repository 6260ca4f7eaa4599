import type { Command } from '../../definition/command.ts'
import type { Fields } from '../../definition/resource.ts'
import { bodyOf } from '../../http/openapi/body-schema.ts'
import { ownQuery } from '../../http/openapi/parameters.ts'
import type { Route } from '../../http/openapi/routes.ts'
import type { SampleRequest } from './guides/sample.ts'

/** Variables for records that the reader has under another name, or of which no request may spoil his own. */
const NAMES: Readonly<Record<string, string>> = { producttransaction: 'CARD_PRODUCT_ID', user: 'OTHER_USER_ID' }

/** The same by noun and field, or command: a field may name records of several nouns, or one that fits only there. */
const FIELDS: Readonly<Record<string, string>> = {
  'accountvault.product_transaction_id': 'BANK_PRODUCT_ID',
  'product_file.location_id': 'OTHER_LOCATION_ID',
  'product_accountvault.location_id': 'OTHER_LOCATION_ID',
  'product_recurring.location_id': 'OTHER_LOCATION_ID',
  'refundapproval.product_transaction_id': 'CARD_PRODUCT_ID',
  'signature.resource_id': 'ACCOUNTVAULT_ID',
  'tag.id': 'TAG_ID',
  'user.generatesecondfactor': 'USER_ID',
  'user.confirmsecondfactor': 'USER_ID',
}

/** Returns the variable for a record of a noun. */
export function variableOf(noun: string): string {
  return NAMES[noun] ?? `${noun.toUpperCase().replaceAll(/[^A-Z_]/g, '')}_ID`
}

/** Returns the variable for a new one, or one to delete: the reader's own location is neither. */
function spareOf(noun: string): string {
  return noun === 'location' ? 'OTHER_LOCATION_ID' : variableOf(noun)
}

/** Returns the request of an endpoint as guides have theirs: ids of records are values that the reader has. */
export function endpointSample({ method, path, noun, right, command }: Route): SampleRequest {
  const { name, fields } = noun.resource
  const isNew = right === 'create' && command === null
  const usual = right === 'remove' && command === null ? spareOf(name) : variableOf(name)
  const own = FIELDS[`${name}.${command?.name}`] ?? usual
  const named = path.replaceAll(/\{(\w+)\}/g, (_, part) => `{{${part === 'id' ? own : part.toUpperCase()}}}`)
  const example = exampleOf({ method, path, noun, right, command })
  const wrapped = Object.entries((example ?? {}) as Record<string, unknown>).map(([key, record]) => [
    key,
    withVariables(name, record, command ? (command.input ?? {}) : fields),
  ])
  return {
    method,
    path: `${named}${command === null && right === 'list' ? '?page_size=20' : queryOf(command)}`,
    body: example === undefined ? undefined : Object.fromEntries(wrapped),
    file: command?.takes && { part: command.takes.name, name: command.name === 'logo' ? 'logo.png' : 'agreement.pdf' },
    headers: {},
    has_credentials: true,
    keeps: isNew ? { [spareOf(name)]: `${name}.id` } : {},
    status: isNew ? 201 : method === 'DELETE' ? 204 : 200,
  }
}

/** Returns what a command needs in its query. */
function queryOf(command: Command | null): string {
  const needed = ownQuery(command?.query ?? {}).filter(({ required }) => required)
  const values = needed.map(({ name, schema }) => {
    const [example = 1] = (schema as { examples?: unknown[] }).examples ?? []
    return `${name}=${String(name).endsWith('_id') ? `{{${String(name).toUpperCase()}}}` : example}`
  })
  return values.length > 0 ? `?${values.join('&')}` : ''
}

function exampleOf(route: Route): unknown {
  const body = bodyOf(route) as { content: Record<string, { example?: unknown }> } | null
  return body?.content['application/json']?.example
}

function withVariables(noun: string, record: unknown, fields: Fields): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const entries = Object.entries(record).map(([name, value]) => {
    const to = Object.hasOwn(fields, name) ? fields[name]!.options.to : undefined
    const variable = FIELDS[`${noun}.${name}`] ?? (to && variableOf(to))
    return [name, variable !== undefined && typeof value === 'string' ? `{{${variable}}}` : value]
  })
  return Object.fromEntries(entries)
}
