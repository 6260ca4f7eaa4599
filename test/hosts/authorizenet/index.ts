import { createHmac } from 'node:crypto'
import { formatMoney } from '../../../src/lib/money.ts'
import { type Host, type HostAnswer, type HostRequest, openHost } from '../host.ts'
import { Book, dateTime, type Entry, masked, type Transaction } from './book.ts'
import { schemaError } from './schema.ts'

export const LOGIN = { login_id: '5KP3u95bQpv', transaction_key: '346HZ32z3fP4hTG2' }
export const SIGNATURE_KEY = 'A1B2C3D4'.repeat(16)

export interface AuthorizeNetHost extends Host {
  book: Book
  /** Rights of the login; without the second one nothing can be looked up. */
  rights: { charge: boolean; reporting: boolean }
  /** A signed webhook about a transaction. */
  webhook(id: string, event: string): { headers: Record<string, string>; body: string }
}

/** Opens Authorize.Net's host: as strict about order and lengths as its schema, with a book of its own. */
export async function openAuthorizeNet(now = () => Math.floor(Date.now() / 1000)): Promise<AuthorizeNetHost> {
  const book = new Book(now)
  const rights = { charge: true, reporting: true }
  let notifications = 0
  const host = await openHost(request => answer(book, rights, request))
  return Object.assign(host, {
    book,
    rights,
    webhook(id: string, eventType: string) {
      const entry = book.byId(id)!
      notifications += 1
      const payload = { responseCode: 1, invoiceNumber: entry.invoice, entityName: 'transaction', id }
      const notificationId = `00000000-0000-4000-8000-${String(notifications).padStart(12, '0')}`
      const body = JSON.stringify({ notificationId, eventType, eventDate: dateTime(now()), webhookId: 'w1', payload })
      const digest = createHmac('sha512', SIGNATURE_KEY).update(body).digest('hex').toUpperCase()
      return { headers: { 'x-anet-signature': `sha512=${digest}` }, body }
    },
  })
}

type Body = Readonly<Record<string, unknown>>

function answer(book: Book, rights: AuthorizeNetHost['rights'], { method, body }: HostRequest): HostAnswer {
  if (method !== 'POST') return { status: 405, body: '' }
  const [name = '', asked] = Object.entries(JSON.parse(body) as Body)[0] ?? []
  const { merchantAuthentication, refId } = (asked ?? {}) as { merchantAuthentication?: Body; refId?: string }
  const problem = schemaError(name, asked)
  if (problem) return wire(refused('E00003', problem))
  const { name: login, transactionKey } = merchantAuthentication ?? {}
  if (login !== LOGIN.login_id || transactionKey !== LOGIN.transaction_key)
    return wire(refused('E00007', 'User authentication failed due to invalid authentication values.', refId))
  const may = name === 'createTransactionRequest' ? rights.charge : name.startsWith('get') ? rights.reporting : true
  if (!may) return wire(refused('E00011', 'Access denied. You do not have the appropriate permissions.', refId))
  return wire({ ...(refId === undefined ? {} : { refId }), ...ANSWERS[name]!(book, asked as never) })
}

/** Every answer begins with a byte order mark. */
function wire(value: object): HostAnswer {
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: `\uFEFF${JSON.stringify(value)}` }
}

const OK = { messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } }
const NONE = { messages: { resultCode: 'Ok', message: [{ code: 'I00004', text: 'No records found.' }] } }

function refused(code: string, text: string, refId?: string): object {
  const messages = { resultCode: 'Error', message: [{ code, text }] }
  return { ...(refId === undefined ? {} : { refId }), messages }
}

interface Listing {
  sorting?: { orderDescending: boolean | string }
  paging?: { limit: string; offset: string }
}

