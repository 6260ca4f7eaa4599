import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { cutOffOf, nextCutOff } from '../../resources/transactionbatch/cut-off.ts'
import { hindranceOf } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { processorFor } from '../lifecycle/routing.ts'
import { atRest, closeBatch, forceClose, refuseUnlessWaiting, SETTLING, WAITING } from './close.ts'
import { closeLeftOut, moveLeftOut } from './left-out.ts'
import { pendingOf, piecesOf } from './pieces.ts'
import { NEVER_RECEIVED, rangesOf, settledOf, storeClosure } from './record-settlement.ts'
import { settleClosed } from './settle.ts'

type Batch = Row<typeof transactionbatch>

/**
 * Settles a batch whose moment has come. `moment` is the one that was found; 0 says that the cut-off has still to be
 * found. A batch that holds nothing is closed without the processor. One of which all payments are being changed is
 * left to the next look. Idempotent.
 */
export async function settleDue(context: PaymentContext, root_id: string, id: string, moment: number): Promise<void> {
  const actor: Actor = { caller: systemCaller(root_id, 'worker') }
  const closed = await atRest(context, actor, id, (work, batch) => closeDue(context, work, batch, moment))
  if (closed) await settleClosed(context, actor, id)
}

/** Returns whether the batch is closed now. */
async function closeDue(
  context: PaymentContext,
  work: UnitOfWork,
  batch: Batch | null,
  moment: number,
): Promise<boolean> {
  if (!batch) return false
  const seconds = context.clock.seconds()
  const next = WAITING.includes(batch.processing_status_id) ? await nextCutOff(work, batch, seconds) : null
  if (moment === 0 || next === null) {
    // No event: the time of the next attempt is not visible from outside.
    await work.query('update transactionbatch set due_ts = $2 where id = $1', [batch.id, next])
    return false
  }
  if ((await hindranceOf(work, batch)) === 'moving') return false
  await closeBatch(work, batch, { ends: true })
  return true
}

/**
 * Closes a batch without the processor: open (1), refused (3), to be processed again (4), or being settled (5) for so
 * long that its outcome was unknown once. What the processor says of it later is still recorded, and differs then. Of
 * a settled batch, payments that the processor left out are left at that. Throws a 422, or 409 while it is being
 * settled.
 */
export function closeByForce(context: PaymentContext, actor: Actor, id: string, detail: string | null): Promise<Batch> {
  return context.store.transaction(asRoot(actor), async work => {
    const batch = await work.lock(transactionbatch, id)
    if (!batch) throw notFound()
    const seconds = context.clock.seconds()
    const batch_close_detail = detail || 'Closed by hand.'
    if (batch.processing_status_id === PROCESSING.settled && (await closeLeftOut(work, id, seconds)) > 0)
      return work.update(transactionbatch, batch, { batch_close_detail })
    if (batch.processing_status_id !== PROCESSING.processing || batch.unknown_ts === null) refuseUnlessWaiting(batch)
    await giveUp(context, work, batch, seconds)
    const settled_ranges = rangesOf(settledOf(await piecesOf(work, id)))
    return forceClose(work, batch, batch_close_detail, seconds, settled_ranges)
  })
}

/** A processor that cannot be asked what became of a settlement is not asked about it any more. */
async function giveUp(context: PaymentContext, work: UnitOfWork, batch: Batch, seconds: number): Promise<void> {
  if ((await processorFor(context, batch))?.findSettlement) return
  const text = `update settlement set state = 'error', message = 'Closed by hand.', ended_ts = $2
    where transactionbatch_id = $1 and state = 'pending'`
  await work.query(text, [batch.id, seconds])
}

/**
 * Has a batch that was refused (3) settled again (4) at the next cut-off, whether or not its product settles by
 * itself. One of unknown outcome (5) as well, where the processor says that it never received it. Of a settled batch,
 * payments that the processor left out are moved to the open one.
 */
export async function processAgain(context: PaymentContext, actor: Actor, id: string): Promise<Batch> {
  const root = asRoot(actor)
  const read = context.store.reader(root.caller)
  const found = await read.one(transactionbatch, id, 'id')
  if (found.processing_status_id === PROCESSING.processing) {
    await askAbout(context, root, found)
    const now = await read.one(transactionbatch, id, 'id')
    if (now.processing_status_id === PROCESSING.settled) return now
  } else if (found.processing_status_id === PROCESSING.settled && (await moveLeftOut(context, root, id)) > 0)
    return read.one(transactionbatch, id, 'id')
  return context.store.transaction(root, async work => {
    const batch = await work.lock(transactionbatch, id)
    if (!batch) throw notFound()
    refuseUnlessWaiting(batch)
    if (batch.is_open) throw invalidField('id', 'Batch was not refused.')
    const product = await work.maybe(producttransaction, batch.product_transaction_id)
    if (!product) throw new Error(`batch ${id} has no product`)
    const due_ts = await cutOffOf(work, product, context.clock.seconds())
    return work.update(transactionbatch, batch, { processing_status_id: PROCESSING.again, due_ts })
  })
}

/** Records what the processor says of the requests to settle a batch. Throws a 409 where it cannot say. */
async function askAbout(context: PaymentContext, actor: Actor, batch: Batch): Promise<void> {
  const processor = await processorFor(context, batch)
  if (batch.unknown_ts === null || !processor?.findSettlement) throw invalidField('id', SETTLING, 409)
  for (const piece of await pendingOf(context.db, batch.id)) {
    const found = await processor.findSettlement(piece.id).catch(() => null)
    const closure = found?.seen ? found.closure : NEVER_RECEIVED
    if (!found || closure.result === 'unknown') throw invalidField('id', 'The processor cannot be asked now.', 409)
    await context.store.transaction(actor, work => storeClosure(context, work, piece, closure))
  }
}
