import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import { paylink } from '../../resources/paylink/paylink.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { invoiceAmounts, isOverpaid } from '../../resources/quickinvoice/balance.ts'
import { quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { type Attempt, type AttemptRecord, decodeChanges } from '../lifecycle/attempt.ts'
import { approvedPayment } from '../lifecycle/outcome.ts'
import type { RecordingContext } from '../lifecycle/payment-context.ts'
import { awaitReturns } from '../lifecycle/record-outcome.ts'
import { termsOf } from '../lifecycle/routing.ts'

type Set = Settable<typeof transaction>

/**
 * Returns what becomes of a transaction whose approval stands because a person keeps it. It leaves an invoice or link
 * that has been paid, or deleted, meanwhile.
 */
export async function keptColumns(
  { clock }: Pick<RecordingContext, 'clock'>,
  work: UnitOfWork,
  row: TransactionRow,
  reversal: Attempt,
): Promise<Set> {
  const product = await work.maybe(producttransaction, row.product_transaction_id)
  if (!product) throw new Error(`transaction ${row.id} has no product`)
  const { attempt, outcome } = await approvalOf(work, row, reversal)
  const terms = await termsOf(work, row, product)
  const set = approvedPayment(row, attempt, outcome, terms, clock.seconds())
  const sent = { ...reversal, id: reversal.original ?? row.id }
  for (const { text, values } of awaitReturns([{ attempt: sent, set }], clock.seconds())) await work.query(text, values)
  // Its place within the limits was freed with the decline, and others may have taken it.
  const freed = { velocity_date: null, stuck_ts: null }
  return { ...set, ...freed, ...(await leftInvoice(work, row, set)), ...(await leftLink(work, row)) }
}

type Answer = Omit<Outcome, 'auth_amount' | 'result'> &
  Pick<AttemptRecord, 'action' | 'amount' | 'changes'> & { auth_amount: number | null }

/** What the processor has approved. A terminal's approval that came too late has no attempt of its own. */
async function approvalOf(work: UnitOfWork, row: TransactionRow, { original, amount }: Attempt) {
  const [order] = await work.query<Answer>(APPROVAL, [original, row.root_id])
  if (order) {
    const auth_amount = order.auth_amount === null ? null : BigInt(order.auth_amount)
    const outcome: Outcome = { ...order, result: 'approved', auth_amount }
    return {
      attempt: {
        action: order.action,
        amount: BigInt(order.amount),
        told_ts: null,
        changes: decodeChanges(order.changes),
      },
      outcome,
    }
  }
  const [run] = await work.query<Pick<Attempt, 'action'>>(RUN, [row.id, row.root_id])
  if (!run) throw new Error(`nothing is known of the approval of transaction ${row.id}`)
  const outcome: Outcome = {
    ...NO_RESPONSE_DATA,
    result: 'approved',
    reason_code_id: 1000,
    verbiage: 'APPROVAL',
    auth_amount: amount,
  }
  return { attempt: { action: run.action, amount: row.transaction_amount, told_ts: null, changes: {} }, outcome }
}

const APPROVAL = `
select action, amount, changes, reason_code_id, verbiage, response_message, auth_code, auth_amount, avs, avs_enhanced, cvv_response, processor_reference
  from attempt where id = $1 and root_id = $2 and state = 'approved'`
const RUN = 'select action from terminalrun where id = $1 and root_id = $2'

/** The invoice is locked, so that no other payment of it begins meanwhile. */
async function leftInvoice(
  work: UnitOfWork,
  row: TransactionRow,
  { captured_amount, authorized_amount }: Set,
): Promise<Set> {
  if (row.quick_invoice_id === null) return {}
  const invoice = await work.lock(quickinvoice, row.quick_invoice_id)
  if (!invoice) return { quick_invoice_id: null }
  const sums = (await invoiceAmounts(work, [invoice.id])).get(invoice.id)!
  const own = row.outcome === 'unknown' || row.outcome === 'pending' ? row.transaction_amount : 0n
  const others = sums.pending_amount - own
  const paid_amount = sums.paid_amount + (captured_amount || authorized_amount || 0n)
  return isOverpaid(invoice, { paid_amount, pending_amount: others }) ? { quick_invoice_id: null } : {}
}

/** A link is paid once. */
async function leftLink(work: UnitOfWork, row: TransactionRow): Promise<Set> {
  if (row.paylink_id === null) return {}
  const link = await work.lock(paylink, row.paylink_id)
  const paid = await work.query(
    `select 1 from transaction where paylink_id = $1 and id <> $2 and type_id in (20, 50) and outcome <> 'declined'`,
    [row.paylink_id, row.id],
  )
  return link === null || paid.length > 0 ? { paylink_id: null } : {}
}
