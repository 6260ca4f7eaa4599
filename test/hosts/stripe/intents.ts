import {
  AUTHENTICATED,
  amountOf,
  type Book,
  CARDS,
  type ChargeRecord,
  type Decline,
  errorOf,
  type IntentRecord,
  invalid,
  missing,
  Refused,
} from './book.ts'
import { type Form, formAt, textAt } from './params.ts'

/** What Stripe has switched on for the account. */
export interface Account {
  raw_cards: boolean
  features: ReadonlySet<string>
}

/** The account that a form charges: checked before anything is carried out. */
interface Method {
  kind: 'card' | 'us_bank_account'
  number: string
  saved: string | null
}

export function checkedIntent(book: Book, account: Account, form: Form): void {
  const amount = amountOf(form, 'amount')
  if (amount < 50) throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (textAt(form, 'currency') !== 'usd') throw invalid('Invalid currency', { param: 'currency' })
  checkTexts(form)
  const options = formAt(formAt(form, 'payment_method_options'), 'card')
  const gated = [
    ['moto', 'moto'],
    ['mit_exemption', 'network_transaction_id'],
    ['request_incremental_authorization', 'incremental_authorization'],
  ] as const
  for (const [name, feature] of gated)
    if (options[name] !== undefined && !account.features.has(feature))
      throw notKnown(`payment_method_options[card][${name}]`)
  if (textAt(form, 'payment_method_options', 'us_bank_account', 'verification_method') === 'skip')
    if (!account.features.has('skip_bank_verification'))
      throw notKnown('payment_method_options[us_bank_account][verification_method]')
  if (textAt(form, 'confirm') === 'true') methodIn(book, account, form)
}

function notKnown(param: string): Refused {
  return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
}

function checkTexts(form: Form): void {
  const suffix = textAt(form, 'statement_descriptor_suffix')
  if (suffix !== undefined && (suffix.length > 22 || /[<>\\'"*]/.test(suffix) || !/[a-z]/i.test(suffix)))
    throw invalid('Invalid statement descriptor suffix', { param: 'statement_descriptor_suffix' })
  // Stripe refuses texts for reasons that are documented nowhere.
  if (suffix?.startsWith('Refused'))
    throw invalid('The statement descriptor suffix is refused', { param: 'statement_descriptor_suffix' })
  if ((textAt(form, 'description')?.length ?? 0) > 1000) throw invalid('Description too long', { param: 'description' })
  for (const [name, value] of Object.entries(formAt(form, 'metadata')))
    if (name.length > 40 || String(value).length > 500)
      throw invalid('Metadata too long', { param: `metadata[${name}]` })
  const three = formAt(formAt(formAt(form, 'payment_method_options'), 'card'), 'three_d_secure')
  for (const name of ['cryptogram', 'transaction_id', 'version'])
    if (Object.keys(three).length > 0 && !three[name])
      throw invalid('Missing', { code: 'parameter_missing', param: name })
  if (three.version && !['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1'].includes(String(three.version)))
    throw invalid('Invalid version', { param: 'version' })
  const lines = Object.values(formAt(formAt(form, 'amount_details'), 'line_items')) as Form[]
  if (lines.length > 200) throw invalid('At most 200 line items', { param: 'line_items' })
  for (const line of lines) {
    if (!line.product_name || !/^[1-9]\d*$/.test(String(line.quantity)) || !/^\d+$/.test(String(line.unit_cost)))
      throw invalid('Invalid line item', { param: 'amount_details[line_items]' })
    if (String(line.product_code ?? '').length > 12) throw invalid('Invalid product code', { param: 'product_code' })
  }
}

export function methodIn(book: Book, account: Account, form: Form): Method {
  const types = Object.values(formAt(form, 'allowed_payment_method_types'))
  const saved = textAt(form, 'payment_method')
  if (saved !== undefined) return savedMethod(book, saved, textAt(form, 'customer'))
  const data = formAt(form, 'payment_method_data')
  const kind = textAt(data, 'type')
  if (kind !== 'card' && kind !== 'us_bank_account')
    throw invalid('Missing payment method', { code: 'parameter_missing' })
  if (!types.includes(kind)) throw invalid('Type not allowed', { code: 'payment_intent_incompatible_payment_method' })
  if (kind === 'us_bank_account') return bankIn(form, formAt(data, kind), formAt(data, 'billing_details'))
  const card = formAt(data, 'card')
  const token = textAt(card, 'token')
  if (token !== undefined) return { ...savedMethod(book, token, undefined), saved: null }
  if (!account.raw_cards)
    throw new Refused(402, { type: 'invalid_request_error', message: `${UNSAFE} ${textAt(card, 'number')}` })
  const number = textAt(card, 'number') ?? ''
  if (!/^\d{13,19}$/.test(number))
    throw new Refused(402, { type: 'card_error', code: 'invalid_number', message: number })
  if (!/^([1-9]|1[0-2])$/.test(textAt(card, 'exp_month') ?? ''))
    throw new Refused(402, { type: 'card_error', code: 'invalid_expiry_month', message: 'month' })
  if (!/^20\d\d$/.test(textAt(card, 'exp_year') ?? ''))
    throw new Refused(402, { type: 'card_error', code: 'invalid_expiry_year', message: 'year' })
  return { kind: 'card', number, saved: null }
}

const UNSAFE =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js.'

function savedMethod(book: Book, id: string, customer: string | undefined): Method {
  const method = book.methods.get(id)
  if (!method)
    throw new Refused(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'payment_method',
      message: id,
    })
  if (method.customer !== null && method.customer !== customer)
    throw invalid('The payment method belongs to a customer who has to be named', { param: 'customer' })
  return { kind: method.number.length === 12 ? 'us_bank_account' : 'card', number: method.number, saved: id }
}

function bankIn(form: Form, bank: Form, billing: Form): Method {
  if (!billing.name) throw invalid('Missing name', { code: 'parameter_missing', param: 'billing_details[name]' })
  const type = textAt(formAt(formAt(form, 'mandate_data'), 'customer_acceptance'), 'type')
  if (type !== 'online' && type !== 'offline')
    throw invalid('Missing mandate', { code: 'payment_intent_mandate_invalid' })
  const number = textAt(bank, 'account_number') ?? ''
  if (!/^\d{9}$/.test(textAt(bank, 'routing_number') ?? ''))
    throw invalid('Routing', { code: 'routing_number_invalid' })
  if (!/^\d{4,17}$/.test(number)) throw invalid('Account number', { code: 'account_number_invalid' })
  return { kind: 'us_bank_account', number, saved: null }
}

export function createIntent(book: Book, account: Account, form: Form): IntentRecord {
  const amount = amountOf(form, 'amount')
  const customer = textAt(form, 'customer') ?? null
  if (customer !== null && !book.customers.has(customer)) throw missing('customer', customer)
  const intent = book.keep(book.intents, 'pi', 'payment_intent', form, {
    amount,
    amount_capturable: 0,
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    capture_method: textAt(form, 'capture_method') ?? 'automatic_async',
    customer,
    payment_method: null,
    setup_future_usage: textAt(form, 'setup_future_usage') ?? null,
    cancellation_reason: null,
    canceled_at: null,
    last_payment_error: null,
    latest_charge: null,
    client_secret: 'pi_secret_that_nobody_is_given',
  }) as IntentRecord
  if (textAt(form, 'confirm') === 'true') confirm(book, intent, methodIn(book, account, form), form)
  return intent
}

function confirm(book: Book, intent: IntentRecord, method: Method, form: Form): void {
  intent.payment_method = method.saved ?? keepMethod(book, method.number, intent)
  const at_once = textAt(form, 'error_on_requires_action') === 'true' || textAt(form, 'off_session') === 'true'
  const is_authenticated = textAt(form, 'payment_method_options', 'card', 'three_d_secure', 'cryptogram') !== undefined
  if (method.kind === 'us_bank_account') {
    debit(book, intent, method, form)
    return
  }
  if (AUTHENTICATED.has(method.number) && !is_authenticated) {
    if (!at_once)
      return void Object.assign(intent, { status: 'requires_action', payment_method: intent.payment_method })
    const code = textAt(form, 'off_session') === 'true' ? 'authentication_required' : 'card_declined'
    fail(book, intent, form, {
      code,
      decline_code: code === 'card_declined' ? 'authentication_not_handled' : code,
    })
  }
  const decline = book.declines.get(intent.amount) ?? CARDS[method.number]
  if (decline) fail(book, intent, form, decline)
  const charge = chargeOf(book, intent, form, method)
  if (intent.capture_method === 'manual') {
    Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount })
    return
  }
  charge.amount_captured = intent.amount
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
  book.move('charge', intent.amount, charge.id)
}

