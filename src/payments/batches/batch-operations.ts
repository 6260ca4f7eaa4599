import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { cutOffOf, nextCutOff } from '../../resources/transactionbatch/cut-off.ts'
import { hindranceOf } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { closeBatch, forceClose } from './close.ts'
import { settleClosed } from './settle.ts'

type Batch = Row<typeof transactionbatch>

/** Statuses of a batch that is neither being settled nor finished. */
const WAITING: readonly number[] = [PROCESSING.to_settle, PROCESSING.error, PROCESSING.again]

/**
 * Settles a batch whose moment has come. `moment` is the one that was found; 0 says that the cut-off has still to be
 * found. A batch that holds nothing is closed without the processor. One of which all payments are being changed is
 * left to the next look. Idempotent.
 */
export async function settleDue(context: PaymentContext, root_id: string, id: string, moment: number): Promise<void> {
  const actor: Actor = { caller: systemCaller(root_id, 'worker') }
  const closed = await context.store.transaction(actor, work => closeDue(context, work, id, moment))
  if (closed) await settleClosed(context, actor, id)
}

/** Returns whether the batch is closed now. */
async function closeDue(context: PaymentContext, work: UnitOfWork, id: string, moment: number): Promise<boolean> {
  const batch = await work.lock(transactionbatch, id)
  if (!batch) return false
  const seconds = context.clock.seconds()
  const next = WAITING.includes(batch.processing_status_id) ? await nextCutOff(work, batch, seconds) : null
  if (moment === 0 || next === null) {
    // No event: the time of the next attempt is not visible from outside.
    await work.query('update transactionbatch set due_ts = $2 where id = $1', [id, next])
    return false
  }
  if ((await hindranceOf(work, batch)) === 'moving') return false
  await closeBatch(work, batch)
  return true
}

/**
 * Closes a batch without asking the processor: open (1), refused (3) or to be processed again (4). Throws a 422, or
 * 409 while it is being settled.
 */
export function closeByForce(context: PaymentContext, actor: Actor, id: string, detail: string | null): Promise<Batch> {
  return context.store.transaction(asRoot(actor), async work => {
    const batch = await lockWaiting(work, id)
    return forceClose(work, batch, detail || 'Closed by hand.', context.clock.seconds())
  })
}

/**
 * Has a batch that was refused (3) settled again (4) at the next cut-off, whether or not its product settles by
 * itself.
 */
export function processAgain(context: PaymentContext, actor: Actor, id: string): Promise<Batch> {
  return context.store.transaction(asRoot(actor), async work => {
    const batch = await lockWaiting(work, id)
    if (batch.is_open) throw invalidField('id', 'Batch was not refused.')
    const product = await work.maybe(producttransaction, batch.product_transaction_id)
    if (!product) throw new Error(`batch ${id} has no product`)
    const due_ts = await cutOffOf(work, product, context.clock.seconds())
    return work.update(transactionbatch, batch, { processing_status_id: PROCESSING.again, due_ts })
  })
}

async function lockWaiting(work: UnitOfWork, id: string): Promise<Batch> {
  const batch = await work.lock(transactionbatch, id)
  if (!batch) throw notFound()
  if (batch.processing_status_id === PROCESSING.processing) throw invalidField('id', 'Batch is being settled.', 409)
  if (!WAITING.includes(batch.processing_status_id)) throw invalidField('id', 'Duplicate Batch (Already Closed)')
  return batch
}
