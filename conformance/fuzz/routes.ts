import type { Json } from '../client.ts'
import { answered } from '../expect.ts'
import type { Lab } from '../lab.ts'
import type { Targets } from './targets.ts'

/** One operation of the service's own description. */
export interface Route {
  method: string
  /** With `{id}` where a record is named. */
  path: string
  /** The key of the body and the fields it may have; null where there is no body. */
  body: { name: string; fields: readonly string[]; example: Json } | null
  /** Names of query parameters. */
  query: readonly string[]
  /** The page of a payer: which parameter names what is paid, and what the form may send. */
  form: { parameter: string; fields: readonly string[]; ids(targets: Targets): readonly string[] } | null
  /** Statuses the description lists. */
  statuses: readonly number[]
  /** The content types of its answers that are not JSON. */
  types: readonly string[]
}

/** Every operation of /openapi.json, and a few paths that it does not list. */
export async function readRoutes(lab: Lab): Promise<Route[]> {
  const { paths, components } = answered(await lab.as({}).get('/openapi.json'), 200).body
  const resolve = (part: Json): Json => (part?.$ref ? at({ components }, part.$ref) : part)
  const described = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replace(/:(\w+)/g, '{$1}'),
        body: bodyOf(operation, resolve),
        form: null,
        query: (operation.parameters ?? [])
          .map(resolve)
          .filter((each: Json) => each?.in === 'query')
          .map((each: Json) => each.name),
        statuses: Object.keys(operation.responses ?? {}).map(Number),
        types: Object.values<Json>(operation.responses ?? {})
          .flatMap(each => Object.keys({ ...each?.content, ...each?.['x-files'] }))
          .filter(type => type !== 'application/json'),
      })),
  )
  return [...described, ...UNDESCRIBED, ...PAGES]
}

/** Pages, controls of the sandbox that only read, and addresses that lead nowhere. */
const UNDESCRIBED: readonly Route[] = [
  '/quickinvoice/',
  '/quickinvoice/receipt',
  '/quickinvoice/files/{id}',
  '/',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/sandbox/outbox',
  '/sandbox/ledger',
  '/sandbox/clock',
  '/sandbox/postbacks',
  '/v2',
  '/v2/',
  '/v2/nothing/{id}',
  '/assets/{id}',
].map(path => ({
  method: 'GET',
  path,
  body: null,
  form: null,
  query: ['id', 'paylink_id', 'receipt', 'to', 'since', 'reference'],
  statuses: [],
  types: [],
}))

const FORM_FIELDS =
  'attempt amount shown_amount shown_terms payment_method cc_account_number cc_exp_date cc_cvv cc_account_holder_name cc_billing_street cc_billing_zip ach_routing ach_account_number ach_account_number_again ach_account_type ach_is_company ach_account_holder_name ach_authorize notification_email_address'.split(
    ' ',
  )

/** The forms people pay with. */
const PAGES: readonly Route[] = [
  { path: '/quickinvoice/', parameter: 'id', plural: 'quickinvoices' },
  { path: '/', parameter: 'paylink_id', plural: 'paylinks' },
].map(({ path, parameter, plural }) => ({
  method: 'POST',
  path,
  body: null,
  form: {
    parameter,
    fields: FORM_FIELDS,
    ids: ({ own, theirs }: Targets) => [...(own.get(plural) ?? []), ...theirs, 'x'],
  },
  query: [],
  statuses: [],
  types: [],
}))

function bodyOf(operation: Json, resolve: (part: Json) => Json): Route['body'] {
  const content = operation.requestBody?.content?.['application/json']
  const outer = resolve(content?.schema)
  const [name] = Object.keys(outer?.properties ?? {})
  if (name === undefined) return null
  const fields = Object.keys(resolve(outer.properties[name])?.properties ?? {})
  return { name, fields, example: content.example ?? {} }
}

function at(root: Json, reference: string): Json {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((part, name) => part?.[name], root)
}
