import { minorNumber } from '../../lib/money.ts'
import { NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import type { Inquiry } from '../../ports/processor-request.ts'
import { NoAnswer } from '../http.ts'
import {
  addressResult,
  type Checks,
  type Meaning,
  meaningOf,
  REFUND_FAILURES,
  type Said,
  securityCodeResult,
} from './codes.ts'
import { tokenOf } from './wire.ts'

const NO_ANSWER = 'COMMUNICATION ERROR'
export const NOT_SENT = 'COMMUNICATION ERROR, NOT SENT'
export const NOT_UNDERSTOOD = 'ANSWER NOT UNDERSTOOD'

/** What has happened is not known, and only `find` may say. */
export function unknownOutcome(verbiage: string, never_left = false): Outcome {
  const outcome: Outcome = { ...NO_RESPONSE_DATA, result: 'unknown', reason_code_id: 1531, verbiage }
  return never_left ? { ...outcome, never_left: true } : outcome
}

export function declinedOutcome(reason_code_id: number, verbiage: string, more: Partial<Outcome> = {}): Outcome {
  return { ...NO_RESPONSE_DATA, result: 'declined', reason_code_id, verbiage, decline_class: 'hard', ...more }
}

/** A payment intent, as far as it is read. */
export interface Intent {
  id: string
  status: string
  amount: number
  amount_capturable: number
  amount_received: number
  metadata: Readonly<Record<string, string>>
  error: (Said & { charge: string | null }) | null
  charge: Charge | null
  customer: string | null
  payment_method: string | null
  /** The account is kept for later payments. */
  is_kept: boolean
  cancellation_reason: string | null
}

interface Charge {
  auth_code: string | null
  network_transaction_id: string | null
  checks: Checks
  is_disputed: boolean
  /** Of the card or bank account. */
  last_four: string | null
}

/** Reads a payment intent. Throws for anything else, and for one in another currency. */
export function readIntent(value: unknown): Intent {
  const intent = record(value)
  if (intent.object !== 'payment_intent' || intent.currency !== 'usd') throw new Error('no payment intent in dollars')
  const { last_payment_error: error, latest_charge: charge } = intent
  return {
    id: required(intent.id),
    status: required(intent.status),
    amount: whole(intent.amount),
    amount_capturable: whole(intent.amount_capturable ?? 0),
    amount_received: whole(intent.amount_received ?? 0),
    metadata: record(intent.metadata ?? {}) as Record<string, string>,
    error: error ? { ...saidOf(error), charge: text(record(error).charge) } : null,
    charge: typeof charge === 'object' && charge !== null ? readCharge(charge) : null,
    customer: idOf(intent.customer),
    payment_method: idOf(intent.payment_method),
    is_kept: intent.setup_future_usage === 'off_session',
    cancellation_reason: text(intent.cancellation_reason),
  }
}

function readCharge(value: unknown): Charge {
  const charge = record(value)
  const { card, us_bank_account } = record(charge.payment_method_details ?? {})
  const details = record(card ?? {})
  const bank = record(us_bank_account ?? {})
  return {
    auth_code: text(details.authorization_code)?.slice(0, 6) ?? null,
    network_transaction_id: text(details.network_transaction_id),
    checks: readChecks(details.checks),
    is_disputed: charge.disputed === true,
    last_four: text(details.last4) ?? text(bank.last4),
  }
}

function readChecks(value: unknown): Checks {
  const checks = record(value ?? {})
  return {
    address_line1_check: text(checks.address_line1_check),
    address_postal_code_check: text(checks.address_postal_code_check),
    cvc_check: text(checks.cvc_check),
  }
}

/** Orders that were asked for; `find` may see what followed them as well. */
type Asked = Pick<Inquiry, 'reference' | 'action' | 'amount'>
type AskedBack = Pick<Inquiry, keyof Asked | 'original'>

/**
 * Returns the outcome of a sale, an authorization or a debit. Throws where the intent is that of another request, or
 * says what cannot be.
 */
export function orderOutcome(intent: Intent, { reference, action, amount }: Asked): Outcome {
  if (intent.metadata.reference !== reference) throw new Error('this is the intent of another request')
  // Raised later, by a request that says so.
  const is_raised = intent.metadata.increment !== undefined
  if (BigInt(intent.amount) !== amount && !is_raised) throw new Error('another amount')
  const { status } = intent
  const is_past = status === 'succeeded' || (status === 'requires_capture' && is_raised)
  // What was authorised, and has been captured or raised since, was approved.
  if (action === 'authonly' && is_past) return approved(intent, minorNumber(amount), amount)
  if (action === 'authonly' && status === 'requires_capture') return approved(intent, intent.amount_capturable, amount)
  if (status === 'succeeded') return approved(intent, intent.amount_received, amount)
  // Debits for days, cards now and then.
  if (status === 'processing') return pending(intent)
  if (status === 'canceled') return canceled(intent)
  if (status === 'requires_payment_method' && intent.error) return declinedBy(intent.error, intent.id)
  if (status === 'requires_action' || status === 'requires_confirmation') return needsAction(intent, action)
  throw new Error(`an intent of the status ${status}`)
}

function approved(intent: Intent, amount: number, asked: bigint): Outcome {
  if (BigInt(amount) !== asked) throw new Error('another amount was approved')
  return {
    ...NO_RESPONSE_DATA,
    result: 'approved',
    reason_code_id: 1000,
    verbiage: 'APPROVED',
    auth_amount: asked,
    processor_reference: intent.id,
    ...chargeParts(intent.charge),
    ...keptToken(intent),
  }
}

function chargeParts(charge: Charge | null): Partial<Outcome> {
  if (!charge) return {}
  const { auth_code, network_transaction_id, checks } = charge
  return {
    auth_code,
    ...addressResult(checks),
    cvv_response: securityCodeResult(checks.cvc_check),
    ...(network_transaction_id ? { network_transaction_id } : {}),
  }
}

function keptToken({ is_kept, customer, payment_method }: Intent): Pick<Outcome, 'token'> {
  return is_kept && payment_method ? { token: tokenOf(customer, payment_method) } : {}
}

function pending(intent: Intent): Outcome {
  const outcome = { ...NO_RESPONSE_DATA, result: 'pending' as const, reason_code_id: 1000, verbiage: 'PENDING' }
  return { ...outcome, processor_reference: intent.id, ...keptToken(intent) }
}

/** Nothing of it was captured, and nothing can be any more. */
function canceled({ id, cancellation_reason }: Intent): Outcome {
  const has_expired = cancellation_reason === 'automatic' || cancellation_reason === 'expired'
  const more = { processor_reference: id }
  return has_expired ? declinedOutcome(1658, 'AUTHORIZATION EXPIRED', more) : declinedOutcome(1609, 'CANCELED', more)
}

/** Without the secret of the intent, which nobody is given, the payer cannot go on: it never comes about. */
function needsAction({ id }: Intent, action: Asked['action']): Outcome {
  const more = { processor_reference: id }
  return action === 'debit'
    ? declinedOutcome(1660, 'BANK ACCOUNT HAS TO BE VERIFIED', more)
    : declinedOutcome(1620, 'AUTHENTICATION REQUIRED', more)
}

/** Returns the outcome of a capture. Throws where the intent is not the captured one. */
export function captureOutcome(intent: Intent, { reference, amount }: Asked): Outcome {
  if (intent.metadata.capture !== reference || intent.status !== 'succeeded') throw new Error('not captured by this')
  return { ...approved(intent, intent.amount_received, amount), reason_code_id: 1001 }
}

/** Returns the outcome of raising an authorization to a new total. */
export function incrementOutcome(intent: Intent, { reference, amount }: Asked): Outcome {
  if (intent.metadata.increment !== reference) throw new Error('not raised by this')
  return approved(intent, intent.amount, amount)
}

/** Returns the outcome of a cancellation. Throws where the intent is another, or is not canceled. */
export function cancelOutcome(intent: Intent, id: string, amount: bigint): Outcome {
  if (intent.id !== id || intent.status !== 'canceled') throw new Error('not canceled')
  return voided(id, amount)
}

function voided(processor_reference: string, auth_amount: bigint): Outcome {
  const outcome = { ...NO_RESPONSE_DATA, result: 'approved' as const, reason_code_id: 1000, verbiage: 'APPROVED' }
  return { ...outcome, auth_amount, processor_reference }
}

/** Returns the outcome of a refund. Throws for that of another request or amount. */
export function refundOutcome(value: unknown, { reference, action, amount }: AskedBack): Outcome {
  const refund = record(value)
  const { object, metadata, status, currency } = refund
  if (object !== 'refund' || currency !== 'usd') throw new Error('no refund in dollars')
  if (record(metadata ?? {}).reference !== reference) throw new Error('this is the refund of another request')
  // A void gives back what is left, which may be less than was taken.
  const given = BigInt(whole(refund.amount))
  if (given !== amount && action !== 'void') throw new Error('another amount')
  const id = required(refund.id)
  if (status === 'succeeded') return voided(id, given)
  if (status === 'pending') return { ...voided(id, given), result: 'pending', verbiage: 'PENDING', auth_amount: null }
  if (status === 'failed' || status === 'canceled' || status === 'requires_action') {
    const why = text(refund.failure_reason) ?? 'unknown'
    return declinedOutcome(REFUND_FAILURES[why] ?? 1599, words(`refund ${why}`), { processor_reference: id })
  }
  throw new Error('a refund of another status')
}

/** Returns the outcome of the check of a card. Throws where the setup intent is that of another request. */
export function verificationOutcome(value: unknown, { reference }: Asked): Outcome {
  const intent = record(value)
  if (intent.object !== 'setup_intent' || record(intent.metadata ?? {}).reference !== reference)
    throw new Error('this is no check of this request')
  const id = required(intent.id)
  const { latest_attempt: attempt, last_setup_error: error, status } = intent
  if (status === 'succeeded') {
    const details = typeof attempt === 'object' && attempt ? record(attempt).payment_method_details : {}
    const { checks } = record(record(details ?? {}).card ?? {})
    const { cvc_check, ...address } = readChecks(checks)
    return {
      ...voided(id, 0n),
      ...addressResult({ cvc_check, ...address }),
      cvv_response: securityCodeResult(cvc_check),
    }
  }
  if (status === 'canceled') return declinedOutcome(1609, 'CANCELED', { processor_reference: id })
  if (status === 'requires_payment_method' && error) return declinedBy(saidOf(error), id)
  if (status === 'requires_action') return declinedOutcome(1620, 'AUTHENTICATION REQUIRED', { processor_reference: id })
  throw new Error('a setup intent of another status')
}

/**
 * Returns the outcome of a request that Stripe answered with an error, or did not answer. Null where its reference was
 * used for something else, which only asking can explain.
 */
export function failureOutcome(error: unknown, { reference, action, amount }: Asked): Outcome | null {
  const { detail, statusCode: status, raw } = (error ?? {}) as Record<string, unknown>
  if (detail instanceof NoAnswer) return unknownOutcome(detail.never_left ? NOT_SENT : NO_ANSWER, detail.never_left)
  // Later ones than 499 say nothing of what was done; 409 is about a request under way under the same reference.
  if (typeof status !== 'number' || status < 400 || status > 499 || status === 409)
    return unknownOutcome(NOT_UNDERSTOOD)
  if (typeof raw !== 'object' || raw === null) return unknownOutcome(NOT_UNDERSTOOD)
  const { type, payment_intent, setup_intent } = raw as Record<string, unknown>
  if (type === 'idempotency_error') return null
  const of = payment_intent ?? setup_intent
  const begins = action === 'sale' || action === 'authonly' || action === 'debit' || action === 'avsonly'
  if (of && begins && record(record(of).metadata ?? {}).reference !== reference) return unknownOutcome(NOT_UNDERSTOOD)
  const misconfigured = setupProblem(status, raw as Record<string, unknown>)
  if (misconfigured) return declinedOutcome(1540, 'SETUP ISSUE', { misconfigured })
  // Refused before it was looked at: what must be given back is sent again.
  if (status === 429) return unknownOutcome('TOO MANY REQUESTS, NOTHING DONE', true)
  const outcome = declinedBy(saidOf(raw), of ? text(record(of).id) : null)
  if (action !== 'void' || !payment_intent) return outcome
  const { id, status: stands } = record(payment_intent)
  // Stripe ends authorizations by itself, and people do in its dashboard: what a void asks for has happened.
  if (stands === 'canceled') return voided(required(id), amount)
  // Captured by somebody else: what cannot be canceled any more can be given back.
  return stands === 'succeeded' ? { ...outcome, settled: true } : outcome
}

export const NOT_STRIPE = 'The address answers, and not as Stripe does.'

/** Returns what was asked for. Throws an Error of one plain line, because Stripe's own may repeat what was sent. */
export async function plainly<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    throw new Error(problemOf(error))
  }
}

