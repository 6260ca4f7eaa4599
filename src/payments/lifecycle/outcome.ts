import type { Settable } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import type { Outcome } from '../../ports/processor.ts'
import { achSettings } from '../../resources/producttransaction/processor-data.ts'
import { reducedParts } from '../../resources/transaction/amount-parts.ts'
import {
  type Beginning,
  beginningOf,
  type FollowUpAction,
  followUpRefusal,
  REASON,
  STATUS,
  TYPE,
} from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { originatesAt } from '../bank/windows.ts'
import { approvedAction, expired, isExpiry, type Now } from './approved-action.ts'
import { type Attempt, isLeft } from './attempt.ts'
import { expiresAt } from './authorization-validity.ts'
import type { Product } from './routing.ts'
import { COMMUNICATION_ERROR } from './submit.ts'

type Set = Settable<typeof transaction>

/** What an outcome makes of a transaction and of its attempt. */
export interface OutcomeDecision {
  set: Set
  /** How the attempt ends. */
  state: 'approved' | 'declined'
  /** The approval must not stand and has to be reversed. */
  reverse: boolean
  /** The reference of an approval that is reversed now. */
  reversed: string | null
  /** The void of an approval that must not stand came too late: it has to be refunded instead. */
  refund: boolean
  /** Why a person has to intervene. */
  stuck: string | null
}

function decision(state: OutcomeDecision['state'], set: Set, more: Partial<OutcomeDecision> = {}): OutcomeDecision {
  return { set, state, reverse: false, reversed: null, refund: false, stuck: null, ...more }
}

interface OutcomeFacts {
  /** Of an order. */
  product: Terms | null
  /** Of a follow-up. */
  place: { tz: string } | null
  /** Of a late follow-up: its transaction is settled, or just being. */
  settled?: boolean
  /** Unix seconds. */
  seconds: number
}

/**
 * Decides what the outcome of an attempt makes of its transaction, both as they are now; null where the outcome is
 * recorded already.
 */
export function decideOutcome(
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
  facts: OutcomeFacts,
): OutcomeDecision | null {
  const decided = decideOpen(row, held, outcome, facts)
  if (!decided) return null
  const answered = row.stuck_ts !== null && (held.stuck_ts !== null || held.purpose === 'reversal')
  if (decided.stuck === null && !answered) return decided
  return { ...decided, set: { ...decided.set, stuck_ts: decided.stuck === null ? null : facts.seconds } }
}

function decideOpen(
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
  { product, place, settled = false, seconds }: OutcomeFacts,
): OutcomeDecision | null {
  const is_late = isLate(held, outcome)
  if (!isOpen(held) && !is_late) return null
  // A payment that is made at a second processor stays as it is there: what the first approves late is given back.
  const is_left = isLeft(row, held)
  if (held.purpose === 'reversal') return { ...decideReversal(row, held, outcome), ...(is_left ? { set: {} } : {}) }
  if (is_left) return decision('approved', {}, { reverse: held.action !== 'avsonly' })
  if (is_late && isOutlived(row, held, settled)) return decision('approved', {}, { stuck: OUTLIVED })
  // A late approval of a request that was given up is reversed like one that was reported as failed.
  const attempt = is_late && held.told_ts === null ? { ...held, told_ts: seconds } : held
  if (attempt.purpose === 'follow_up')
    return decideFollowUp(row, attempt, outcome, { today: localDate(seconds, place?.tz).toString(), seconds })
  if (!product) throw new Error(`transaction ${row.id} has no product`)
  return decideOrder(row, attempt, outcome, product, seconds)
}

/** Whether a processor has said what became of a request. */
export function isDecided({ result }: Pick<Outcome, 'result'>): boolean {
  return result === 'approved' || result === 'declined'
}

/** The outcome of a request that its processor has, and decides later. */
export type Underway = Outcome & { result: 'pending' | 'held' }

/** Whether the processor has a request and has not decided it yet: it is asked again, however long that takes. */
export function isUnderway(outcome: Outcome): outcome is Underway {
  return outcome.result === 'pending' || outcome.result === 'held'
}

