import { type Form, formAt, textAt } from './params.ts'

/** What is refused; its fields are those of the error. */
export class Refused extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  /** It was refused before anything was carried out. */
  is_checked_first = false

  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.message ?? error.code ?? error.type))
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, more: Record<string, unknown> = {}): Refused =>
  new Refused(400, { type: 'invalid_request_error', message, ...more })

export interface Kept {
  id: string
  object: string
  created: number
  metadata: Record<string, string>
}

export interface ChargeRecord extends Kept {
  payment_intent: string
  amount: number
  amount_captured: number
  amount_refunded: number
  disputed: boolean
  status: 'succeeded' | 'pending' | 'failed'
  payment_method_details: object
}

export interface IntentRecord extends Kept {
  amount: number
  amount_capturable: number
  amount_received: number
  currency: string
  status: string
  capture_method: string
  customer: string | null
  payment_method: string | null
  setup_future_usage: string | null
  cancellation_reason: string | null
  canceled_at: number | null
  last_payment_error: object | null
  latest_charge: string | null
  livemode: false
}

export interface RefundRecord extends Kept {
  amount: number
  currency: string
  payment_intent: string
  status: string
  failure_reason?: string
}

export interface Moved extends Kept {
  type: string
  amount: number
  fee: number
  source: string
  payout: string | null
}

interface Payout extends Kept {
  automatic: boolean
  status: string
}

/** What an issuer says; null where it approves. */
export interface Decline {
  code: string
  decline_code?: string
  advice_code?: string
  network_advice_code?: string
  network_decline_code?: string
}

/** Numbers of https://docs.stripe.com/testing, with what a payment by each becomes. */
export const CARDS: Readonly<Record<string, Decline>> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds', network_decline_code: '51' },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card' },
  '4000000000000069': { code: 'expired_card', decline_code: 'expired_card' },
  '4000000000000127': { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  '4000000000000119': { code: 'processing_error', decline_code: 'processing_error' },
  '4000000000006975': { code: 'card_declined', decline_code: 'card_velocity_exceeded' },
}
/** Those that have to be authenticated. */
export const AUTHENTICATED: ReadonlySet<string> = new Set(['4000002500003155', '4000002760003184'])

const GOOD = ['visa', 'mastercard', 'amex', 'discover', 'visa_debit']
const BAD: Readonly<Record<string, string>> = {
  visa_chargeDeclined: '4000000000000002',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  authenticationRequired: '4000002760003184',
}
/** Payment methods of test mode (https://docs.stripe.com/testing). */
const TEST_METHODS = [...GOOD.map(name => [name, '4242424242424242'] as const), ...Object.entries(BAD)].map(
  ([name, number]) => [`pm_card_${name}`, { number, customer: null }] as const,
)

/** Account numbers of https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment, with what debits become. */
const ACCOUNTS: Readonly<Record<string, Decline>> = {
  '000111111113': { code: 'account_closed', network_decline_code: 'R02' },
  '000111111116': { code: 'no_account', network_decline_code: 'R03' },
  '000222222227': { code: 'insufficient_funds', network_decline_code: 'R01' },
  '000333333335': { code: 'debit_not_authorized', network_decline_code: 'R10' },
}

/** The processor's own records. */
export class Book {
  /** Unix seconds. */
  now = (): number => Math.floor(Date.now() / 1000)
  readonly intents = new Map<string, IntentRecord>()
  readonly setups = new Map<string, Kept & Record<string, unknown>>()
  readonly charges = new Map<string, ChargeRecord>()
  readonly refunds = new Map<string, RefundRecord>()
  readonly disputes = new Map<string, Kept & Record<string, unknown>>()
  readonly customers = new Map<string, Kept>()
  /** What tokens and saved payment methods stand for: a number of a card, and whose it is. */
  readonly methods = new Map<string, { number: string; customer: string | null }>(TEST_METHODS)
  readonly moved = new Map<string, Moved>()
  readonly payouts = new Map<string, Payout>()
  /** By amount: what an issuer says to it. */
  readonly declines = new Map<number, Decline>()
  /** Whether refunds of cards wait, as they do where the balance does not cover them. */
  pending_refunds = false
  private count = 0

  /** Ids do not sort by time, as Stripe's do not; the order of insertion is that of time. */
  keep<T extends object>(into: Map<string, T>, prefix: string, object: string, form: Form, more: object): T {
    this.count += 1
    const id = `${prefix}_${(this.count * 7919).toString(36)}x${this.count}`
    const metadata = formAt(form, 'metadata')
    const record = { id, object, created: this.now(), livemode: false, metadata, ...more } as unknown as T
    into.set(id, record)
    return record
  }

  intent(id: string): IntentRecord {
    const intent = this.intents.get(id)
    if (!intent) throw missing('payment_intent', id)
    return intent
  }

  /** A movement of the balance, with the fee of a card payment. */
  move(type: string, amount: number, source: string): void {
    const fee =
      type === 'charge' ? Math.round(amount * 0.029) + 30 : type === 'payment' ? Math.min(500, amount * 0.008) : 0
    this.keep(
      this.moved,
      'txn',
      'balance_transaction',
      {},
      { type, amount, fee: Math.round(fee), source, payout: null },
    )
  }

  /** Pays out all that has moved since the last time; Stripe's own time table does so every day. */
  payOut(status = 'paid', automatic = true): Payout {
    const payout = this.keep(
      this.payouts,
      'po',
      'payout',
      {},
      { automatic, status, amount: 0, currency: 'usd' },
    ) as Payout
    for (const moved of this.moved.values()) moved.payout ??= payout.id
    return payout
  }

  /** The bank's answers to debits that are on their way. */
  settleDebits(): void {
    for (const intent of this.intents.values()) {
      if (intent.status !== 'processing') continue
      const charge = this.charges.get(intent.latest_charge!)!
      const { number } = this.methods.get(intent.payment_method!)!
      const decline = ACCOUNTS[number]
      if (decline) {
        charge.status = 'failed'
        Object.assign(intent, { status: 'requires_payment_method', last_payment_error: errorOf(decline, charge.id) })
        continue
      }
      Object.assign(charge, { status: 'succeeded', amount_captured: charge.amount })
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
      this.move('payment', intent.amount, charge.id)
    }
  }

  /** Pending refunds reach their payers. */
  settleRefunds(): void {
    for (const refund of this.refunds.values()) if (refund.status === 'pending') refund.status = 'succeeded'
  }

  /** A debit that was paid comes back from its bank. */
  returnDebit(payment_intent: string, reason: string, network_reason_code?: string): void {
    const intent = this.intent(payment_intent)
    this.charges.get(intent.latest_charge!)!.disputed = true
    this.keep(this.disputes, 'du', 'dispute', {}, { payment_intent, reason, network_reason_code, status: 'lost' })
  }
}

export function errorOf(decline: Decline, charge: string | null): Record<string, unknown> {
  return { type: 'card_error', message: 'Your card was declined.', charge, ...decline }
}

export function missing(what: string, id: string): Refused {
  return new Refused(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'intent',
    message: `No such ${what}: '${id}'`,
  })
}

export function amountOf(form: Form, name: string): number {
  const value = textAt(form, name)
  if (value === undefined) throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  if (!/^\d+$/.test(value))
    throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  if (value.length > 8)
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: name })
  return Number(value)
}