function problemOf(error: unknown): string {
  const { detail, statusCode: status, raw, rawType, message } = (error ?? {}) as Record<string, unknown>
  if (detail instanceof NoAnswer) return `${detail.message}.`
  // Not one of the package: it is ours.
  if (rawType === undefined && raw === undefined) return String(message)
  if (typeof status !== 'number' || typeof raw !== 'object' || raw === null) return NOT_STRIPE
  const { code } = saidOf(raw)
  return setupProblem(status, raw as Record<string, unknown>) ?? `Stripe answered ${status}${code ? ` ${code}` : ''}.`
}

/** Returns a line for the operator where the account is not set up for the request; null otherwise. */
function setupProblem(status: number, raw: Record<string, unknown>): string | null {
  if (status === 401) return 'Stripe does not take the secret key: it is wrong, has expired or was revoked.'
  if (status === 403) return 'The secret key has no right for this request; a restricted key needs more of them.'
  // The one refusal without a code.
  if (raw.type === 'invalid_request_error' && /card numbers? directly/i.test(text(raw.message) ?? ''))
    return 'The account may not send card numbers: Stripe has to switch on raw card data, or tokens have to be used.'
  const { code } = raw
  if (typeof code !== 'string' || !meaningOf({ ...NOTHING_SAID, code }).is_setup) return null
  const param = /^[\w[\]]{1,80}$/.exec(text(raw.param) ?? '')?.[0]
  return `Stripe refuses the request: ${code}${param ? ` (${param})` : ''}. The account is not set up for it.`
}

