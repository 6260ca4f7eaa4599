import type { Money } from '../../lib/money.ts'
import { PAYMENT } from './quickinvoice.ts'

/** What an invoice's money says about it. Nobody sets these; they are always this function of what is due and what is paid. */
export interface Standing {
  payment_status_id: 1 | 2 | 3
  /** Minor units, never below zero. */
  remaining_balance: Money
  /** Nothing more is taken: fully paid, and overpayment is not allowed. */
  settled: boolean
}

/** Amounts in minor units. */
export function standing(amount_due: Money, paid_amount: Money, allow_overpayment: boolean): Standing {
  const isPaid = paid_amount >= amount_due
  return {
    payment_status_id: isPaid ? PAYMENT.paid : paid_amount > 0n ? PAYMENT.partially_paid : PAYMENT.unpaid,
    remaining_balance: isPaid ? 0n : amount_due - paid_amount,
    settled: isPaid && !allow_overpayment,
  }
}