const ANSWERS: Readonly<Record<string, (book: Book, asked: never) => object>> = {
  authenticateTestRequest: () => OK,
  createTransactionRequest(book, { transactionRequest }: { transactionRequest: Transaction }) {
    const transactionResponse = book.carryOut(transactionRequest) as { responseCode: string }
    const failed = transactionResponse.responseCode === '3'
    const ended = failed ? refused('E00027', 'The transaction was unsuccessful.') : OK
    return { transactionResponse, ...ended }
  },
  getTransactionDetailsRequest(book, { transId }: { transId: string }) {
    const entry = book.byId(transId)
    return entry ? { transaction: detailsOf(entry), ...OK } : refused('E00040', 'The record cannot be found.')
  },
  getUnsettledTransactionListRequest: (book, asked: Listing) =>
    listOf(
      book.entries.filter(({ batch }) => batch === null),
      asked,
    ),
  getTransactionListRequest: (book, asked: Listing & { batchId: string }) =>
    listOf(
      book.entries.filter(({ batch }) => batch === asked.batchId),
      asked,
    ),
  getSettledBatchListRequest(book, asked: { firstSettlementDate: string; lastSettlementDate: string }) {
    const [from, to] = [asked.firstSettlementDate, asked.lastSettlementDate].map(time => Date.parse(time) / 1000)
    if (to! - from! > 31 * 86_400) return refused('E00013', 'The date range is invalid.')
    const batches = book.batches.filter(({ settled_ts }) => settled_ts >= from! && settled_ts <= to!)
    if (batches.length === 0) return NONE
    const batchList = batches.map(({ id, state, settled_ts }) => ({
      batchId: id,
      settlementTimeUTC: dateTime(settled_ts),
      settlementTimeLocal: dateTime(settled_ts).slice(0, -1),
      settlementState: state,
      paymentMethod: 'creditCard',
    }))
    return { batchList, ...OK }
  },
  updateSplitTenderGroupRequest: (book, { splitTenderId }: { splitTenderId: string }) =>
    book.releaseGroup(splitTenderId) ? OK : refused('E00040', 'The record cannot be found.'),
}

function listOf(entries: readonly Entry[], { sorting, paging }: Listing): object {
  const [limit, offset] = [Number(paging?.limit ?? 1000), Number(paging?.offset ?? 1)]
  const sorted = [...entries].sort(
    (one, other) => one.submitted_ts - other.submitted_ts || (one.id < other.id ? -1 : 1),
  )
  if (String(sorting?.orderDescending) === 'true') sorted.reverse()
  const page = sorted.slice((offset - 1) * limit, offset * limit)
  if (page.length === 0) return NONE
  const transactions = page.map(entry => ({
    transId: entry.id,
    submitTimeUTC: dateTime(entry.submitted_ts),
    submitTimeLocal: dateTime(entry.submitted_ts).slice(0, -1),
    transactionStatus: entry.status,
    ...(entry.invoice ? { invoiceNumber: entry.invoice } : {}),
    accountType: entry.routing ? 'eCheck' : 'Visa',
    accountNumber: masked(entry.last_four),
    settleAmount: Number(formatMoney(entry.settles)),
    marketType: 'eCommerce',
    product: 'Card Not Present',
  }))
  return { transactions, totalNumInResultSet: page.length, ...OK }
}

function detailsOf(entry: Entry): object {
  const { authorized, settles, requested, last_four, routing, holder, echeck_type, returned } = entry
  const payment =
    routing === null
      ? { creditCard: { cardNumber: masked(last_four), expirationDate: 'XXXX', cardType: 'Visa' } }
      : {
          bankAccount: {
            routingNumber: masked(routing),
            accountNumber: masked(last_four),
            nameOnAccount: holder,
            ...(echeck_type ? { echeckType: echeck_type } : {}),
          },
        }
  const is_refused = entry.status === 'declined'
  const returnedItem = returned && { id: '1', dateUTC: dateTime(returned.ts), code: returned.code, description: '' }
  return {
    transId: entry.id,
    ...(entry.original_id ? { refTransId: entry.original_id } : {}),
    ...(entry.split_tender_id ? { splitTenderId: entry.split_tender_id } : {}),
    submitTimeUTC: dateTime(entry.submitted_ts),
    submitTimeLocal: dateTime(entry.submitted_ts).slice(0, -1),
    transactionType: entry.type,
    transactionStatus: entry.status,
    responseCode: is_refused ? 2 : 1,
    responseReasonCode: Number(entry.code),
    responseReasonDescription: is_refused ? entry.text : 'Approval',
    authCode: is_refused ? '' : entry.auth_code,
    AVSResponse: entry.avs,
    cardCodeResponse: entry.cvv,
    ...(entry.batch ? { batch: { batchId: entry.batch, settlementState: 'settledSuccessfully' } } : {}),
    order: { invoiceNumber: entry.invoice },
    requestedAmount: Number(formatMoney(requested)),
    authAmount: Number(formatMoney(authorized)),
    settleAmount: Number(formatMoney(settles)),
    taxExempt: false,
    payment,
    ...(returnedItem ? { returnedItems: [returnedItem] } : {}),
    product: 'Card Not Present',
    marketType: 'eCommerce',
    ...(entry.network_id && !is_refused ? { networkTransId: entry.network_id } : {}),
  }
}