const NOTHING_SAID: Said = {
  code: null,
  decline_code: null,
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
}

/**
 * A decline in the words of codes: Stripe's sentences may repeat what was sent, and are not for people who pay.
 */
function declinedBy(said: Said, processor_reference: string | null): Outcome {
  const { reason_code_id, decline_class }: Meaning = meaningOf(said)
  const code = said.decline_code ?? said.code ?? 'declined'
  const response_message = [said.network_decline_code, code]
    .filter(part => part !== null)
    .join(' ')
    .slice(0, 255)
  const advice_code = said.network_advice_code ?? said.advice_code
  const more = { decline_class, processor_reference, response_message, ...(advice_code ? { advice_code } : {}) }
  return declinedOutcome(reason_code_id, words(code), more)
}

function words(code: string): string {
  return code.replaceAll('_', ' ').toUpperCase().slice(0, 64)
}

/** Codes are words; anything else is not repeated. */
function saidOf(value: unknown): Said {
  const error = record(value)
  const word = (name: string) => /^[\w.-]{1,64}$/.exec(text(error[name]) ?? '')?.[0] ?? null
  return {
    code: word('code'),
    decline_code: word('decline_code'),
    advice_code: word('advice_code'),
    network_advice_code: word('network_advice_code'),
    network_decline_code: word('network_decline_code'),
  }
}

export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('an object was expected')
  return value as Record<string, unknown>
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function required(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error('a text was expected')
  return value
}

export function whole(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error('an amount was expected')
  return value as number
}

/** An id, or that of an expanded object. */
function idOf(value: unknown): string | null {
  return text(typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value)
}
