import type { Row } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { LARGEST_AMOUNT } from '../../lib/money.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { REASON, STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { hindranceOf, openBatchOf } from '../../resources/transactionbatch/settleable.ts'
import { transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { closeBatch } from '../batches/close.ts'
import { settleClosed } from '../batches/settle.ts'
import { decodeChanges } from '../lifecycle/attempt.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { compareSoon } from '../reconciliation/compare-batch.ts'
import { startValues } from '../start-values.ts'
import type { RunOutcome, StoredOutcome } from './execute-run.ts'
import { freeApiId } from './store-payment.ts'

type Response = Extract<RunOutcome, { kind: 'settle' }>['response']
type Batch = Row<typeof transactionbatch>

/**
 * Seconds after which a batch is settled that could not be when its device closed, because a payment was being
 * changed.
 */
const SOON = 60

/**
 * Settles the open batch of the run's account after its device has closed, once per run. The device's closing cannot
 * be refused any more, so a batch that cannot be settled now is due again shortly.
 */
export async function settleAtTerminal(context: PaymentContext, actor: Actor, run_id: string): Promise<void> {
  const closed = await context.store.transaction(asRoot(actor), async work => {
    const run = await work.lock(terminalrun, run_id)
    if (!run || run.ended_ts !== null || (await settledBy(work, run_id))) return null
    return closeOpen(context, work, run)
  })
  if (closed) await settleClosed(context, asRoot(actor), closed)
}

/** Returns the id of the batch that is closed now. */
async function closeOpen(context: PaymentContext, work: UnitOfWork, run: RunRow): Promise<string | null> {
  const open = await openBatchOf(work, run.processor_account_id!)
  const batch = open && (await work.lock(transactionbatch, open.id))
  if (!batch?.is_open) return null
  if ((await hindranceOf(work, batch)) === null) {
    await closeBatch(work, batch, { terminalrun_id: run.id })
    return batch.id
  }
  const soon = context.clock.seconds() + SOON
  await work.query('update transactionbatch set due_ts = $2 where id = $1', [batch.id, soon])
  return null
}

/** Returns the batch that a run has closed; null when there is none. */
function settledBy(work: UnitOfWork, run_id: string): Promise<Batch | null> {
  return work.find(transactionbatch, { terminalrun_id: run_id })
}

/**
 * Stores a transaction of the settlement type with the number of the batch. A run that was interrupted after closing
 * its batch has succeeded, whatever its device reports afterwards.
 */
export async function storeSettlement(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  response: Response,
): Promise<StoredOutcome> {
  const settled = await settledBy(work, run.id)
  const amount = response.result === 'approved' ? response.amount : settled && netOf(settled)
  if (amount === null) {
    if (response.result === 'unknown') return { set: { status: 'unknown', message: response.text } }
    const message =
      response.result === 'declined' ? response.verbiage : response.result === 'failed' ? response.text : null
    return { set: { status: 'ended', result: 'failed', message } }
  }
  const batch = settled ?? (await openBatchOf(work, run.processor_account_id!))
  const row = await work.insert(transaction, {
    ...STARTS,
    ...decodeChanges(run.details as Record<string, unknown>),
    id: run.id,
    payment_method: 'cc',
    location_id: run.location_id,
    product_transaction_id: run.product_transaction_id!,
    processor_account_id: run.processor_account_id!,
    contact_id: run.contact_id,
    // A batch of which more was refunded than sold is a transaction of 0.
    transaction_amount: within(amount, 0n, LARGEST_AMOUNT),
    transaction_api_id: await freeApiId(work, run),
    type_id: TYPE.settle,
    status_id: STATUS.settled_deprecated,
    reason_code_id: REASON.approved,
    verbiage: 'BATCH CLOSED',
    timestamp: context.clock.seconds(),
    batch: batch ? String(batch.batch_num) : null,
    terminal_id: run.terminal_id,
    card_present: true,
    outcome: 'approved',
    reference: run.id,
    created_user_id: run.created_user_id,
  })
  if (settled) await compareSoon(work, settled.id, context.clock.seconds())
  const ended = { status: 'ended', result: 'approved', message: 'BATCH CLOSED', transaction_id: row.id } as const
  // Only what the device itself reported is compared with its payments.
  if (response.result !== 'approved') return { set: ended }
  return { set: { ...ended, transaction_amount: within(response.amount, -LARGEST_TOTAL, LARGEST_TOTAL) } }
}

/** More than any batch comes to, and less than a column holds. */
const LARGEST_TOTAL = 999_999_999_999_999n

/** The batch is closed: a total that no column holds must not keep that from being stored. */
function within(amount: bigint, least: bigint, most: bigint): bigint {
  if (amount < least) return least
  return amount > most ? most : amount
}

const STARTS = startValues(transaction)

function netOf(batch: Batch): bigint {
  return batch.total_sale_amount - batch.total_refund_amount - batch.total_blind_refund_amount
}
