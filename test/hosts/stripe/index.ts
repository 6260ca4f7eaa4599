import { createHmac } from 'node:crypto'
import { type Host, type HostAnswer, type HostRequest, openHost } from '../host.ts'
import { amountOf, Book, type IntentRecord, invalid, type Kept, Refused } from './book.ts'
import { type Account, checkedIntent, createIntent, methodIn } from './intents.ts'
import { type Form, formAt, readForm, textAt, unknownIn } from './params.ts'

const VERSION = '2026-10-28.endive'
/** Seconds for which Stripe keeps a key (https://docs.stripe.com/api/idempotent_requests). */
export const KEYS_KEPT = 86_400

export interface StripeHost extends Host {
  book: Book
  account: Account
  /** The key that it takes; others are unknown to it. */
  secret_key: string
  /** References under which a request is being carried out: others under the same one have to wait. */
  busy: Set<string>
  /** Nothing can be asked; what is sent is carried out. */
  is_blind: boolean
  /** Answers of its own to the next requests, before anything is looked at. */
  says: (HostAnswer | null)[]
  /** A notification as it is sent: signed at a time, Unix seconds. */
  notification(type: string, object: object, at: number): { headers: Record<string, string>; body: string }
}

export const WEBHOOK_SECRET = 'whsec_madeUpForTheseTests1'

/** Stripe's API, as far as payments need it: parameters, states and idempotency as its documents say. */
export async function openStripeHost(features: readonly string[] = []): Promise<StripeHost> {
  const book = new Book()
  const account: Account = { raw_cards: true, features: new Set(features) }
  const stored: Stored = new Map()
  const busy = new Set<string>()
  const says: (HostAnswer | null)[] = []
  const parts = { is_blind: false, secret_key: 'sk_test_madeUpForTheseTests1', book, account, busy, says }
  const host = await openHost(request => {
    const said = says.shift()
    return said ?? answerOf(request, host as StripeHost, stored)
  })
  let events = 0
  return Object.assign(host, parts, {
    notification(type: string, object: object, at: number) {
      events += 1
      const body = JSON.stringify({ id: `evt_${events}`, object: 'event', type, created: at, data: { object } })
      const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
      return { headers: { 'stripe-signature': `t=${at},v1=${v1}` }, body }
    },
  })
}

type Stored = Map<string, { request: string; answer: HostAnswer; kept_until: number }>

function answerOf(request: HostRequest, host: StripeHost, stored: Stored): HostAnswer {
  try {
    return checkedAnswer(request, host, stored)
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error: unknown): HostAnswer {
  if (!(error instanceof Refused)) throw error
  return json(error.status, { error: { request_log_url: 'https://dashboard.stripe.com/logs', ...error.error } })
}

function json(status: number, body: object, headers: Record<string, string> = {}): HostAnswer {
  const own = { 'content-type': 'application/json', 'request-id': 'req_1', 'stripe-notice': 'A NOTICE FOR PEOPLE' }
  return { status, headers: { ...own, ...headers }, body: JSON.stringify(body) }
}

function checkedAnswer(request: HostRequest, host: StripeHost, stored: Stored): HostAnswer {
  const { method, path, headers, body, query } = request
  if (headers.authorization !== `Bearer ${host.secret_key}`)
    throw new Refused(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${headers.authorization}`,
    })
  if (headers['stripe-version'] !== VERSION) throw invalid(`Invalid Stripe API version: ${headers['stripe-version']}`)
  const { endpoint, id } = endpointOf(method, path)
  if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw invalid('Invalid type')
  const unknown = unknownIn(endpoint, method === 'GET' ? query : new URLSearchParams(body))
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  const form = readForm(method === 'GET' ? query.toString() : body)
  if (method === 'GET' && host.is_blind) return json(503, { error: { type: 'api_error', message: 'Down' } })
  if (method === 'GET') return json(200, read(host.book, endpoint, id, form))
  return once(request, host, stored, () => write(host, endpoint, id, form))
}

function endpointOf(method: string, path: string): { endpoint: string; id: string } {
  const [, version, resource, id = '', verb] = path.split('/')
  const endpoint = `${method} /${version}/${resource}${id ? '/:id' : ''}${verb ? `/${verb}` : ''}`
  return { endpoint, id }
}

/**
 * One outcome for each key: the same request again is answered as the first time, another one is refused. What is
 * refused before it was carried out is not kept. An expired key counts as new.
 */
function once(
  { method, path, headers, body }: HostRequest,
  host: StripeHost,
  stored: Stored,
  act: () => object,
): HostAnswer {
  const key = String(headers['idempotency-key'] ?? '')
  if (key === '' || key.length > 255) throw invalid('Invalid idempotency key')
  const request = `${method} ${path} ${body}`
  const found = stored.get(key)
  const known = found && found.kept_until > host.book.now() ? found : undefined
  if (known && known.request !== request) {
    const others = known.request.startsWith(`${method} ${path} `) ? 'with the same parameters' : 'for the same endpoint'
    throw new Refused(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used ${others} they were first used with. Key: ${key}`,
    })
  }
  if (known) return { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replayed': 'true' } }
  if (host.busy.has(key))
    throw new Refused(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'Under way' })
  let answer: HostAnswer
  try {
    answer = json(200, act())
  } catch (error) {
    answer = refusal(error)
    if (error instanceof Refused && error.is_checked_first) return answer
  }
  stored.set(key, { request, answer, kept_until: host.book.now() + KEYS_KEPT })
  return answer
}

