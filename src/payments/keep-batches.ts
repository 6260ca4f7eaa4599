import { systemCaller } from '../definition/caller.ts'
import type { Book, By } from '../definition/door.ts'
import type { Row } from '../definition/resource.ts'
import { invalidField, notFound } from '../lib/problem.ts'
import { producttransaction } from '../resources/producttransaction/producttransaction.ts'
import { PROCESSING, transactionbatch } from '../resources/transactionbatch/transactionbatch.ts'
import { forceClose } from './close-batch.ts'
import { cutOffOf, nextCutOff } from './cut-off.ts'
import { type Life, wide } from './life.ts'
import { carrySettlement, enterSettlement, type Settlement } from './settle.ts'

type Batch = Row<typeof transactionbatch>

/** Nobody is just asking the processor about it, and nobody will not. */
const WAITS: readonly number[] = [PROCESSING.to_settle, PROCESSING.error, PROCESSING.again]

/**
 * Settles a batch whose moment has come. `moment` is the one that was found; 0 says that the cut-off has still to be found. A batch that
 * holds nothing is closed without the processor. One of which a payment is being changed is left to the next look. Idempotent.
 */
export async function settleDue(life: Life, root_id: string, id: string, moment: number): Promise<void> {
  const by: By = { caller: systemCaller(root_id, 'worker') }
  const settlement = await life.door.open(by, book => beginDue(life, book, id, moment))
  if (settlement) await carrySettlement(life, by, settlement)
}

async function beginDue(life: Life, book: Book, id: string, moment: number): Promise<Settlement | null> {
  const batch = await book.lock(transactionbatch, id, 'whole')
  if (!batch) return null
  const seconds = life.clock.seconds()
  const next = WAITS.includes(batch.processing_status_id) ? await nextCutOff(book, batch, seconds) : null
  if (moment === 0 || next === null) {
    // Not an event: when we look again is nobody's business.
    await book.query('update transactionbatch set due_ts = $2 where id = $1', [id, next])
    return null
  }
  const entered = await enterSettlement(life, book, batch)
  if (entered === 'moving') return null
  if (entered !== 'empty') return entered
  await forceClose(book, batch, 'No Transactions in Batch', seconds)
  return null
}

/** Closes a batch without asking the processor: open (1), refused (3) or to be processed again (4). Throws a 422, or 409 while it is being settled. */
export function closeByForce(life: Life, by: By, id: string, detail: string | null): Promise<Batch> {
  return life.door.open(wide(by), async book => {
    const batch = await waiting(book, id)
    return forceClose(book, batch, detail || 'Closed by hand.', life.clock.seconds())
  })
}

/** Has a batch that was refused (3) settled again (4) at the next cut-off, whether or not its product settles by itself. */
export function processAgain(life: Life, by: By, id: string): Promise<Batch> {
  return life.door.open(wide(by), async book => {
    const batch = await waiting(book, id)
    if (batch.is_open) throw invalidField('id', 'Batch was not refused.')
    const product = await book.maybe(producttransaction, batch.product_transaction_id)
    if (!product) throw new Error(`batch ${id} has no product`)
    const due_ts = await cutOffOf(book, product, life.clock.seconds())
    return book.update(transactionbatch, batch, { processing_status_id: PROCESSING.again, due_ts })
  })
}

async function waiting(book: Book, id: string): Promise<Batch> {
  const batch = await book.lock(transactionbatch, id, 'whole')
  if (!batch) throw notFound()
  if (batch.processing_status_id === PROCESSING.processing) throw invalidField('id', 'Batch is being settled.', 409)
  if (!WAITS.includes(batch.processing_status_id)) throw invalidField('id', 'Duplicate Batch (Already Closed)')
  return batch
}
