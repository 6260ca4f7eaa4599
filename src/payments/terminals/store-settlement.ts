import type { Book, By } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { REASON, STATUS, TYPE, transaction } from '../../resources/transaction/transaction.ts'
import { transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { openBatchOf } from '../close-batch.ts'
import { thaw } from '../frozen.ts'
import { type Life, wide } from '../life.ts'
import { carrySettlement, enterSettlement, type Settlement } from '../settle.ts'
import { startsOf } from '../starts.ts'
import type { RunOutcome } from './drive.ts'
import { freeApiId } from './free-api-id.ts'
import type { Booked } from './store-run.ts'

type Said = Extract<RunOutcome, { kind: 'settle' }>['said']
type Batch = Row<typeof transactionbatch>

/** Seconds after which a batch is settled by itself that could not be when its device had closed it: a payment was just being changed. */
const SOON = 60

/**
 * The device has closed its batch: the product's open batch is settled as by request, once for a run. What the device has done cannot be
 * refused any more, so where something hinders the batch it is looked at again in a moment.
 */
export async function settleAtTerminal(life: Life, by: By, run_id: string): Promise<void> {
  const settlement = await life.door.open(wide(by), async book => {
    const run = await book.lock(terminalrun, run_id)
    if (!run || run.ended_ts !== null || (await settledBy(book, run_id))) return null
    return closeOpen(life, book, run)
  })
  if (settlement) await carrySettlement(life, by, settlement)
}

async function closeOpen(life: Life, book: Book, run: RunRow): Promise<Settlement | null> {
  const open = await openBatchOf(book, run.product_transaction_id!)
  const batch = open && (await book.lock(transactionbatch, open.id, 'whole'))
  if (!batch?.is_open) return null
  const entered = await enterSettlement(life, book, batch, run.id)
  if (typeof entered !== 'string') return entered
  const soon = life.clock.seconds() + SOON
  await book.query('update transactionbatch set due_ts = $2 where id = $1', [batch.id, soon])
  return null
}

/** The batch that was closed by a run; null when none was. */
async function settledBy(book: Book, run_id: string): Promise<Batch | null> {
  const text = 'select transactionbatch_id as id from settlement where terminalrun_id = $1'
  const [row] = await book.query<{ id: string }>(text, [run_id])
  return book.maybe(transactionbatch, row?.id)
}

/**
 * What a run to settle leaves behind: a transaction of the type that has been kept for this, with the number of the batch. A run that was
 * interrupted after its batch was closed has succeeded, whatever its device tells afterwards.
 */
export async function storeSettlement(life: Life, book: Book, run: RunRow, said: Said): Promise<Booked> {
  const settled = await settledBy(book, run.id)
  const amount = said.result === 'approved' ? said.amount : settled && netOf(settled)
  if (amount === null) {
    if (said.result === 'unknown') return { set: { status: 'unknown', message: said.text } }
    const message = said.result === 'declined' ? said.verbiage : said.result === 'failed' ? said.text : null
    return { set: { status: 'ended', result: 'failed', message } }
  }
  const batch = settled ?? (await openBatchOf(book, run.product_transaction_id!))
  const row = await book.insert(transaction, {
    ...STARTS,
    ...thaw(run.details as Record<string, unknown>),
    id: run.id,
    payment_method: 'cc',
    location_id: run.location_id,
    product_transaction_id: run.product_transaction_id!,
    contact_id: run.contact_id,
    transaction_amount: amount,
    transaction_api_id: await freeApiId(book, run),
    type_id: TYPE.settle,
    status_id: STATUS.settled_deprecated,
    reason_code_id: REASON.approved,
    verbiage: 'BATCH CLOSED',
    timestamp: life.clock.seconds(),
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

function netOf(batch: Batch): bigint {
  return batch.total_sale_amount - batch.total_refund_amount - batch.total_blind_refund_amount
}
