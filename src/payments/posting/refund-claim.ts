import type { UnitOfWork } from '../../definition/store.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'

/** What a refund claims of its original, minor units: reserved while it is pending, taken once it is approved. */
export interface RefundClaim {
  pending: bigint
  refunded: bigint
  /** What of `refunded` is surcharge. */
  surcharge: bigint
}

/** Moves the claim on the original. PostgreSQL refuses to let claims exceed what was captured. */
export async function moveClaim(
  work: UnitOfWork,
  refund: TransactionRow,
  { pending, refunded, surcharge }: RefundClaim,
): Promise<void> {
  const original_id = refund.previous_transaction_id!
  // A reservation is not visible from outside, so it is no event.
  if (refunded === 0n) return reserve(work, original_id, pending)
  const original = await work.lock(transaction, original_id)
  if (!original) throw new Error(`the original of refund ${refund.id} is gone`)
  await work.update(transaction, original, {
    refund_pending_amount: original.refund_pending_amount + pending,
    refunded_amount: original.refunded_amount + refunded,
    ...(original.surcharge_id && { refunded_surcharge_amount: original.refunded_surcharge_amount + surcharge }),
  })
}

async function reserve(work: UnitOfWork, id: string, amount: bigint): Promise<void> {
  await work.query('update transaction set refund_pending_amount = refund_pending_amount + $2 where id = $1', [
    id,
    amount.toString(),
  ])
}