function debit(book: Book, intent: IntentRecord, method: Method, form: Form): void {
  const skips = textAt(form, 'payment_method_options', 'us_bank_account', 'verification_method') === 'skip'
  if (!skips && method.saved === null) fail(book, intent, form, { code: 'payment_intent_action_required' })
  chargeOf(book, intent, form, method).status = 'pending'
  intent.status = 'processing'
}

function keepMethod(book: Book, number: string, { customer, setup_future_usage }: IntentRecord): string {
  const id = `pm_${book.methods.size + 1}x`
  book.methods.set(id, { number, customer: setup_future_usage ? customer : null })
  return id
}

function fail(book: Book, intent: IntentRecord, form: Form, decline: Decline): never {
  const charge = book.keep(book.charges, 'ch', 'charge', form, { payment_intent: intent.id, status: 'failed' })
  const error = errorOf(decline, charge.id)
  Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, latest_charge: charge.id })
  throw new Refused(402, { ...error, payment_intent: { ...intent } })
}

function chargeOf(book: Book, intent: IntentRecord, form: Form, { kind, number }: Method): ChargeRecord {
  const address = formAt(formAt(formAt(form, 'payment_method_data'), 'billing_details'), 'address')
  const checked = (given: unknown) =>
    given === undefined ? null : /^(99999|fail)/.test(String(given)) ? 'fail' : 'pass'
  const cvc = textAt(form, 'payment_method_data', 'card', 'cvc')
  const card = {
    authorization_code: String(100000 + book.charges.size).slice(-6),
    network_transaction_id: `1011${String(book.charges.size).padStart(11, '0')}`,
    last4: number.slice(-4),
    checks: {
      address_line1_check: checked(address.line1),
      address_postal_code_check: checked(address.postal_code),
      cvc_check: cvc === undefined ? null : cvc === '999' ? 'fail' : 'pass',
    },
  }
  const payment_method_details =
    kind === 'card' ? { type: kind, card } : { type: kind, us_bank_account: { last4: number.slice(-4) } }
  const charge = book.keep(book.charges, 'ch', 'charge', form, {
    payment_intent: intent.id,
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    disputed: false,
    status: 'succeeded',
    payment_method_details,
  }) as ChargeRecord
  intent.latest_charge = charge.id
  return charge
}
