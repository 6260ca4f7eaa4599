import type { Book } from '../../definition/door.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import { REASON, STATUS, TYPE, transaction } from '../../resources/transaction/transaction.ts'
import { closeBatch, openBatchOf } from '../close-batch.ts'
import { thaw } from '../frozen.ts'
import type { Life } from '../life.ts'
import { startsOf } from '../starts.ts'
import type { RunOutcome } from './drive.ts'
import { freeApiId } from './free-api-id.ts'
import type { Booked } from './store-run.ts'

type Said = Extract<RunOutcome, { kind: 'settle' }>['said']

/**
 * The device has closed its batch with the acquirer, so the product's open batch is settled. The answer is a transaction of the type
 * that has been kept for this, with the number of the batch.
 */
export async function storeSettlement(life: Life, book: Book, run: RunRow, said: Said): Promise<Booked> {
  if (said.result === 'unknown') return { set: { status: 'unknown', message: said.text } }
  if (said.result === 'failed') return { set: { status: 'ended', result: 'failed', message: said.text } }
  if (said.result === 'declined') return { set: { status: 'ended', result: 'failed', message: said.verbiage } }
  const seconds = life.clock.seconds()
  const product_transaction_id = run.product_transaction_id!
  const open = await openBatchOf(book, product_transaction_id)
  const batch = open && (await closeBatch(book, open.id, 'Closed at the terminal.', seconds))
  const row = await book.insert(transaction, {
    ...STARTS,
    ...thaw(run.details as Record<string, unknown>),
    id: run.id,
    payment_method: 'cc',
    location_id: run.location_id,
    product_transaction_id,
    contact_id: run.contact_id,
    transaction_amount: said.amount,
    transaction_api_id: await freeApiId(book, run),
    type_id: TYPE.settle,
    status_id: STATUS.settled_deprecated,
    reason_code_id: REASON.approved,
    verbiage: 'BATCH CLOSED',
    timestamp: seconds,
    batch: batch ? String(batch.batch_num) : null,
    terminal_id: run.terminal_id,
    card_present: true,
    outcome: 'approved',
    reference: run.id,
    created_user_id: run.created_user_id,
  })
  return { set: { status: 'ended', result: 'approved', message: 'BATCH CLOSED', transaction_id: row.id } }
}

const STARTS = startsOf(transaction)
