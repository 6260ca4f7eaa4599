import type { UnitOfWork } from '../../definition/store.ts'
import { STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'

/** What a refund claims of its original, minor units: reserved while it is pending, taken once it is approved. */
interface RefundClaim {
  pending: bigint
  refunded: bigint
}

/** A sale may also name an earlier transaction, to use its account again. */
function isLinkedRefund(row: TransactionRow): boolean {
  return row.type_id === TYPE.refund && row.previous_transaction_id !== null
}

/** Statuses of a refund after which its payment can be refunded again. */
const UNDONE: readonly number[] = [STATUS.voided, STATUS.ach_rejected, STATUS.charged_back]

function claimOf(row: TransactionRow | null): RefundClaim {
  const none = { pending: 0n, refunded: 0n }
  if (row === null || !isLinkedRefund(row)) return none
  if (row.outcome === 'pending' || row.outcome === 'unknown') return { ...none, pending: row.transaction_amount }
  const stands = row.outcome === 'approved' && !UNDONE.includes(row.status_id)
  return stands ? { ...none, refunded: row.transaction_amount } : none
}

/** Returns how a change moves the claim of a refund on its original. */
export function claimSteps(before: TransactionRow | null, after: TransactionRow): RefundClaim {
  const was = claimOf(before)
  const is = claimOf(after)
  return { pending: is.pending - was.pending, refunded: is.refunded - was.refunded }
}

/** Moves the claim on the original. PostgreSQL refuses to let claims exceed what was captured. */
export async function moveClaim(
  work: UnitOfWork,
  refund: TransactionRow,
  { pending, refunded }: RefundClaim,
): Promise<void> {
  const original_id = refund.previous_transaction_id!
  // A reservation is not visible from outside, so it is no event.
  if (refunded === 0n) return reserve(work, original_id, pending)
  const original = await work.lock(transaction, original_id)
  if (!original) throw new Error(`the original of refund ${refund.id} is gone`)
  await work.update(transaction, original, {
    refund_pending_amount: original.refund_pending_amount + pending,
    refunded_amount: original.refunded_amount + refunded,
  })
}

async function reserve(work: UnitOfWork, id: string, amount: bigint): Promise<void> {
  await work.query('update transaction set refund_pending_amount = refund_pending_amount + $2 where id = $1', [
    id,
    amount.toString(),
  ])
}
