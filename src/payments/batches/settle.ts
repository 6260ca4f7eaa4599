import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { BatchClosure, SettlementRequest } from '../../ports/processor.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { nextCutOff } from '../../resources/transactionbatch/cut-off.ts'
import { HINDERED, type Hindrance, hindranceOf, SETTLED_STATUSES } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { asRoot, type PaymentContext, retryDelay } from '../lifecycle/payment-context.ts'
import { processorFor } from '../lifecycle/routing.ts'

type Batch = Row<typeof transactionbatch>

/** A stored request to settle a batch. */
export interface Settlement {
  id: string
  root_id: string
  transactionbatch_id: string
  processor_account_id: string
  asks: number
}

const LEASE_SECONDS = 40
const CHUNK = 5
const LONGEST_DETAIL = 512
const LONGEST_NAME = 128
/** A batch that was closed can be settled when the processor refused it before. */
const AGAIN: readonly number[] = [PROCESSING.error, PROCESSING.again]

/**
 * Settles a batch in three steps, as payments are made: it is closed and the request stored; the request is submitted
 * with no transaction open; the outcome is recorded. From the first step on nothing joins the batch and nothing in it
 * can be voided. Returns the batch as it is then: settled (2), refused (3), or being processed (5) while the outcome
 * is unknown. Throws a 422 for a batch that is empty or settled already.
 */
export async function settleBatch(context: PaymentContext, actor: Actor, id: string): Promise<Batch> {
  const settlement = await context.store.transaction(asRoot(actor), work => closeAndOpen(context, work, id))
  return (
    (await submitSettlement(context, actor, settlement)) ??
    context.store.reader(asRoot(actor).caller).one(transactionbatch, id, 'id')
  )
}

/** Submits settlements of unknown outcome again; returns how many ended. Safe to run in several workers. */
export async function resolveSettlements(context: PaymentContext): Promise<number> {
  const due = await settlements.claim(context.db, LEASE_SECONDS, [CHUNK])
  const ended = await Promise.all(
    due.map(each => submitSettlement(context, { caller: systemCaller(each.root_id, 'resolver') }, each)),
  )
  return ended.filter(Boolean).length
}

const settlements = lease<Settlement>({
  table: 'settlement',
  column: 'ask_ts',
  counter: 'asks',
  open: `state = 'pending'`,
  returning: 'id, root_id, transactionbatch_id, processor_account_id, asks',
})

async function closeAndOpen(context: PaymentContext, work: UnitOfWork, id: string): Promise<Settlement> {
  // Payments that are just being stored hold the batch: they are waited for and belong to it.
  const batch = await work.lock(transactionbatch, id, 'whole')
  if (!batch) throw notFound()
  if (batch.processing_status_id === PROCESSING.processing) throw invalidField('id', 'Batch is being settled.', 409)
  if (!batch.is_open && !AGAIN.includes(batch.processing_status_id))
    throw invalidField('id', 'Duplicate Batch (Already Closed)')
  const opened = await openSettlement(context, work, batch)
  if (typeof opened !== 'string') return opened
  throw invalidField('id', HINDERED[opened].text, HINDERED[opened].status)
}

/**
 * Closes a batch that is locked whole and stores the request to settle it; or returns what prevents that, and has
 * changed nothing then. Checks twice for payments that are being changed: before it waits for them, and for those
 * that were locked until now.
 */
export async function openSettlement(
  context: PaymentContext,
  work: UnitOfWork,
  batch: Batch,
  terminalrun_id: string | null = null,
): Promise<Settlement | Hindrance> {
  const hindrance = await hindranceOf(work, batch.id)
  if (hindrance) return hindrance
  const seconds = context.clock.seconds()
  await markSettled(work, batch.id, seconds)
  const later = await hindranceOf(work, batch.id)
  if (later) {
    await markSettled(work, batch.id, null)
    return later
  }
  const closed = { is_open: false, processing_status_id: PROCESSING.processing, due_ts: null }
  await work.update(transactionbatch, batch, closed)
  const { id: transactionbatch_id, root_id, processor_account_id } = batch
  const made = { id: newId(context.clock.now()), root_id, transactionbatch_id, processor_account_id, asks: 0 }
  await work.query(
    `insert into settlement (id, root_id, transactionbatch_id, processor_account_id, state, ask_ts, created_ts, terminalrun_id)
     values ($1, $2, $3, $4, 'pending', ${MACHINE_NOW} + $5, $6, $7)`,
    [made.id, root_id, transactionbatch_id, processor_account_id, LEASE_SECONDS, seconds, terminalrun_id],
  )
  return made
}

