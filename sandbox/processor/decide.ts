import { createHash } from 'node:crypto'
import { BY_MERCHANT } from '../../src/lib/initiation.ts'
import { NO_RESPONSE_DATA, type Outcome } from '../../src/ports/processor.ts'
import type { Action, CardInstrument, Instrument, ProcessorRequest } from '../../src/ports/processor-request.ts'
import {
  followUpAmount,
  isFollowUp,
  type Order,
  type OrderState,
  type OrderStates,
  refuse,
  stateOf,
} from './order-states.ts'
import type { LedgerRecord } from './record.ts'
import { cardToken, isOwnToken } from './tokens.ts'
import * as triggers from './triggers.ts'
import { amexCvvAnswers, cvvAnswers, denyingAddress, goodAddress } from './triggers.ts'

export interface Decision {
  outcome: Outcome
  method: Instrument['kind']
  /** Delay of the response in milliseconds at full scale. The order is in the ledger before the delay begins. */
  delay_ms: number
}

const ofCard: readonly Action[] = ['sale', 'authonly', 'avsonly', 'force', 'refund']

const newMoney: Record<Instrument['kind'], readonly Action[]> = {
  card: ofCard,
  token: ofCard,
  wallet: ofCard,
  bank: ['debit', 'credit', 'refund'],
}

/** Decides an order by the published test values and earlier orders. Pure: the same input gives the same outcome. */
export function decide(order: Order, orders: OrderStates, refused?: triggers.Verdict | undefined): Decision {
  const state = stateOf(orders, order.original)
  const method = order.instrument?.kind ?? state?.method ?? 'card'
  if (refused) return quick(method, decline(order, refused))
  if (isFollowUp(order)) return decideFollowUp(order, state, method)

  // A new payment may name an earlier order to reuse its instrument, as a reference transaction does elsewhere.
  if (!order.instrument && order.original && !state) {
    return quick(method, decline(order, triggers.stateRefusals.original_not_valid))
  }
  if ((!order.instrument && !state) || !newMoney[method].includes(order.action)) {
    const refusal = order.action === 'authonly' ? triggers.AUTHONLY_NOT_PERMITTED : triggers.NOT_PERMITTED
    return quick(method, decline(order, refusal))
  }
  if (order.action !== 'avsonly' && order.amount <= 0n) {
    return quick(method, decline(order, triggers.stateRefusals.amount_error))
  }
  if (order.instrument?.kind === 'token' && !isOwnToken(order.instrument.token)) {
    const { FOREIGN_TOKEN } = triggers
    return quick(method, { ...decline(order, FOREIGN_TOKEN), ...triggers.classOf(FOREIGN_TOKEN) })
  }
  if (method === 'bank') {
    const { overriddenAmount } = triggers
    if (order.amount === overriddenAmount.asked && order.action === 'debit' && !order.overrides)
      return quick(method, decline(order, overriddenAmount.declines))
    return quick(method, approve(order, triggers.ACCEPTED, { auth_code: triggers.ACH_AUTH_CODE }))
  }
  return decideCard(order)
}

/** Returns the record of an order that has not arrived and must not be accepted any more. */
export function ruledOut(reference: string, processor_account_id: string | null, ts: number): LedgerRecord {
  const order: Order = {
    reference,
    action: 'void',
    amount: 0n,
    currency: 'USD',
    allow_partial: false,
    initiation: BY_MERCHANT,
  }
  const outcome = decline(order, triggers.stateRefusals.already_reversed)
  const nothing = { original: null, account: null, method: 'card', asked: 0n } as const
  return { ...nothing, reference, action: order.action, outcome, ts, processor_account_id, ruled_out: true }
}

/** Returns the record by which an approved order is taken back. */
export function takenBack(taken: LedgerRecord, ts: number): LedgerRecord {
  const { reference, processor_reference } = { ...taken, ...taken.outcome }
  const outcome: Outcome = { ...NO_RESPONSE_DATA, result: 'declined', ...triggers.TAKEN_BACK, processor_reference }
  const { series: _, authenticated: __, ...about } = taken
  return { ...about, reference: `${reference}~taken-back`, original: null, outcome, ts, takes_back: reference }
}

