import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { formatMoney } from '../../lib/money.ts'
import { invalidField } from '../../lib/problem.ts'
import { surcharge } from '../../resources/surcharge/surcharge.ts'
import { refundedSurcharge } from '../../resources/surcharge/surcharge-amount.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'

/**
 * Returns what a refund of a locked payment says of the surcharge in it. Throws a 422 where it would give back a
 * surcharge that the merchant keeps.
 */
export async function refundSurcharge(
  work: UnitOfWork,
  original: TransactionRow,
  amount: bigint,
): Promise<Settable<typeof transaction>> {
  const { id, surcharge_id, captured_amount, refunded_amount, refund_pending_amount } = original
  if (surcharge_id === null) return {}
  const surcharge_amount = original.surcharge_amount ?? 0n
  const given_back = refunded_amount + refund_pending_amount
  const record = await work.maybe(surcharge, surcharge_id)
  const [others] = await work.query<{ amount: number }>(GIVEN_BACK, [id])
  const surcharge_given_back = BigInt(others!.amount)
  if (record && !record.refund_surcharges) {
    // Earlier refunds may have given a part of it back, while the merchant still did that.
    const kept = surcharge_amount - surcharge_given_back
    const left = captured_amount - given_back - kept
    if (amount <= left) return { surcharge_amount: 0n }
    throw invalidField(
      'transaction_amount',
      `Transaction Amount is more than is left to refund, which is ${formatMoney(left)}: the surcharge of ${formatMoney(kept)} is not given back.`,
    )
  }
  return {
    surcharge_amount: refundedSurcharge(
      { captured_amount, surcharge_amount, given_back, surcharge_given_back },
      amount,
    ),
  }
}

/** Of refunds that stand or may still be approved; as the trigger `transaction_refunds_add_up` counts them. */
const GIVEN_BACK = `
select coalesce(sum(surcharge_amount), 0)::bigint as amount
  from transaction
 where previous_transaction_id = $1 and refunded_id = $1
   and (outcome in ('pending', 'unknown') or outcome = 'approved' and status_id not in (136, 201, 331))`
