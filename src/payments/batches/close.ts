import { setTimeout as pause } from 'node:timers/promises'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField } from '../../lib/problem.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { paymentsOf } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import { joinBatch } from './batch.ts'

type Batch = Row<typeof transactionbatch>

/** Seconds after which another process goes on with a batch whose process has died between two steps. */
export const LEASE_SECONDS = 40

/** Statuses of a batch that is neither being settled nor finished: open, or refused before. */
export const WAITING: readonly number[] = [PROCESSING.to_settle, PROCESSING.error, PROCESSING.again]

export const SETTLING = 'Batch is being settled.'

export function refuseUnlessWaiting({ processing_status_id }: Batch): void {
  if (processing_status_id === PROCESSING.processing) throw invalidField('id', SETTLING, 409)
  if (!WAITING.includes(processing_status_id)) throw invalidField('id', 'Duplicate Batch (Already Closed)')
}

/**
 * Closes a locked batch: from the commit on payments join the next one and nothing of this one begins to be changed.
 * Waits for no payment and keeps none waiting: payments that join hold the row with a lock that a change of these
 * columns does not conflict with. Those that found it open may still be storing themselves; `fixMembers` waits.
 * `ends`: nothing follows, so the commit goes with the last statement and a process that freezes cannot keep the lock.
 */
export async function closeBatch(
  work: UnitOfWork,
  batch: Batch,
  { terminalrun_id, ends = false }: { terminalrun_id?: string; ends?: boolean } = {},
): Promise<void> {
  const closed: Settable<typeof transactionbatch> = {
    is_open: false,
    processing_status_id: PROCESSING.processing,
    due_ts: null,
    unknown_ts: null,
    terminalrun_id: terminalrun_id ?? batch.terminalrun_id,
  }
  await work.update(transactionbatch, batch, closed)
  if (ends) work.endWithNext()
  await continueLater(work, batch.id, LEASE_SECONDS)
}

/** Milliseconds between looks at a closing batch; payments that are being stored take a few. */
const LOOKS: readonly number[] = [2, 5, 10, 20, 50, 100, 200, 400, 800]

/** A batch with no more payments than this can turn out to hold nothing once those being changed have left it. */
const FEW = 100

/**
 * Runs `close` with the batch locked, null when there is none. A small one is taken at a moment at which nobody is
 * storing a payment of it or beginning to change one, so that whether it holds anything to settle is known before it is
 * closed. After a second it is taken as it is.
 */
export async function atRest<T>(
  context: PaymentContext,
  actor: Actor,
  id: string,
  close: (work: UnitOfWork, batch: Batch | null) => Promise<T>,
): Promise<T> {
  for (const wait of LOOKS) {
    const done = await context.store.transaction(actor, async work => {
      const is_free = await isFree(work, id)
      const batch = await work.lock(transactionbatch, id)
      if (batch && !is_free && paymentsOf(batch) <= FEW) return null
      return { value: await close(work, batch) }
    })
    if (done) return done.value
    await pause(wait)
  }
  return context.store.transaction(actor, async work => close(work, await work.lock(transactionbatch, id)))
}

/** Locks the row against everybody, if nobody holds it. */
async function isFree(work: UnitOfWork, id: string): Promise<boolean> {
  const text = 'select id from transactionbatch where id = $1 and root_id = $2 for update skip locked'
  return (await work.query(text, [id, work.actor.caller.root_id])).length > 0
}

/** Has any process go on with a batch after some seconds of machine time. */
export async function continueLater(db: Pick<UnitOfWork, 'query'>, id: string, seconds: number): Promise<void> {
  await db.query(`update transactionbatch set continue_ts = ${MACHINE_NOW} + $2 where id = $1`, [id, seconds])
}

/**
 * Fixes the membership of a closed batch once nobody is storing a payment of it any more. Payments that are being
 * changed at this moment are moved to the next batch, so that each holds back itself only. Returns false when it has
 * to be tried again. A batch that holds nothing then is closed without the processor. Idempotent.
 */
export async function fixMembers(context: PaymentContext, actor: Actor, id: string): Promise<boolean> {
  for (const wait of LOOKS) {
    await holdBack(context, actor, id)
    if (await context.store.transaction(actor, work => fix(context, work, id))) return true
    await pause(wait)
  }
  return false
}

/**
 * A queue for this lock would hold up payments that have a share of it and need more, so it is tried instead of
 * waited for. Nobody has a share for longer than it takes to store a payment, and nobody new takes one.
 */
async function fix(context: PaymentContext, work: UnitOfWork, id: string): Promise<boolean> {
  if (!(await isFree(work, id))) return false
  const batch = await work.lock(transactionbatch, id)
  if (batch?.processing_status_id !== PROCESSING.processing || batch.fixed_ts !== null) return true
  if ((await changing(work, id, 1)).length > 0) return false
  const seconds = context.clock.seconds()
  if (paymentsOf(batch) === 0) await forceClose(work, batch, 'No Transactions in Batch', seconds)
  else await work.query('update transactionbatch set fixed_ts = $2 where id = $1', [id, seconds])
  return true
}

/** Rows per query. */
const MANY = 100

async function holdBack(context: PaymentContext, actor: Actor, id: string): Promise<void> {
  for (;;) {
    const held = await changing(context.db, id, MANY)
    for (const each of held) await context.store.transaction(actor, work => moveOn(context, work, id, each.id))
    if (held.length < MANY) return
  }
}

/** The payment comes first and its batches after it, as wherever a payment is locked. */
async function moveOn(context: PaymentContext, work: UnitOfWork, batch_id: string, id: string): Promise<void> {
  const row = await work.lock(transaction, id)
  if (row?.transaction_batch_id !== batch_id || row.doing === null) return
  await moveToOpenBatch(work, row, context.clock.seconds())
}

export async function moveToOpenBatch(work: UnitOfWork, row: TransactionRow, seconds: number): Promise<void> {
  const { id, batch_num } = await joinBatch(work, row)
  await postOutcome(work, row, { transaction_batch_id: id, batch: String(batch_num) }, 'updated', seconds)
}

function changing(db: Pick<UnitOfWork, 'query'>, batch_id: string, most: number): Promise<{ id: string }[]> {
  const text = 'select id from transaction where transaction_batch_id = $1 and doing is not null order by id limit $2'
  return db.query<{ id: string }>(text, [batch_id, most])
}

/** Closes a locked batch without the processor: it was settled another way, never will be, or is empty. */
export function forceClose(
  work: UnitOfWork,
  batch: Batch,
  detail: string,
  seconds: number,
  settled_ranges: unknown = batch.settled_ranges,
): Promise<Batch> {
  return work.update(transactionbatch, batch, {
    is_open: false,
    processing_status_id: PROCESSING.forced,
    batch_close_ts: seconds,
    batch_close_detail: detail,
    due_ts: null,
    continue_ts: null,
    settled_ranges,
  })
}