/**
 * Voids, completions and refunds follow the state of the original only: their amounts are no test values. An
 * increment is authorised again, so declining amounts apply to its new total.
 */
function decideFollowUp(order: Order, state: OrderState | undefined, method: Instrument['kind']): Decision {
  const issuer = order.action === 'authincrement' ? triggers.declinesByAmount.get(order.amount) : undefined
  const refusal = refuse(order, state) ?? issuer ?? refuseIncrement(order, state)
  const { from, to } = triggers.slowFollowUps
  const slow = ['void', 'authcomplete', 'authincrement'].includes(order.action)
  const delay_ms = slow && state && state.asked >= from && state.asked <= to ? seconds(state.asked - from) : 0
  if (refusal || !state) {
    return { outcome: decline(order, refusal ?? triggers.stateRefusals.original_not_valid), method, delay_ms }
  }
  const plain = method === 'bank' ? triggers.ACCEPTED : triggers.APPROVED
  const partly = incrementsPartly(order)
  const approval = partly ? triggers.PARTLY_APPROVED : order.action === 'authcomplete' ? triggers.COMPLETED : plain
  const auth_code = order.action === 'refund' && method === 'card' ? authCode(order.reference) : state.auth_code
  const auth_amount = partly ? triggers.partialIncrement.approves : followUpAmount(order, state)
  return { outcome: approve(order, approval, { auth_code, auth_amount }), method, delay_ms }
}

function incrementsPartly(order: Order): boolean {
  return order.action === 'authincrement' && order.amount === triggers.partialIncrement.asked
}

function refuseIncrement(order: Order, state: OrderState | undefined): triggers.Verdict | undefined {
  if (!state || !incrementsPartly(order)) return undefined
  const is_possible = order.allow_partial && state.authorized < triggers.partialIncrement.approves
  return is_possible ? undefined : triggers.stateRefusals.increment_declined
}

function decideCard(order: Order): Decision {
  const card = order.instrument?.kind === 'card' ? order.instrument : undefined
  const address = order.action === 'refund' ? null : verifyAddress(order.billing)
  const checks = {
    avs: address?.avs ?? null,
    avs_enhanced: address?.avs_enhanced ?? null,
    cvv_response: card && order.action !== 'refund' ? verifyCvv(card) : null,
  }
  const denied = address?.denied ? triggers.ADDRESS_DENIED : undefined
  if (order.action === 'avsonly') {
    if (denied) return quick('card', { ...decline(order, denied), ...checks })
    return quick('card', { ...approve(order, triggers.APPROVED, { auth_code: '', auth_amount: 0n }), ...checks })
  }
  const { refusal, delay_ms } = judgeAmount(order)
  const no = refusal ?? denied
  if (no) return { outcome: { ...decline(order, no), ...triggers.classOf(no), ...checks }, method: 'card', delay_ms }
  // The network tells the same id of one payment however often it is asked.
  const network_transaction_id = digest(`network ${order.reference}`).slice(0, 15)
  const outcome = { ...approveCard(order), ...checks, network_transaction_id, ...keptToken(order, card) }
  return { outcome, method: 'card', delay_ms }
}

/** The first payment of a series asks for its card to be kept; the token is the same however often it is asked. */
function keptToken({ initiation, reference }: Order, card: CardInstrument | undefined): Pick<Outcome, 'token'> {
  if (!card || initiation.series === null || !initiation.is_first) return {}
  const { number, brand } = card
  const shown = { first_six: number.slice(0, 6), last_four: number.slice(-4), brand }
  return { token: cardToken(shown, digest(`token ${reference}`).slice(0, 24)) }
}

