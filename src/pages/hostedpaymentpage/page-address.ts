import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { countAttempt, mayAttempt } from '../../auth/attempt-limiter.ts'
import type { Row } from '../../definition/resource.ts'
import { parseChange } from '../../engine/parse.ts'
import { addressGroup } from '../../lib/address-group.ts'
import { otherCurrencies } from '../../lib/currency.ts'
import { isLinkSigned, LONGEST_LINK_DATA, openLink } from '../../lib/page-link.ts'
import { openKey } from '../../lib/sealed-key.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  type PageField,
  readFieldConfiguration,
  withOverrides,
} from '../../resources/hostedpaymentpage/field-configuration.ts'
import { hostedpaymentpage } from '../../resources/hostedpaymentpage/hostedpaymentpage.ts'
import { formSettings } from '../../resources/location/form-settings.ts'
import type { GuardedAttempt } from '../checkout/card-guard.ts'
import { openRecord, type PageContext, type SubjectParts } from '../checkout/page-subject.ts'
import { identifier, queryId } from '../page-routes.ts'

/** What the query of a page says: its record, and what the merchant's software has encrypted for one payer. */
interface PageAddress {
  id: string
  data: string | null
  data_hash: string | null
}

/** Wrong data of one page from one address in a quarter of an hour. */
const MOST_WRONG = 20

/** Returns the page that a request names, as the query of its own address; null where no page can have that query. */
export function addressIn(request: FastifyRequest): string | null {
  const id = queryId(request, 'id')
  const query = request.query as Record<string, unknown>
  if (!id) return null
  const data = query.data === undefined ? null : String(query.data)
  // A plus sign that nobody has encoded arrives as a space.
  if (data !== null && data.length > LONGEST_LINK_DATA) return null
  const data_hash = query['data-hash'] === undefined ? null : String(query['data-hash'])
  return queryOf({ id, data: data?.replaceAll(' ', '+') ?? null, data_hash })
}

function queryOf({ id, data, data_hash }: PageAddress): string {
  const query = new URLSearchParams({ id })
  if (data) query.set('data', data)
  if (data && data_hash) query.set('data-hash', data_hash)
  return query.toString()
}

function readQuery(page_id: string): PageAddress {
  const query = new URLSearchParams(page_id)
  return { id: query.get('id') ?? '', data: query.get('data'), data_hash: query.get('data-hash') }
}

/** Returns the id of the record in a page's query. */
export function recordOf(page_id: string): string {
  return readQuery(page_id).id
}

export function pageHref(page_id: string): string {
  return `/hostedpaymentpage?${identifier(page_id) ? queryOf({ id: page_id, data: null, data_hash: null }) : page_id}`
}

/**
 * Attempts are counted by the link, which is one payer's; without one all payers share the page, so by the page and
 * the payer's address. Declines of the whole page are counted as well, because a shop makes a new link for anybody.
 */
export function guardedAttempt(attempt: GuardedAttempt): GuardedAttempt {
  const { id, data } = readQuery(attempt.page_id)
  const own = data === null ? addressGroup(attempt.remote_ip) : markOf(data)
  return { ...attempt, page_id: `hosted ${id} ${own}`, location_id: id }
}

/** The bytes count: one text of base64 can be written in several ways. */
function markOf(data: string): string {
  return createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex').slice(0, 32)
}

type Page = Row<typeof hostedpaymentpage>

/** A page with what its link says in place of its own settings. */
export interface OpenedPage extends PageContext {
  page: Page
  fields: PageField[]
  /** Why a link that was read cannot be used, for the merchant's programmer; null where it can. */
  wrong: string | null
}

/** Returns null where there is no such page, or its link was not made with its key. */
export async function openPage(
  parts: SubjectParts & { cipher: Cipher },
  page_id: string,
  visitor: string | null,
): Promise<OpenedPage | null> {
  const { id, data, data_hash } = readQuery(page_id)
  const opened = await openRecord(parts, hostedpaymentpage, id, visitor)
  if (!opened) return null
  const { record: page, ...context } = opened
  const own = readFieldConfiguration(page.field_configuration)
  const fields = typeof own === 'string' ? [] : own
  if (data === null) return { ...context, page, fields, wrong: null }
  const encryption_key = openKey(parts.cipher, page, 'encryption_key')
  if (
    data_hash === null
      ? (await formSettings(context.read, page.location_id)).data_hash_required
      : !isLinkSigned(data_hash, encryption_key, { id, data })
  )
    return null
  const sent = openLink(data, encryption_key)
  if (sent?.id !== id) return null
  return { ...context, page, fields, wrong: null, ...overridden(page, fields, sent) }
}

/** What a link may say about its page; the others belong to its record. */
const SETTINGS = [
  ...['redirect_url_on_approve', 'redirect_url_on_decline', 'redirect_url_delay', 'min_payment_amount'],
  ...['max_payment_amount', 'parent_send_message', 'hide_optional_fields', 'stylesheet_url'],
]

function overridden(page: Page, own: PageField[], sent: Record<string, unknown>): Partial<OpenedPage> {
  const settings = Object.entries(sent).filter(([name]) => SETTINGS.includes(name))
  const { values, problems } = parseChange(hostedpaymentpage.fields, Object.fromEntries(settings), page)
  const [problem] = Object.values({ ...problems, ...otherCurrencies(sent) }).flat()
  if (problem) return { wrong: problem }
  const fields = readFieldConfiguration(sent.field_configuration)
  if (typeof fields === 'string') return { wrong: `Field Configuration ${fields}` }
  return { page: { ...page, ...values }, fields: withOverrides(own, fields) }
}

/**
 * Returns how many seconds an address has to wait that has opened too many links of a page with wrong data, or null.
 * Who may try as often as he likes changes the data of a link block by block until one fits.
 */
export async function secondsToWait(
  parts: SubjectParts & { cipher: Cipher; clock: Clock },
  page_id: string,
  remote_ip: string,
): Promise<number | null> {
  const { id, data } = readQuery(page_id)
  if (data === null) return null
  const limits = { [`link ${id} ${addressGroup(remote_ip)}`]: { most: MOST_WRONG } }
  const may = await mayAttempt(parts, limits)
  if (!may.allowed) return may.retry_after
  if (!(await openPage(parts, page_id, null))) await countAttempt(parts, limits)
  return null
}
