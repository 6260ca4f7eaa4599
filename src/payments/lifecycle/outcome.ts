import type { Settable } from '../../definition/resource.ts'
import type { Outcome } from '../../ports/processor.ts'
import { achSettings } from '../../resources/producttransaction/producttransaction.ts'
import {
  type Beginning,
  beginningOf,
  type FollowUpAction,
  REASON,
  STATUS,
  TRANSITIONS,
  type TransactionRow,
  type transaction,
} from '../../resources/transaction/transaction.ts'
import { originatesAt } from '../bank/windows.ts'
import type { Attempt } from './attempt.ts'
import type { Product } from './routing.ts'
import { COMMUNICATION_ERROR } from './submit.ts'

type Set = Settable<typeof transaction>

/** What an outcome makes of a transaction. Pure: the books are written elsewhere. */
export interface Consequence {
  set: Set
  /** How the attempt ends. */
  state: 'approved' | 'declined'
  /** The approval must not stand: the money has to be taken back. */
  reverse: boolean
}

/** The product's settings an approval is measured by. */
export type Terms = Pick<
  Product,
  | 'allow_partial_authorization'
  | 'allow_recurring_partial_authorization'
  | 'auto_decline_cvv'
  | 'auto_decline_street'
  | 'auto_decline_zip'
  | 'processor_data'
>

/** Whether the processor may approve less than was asked. */
export function allowsPartial(row: TransactionRow, terms: Terms): boolean {
  const usual =
    row.recurring_id === null ? terms.allow_partial_authorization : terms.allow_recurring_partial_authorization
  return row.allow_partial_authorization_override ?? usual
}

/** What of a question its outcome is measured by. */
type Asked = Pick<Attempt, 'action' | 'amount' | 'told_ts'>

/** The outcome of the question a transaction began with. */
export function concludeOrder(
  row: TransactionRow,
  attempt: Asked,
  outcome: Outcome,
  terms: Terms,
  seconds: number,
): Consequence {
  const checks = {
    avs: outcome.avs,
    avs_enhanced: outcome.avs_enhanced,
    cvv_response: outcome.cvv_response,
    timestamp: seconds,
  }
  if (outcome.result === 'declined') {
    return { set: { ...declined(outcome), ...checks }, state: 'declined', reverse: false }
  }
  const moves_money = attempt.action !== 'avsonly'
  // Somebody was told that it did not happen: that has to become true, so the row stays as it was told.
  if (attempt.told_ts !== null) {
    const set: Set = moves_money ? {} : { outcome: 'declined' }
    return { set, state: 'approved', reverse: moves_money }
  }
  const refusal = refusalOfApproval(row, attempt, outcome, terms)
  if (refusal) return { set: { ...declined(refusal), ...checks }, state: 'approved', reverse: moves_money }
  const set: Set = { ...approvedOrder(row, attempt, outcome), ...checks }
  return { set: { ...set, ...leaving(row, set, terms, seconds) }, state: 'approved', reverse: false }
}

function approvedOrder(row: TransactionRow, attempt: Asked, outcome: Outcome): Set {
  const beginning = beginningOf(attempt.action as Beginning, row.payment_method)
  if (!beginning) throw new Error(`${attempt.action} does not begin a ${row.payment_method} transaction`)
  const amount = attempt.action === 'avsonly' ? 0n : (outcome.auth_amount ?? attempt.amount)
  return {
    ...said(outcome),
    outcome: 'approved',
    status_id: beginning.status_id as TransactionRow['status_id'],
    auth_code: outcome.auth_code,
    auth_amount: amount,
    authorized_amount: amount,
    captured_amount: CAPTURES.includes(attempt.action) ? amount : 0n,
    ...tipChosen(row, attempt, amount),
  }
}

/** A bank payment that is accepted waits for its file. */
function leaving({ effective_date }: TransactionRow, set: Set, terms: Terms, seconds: number): Set {
  if (set.status_id !== STATUS.ach_pending) return {}
  const amount = set.auth_amount ?? 0n
  return { originate_ts: originatesAt({ amount, effective_date }, achSettings(terms).same_day, seconds) }
}

/** Who is approved for more than was asked has chosen a tip on the terminal, which nobody here has heard of yet. */
function tipChosen(row: TransactionRow, attempt: Asked, amount: bigint): Set {
  if (row.terminal_id === null || amount <= attempt.amount) return {}
  const tip = row.tip_amount === null ? { tip_amount: amount - attempt.amount } : {}
  return { transaction_amount: amount, ...tip }
}