function write({ book, account }: StripeHost, endpoint: string, id: string, form: Form): object {
  switch (endpoint) {
    case 'POST /v1/payment_intents':
      first(() => checkedIntent(book, account, form))
      return shown(book, createIntent(book, account, form), form)
    case 'POST /v1/payment_intents/:id/capture':
      return shown(book, capture(book, book.intent(id), form), form)
    case 'POST /v1/payment_intents/:id/cancel':
      return shown(book, cancel(book, book.intent(id)), form)
    case 'POST /v1/payment_intents/:id/increment_authorization':
      return shown(book, increment(book, account, book.intent(id), form), form)
    case 'POST /v1/refunds':
      return refund(book, form)
    case 'POST /v1/customers':
      return book.keep(book.customers, 'cus', 'customer', form, {})
    case 'POST /v1/tokens':
      return token(book, form)
    case 'POST /v1/setup_intents':
      first(() => methodIn(book, account, form))
      return setUp(book, account, form)
    default:
      throw new Refused(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${endpoint}).` })
  }
}

/** What is checked before anything is carried out leaves the key free. */
function first(check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (error instanceof Refused) error.is_checked_first = true
    throw error
  }
}

function stateError(intent: IntentRecord, verb: string): Refused {
  return invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: { ...intent },
  })
}

function capture(book: Book, intent: IntentRecord, form: Form): IntentRecord {
  if (intent.status !== 'requires_capture') throw stateError(intent, 'capture')
  const amount = form.amount_to_capture === undefined ? intent.amount_capturable : amountOf(form, 'amount_to_capture')
  if (amount > intent.amount_capturable || amount === 0)
    throw invalid('The amount to capture is too large', { code: 'amount_too_large', param: 'amount_to_capture' })
  Object.assign(intent.metadata, formAt(form, 'metadata'))
  Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 })
  const charge = book.charges.get(intent.latest_charge!)!
  charge.amount_captured = amount
  book.move('charge', amount, charge.id)
  return intent
}

/** What a phone has sealed holds a card that only the processor can see. */
function token(book: Book, form: Form): object {
  if (!textAt(form, 'pk_token')?.includes('"signature"')) throw invalid('Invalid token', { param: 'pk_token' })
  const id = `tok_${book.methods.size + 1}sealed`
  book.methods.set(id, { number: '4242424242424242', customer: null })
  return { id, object: 'token', type: 'card' }
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

function cancel(book: Book, intent: IntentRecord): IntentRecord {
  if (!CANCELABLE.includes(intent.status)) throw stateError(intent, 'cancel')
  return Object.assign(intent, { status: 'canceled', amount_capturable: 0, canceled_at: book.now() })
}

function increment(book: Book, account: Account, intent: IntentRecord, form: Form): IntentRecord {
  const amount = amountOf(form, 'amount')
  if (intent.status !== 'requires_capture' || !account.features.has('incremental_authorization'))
    throw stateError(intent, 'increment')
  if (amount <= intent.amount) throw invalid('The amount must be greater', { param: 'amount' })
  const decline = book.declines.get(amount)
  if (decline)
    throw new Refused(402, { type: 'card_error', message: 'Declined', ...decline, payment_intent: { ...intent } })
  Object.assign(intent.metadata, formAt(form, 'metadata'))
  return Object.assign(intent, { amount, amount_capturable: amount })
}

function refund(book: Book, form: Form): object {
  const intent = book.intent(textAt(form, 'payment_intent') ?? '')
  const charge = book.charges.get(intent.latest_charge ?? '')
  if (intent.status !== 'succeeded' || !charge)
    throw invalid('This PaymentIntent does not have a successful charge to refund.', { payment_intent: { ...intent } })
  const left = intent.amount_received - charge.amount_refunded
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = form.amount === undefined ? left : amountOf(form, 'amount')
  if (amount > left) throw invalid(`Refund amount ($${amount}) is greater than unrefunded amount on charge ($${left})`)
  charge.amount_refunded += amount
  const is_bank = 'us_bank_account' in charge.payment_method_details
  const status = is_bank || book.pending_refunds ? 'pending' : 'succeeded'
  const more = { amount, currency: 'usd', payment_intent: intent.id, charge: charge.id, status }
  const made = book.keep(book.refunds, 're', 'refund', form, more)
  book.move(is_bank ? 'payment_refund' : 'refund', -amount, made.id)
  return made
}

function setUp(book: Book, account: Account, form: Form): object {
  const { number } = methodIn(book, account, form)
  const address = formAt(formAt(formAt(form, 'payment_method_data'), 'billing_details'), 'address')
  const checked = (given: unknown) => (given === undefined ? null : /^99999/.test(String(given)) ? 'fail' : 'pass')
  const checks = {
    address_line1_check: checked(address.line1),
    address_postal_code_check: checked(address.postal_code),
    cvc_check: textAt(form, 'payment_method_data', 'card', 'cvc') ? 'pass' : null,
  }
  const latest_attempt = { object: 'setup_attempt', payment_method_details: { type: 'card', card: { checks } } }
  const setup = book.keep(book.setups, 'seti', 'setup_intent', form, { status: 'succeeded', latest_attempt })
  if (number !== '4000000000000002') return setup
  const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Declined' }
  Object.assign(setup, { status: 'requires_payment_method', last_setup_error: error })
  throw new Refused(402, { ...error, setup_intent: { ...setup } })
}

function read(book: Book, endpoint: string, id: string, form: Form): object {
  const of = (name: string) => textAt(form, name)
  switch (endpoint) {
    case 'GET /v1/payment_intents/:id':
      return shown(book, book.intent(id), form)
    case 'GET /v1/payment_intents':
      return page([...book.intents.values()], form, intent => shown(book, intent, form, 'data.'))
    case 'GET /v1/setup_intents':
      return page([...book.setups.values()], form)
    case 'GET /v1/refunds':
      return page(
        [...book.refunds.values()].filter(each => each.payment_intent === of('payment_intent')),
        form,
      )
    case 'GET /v1/disputes':
      return page(
        [...book.disputes.values()].filter(each => each.payment_intent === of('payment_intent')),
        form,
      )
    case 'GET /v1/payouts':
      return page([...book.payouts.values()], form)
    case 'GET /v1/balance_transactions':
      return page(
        [...book.moved.values()].filter(({ payout }) => payout === of('payout')),
        form,
        moved => ({ ...moved, source: book.charges.get(moved.source) ?? book.refunds.get(moved.source) }),
      )
    case 'GET /v1/balance':
      return { object: 'balance', available: [{ amount: 0, currency: 'usd' }], livemode: false }
    default:
      throw new Refused(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${endpoint}).` })
  }
}

/** The latest first, at most a hundred, those after the one that is named. */
function page<T extends Kept>(all: T[], form: Form, show: (one: T) => object = one => one): object {
  const { gt, gte, lt, lte } = formAt(form, 'created') as Record<string, string>
  const inside = all.filter(
    ({ created }) =>
      created > Number(gt ?? -1) &&
      created >= Number(gte ?? 0) &&
      created < Number(lt ?? 9e9) &&
      created <= Number(lte ?? 9e9),
  )
  const latest = inside.toReversed()
  const from = latest.findIndex(({ id }) => id === textAt(form, 'starting_after')) + 1
  const limit = Number(textAt(form, 'limit') ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalid('Invalid limit', { param: 'limit' })
  const data = latest.slice(from, from + limit).map(show)
  return { object: 'list', url: '/v1', has_more: from + limit < latest.length, data }
}

function shown(book: Book, intent: IntentRecord, form: Form, under = ''): object {
  const expand = Object.values(formAt(form, 'expand'))
  const is_expanded = intent.latest_charge !== null && expand.includes(`${under}latest_charge`)
  return is_expanded ? { ...intent, latest_charge: book.charges.get(intent.latest_charge!) } : { ...intent }
}
