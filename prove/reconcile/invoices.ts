import type { Evidence, Payment } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'
import type { LedgerState } from './ledger.ts'

interface Invoice {
  id: string
  amount_due: number
  paid_amount: number
  pending_amount: number
  remaining_balance: number
  payment_status_id: number
  allow_overpayment: boolean
}

interface Link {
  id: string
  amount_due: number
  status_id: number
  pending_transaction_id: string | null
}

/** What a payment brought in according to the processor's ledger, in minor units. */
function broughtIn(ledgerStates: ReadonlyMap<string, LedgerState>, { id }: Payment): number {
  const ledgerState = ledgerStates.get(id)
  if (!ledgerState || ledgerState.voided) return 0
  return (ledgerState.captured > 0 ? ledgerState.captured : ledgerState.held) - ledgerState.refunded
}

const PAYING: readonly number[] = [20, 50]

/** The balance of an invoice is what is due less what the processor took for it; a link is paid once. */
export async function invoicesAndPayments({ sql, payments, ledgerStates }: Evidence): Promise<Finding[]> {
  const { found, mismatch, duplicate } = findings('invoices and payments')
  const paying = [...payments.values()].filter(({ type_id }) => PAYING.includes(type_id))
  const byInvoice = Map.groupBy(paying, ({ quick_invoice_id }) => quick_invoice_id)
  for (const invoice of await sql<Invoice>(INVOICES)) {
    const { id, amount_due, paid_amount, pending_amount, remaining_balance, payment_status_id } = invoice
    const paid = (byInvoice.get(id) ?? []).reduce((sum, payment) => sum + broughtIn(ledgerStates, payment), 0)
    const is = `invoice ${id} of ${shown(amount_due)}`
    if (paid !== paid_amount) mismatch(`${is} says ${shown(paid_amount)} were paid, and the ledger ${shown(paid)}`)
    if (remaining_balance !== Math.max(0, amount_due - paid))
      mismatch(`${is} leaves ${shown(remaining_balance)} to pay, and ${shown(paid)} of it were paid`)
    if (pending_amount !== 0) mismatch(`${is} still holds ${shown(pending_amount)} for payments on their way`)
    if (paid > amount_due && !invoice.allow_overpayment) duplicate(`${is} took ${shown(paid)}`)
    const status = paid === 0 ? 1 : paid < amount_due ? 3 : 2
    if (payment_status_id !== status) mismatch(`${is} has payment status ${payment_status_id} with ${shown(paid)} paid`)
  }
  const byLink = Map.groupBy(paying, ({ paylink_id }) => paylink_id)
  for (const link of await sql<Link>(LINKS)) {
    const taken = (byLink.get(link.id) ?? []).filter(payment => broughtIn(ledgerStates, payment) > 0)
    if (taken.length > 1)
      duplicate(`paylink ${link.id} was paid ${taken.length} times: ${taken.map(({ id }) => id).join(', ')}`)
    if ((link.status_id === 1) !== taken.length > 0)
      mismatch(`paylink ${link.id} has status ${link.status_id} with ${taken.length} payments in the ledger`)
    if (link.pending_transaction_id !== null)
      mismatch(`paylink ${link.id} still waits for ${link.pending_transaction_id}`)
  }
  return found
}

const INVOICES = `
select id, amount_due, paid_amount, pending_amount, remaining_balance, payment_status_id, allow_overpayment from quickinvoice
 where deleted_ts is null order by id`

const LINKS =
  'select id, amount_due, status_id, pending_transaction_id from paylink where deleted_ts is null order by id'
