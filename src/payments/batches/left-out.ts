import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import type { UnknownOrder } from '../../ports/processor.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { moveToOpenBatch } from './close.ts'

const LONGEST_REASON = 255

/**
 * Stores which payments the processor left out of a settlement. They stay in their batch until a person has them
 * settled once more or leaves it at that: what a processor does not know today it will not know tomorrow.
 */
export async function storeLeftOut(
  context: PaymentContext,
  work: UnitOfWork,
  settlement_id: string,
  orders: readonly UnknownOrder[],
): Promise<void> {
  const told = orders.map(({ reference, reason }) => ({
    id: newId(context.clock.now()),
    reference,
    reason: reason.slice(0, LONGEST_REASON),
  }))
  await work.query(LEFT_OUT, [settlement_id, JSON.stringify(told), context.clock.seconds(), STATUS.refunded])
}

const LEFT_OUT = `
insert into settlement_exception (id, root_id, settlement_id, transactionbatch_id, transaction_id, reason, amount, created_ts)
select told.id, s.root_id, s.id, s.transactionbatch_id, t.id, told.reason,
       case when t.status_id = $4 then -coalesce(t.auth_amount, 0) else t.captured_amount end, $3
  from settlement s, json_to_recordset($2) as told (id text, reference text, reason text), transaction t
 where s.id = $1 and t.transaction_batch_id = s.transactionbatch_id and t.id > s.after_id and t.id <= s.to_id
   and t.reference = told.reference`

/** Returns the payments that were left out of a batch and that nobody has decided about. */
function openOf(db: Pick<UnitOfWork, 'query'>, batch_id: string): Promise<{ transaction_id: string }[]> {
  const text = `select transaction_id from settlement_exception
    where transactionbatch_id = $1 and resolution is null order by transaction_id`
  return db.query<{ transaction_id: string }>(text, [batch_id])
}

/** Moves what was left out of a batch to the open one, each payment by itself. Returns how many. */
export async function moveLeftOut(context: PaymentContext, actor: Actor, batch_id: string): Promise<number> {
  const open = await openOf(context.db, batch_id)
  for (const { transaction_id } of open)
    await context.store.transaction(actor, work => moveOne(context, work, batch_id, transaction_id))
  return open.length
}

async function moveOne(context: PaymentContext, work: UnitOfWork, batch_id: string, id: string): Promise<void> {
  const row = await work.lock(transaction, id)
  if (row?.transaction_batch_id !== batch_id) return
  const seconds = context.clock.seconds()
  await moveToOpenBatch(work, row, seconds)
  await resolve(work, 'transaction_id', [id, 'moved', seconds])
}

/** Leaves it at what the processor did. Returns how many payments that is about. */
export function closeLeftOut(work: UnitOfWork, batch_id: string, seconds: number): Promise<number> {
  return resolve(work, 'transactionbatch_id', [batch_id, 'closed', seconds])
}

async function resolve(
  work: UnitOfWork,
  column: 'transaction_id' | 'transactionbatch_id',
  values: readonly unknown[],
): Promise<number> {
  const text = `update settlement_exception set resolution = $2, resolved_ts = $3
    where ${column} = $1 and resolution is null returning id`
  return (await work.query(text, values)).length
}
