import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { INVOICE_AMOUNTS, invoiceBalance, isOverpaid } from '../../resources/quickinvoice/balance.ts'
import { PAYMENT, quickinvoice, STATUS, thanksTask } from '../../resources/quickinvoice/quickinvoice.ts'
import type { TransactionChange } from './posting-batch.ts'

/** Counts the payments of the invoices a transaction belongs to, or belonged to, anew. */
export async function recountInvoices(work: UnitOfWork, change: TransactionChange): Promise<void> {
  const ids = [change.after.quick_invoice_id, change.before?.quick_invoice_id].filter(id => typeof id === 'string')
  for (const id of [...new Set(ids)].toSorted()) await recount(work, change, id)
}

/**
 * The lock makes payments of one invoice wait for each other: of two that do not fit together, the second is refused.
 */
async function recount(work: UnitOfWork, change: TransactionChange, id: string): Promise<void> {
  const invoice = await work.lock(quickinvoice, id)
  if (!invoice) return refuseGone(change, id)
  const [sums] = await work.query<Record<'paid_amount' | 'pending_amount', number>>(INVOICE_AMOUNTS, [id])
  const amounts = { paid_amount: BigInt(sums!.paid_amount), pending_amount: BigInt(sums!.pending_amount) }
  // Only the intent of a payment can be refused: what a processor has answered is recorded whatever it makes of the
  // invoice.
  if (change.verb === 'started' && isOverpaid(invoice, amounts))
    throw invalidField(
      'transaction_amount',
      'The invoice has less left to pay, or another payment of it is on its way.',
    )
  const { settled, ...balance } = invoiceBalance(invoice.amount_due, amounts.paid_amount, invoice.allow_overpayment)
  const becomes_paid = balance.payment_status_id === PAYMENT.paid && invoice.payment_status_id !== PAYMENT.paid
  const opens_again = invoice.auto_reopen && invoice.status_id === STATUS.closed && !settled
  const is_first = becomes_paid && invoice.thanked_ts === null
  await work.update(
    quickinvoice,
    invoice,
    {
      ...amounts,
      ...balance,
      ...(opens_again && amounts.paid_amount < invoice.paid_amount ? { status_id: STATUS.open } : {}),
      ...(becomes_paid && settled && !isMove(change) ? { status_id: STATUS.closed } : {}),
      ...(is_first ? { thanked_ts: change.after.modified_ts } : {}),
    },
    { effects: is_first ? [thanksFor(change, invoice)] : [] },
  )
}

/** The invoice may have been deleted since its pay page was opened: nothing may be taken for it then. */
function refuseGone({ after, before }: TransactionChange, id: string): void {
  if (after.quick_invoice_id !== id || before?.quick_invoice_id === id) return
  throw notValid('quick_invoice_id')
}

/** A transaction that is attached to an invoice or detached from it changes the balance but never the status. */
function isMove({ before, after }: TransactionChange): boolean {
  return before !== null && before.quick_invoice_id !== after.quick_invoice_id
}

function thanksFor({ after }: TransactionChange, invoice: Row<typeof quickinvoice>): Effect {
  const payload = { quick_invoice_id: invoice.id, transaction_id: after.id }
  return thanksTask.effect(payload, { key: `${thanksTask.name}:${invoice.id}` })
}
