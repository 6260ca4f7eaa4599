import type { Settable } from '../../definition/resource.ts'
import type { Outcome } from '../../ports/processor.ts'
import { reducedParts } from '../../resources/transaction/amount-parts.ts'
import { type FollowUpAction, REASON, STATUS, TRANSITIONS } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { Attempt } from './attempt.ts'
import { extendedTo } from './authorization-validity.ts'

type Set = Settable<typeof transaction>

/** Returns what an action that was approved makes of its transaction. */
export function approvedAction(row: TransactionRow, attempt: Attempt, outcome: Outcome, now: Now): Set {
  const action = attempt.action as FollowUpAction
  const { to } = TRANSITIONS[action]
  const { reason_code_id, verbiage, response_message } = outcome
  const set: Set = {
    ...attempt.changes,
    reason_code_id,
    verbiage,
    response_message,
    ...APPROVED[action](attempt, outcome, row, now),
    ...(to === null ? {} : { status_id: to }),
    ...(isExpiry(attempt) ? EXPIRED : {}),
  }
  return { ...set, ...reducedParts({ ...row, ...set } as TransactionRow) }
}

/** Whether an action is the void of an authorization that was not captured in time. */
export function isExpiry({ changes }: Attempt): boolean {
  return changes.reason_code_id === EXPIRED.reason_code_id
}

/** The moment of an outcome: Unix seconds, and the date where the transaction was made. */
export interface Now {
  today: string
  seconds: number
}

type Approved = (attempt: Attempt, outcome: Outcome, row: TransactionRow, now: Now) => Set

/** What each action does to the money of its transaction once approved. */
const APPROVED: Record<FollowUpAction, Approved> = {
  void: (_attempt, _outcome, _row, { today }) => voided(today),
  authcomplete(attempt, outcome, row) {
    const taken = approvedAmount(attempt, outcome)
    // More may be captured than was held; the processor has the money, so its word counts.
    const more = taken > row.authorized_amount ? { authorized_amount: taken } : {}
    const amounts = { transaction_amount: taken, auth_amount: taken, captured_amount: taken, ...more }
    // What follows acts on the capture, where it has an id of its own.
    const { processor_reference } = outcome
    return { ...amounts, expire_ts: null, ...code(outcome), ...(processor_reference ? { processor_reference } : {}) }
  },
  // The approved amount stays that of the first authorization; what may be captured is the new total.
  authincrement: (attempt, outcome, row, { seconds }) => ({
    ...newTotal(approvedAmount(attempt, outcome), row),
    ...extended(row, seconds),
    ...code(outcome),
  }),
  partialreversal: changedTo,
  tipadjust: changedTo,
}

export function voided(today: string): Set {
  return {
    transaction_amount: 0n,
    captured_amount: 0n,
    authorized_amount: 0n,
    void_date: today,
    originate_ts: null,
    expire_ts: null,
    dup_key: null,
  }
}

/** What a transaction shows that was an authorization, and ended without being captured. */
export const EXPIRED = {
  reason_code_id: REASON.authorization_expired,
  verbiage: 'EXPIRED AUTHORIZATION',
} as const satisfies Set

/**
 * Returns what becomes of an authorization that ended and that the processor does not take back: it was given back
 * already, or ends at the issuer by itself.
 */
export function expired(today: string, response_message: string | null): Set {
  return { ...voided(today), ...EXPIRED, response_message, status_id: STATUS.voided }
}

/** What the processor approved counts, never what was requested of it. */
function approvedAmount(attempt: Attempt, outcome: Outcome): bigint {
  return outcome.auth_amount ?? attempt.amount
}

function extended({ account_type, expire_ts }: TransactionRow, seconds: number): Set {
  return expire_ts === null ? {} : { expire_ts: extendedTo(account_type, expire_ts, seconds) }
}

function changedTo(attempt: Attempt, outcome: Outcome, row: TransactionRow): Set {
  const amount = approvedAmount(attempt, outcome)
  return { ...newTotal(amount, row), auth_amount: amount }
}

function newTotal(amount: bigint, row: TransactionRow): Set {
  const captured = row.status_id === STATUS.sale
  return { transaction_amount: amount, authorized_amount: amount, ...(captured ? { captured_amount: amount } : {}) }
}

function code(outcome: Outcome): Set {
  return outcome.auth_code === null ? {} : { auth_code: outcome.auth_code }
}
