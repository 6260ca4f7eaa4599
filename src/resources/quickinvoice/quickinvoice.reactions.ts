import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { thanksTask } from './notices.ts'
import { PAYMENT, quickinvoice, STATUS } from './quickinvoice.ts'
import { nextReminder, type Reminding, remindersOf } from './reminders.ts'
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

/** Keeps what every invoice was paid: it is counted anew from its transactions whenever one of them changes, is attached or leaves. */
export const quickinvoiceBalance: Projection = {
  on: 'transaction',
  verbs: 'any',
  async fold(work, event) {
    if (event.before && TOLD.every(name => event.before?.[name] === event.row[name])) return
    const ids = [event.row.quick_invoice_id, event.before?.quick_invoice_id].filter(id => typeof id === 'string')
    for (const id of [...new Set(ids)].toSorted()) await recount(work, event, id)
  },
}

/** The lock makes payments of one invoice wait for each other here: of two that do not fit together, the second is refused. */
async function recount(work: UnitOfWork, event: DomainEvent, id: string): Promise<void> {
  const invoice = await work.lock(quickinvoice, id)
  if (!invoice) return refuseGone(event, id)
  const money = await moneyOf(work, id)
  refuseTooMuch(event, invoice, money)
  const { settled, ...stands } = standing(invoice.amount_due, money.paid_amount, invoice.allow_overpayment)
  const becomesPaid = stands.payment_status_id === PAYMENT.paid && invoice.payment_status_id !== PAYMENT.paid
  const isFirst = becomesPaid && invoice.thanked_ts === null
  await work.update(
    quickinvoice,
    invoice,
    {
      ...money,
      ...stands,
      ...(becomesPaid && settled && !isMove(event) ? { status_id: STATUS.closed } : {}),
      ...(isFirst ? { thanked_ts: event.row.modified_ts as number } : {}),
    },
    { effects: isFirst ? [thanksFor(event, invoice)] : [] },
  )
}

/** Between the moment its pay page looked at it and this one, an invoice may have been deleted: nothing may be taken for it then. */
function refuseGone({ row, before }: DomainEvent, id: string): void {
  if (row.quick_invoice_id !== id || before?.quick_invoice_id === id) return
  throw notValid('quick_invoice_id')
}

type Money = Pick<Row<typeof quickinvoice>, 'paid_amount' | 'pending_amount'>

/**
 * Sales and debits that were approved and neither voided nor charged back (an authorization counts with what it holds), less what was
 * given back of them; and those whose outcome is not known. Amounts in minor units.
 */
async function moneyOf(work: UnitOfWork, id: string): Promise<Money> {
  const [sums] = await work.query<{ paid: number; pending: number }>(
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
 * Only the start of a payment can be refused: what a processor has answered has to be stored, whatever it makes of the invoice. PostgreSQL
 * asks no more than that either (`quickinvoice_in_flight`).
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

function thanksFor({ row }: DomainEvent, invoice: Row<typeof quickinvoice>): Effect {
  const payload = { quick_invoice_id: invoice.id, transaction_id: row.id as string }
  return thanksTask.effect(payload, { key: `${thanksTask.name}:${invoice.id}` })
}

/** An invoice that changes may have another reminder to give next: its days moved, it was paid, or it can be paid again. */
export const quickinvoiceReminders: Projection[] = [
  {
    on: 'quickinvoice',
    verbs: ['updated'],
    async fold(work, { row, before }) {
      const invoice = row as Row<typeof quickinvoice>
      const told = (each: Reminding) => JSON.stringify(remindersOf(each))
      if (before && told(before as Reminding) === told(invoice)) return
      const place = await work.maybe(location, invoice.location_id)
      const reminder_ts = nextReminder(invoice, place?.tz ?? null, invoice.modified_ts)
      await work.query('update quickinvoice set reminder_ts = $2 where id = $1', [invoice.id, reminder_ts])
    },
  },
  {
    // Every reminder to come is at another moment in another zone. The worker finds them at once and looks anew.
    on: 'location',
    verbs: ['updated'],
    async fold(work, { row, before, record_id }) {
      if (before?.tz === row.tz) return
      const text = 'update quickinvoice set reminder_ts = 0 where location_id = $1 and reminder_ts is not null'
      await work.query(text, [record_id])
    },
  },
]
