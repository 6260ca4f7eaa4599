import type { Row, Settable } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import { overRows, type SideStatement, type UnitOfWork } from '../../definition/store.ts'
import { notValid } from '../../lib/problem.ts'
import { type InvoiceAmounts, invoiceAmounts, invoiceBalance } from '../../resources/quickinvoice/balance.ts'
import { PAYMENT, quickinvoice, STATUS, thanksTask } from '../../resources/quickinvoice/quickinvoice.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { lockRecords, type TransactionChange, type WrittenChange } from './posting-batch.ts'

type Invoice = Row<typeof quickinvoice>

/**
 * Counts the payments of the invoices that transactions belong to, or belonged to, anew. The locks make payments of one
 * invoice wait for each other: of two that do not fit together, the second is refused.
 */
export async function recountInvoices(work: UnitOfWork, changes: readonly WrittenChange[]): Promise<void> {
  const latest = new Map<string, WrittenChange>()
  for (const change of changes)
    for (const id of [change.before?.quick_invoice_id, change.after.quick_invoice_id]) if (id) latest.set(id, change)
  const ids = [...latest.keys()].toSorted()
  const invoices = await lockRecords(work, quickinvoice, ids)
  for (const [id, change] of latest) if (!invoices.has(id)) refuseGone(change, id)
  const amounts = await invoiceAmounts(work, [...invoices.keys()])
  await work.updateAll(
    quickinvoice,
    [...invoices.values()].map(invoice => recounted(latest.get(invoice.id)!, invoice, amounts.get(invoice.id)!)),
  )
}

/**
 * The statement that reserves the amount of a payment on its invoice. A reservation is not visible from outside, so it
 * is no event. PostgreSQL refuses one that the invoice has no room for, and at the commit one of a deleted invoice:
 * only the intent of a payment can be refused; what a processor has answered is recorded whatever it makes of the
 * invoice.
 */
export function reservedOnInvoice(payment: TransactionRow): SideStatement {
  const { quick_invoice_id: id, transaction_amount, surcharge_id, surcharge_amount } = payment
  const surcharge = surcharge_id === null ? 0n : (surcharge_amount ?? 0n)
  return overRows(RESERVE, [{ id, step: String(transaction_amount - surcharge) }])
}

// The ids are there twice, so that invoices are found by them whatever PostgreSQL knows of the table.
const RESERVE = `
update quickinvoice set pending_amount = pending_amount + said.step
  from json_to_recordset($1) as said (id text, step bigint)
 where quickinvoice.id = said.id and quickinvoice.deleted_ts is null
   and quickinvoice.id = any(array(select id from json_to_recordset($1) as named (id text)))`

/** Returns what the amounts of an invoice, and the latest change of a payment of it, make of the invoice. */
function recounted(change: WrittenChange, invoice: Invoice, amounts: InvoiceAmounts) {
  const { settled, ...balance } = invoiceBalance(invoice.amount_due, amounts.paid_amount, invoice.allow_overpayment)
  const becomes_paid = balance.payment_status_id === PAYMENT.paid && invoice.payment_status_id !== PAYMENT.paid
  const opens_again = invoice.auto_reopen && invoice.status_id === STATUS.closed && !settled
  const is_first = becomes_paid && invoice.thanked_ts === null
  const set: Settable<typeof quickinvoice> = {
    ...amounts,
    ...balance,
    ...(opens_again && amounts.paid_amount < invoice.paid_amount ? { status_id: STATUS.open } : {}),
    ...(becomes_paid && settled && !isMove(change) ? { status_id: STATUS.closed } : {}),
    ...(is_first ? { thanked_ts: change.after.modified_ts } : {}),
  }
  const effects = is_first && invoice.email ? [thanksFor(change, invoice)] : []
  return { row: invoice, set, options: { effects }, actor: change.actor }
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

function thanksFor({ after }: TransactionChange, invoice: Invoice): Effect {
  const payload = { quick_invoice_id: invoice.id, transaction_id: after.id }
  return thanksTask.effect(payload, { key: `${thanksTask.name}:${invoice.id}` })
}
