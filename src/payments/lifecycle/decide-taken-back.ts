import type { Settable } from '../../definition/resource.ts'
import type { Outcome } from '../../ports/processor.ts'
import { REASON, STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { voided } from './approved-action.ts'
import type { Attempt } from './attempt.ts'
import { expiresAt } from './authorization-validity.ts'
import { declined } from './outcome.ts'

/**
 * What becomes of a transaction when its processor takes back an approval. `change`: it goes back. `charge_back`: a
 * bank payment came back, as by a return. `reverse`: a reversal has failed, so the approval it had taken back stands.
 * `differs`: too much has happened since, so that a person has to decide. Null: nothing follows.
 */
export type TakenBackDecision =
  | { kind: 'change'; set: Settable<typeof transaction> }
  | { kind: 'charge_back' }
  | { kind: 'reverse' }
  | { kind: 'differs' }

interface Facts {
  /** Where the transaction was made. */
  today: string
  industry_type: string
  /** What is left of the original to be refunded; of a refund only. */
  original_left: bigint | null
}

/** Whether the processor declines now what it had approved. */
export function isTakenBack(held: Pick<Attempt, 'state'>, { result }: Pick<Outcome, 'result'>): boolean {
  return held.state === 'approved' && result === 'declined'
}

/** Decides what an approval that its processor takes back makes of its transaction, both as they are now. */
export function decideTakenBack(
  row: TransactionRow,
  attempt: Pick<Attempt, 'purpose' | 'action' | 'amount'>,
  outcome: Outcome,
  facts: Facts,
): TakenBackDecision | null {
  // A void finds nothing to void where it was voided before.
  const is_over = outcome.reason_code_id === REASON.already_reversed
  if (attempt.purpose === 'reversal') return is_over ? null : { kind: 'reverse' }
  if (attempt.action === 'void') return is_over ? null : undoneVoid(row, attempt.amount, outcome, facts)
  if (attempt.purpose === 'order') return ofOrder(row, outcome, facts)
  if (!STANDING.includes(row.status_id)) return null
  return attempt.action === 'authcomplete' ? ended(row, outcome, facts) : DIFFERS
}

const DIFFERS: TakenBackDecision = { kind: 'differs' }
const STANDING: readonly number[] = [STATUS.sale, STATUS.authorized]
const BY_BANK: readonly number[] = [
  STATUS.ach_pending,
  STATUS.ach_originating,
  STATUS.ach_originated,
  STATUS.ach_settled,
]
/** The processor has voided it, or let it expire: no money moved, and none was refused. */
const ENDED: readonly number[] = [REASON.already_reversed, REASON.authorization_expired]

function ofOrder(row: TransactionRow, outcome: Outcome, facts: Facts): TakenBackDecision | null {
  const { status_id } = row
  if (row.payment_method === 'ach') return BY_BANK.includes(status_id) ? { kind: 'charge_back' } : null
  if (status_id === STATUS.authorized) return ended(row, outcome, facts)
  if (status_id !== STATUS.sale && status_id !== STATUS.refunded) return null
  if (ENDED.includes(outcome.reason_code_id)) return ended(row, outcome, facts)
  if (isGivenBack(row)) return DIFFERS
  return { kind: 'change', set: { ...declined(outcome), authorized_amount: 0n, captured_amount: 0n } }
}

/** Money was refunded that was never taken. */
function isGivenBack({ refunded_amount, refund_pending_amount }: TransactionRow): boolean {
  return refunded_amount > 0n || refund_pending_amount > 0n
}

function ended(row: TransactionRow, outcome: Outcome, { today }: Facts): TakenBackDecision {
  if (isGivenBack(row)) return DIFFERS
  return { kind: 'change', set: { ...voided(today), ...reasonOf(outcome), status_id: STATUS.voided } }
}

function undoneVoid(row: TransactionRow, amount: bigint, outcome: Outcome, facts: Facts): TakenBackDecision | null {
  if (row.status_id !== STATUS.voided) return null
  const status_id = statusBeforeVoid(row)
  if (status_id === STATUS.refunded && (facts.original_left ?? 0n) < amount) return DIFFERS
  const set: Settable<typeof transaction> = {
    ...reasonOf(outcome),
    status_id,
    transaction_amount: amount,
    authorized_amount: amount,
    captured_amount: row.type_id === TYPE.refund || status_id === STATUS.authorized ? 0n : amount,
    void_date: null,
    ...(status_id === STATUS.authorized
      ? { expire_ts: expiresAt(row.account_type, facts.industry_type, row.created_ts) }
      : {}),
  }
  return { kind: 'change', set }
}

function statusBeforeVoid({ payment_method, type_id, transaction_batch_id }: TransactionRow) {
  if (payment_method === 'ach') return STATUS.ach_pending
  if (type_id === TYPE.refund) return STATUS.refunded
  // An authorization is in no batch.
  return transaction_batch_id === null ? STATUS.authorized : STATUS.sale
}

function reasonOf({ reason_code_id, verbiage, response_message }: Outcome) {
  return { reason_code_id, verbiage, response_message }
}