function judgeAmount(order: Order): { refusal?: triggers.Verdict | undefined; delay_ms: number } {
  const { from, to, declines_from, gives_up_after_ms } = triggers.slowAmounts
  if (order.amount >= declines_from && order.amount <= to) {
    return { refusal: triggers.TIMED_OUT, delay_ms: gives_up_after_ms }
  }
  if (order.amount >= from && order.amount < declines_from) return { delay_ms: seconds(order.amount - from) }
  const { asked, declines } = triggers.secondAmount
  if (order.amount === asked && !isSecondTry(order)) return { refusal: declines, delay_ms: 0 }
  if (asksTooMuch(order) && !order.allow_partial) return { refusal: triggers.PARTIAL_REFUSED, delay_ms: 0 }
  return { refusal: triggers.declinesByAmount.get(order.amount), delay_ms: 0 }
}

/** The first request of a payment has the payment's id. */
function isSecondTry({ transaction_id, reference }: Order): boolean {
  return transaction_id !== undefined && transaction_id !== reference
}

function approveCard(order: Order): Outcome {
  if (order.action === 'force') {
    return approve(order, triggers.FORCED, { auth_code: order.auth_code ?? authCode(order.reference) })
  }
  if (asksTooMuch(order)) {
    return approve(order, triggers.PARTLY_APPROVED, { auth_amount: triggers.partialAmount.approves })
  }
  return approve(order, triggers.APPROVED)
}

function asksTooMuch(order: Order): boolean {
  return order.amount === triggers.partialAmount.asked && (order.action === 'sale' || order.action === 'authonly')
}

function approve(order: Order, verdict: triggers.Verdict, more: Partial<Outcome> = {}): Outcome {
  return {
    ...NO_RESPONSE_DATA,
    result: 'approved',
    ...verdict,
    auth_code: authCode(order.reference),
    auth_amount: order.amount,
    processor_reference: processorReference(order),
    ...more,
  }
}

function decline(order: Order, verdict: triggers.Verdict): Outcome {
  return { ...NO_RESPONSE_DATA, result: 'declined', ...verdict, processor_reference: processorReference(order) }
}

function quick(method: Instrument['kind'], outcome: Outcome): Decision {
  return { outcome, method, delay_ms: 0 }
}

/** Returns six characters derived from the reference, so that a repeated test shows the same code. */
function authCode(reference: string): string {
  return digest(`auth ${reference}`).slice(0, 6)
}

function processorReference(order: Order): string {
  return `SIM${digest(order.reference).slice(0, 17)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function seconds(count: bigint): number {
  return Number(count) * 1000
}

interface AddressAnswer {
  avs: 'GOOD' | 'BAD' | 'STREET' | 'ZIP' | null
  avs_enhanced: string
  denied: boolean
}

/**
 * Verifies an address by the published test addresses. STREET and ZIP name the part that does *not* match; only parts
 * that were sent count. A zip of nine digits is compared by its first five.
 */
function verifyAddress(billing: ProcessorRequest['billing']): AddressAnswer {
  const street = billing?.street ? plain(billing.street) : undefined
  const zip = billing?.zip ? plain(billing.zip).slice(0, 5) : undefined
  if (street === undefined && zip === undefined) return { avs: null, avs_enhanced: 'V', denied: false }

  const streetFits = street === undefined ? undefined : street === goodAddress.street
  const zipFits = zip === undefined ? undefined : zip === goodAddress.zip
  if (streetFits && zipFits) return { avs: 'GOOD', avs_enhanced: 'Y', denied: false }
  if (streetFits) return { avs: zipFits === undefined ? 'GOOD' : 'ZIP', avs_enhanced: 'A', denied: false }
  if (zipFits) return { avs: streetFits === undefined ? 'GOOD' : 'STREET', avs_enhanced: 'Z', denied: false }

  // Every part that was sent must be the denying one: its zip beside another street is merely a mismatch.
  const denied =
    (street ?? denyingAddress.street) === denyingAddress.street && (zip ?? denyingAddress.zip) === denyingAddress.zip
  return { avs: 'BAD', avs_enhanced: 'N', denied }
}

/**
 * Returns M, N, P, S, U or X; null without a security code. It never declines, which is up to the merchant's
 * settings.
 */
function verifyCvv(card: CardInstrument): string | null {
  if (!card.cvv) return null
  return (card.brand === 'amex' ? amexCvvAnswers : cvvAnswers)[card.cvv] ?? 'N'
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase()
}
