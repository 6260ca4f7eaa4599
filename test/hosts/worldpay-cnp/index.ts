import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { MEANINGS } from '../../../src/processors/worldpay-cnp/codes.ts'
import { type Host, type HostAnswer, openHost } from '../host.ts'
import { Book, type Booked } from './book.ts'
import { childrenOf, schemaProblem } from './schema.ts'

export const MERCHANT = {
  merchant_id: '1288791',
  user: 'tollgate-test',
  password: 'pw-8c1f-planted',
  report_group: 'Storefront & more',
}

export interface WorldpayHost extends Host {
  /** `…/vap/communicator/online` */
  address: string
  book: Book
  /** So many of the next queries are told that the answer is not available yet. */
  underway: number
  /** queryTransaction is not enabled for the merchant. */
  is_blind: boolean
  /** Says something else than the truth, once. */
  bend: ((body: string) => string) | null
}

const PATH = '/vap/communicator/online'

/** A cnpAPI on this machine: schema 12.34, duplicates by id, queries, reversals, voids, credits, eChecks and tokens. */
export async function worldpayHost(now = () => Math.floor(Date.now() / 1000)): Promise<WorldpayHost> {
  const book = new Book(now)
  const state: Pick<WorldpayHost, 'underway' | 'is_blind' | 'bend'> = { underway: 0, is_blind: false, bend: null }
  const host = await openHost(({ method, path, headers, body }): HostAnswer => {
    if (path !== PATH) return { status: 404, body: '<html>Not Found</html>' }
    if (method !== 'POST') return { status: 405, body: '<html>Method Not Allowed</html>' }
    if (!headers['content-type']?.startsWith('text/xml')) return { status: 417, body: '' }
    const answer = answerTo(body, book, made)
    const bent = made.bend?.(answer) ?? answer
    made.bend = null
    return { headers: { 'content-type': 'text/xml' }, body: bent }
  })
  const made: WorldpayHost = Object.assign(host, { ...state, address: `${host.url}${PATH}`, book })
  return made
}

function answerTo(body: string, book: Book, state: Pick<WorldpayHost, 'underway' | 'is_blind'>): string {
  let root: XmlElement
  try {
    root = parseXml(body).root!
  } catch {
    return envelope('1', 'Error validating xml data against the schema: not well-formed')
  }
  const [authentication, transaction, more] = childrenOf(root)
  if (
    root.name !== 'cnpOnlineRequest' ||
    root.attributes.xmlns !== 'http://www.vantivcnp.com/schema' ||
    !transaction ||
    more
  )
    return envelope('1', 'Error validating xml data against the schema: cnpOnlineRequest')
  const [user, password] = childrenOf(authentication!).map(({ text }) => text)
  if (root.attributes.merchantId !== MERCHANT.merchant_id) return envelope('2', 'Invalid merchant')
  if (user !== MERCHANT.user || password !== MERCHANT.password)
    return envelope('3', `Invalid credentials of ${user} ${password}`)
  const problem = schemaProblem(transaction)
  if (problem) return envelope('1', `Error validating xml data against the schema: cvc-type: ${problem} is not valid.`)
  if (transaction.name === 'queryTransaction') return queried(transaction, book, state)
  const { booked, is_duplicate } = book.carryOut(transaction)
  return envelope('0', 'Valid Format', answerOf(booked, is_duplicate))
}

function queried(transaction: XmlElement, book: Book, state: Pick<WorldpayHost, 'underway' | 'is_blind'>): string {
  const about = { id: transaction.attributes.id!, reportGroup: transaction.attributes.reportGroup! }
  const time = { responseTime: '2026-11-22T12:00:00.000' }
  if (state.is_blind)
    return envelope(
      '0',
      'Valid Format',
      element('queryTransactionResponse', about, { response: '153', ...time, message: 'Not enabled' }),
    )
  const origId = childrenOf(transaction).find(({ name }) => name === 'origId')?.text ?? ''
  const found = book.under(origId)
  if (found.length > 0 && state.underway > 0) {
    state.underway -= 1
    const said = {
      cnpTxnId: found[0]!.cnp_txn_id,
      response: '152',
      message: 'Original transaction found but response not yet available',
    }
    return envelope('0', 'Valid Format', element('queryTransactionUnavailableResponse', about, said))
  }
  if (found.length === 0) {
    const said = { response: '151', ...time, message: 'Original transaction not found' }
    return envelope('0', 'Valid Format', element('queryTransactionResponse', about, said))
  }
  const results = found.map(booked => answerOf(booked, false)).join('')
  const said = { response: '150', ...time, message: 'Original transaction found', matchCount: String(found.length) }
  const inner = element('queryTransactionResponse', about, said)
  return envelope(
    '0',
    'Valid Format',
    inner.replace(
      '</queryTransactionResponse>',
      `<results_max10>${results}</results_max10></queryTransactionResponse>`,
    ),
  )
}

const ANSWERED: Readonly<Record<string, string>> = {
  echeckSale: 'echeckSalesResponse',
  registerTokenRequest: 'registerTokenResponse',
}

function answerOf({ id, cnp_txn_id, element: name, code, said }: Booked, is_duplicate: boolean): string {
  const about = { id, reportGroup: MERCHANT.report_group, ...(is_duplicate ? { duplicate: 'true' } : {}) }
  const message = MEANINGS[code]?.text ?? 'Something'
  const time = { responseTime: '2026-11-22T12:00:00.000', postDate: '2026-11-22', message, location: 'sandbox' }
  return element(ANSWERED[name] ?? `${name}Response`, about, { cnpTxnId: cnp_txn_id, response: code, ...time, ...said })
}

function envelope(response: string, message: string, inner = ''): string {
  const about = { version: '12.34', xmlns: 'http://www.vantivcnp.com/schema', response, message }
  return `<?xml version="1.0" encoding="UTF-8"?>${element('cnpOnlineResponse', about, {}).replace('</', () => `${inner}</`)}`
}

type Said = Readonly<Record<string, string | Readonly<Record<string, string>>>>

function element(name: string, attributes: Readonly<Record<string, string>>, said: Said): string {
  const about = Object.entries(attributes).map(([key, value]) => ` ${key}="${plain(value)}"`)
  const inner = Object.entries(said).map(([key, value]) =>
    typeof value === 'string' ? `<${key}>${plain(value)}</${key}>` : element(key, {}, value),
  )
  return `<${name}${about.join('')}>${inner.join('')}</${name}>`
}

function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