/** Returns null while the outcome is unknown; it is then submitted again, under the same reference. */
export async function submitSettlement(
  context: PaymentContext,
  actor: Actor,
  settlement: Settlement,
): Promise<Batch | null> {
  const closure = await settleAtProcessor(context, settlement)
  if (closure.result === 'unknown') {
    const wait = retryDelay(settlement.asks + 1, context.retry_policy)
    await settlements.release(context.db, settlement.id, wait)
    return null
  }
  return context.store.transaction(asRoot(actor), work => storeClosure(context, work, settlement, closure))
}

async function settleAtProcessor(context: PaymentContext, settlement: Settlement): Promise<BatchClosure> {
  const { id, transactionbatch_id } = settlement
  const processor = await processorFor(context, settlement)
  // One without this request settles by itself every day.
  if (processor && !processor.settle) return { result: 'settled', message: 'Settled by the processor.' }
  const lines = await settledPayments(context.db, transactionbatch_id)
  const order: SettlementRequest = {
    reference: id,
    orders: lines.map(({ reference }) => reference),
    amount: lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  }
  return (await processor?.settle?.(order).catch(() => null)) ?? { result: 'unknown', message: '' }
}

interface Line {
  reference: string
  amount: string
}

/** The payments a batch settles, oldest first. */
function settledPayments(db: Pick<UnitOfWork, 'query'>, batch_id: string): Promise<Line[]> {
  return db.query<Line>(
    `select reference, (case when status_id = $3 then -coalesce(auth_amount, 0) else captured_amount end)::text as amount
       from transaction
      where transaction_batch_id = $1 and status_id = any($2::int[]) and reference is not null
      order by id`,
    [batch_id, SETTLED_STATUSES, STATUS.refunded],
  )
}

async function storeClosure(
  context: PaymentContext,
  work: UnitOfWork,
  settlement: Settlement,
  closure: BatchClosure,
): Promise<Batch> {
  const seconds = context.clock.seconds()
  const state = closure.result === 'settled' ? 'settled' : 'error'
  const batch = await work.lock(transactionbatch, settlement.transactionbatch_id, 'whole')
  if (!batch) throw new Error(`the batch of settlement ${settlement.id} is gone`)
  const message = closure.message.slice(0, LONGEST_DETAIL)
  const ended = await work.query(
    `update settlement set state = $2, message = $3, ended_ts = $4 where id = $1 and state = 'pending' returning id`,
    [settlement.id, state, message, seconds],
  )
  // Another process has recorded it first.
  if (ended.length === 0) return batch
  if (state === 'settled') {
    return work.update(transactionbatch, batch, {
      processing_status_id: PROCESSING.settled,
      batch_close_ts: seconds,
      batch_close_detail: message,
      settlement_file_name: closure.file_name?.slice(0, LONGEST_NAME) ?? null,
    })
  }
  // Nothing of a refused batch was settled, so its payments can be voided again.
  await markSettled(work, batch.id, null)
  const refused = { processing_status_id: PROCESSING.error, batch_close_detail: message } as const
  const due_ts = await nextCutOff(work, { ...batch, ...refused }, seconds)
  return work.update(transactionbatch, batch, { ...refused, due_ts })
}

/**
 * From now on the payments of a batch can be refunded and not voided; null reverts that. No event of each: that of
 * the batch covers all. A payment that is being changed is skipped (PostgreSQL would refuse it), so the batch has to
 * be checked for one afterwards.
 */
async function markSettled(work: UnitOfWork, id: string, settled_ts: number | null): Promise<void> {
  const text = `update transaction set settled_ts = $2
    where transaction_batch_id = $1 and status_id = any($3::int[]) and doing is null`
  await work.query(text, [id, settled_ts, SETTLED_STATUSES])
}