/** Actions after which the money is the merchant's, and can be refunded. */
const CAPTURES: readonly string[] = ['sale', 'force', 'debit']

/** What the merchant does not accept although the issuer approved it, or null. */
function refusalOfApproval(row: TransactionRow, attempt: Asked, outcome: Outcome, terms: Terms): Said | null {
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

/** `avs` names the part that does not match, or BAD for all that was sent; a part that was not sent cannot fail. */
function addressFails(row: TransactionRow, { avs }: Outcome, terms: Terms): boolean {
  const street_declines = (row.auto_decline_street_override ?? terms.auto_decline_street) && row.billing_street
  const zip_declines = (row.auto_decline_zip_override ?? terms.auto_decline_zip) && row.billing_zip
  if (street_declines && (avs === 'STREET' || avs === 'BAD')) return true
  return Boolean(zip_declines) && (avs === 'ZIP' || avs === 'BAD')
}

/** The outcome of an action on a transaction. A refusal changes no money, only the reason that is shown. */
export function concludeFollowUp(row: TransactionRow, attempt: Attempt, outcome: Outcome, today: string): Consequence {
  const doing = row.doing === attempt.action ? null : row.doing
  if (outcome.result === 'declined') {
    // Lost on the way and nobody told: as if it had not been asked.
    const lost = outcome.reason_code_id === COMMUNICATION_ERROR.reason_code_id && attempt.told_ts === null
    return { set: { doing, ...(lost ? {} : said(outcome)) }, state: 'declined', reverse: false }
  }
  const action = attempt.action as FollowUpAction
  const { to } = TRANSITIONS[action]
  const set: Set = {
    ...attempt.changes,
    ...said(outcome),
    ...APPROVED[action](attempt, outcome, row, today),
    ...(to === null ? {} : { status_id: to }),
    doing,
  }
  return { set, state: 'approved', reverse: false }
}

type Approved = (attempt: Attempt, outcome: Outcome, row: TransactionRow, today: string) => Set

/** What each action does to the money of its transaction once approved. */
const APPROVED: Record<FollowUpAction, Approved> = {
  void: (_attempt, _outcome, _row, today) => ({
    transaction_amount: 0n,
    captured_amount: 0n,
    authorized_amount: 0n,
    void_date: today,
    originate_ts: null,
    dup_key: null,
  }),
  authcomplete(attempt, outcome, row) {
    const taken = outcome.auth_amount ?? attempt.amount
    // A processor that takes more than it held must be believed: it has the money.
    const more = taken > row.authorized_amount ? { authorized_amount: taken } : {}
    return { transaction_amount: taken, auth_amount: taken, captured_amount: taken, ...more, ...code(outcome) }
  },
  // The approved amount stays that of the first authorization; what may be captured is the new total.
  authincrement: (attempt, outcome) => ({
    transaction_amount: attempt.amount,
    authorized_amount: attempt.amount,
    ...code(outcome),
  }),
  partialreversal: (attempt, _outcome, row) => ({ ...newTotal(attempt.amount, row), auth_amount: attempt.amount }),
  tipadjust: (attempt, _outcome, row) => ({ ...newTotal(attempt.amount, row), auth_amount: attempt.amount }),
}

function newTotal(amount: bigint, row: TransactionRow): Set {
  const captured = row.status_id === STATUS.sale
  return { transaction_amount: amount, authorized_amount: amount, ...(captured ? { captured_amount: amount } : {}) }
}

function code(outcome: Outcome): Set {
  return outcome.auth_code === null ? {} : { auth_code: outcome.auth_code }
}

type Said = Pick<Outcome, 'reason_code_id' | 'verbiage' | 'response_message'>

function said({ reason_code_id, verbiage, response_message }: Said): Said {
  return { reason_code_id, verbiage, response_message }
}

function refusal(reason_code_id: number, verbiage: string, { response_message }: Outcome): Said {
  return { reason_code_id, verbiage, response_message }
}

/** A decline is a row like any other; its kind of payment may be tried again, so it holds no place in the duplicate check. */
export function declined(reason: Said): Set {
  return {
    ...said(reason),
    outcome: 'declined',
    status_id: STATUS.declined,
    auth_code: null,
    auth_amount: 0n,
    dup_key: null,
  }
}

/** What a caller is told while nobody knows (decision record 0004). */
export function unknownOutcome(attempt: Attempt): Set {
  if (attempt.purpose === 'follow_up') return { ...COMMUNICATION_ERROR }
  return { ...COMMUNICATION_ERROR, outcome: 'unknown', status_id: STATUS.declined }
}
