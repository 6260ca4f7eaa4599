import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { Money } from '../../lib/money.ts'
import { APPROVED_STATUSES, TYPE } from '../transaction/transaction.states.ts'
import type { transaction } from '../transaction/transaction.ts'
import { PAYMENT, type quickinvoice } from './quickinvoice.ts'

/** What follows from the amounts of an invoice; derived on every change, never set by a caller. */
export interface InvoiceBalance {
  payment_status_id: 1 | 2 | 3
  /** Minor units, never below zero. */
  remaining_balance: Money
  /** Nothing more is taken: fully paid, and overpayment is not allowed. */
  settled: boolean
}

/** Returns the balance of an invoice. Amounts in minor units. */
export function invoiceBalance(amount_due: Money, paid_amount: Money, allow_overpayment: boolean): InvoiceBalance {
  const isPaid = paid_amount >= amount_due
  return {
    payment_status_id: isPaid ? PAYMENT.paid : paid_amount > 0n ? PAYMENT.partially_paid : PAYMENT.unpaid,
    remaining_balance: isPaid ? 0n : amount_due - paid_amount,
    settled: isPaid && !allow_overpayment,
  }
}

/** Types of transactions that pay an invoice. */
const PAYMENT_TYPES: readonly number[] = [TYPE.sale, TYPE.debit]

/** Whether a transaction is an approved payment, neither voided nor charged back. */
export function isApprovedPayment({
  type_id,
  status_id,
}: Pick<Row<typeof transaction>, 'type_id' | 'status_id'>): boolean {
  return PAYMENT_TYPES.includes(type_id) && APPROVED_STATUSES.includes(status_id)
}

export type InvoiceAmounts = Pick<Row<typeof quickinvoice>, 'paid_amount' | 'pending_amount'>

/**
 * Returns what is paid and what is pending of each invoice: an authorization counts with the amount it holds, every
 * other approved payment with what was captured, both less refunds; a payment of unknown outcome is pending. A
 * surcharge that the gateway has added pays nothing of the invoice.
 */
export async function invoiceAmounts(
  { query }: Pick<UnitOfWork, 'query'>,
  ids: readonly string[],
): Promise<Map<string, InvoiceAmounts>> {
  const sums = await query<{ id: string } & Record<keyof InvoiceAmounts, number>>(AMOUNTS, [ids])
  return new Map(
    sums.map(({ id, paid_amount, pending_amount }) => [
      id,
      { paid_amount: BigInt(paid_amount), pending_amount: BigInt(pending_amount) },
    ]),
  )
}

// Each by itself along the index of payments by invoice, whatever PostgreSQL knows of the table: put like this,
// deletion fits the condition of no other index.
const AMOUNTS = `
select asked.id, sums.* from unnest($1::text[]) as asked (id), lateral (
select coalesce(sum(case status_id when 102 then authorized_amount else captured_amount end - refunded_amount
                    - case when surcharge_id is null then 0 else coalesce(surcharge_amount, 0) - refunded_surcharge_amount end)
         filter (where outcome = 'approved' and status_id in (${APPROVED_STATUSES.join(', ')})), 0)::bigint as paid_amount,
       coalesce(sum(transaction_amount - case when surcharge_id is null then 0 else coalesce(surcharge_amount, 0) end)
         filter (where outcome in ('pending', 'unknown')), 0)::bigint as pending_amount
  from transaction
 where quick_invoice_id = asked.id and type_id in (${PAYMENT_TYPES.join(', ')}) and (deleted_ts is null) is true) as sums`

/** Columns of a transaction that move the amounts of its invoice. */
export const AMOUNT_COLUMNS = [
  'quick_invoice_id',
  'outcome',
  'status_id',
  'transaction_amount',
  'authorized_amount',
  'captured_amount',
  'refunded_amount',
  'surcharge_amount',
  'refunded_surcharge_amount',
] as const satisfies (keyof Row<typeof transaction>)[]

/** Whether payments that are made or on their way come to more than an invoice takes. */
export function isOverpaid(
  { amount_due, allow_overpayment }: Pick<Row<typeof quickinvoice>, 'amount_due' | 'allow_overpayment'>,
  { paid_amount, pending_amount }: InvoiceAmounts,
): boolean {
  return !allow_overpayment && paid_amount + pending_amount > amount_due
}
