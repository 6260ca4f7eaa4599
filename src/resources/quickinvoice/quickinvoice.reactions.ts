import type { Book, DomainEvent, Projection } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { PAYMENT, quickinvoice, STATUS } from './quickinvoice.ts'
import { standing } from './standing.ts'

/** What moves an invoice's money; all else about a transaction leaves its invoice alone. */
const TOLD = [
  'quick_invoice_id',
  'outcome',
  'status_id',
  'transaction_amount',
  'authorized_amount',
  'captured_amount',
  'refunded_amount',
] as const

/** `trx_source_id` of payments made on the pay page. */
const PAY_PAGE = 8

/** Keeps what every invoice was paid: it is counted anew from its transactions whenever one of them changes, is attached or leaves. */
export const quickinvoiceBalance: Projection = {
  on: 'transaction',
  verbs: 'any',
  async fold(book, event) {
    if (event.before && TOLD.every(name => event.before?.[name] === event.row[name])) return
    const ids = [event.row.quick_invoice_id, event.before?.quick_invoice_id].filter(id => typeof id === 'string')
    for (const id of [...new Set(ids)].toSorted()) await recount(book, event, id)
  },
}

/** The lock makes payments of one invoice wait for each other here: of two that do not fit together, the second is refused. */
async function recount(book: Book, event: DomainEvent, id: string): Promise<void> {
  const invoice = await book.lock(quickinvoice, id)
  if (!invoice) return
  const money = await moneyOf(book, id)
  refuseTooMuch(event, invoice, money)
  const { settled, ...stands } = standing(invoice.amount_due, money.paid_amount, invoice.allow_overpayment)
  const becomesPaid = stands.payment_status_id === PAYMENT.paid && invoice.payment_status_id !== PAYMENT.paid
  const isFirst = becomesPaid && invoice.thanked_ts === null
  await book.update(
    quickinvoice,
    invoice,
    {
      ...money,
      ...stands,
      ...(becomesPaid && settled && !isMove(event) ? { status_id: STATUS.closed } : {}),
      ...(isFirst ? { thanked_ts: event.row.modified_ts as number } : {}),
    },
    { effects: [...receiptFor(event, invoice), ...(isFirst ? [thanksFor(event, invoice)] : [])] },
  )
}

type Money = Pick<Row<typeof quickinvoice>, 'paid_amount' | 'pending_amount'>

/**
 * Sales and debits that were approved and neither voided nor charged back (an authorization counts with what it holds), less what was
 * given back of them; and those whose outcome is not known. Amounts in minor units.
 */
async function moneyOf(book: Book, id: string): Promise<Money> {
  const [sums] = await book.query<{ paid: number; pending: number }>(
    `select coalesce(sum(case status_id when 102 then authorized_amount else captured_amount end - refunded_amount)
              filter (where outcome = 'approved' and status_id in (101, 102, 131, 132, 133, 134)), 0)::bigint as paid,
            coalesce(sum(transaction_amount) filter (where outcome in ('pending', 'unknown')), 0)::bigint as pending
       from transaction
      where quick_invoice_id = $1 and type_id in (20, 50) and deleted_ts is null`,
    [id],
  )
  return { paid_amount: BigInt(sums!.paid), pending_amount: BigInt(sums!.pending) }
}

/**
 * Only the start of a payment can be refused: what a processor has answered has to be stored, whatever it makes of the invoice. That is
 * why this is no constraint of the table.
 */
function refuseTooMuch(event: DomainEvent, invoice: Row<typeof quickinvoice>, money: Money): void {
  if (event.verb !== 'started' || invoice.allow_overpayment) return
  if (money.paid_amount + money.pending_amount <= invoice.amount_due) return
  throw invalidField('transaction_amount', 'The invoice has less left to pay, or another payment of it is on its way.')
}

/** A transaction that was attached to its invoice or taken off it; that changes the balance but never the status. */
function isMove(event: DomainEvent): boolean {
  return event.before !== null && event.before.quick_invoice_id !== event.row.quick_invoice_id
}

/** Whoever pays on the page gets a receipt where they asked for it. */
function receiptFor({ row, before }: DomainEvent, invoice: Row<typeof quickinvoice>): Effect[] {
  const isNew = row.outcome === 'approved' && before?.outcome !== 'approved'
  if (!isNew || row.quick_invoice_id !== invoice.id || row.trx_source_id !== PAY_PAGE) return []
  if (!row.notification_email_address) return []
  const payload = { quick_invoice_id: invoice.id, transaction_id: row.id }
  return [{ task: 'quickinvoice.receipt', payload, key: `quickinvoice.receipt:${row.id}` }]
}

function thanksFor({ row }: DomainEvent, invoice: Row<typeof quickinvoice>): Effect {
  const payload = { quick_invoice_id: invoice.id, transaction_id: row.id }
  return { task: 'quickinvoice.thanks', payload, key: `quickinvoice.thanks:${invoice.id}` }
}