/** Whether the outcome is still to be learned. */
export function isOpen({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'pending' || state === 'unknown'
}

/** The processor had not received the request when it was given up, and approves it now. */
export function isLate(held: Attempt, outcome: Outcome): boolean {
  return held.state === 'declined' && outcome.result === 'approved' && held.purpose !== 'reversal'
}

/**
 * An action that was given up was approved after all, and its transaction has been settled, refunded or voided since.
 */
function isOutlived(row: TransactionRow, { purpose, action }: Attempt, settled: boolean): boolean {
  const facts = { same_day: true, settled }
  return purpose === 'follow_up' && followUpRefusal(action as FollowUpAction, { ...row, doing: null }, facts) !== null
}

const OUTLIVED = 'an action was approved that had been given up, and its transaction has gone on since'

/** The first published event of a transaction is its outcome; its intent is not published. */
export function verbOf(row: TransactionRow, attempt: Attempt): 'created' | 'updated' {
  return attempt.purpose === 'order' && row.outcome === 'pending' ? 'created' : 'updated'
}

/**
 * The approval is reversed, or was before by the processor's word. A payment by card that was settled is refunded; a
 * refund that was settled cannot be refunded in turn. Otherwise a person has to intervene.
 */
function decideReversal(row: TransactionRow, { action, original }: Attempt, outcome: Outcome): OutcomeDecision {
  if (outcome.result !== 'approved' && outcome.reason_code_id !== REASON.already_reversed) {
    const is_payment = row.payment_method === 'cc' && row.type_id === TYPE.sale
    if (outcome.settled && action === 'void' && is_payment) return decision('declined', {}, { refund: true })
    const set = { reason_code_id: REASON.online_reversal_failed, verbiage: 'ONLINE REVERSAL FAILED' }
    return decision('declined', set, { stuck: 'an approval could not be taken back' })
  }
  const was_stuck = row.reason_code_id === REASON.online_reversal_failed
  const stands = row.outcome === 'declined' && !was_stuck
  const set: Set = { outcome: 'declined', dup_key: null, ...(was_stuck ? COMMUNICATION_ERROR : {}) }
  return decision('approved', stands ? {} : set, { reversed: original })
}

/** The product's settings an approval is measured by. */
export type Terms = Pick<
  Product,
  | 'allow_partial_authorization'
  | 'allow_recurring_partial_authorization'
  | 'auto_decline_cvv'
  | 'auto_decline_street'
  | 'auto_decline_zip'
  | 'industry_type'
  | 'processor_data'
> & {
  /** A bank payment is sent by its processor, and leaves in no file of ours. */
  is_sent_by_processor?: boolean
}

/** Whether the processor may approve less than was requested. */
export function allowsPartial(row: TransactionRow, terms: Terms): boolean {
  const usual =
    row.recurring_id === null ? terms.allow_partial_authorization : terms.allow_recurring_partial_authorization
  return row.allow_partial_authorization_override ?? usual
}

/** What of an attempt its outcome is measured by. */
export type Submitted = Pick<Attempt, 'action' | 'amount' | 'told_ts' | 'changes'>

/** Decides on the outcome of the request a transaction began with. */
export function decideOrder(
  row: TransactionRow,
  attempt: Submitted,
  outcome: Outcome,
  terms: Terms,
  seconds: number,
): OutcomeDecision {
  const checks = checksOf(outcome, seconds)
  if (outcome.result === 'declined') {
    return decision('declined', { ...declined(outcome), ...checks })
  }
  const moves_money = attempt.action !== 'avsonly'
  // It was reported as failed: that has to become true, so the row stays as it is.
  if (attempt.told_ts !== null) {
    const set: Set = moves_money ? {} : { outcome: 'declined' }
    return decision('approved', set, { reverse: moves_money })
  }
  const refusal = refusalOfApproval(row, attempt, outcome, terms)
  if (refusal) return decision('approved', { ...declined(refusal), ...checks }, { reverse: moves_money })
  return decision('approved', approvedPayment(row, attempt, outcome, terms, seconds))
}

function checksOf({ avs, avs_enhanced, cvv_response, processor_reference }: Outcome, seconds: number): Set {
  return { avs, avs_enhanced, cvv_response, processor_reference, timestamp: seconds }
}

/** What an approval that stands makes of its transaction. */
export function approvedPayment(
  row: TransactionRow,
  attempt: Submitted,
  outcome: Outcome,
  terms: Terms,
  seconds: number,
): Set {
  const set: Set = { ...approvedOrder(row, attempt, outcome), ...attempt.changes, ...checksOf(outcome, seconds) }
  const more = { ...leaving(row, set, terms, seconds), ...expiring(row, set, terms, seconds) }
  return { ...set, ...more, ...reducedParts({ ...row, ...set } as TransactionRow) }
}

function approvedOrder(row: TransactionRow, attempt: Submitted, outcome: Outcome): Set {
  const beginning = beginningOf(attempt.action as Beginning, row.payment_method)
  if (!beginning) throw new Error(`${attempt.action} does not begin a ${row.payment_method} transaction`)
  const amount = attempt.action === 'avsonly' ? 0n : (outcome.auth_amount ?? attempt.amount)
  return {
    ...reasonOf(outcome),
    outcome: 'approved',
    status_id: beginning.status_id as TransactionRow['status_id'],
    // That of a voice authorization came with the payment; not every processor repeats it.
    auth_code: outcome.auth_code ?? row.auth_code,
    auth_amount: amount,
    authorized_amount: amount,
    captured_amount: CAPTURES.includes(attempt.action) ? amount : 0n,
    ...tipChosen(row, attempt, amount),
  }
}

/** An accepted bank payment waits for its file, unless the processor sends it. */
function leaving({ effective_date }: TransactionRow, set: Set, terms: Terms, seconds: number): Set {
  if (set.status_id !== STATUS.ach_pending || terms.is_sent_by_processor) return {}
  const amount = set.auth_amount ?? 0n
  return { originate_ts: originatesAt({ amount, effective_date }, achSettings(terms).same_day, seconds) }
}

/** An authorization that is not captured in time ends. */
function expiring({ account_type }: TransactionRow, set: Set, { industry_type }: Terms, seconds: number): Set {
  if (set.status_id !== STATUS.authorized) return {}
  return { expire_ts: expiresAt(account_type, industry_type, seconds) }
}

/** An approval of more than was requested includes a tip that was chosen on the terminal. */
function tipChosen(row: TransactionRow, attempt: Submitted, amount: bigint): Set {
  if (row.terminal_id === null || amount <= attempt.amount) return {}
  const tip = row.tip_amount === null ? { tip_amount: amount - attempt.amount } : {}
  return { transaction_amount: amount, ...tip }
}

/** Actions after which the money is the merchant's, and can be refunded. */
const CAPTURES: readonly string[] = ['sale', 'force', 'debit']

/** Why the merchant does not accept what the issuer has approved, or null. */
function refusalOfApproval(row: TransactionRow, attempt: Submitted, outcome: Outcome, terms: Terms): Reason | null {
  if (!CHECKED.includes(attempt.action)) return null
  const partly = outcome.auth_amount !== null && outcome.auth_amount < attempt.amount
  if (partly && !allowsPartial(row, terms)) return refusal(REASON.partial_reversal, 'PARTIAL AUTH REVERSED', outcome)
  if (addressFails(row, outcome, terms)) return refusal(REASON.avs_reversal, 'AVS DECLINE', outcome)
  const cvv_declines = row.auto_decline_cvv_override ?? terms.auto_decline_cvv
  if (cvv_declines && outcome.cvv_response && outcome.cvv_response !== 'M')
    return refusal(REASON.cvv_reversal, 'CVV DECLINE', outcome)
  return null
}

const CHECKED: readonly string[] = ['sale', 'authonly', 'avsonly']

/** `avs` names the part that does not match, or BAD for everything sent; a part that was not sent cannot fail. */
function addressFails(row: TransactionRow, { avs }: Outcome, terms: Terms): boolean {
  const street_declines = (row.auto_decline_street_override ?? terms.auto_decline_street) && row.billing_street
  const zip_declines = (row.auto_decline_zip_override ?? terms.auto_decline_zip) && row.billing_zip
  if (street_declines && (avs === 'STREET' || avs === 'BAD')) return true
  return Boolean(zip_declines) && (avs === 'ZIP' || avs === 'BAD')
}

/** Decides on the outcome of an action on a transaction. A decline changes no money, only the reason that is shown. */
export function decideFollowUp(row: TransactionRow, attempt: Attempt, outcome: Outcome, now: Now): OutcomeDecision {
  const doing = row.doing === attempt.action ? null : row.doing
  const expires = isExpiry(attempt)
  // Voided before, by this very request where it came twice, or by somebody at the processor: nothing is left to void.
  const is_void_already = attempt.action === 'void' && outcome.reason_code_id === REASON.already_reversed
  if (outcome.result === 'declined' && !is_void_already) {
    // Lost on the way and not reported: as if it had not been requested. What nobody waits for is tried again later.
    const undecided = expires ? [REASON.communication_error, REASON.retry] : [REASON.communication_error]
    const lost = undecided.some(reason => reason === outcome.reason_code_id) && attempt.told_ts === null
    if (expires && !lost) return decision('declined', { ...expired(now.today, outcome.response_message), doing })
    return decision('declined', { doing, ...(lost ? {} : reasonOf(outcome)) })
  }
  return decision('approved', { ...approvedAction(row, attempt, outcome, now), doing })
}

type Reason = Pick<Outcome, 'reason_code_id' | 'verbiage' | 'response_message'>

function reasonOf({ reason_code_id, verbiage, response_message }: Reason): Reason {
  return { reason_code_id, verbiage, response_message }
}

function refusal(reason_code_id: number, verbiage: string, { response_message }: Outcome): Reason {
  return { reason_code_id, verbiage, response_message }
}

/**
 * A decline is a row like any other. The same payment may be tried again, so it takes no part in the duplicate check.
 */
export function declined(reason: Reason): Set {
  return {
    ...reasonOf(reason),
    outcome: 'declined',
    status_id: STATUS.declined,
    auth_code: null,
    auth_amount: 0n,
    dup_key: null,
  }
}

/** What a caller is answered while the outcome is unknown (decision record 0004). */
export function reportedFailed(attempt: Attempt): Set {
  if (attempt.purpose === 'follow_up') return { ...COMMUNICATION_ERROR }
  return { ...COMMUNICATION_ERROR, outcome: 'unknown', status_id: STATUS.declined }
}
