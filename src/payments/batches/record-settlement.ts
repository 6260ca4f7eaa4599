import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { BatchClosure } from '../../ports/processor.ts'
import { nextCutOff } from '../../resources/transactionbatch/cut-off.ts'
import { HINDERED } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, type SettledRange, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { forceClose } from './close.ts'
import { storeLeftOut } from './left-out.ts'
import { type Piece, piecesOf, refusedOf, type Settlement } from './pieces.ts'

type Batch = Row<typeof transactionbatch>

const LONGEST_DETAIL = 512
const LONGEST_NAME = 128

/** The processor says that it never saw a request. */
export const NEVER_RECEIVED: BatchClosure = { result: 'error', message: 'The processor never received it.' }

/** Records the outcome of a piece, with what the processor left out of it. */
export async function storeClosure(
  context: PaymentContext,
  work: UnitOfWork,
  { id, transactionbatch_id }: Pick<Settlement, 'id' | 'transactionbatch_id'>,
  { result, message, file_name, unknown_orders = [] }: BatchClosure,
): Promise<void> {
  const batch = await work.lock(transactionbatch, transactionbatch_id)
  if (!batch) throw new Error(`the batch of settlement ${id} is gone`)
  const ended = await work.query(
    `update settlement set state = $2, message = $3, file_name = $4, ended_ts = $5
      where id = $1 and state = 'pending' returning id`,
    [id, result, message.slice(0, LONGEST_DETAIL), file_name?.slice(0, LONGEST_NAME) ?? null, context.clock.seconds()],
  )
  // Another process has recorded it first.
  if (ended.length === 0) return
  if (result === 'settled' && unknown_orders.length > 0) await storeLeftOut(context, work, id, unknown_orders)
  await endBatch(context, work, batch)
}

/** With the last of its pieces a locked batch is settled, or refused where one of them was. */
async function endBatch(context: PaymentContext, work: UnitOfWork, batch: Batch): Promise<void> {
  // Of a thousand pieces all but the last find another one that is open.
  if ((await work.query(OPEN, [batch.id])).length > 0) return
  const pieces = await piecesOf(work, batch.id)
  if (batch.processing_status_id === PROCESSING.forced) return storeLate(work, batch, settledOf(pieces))
  const refused = refusedOf(pieces)
  if (refused.length === 0) return storeSettled(context, work, batch, pieces)
  const seconds = context.clock.seconds()
  const settled = settledOf(pieces)
  const ended = {
    processing_status_id: PROCESSING.error,
    batch_close_detail: detailOf(refused, refused.length + settled.length),
    // What was refused has not been settled, so it can be voided again.
    fixed_ts: null,
    settled_ranges: rangesOf(settled),
  } as const
  const due_ts = await nextCutOff(work, { ...batch, ...ended }, seconds)
  await work.update(transactionbatch, batch, { ...ended, due_ts })
}

const OPEN = `select from settlement where transactionbatch_id = $1 and state = 'pending' limit 1`

/** Stores that all of a locked batch is settled. One of which nothing was left is closed without the processor. */
export async function storeSettled(
  context: PaymentContext,
  work: UnitOfWork,
  batch: Batch,
  pieces: readonly Piece[],
): Promise<void> {
  const settled = settledOf(pieces)
  const seconds = context.clock.seconds()
  if (settled.length === 0) {
    await forceClose(work, batch, HINDERED.empty.text, seconds)
    return
  }
  await work.update(transactionbatch, batch, {
    processing_status_id: PROCESSING.settled,
    batch_close_ts: seconds,
    batch_close_detail: detailOf(settled, settled.length),
    settlement_file_name: settled[0]!.file_name,
    settled_ranges: null,
  })
}

/** The processor has settled what a person closed without it: `checkBatch` tells that the two differ. */
async function storeLate(work: UnitOfWork, batch: Batch, settled: readonly Piece[]): Promise<void> {
  if (settled.length === 0) return
  const detail = `${(batch.batch_close_detail ?? '').slice(0, LONGEST_DETAIL - 50)} The processor has settled it after all.`
  await work.update(transactionbatch, batch, { batch_close_detail: detail, settled_ranges: rangesOf(settled) })
}

/** Which payments are settled although others of their batch are not. */
export function rangesOf(settled: readonly Piece[]): SettledRange[] | null {
  return settled.length === 0 ? null : settled.map(({ after_id, to_id }) => [after_id, to_id])
}

export function settledOf(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ state }) => state === 'settled')
}

/** What the processor said first, and of how many parts. */
function detailOf(told: readonly Piece[], parts: number): string {
  const [{ message }] = told as [Piece]
  const share = parts === told.length ? `${parts} parts` : `${told.length} of ${parts} parts`
  return parts === 1 ? (message ?? '') : `${(message ?? '').slice(0, LONGEST_DETAIL - 40)} (${share})`
}
