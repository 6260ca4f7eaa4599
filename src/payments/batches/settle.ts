// biome-ignore-all lint/style/noRestrictedGlobals: how long a request keeps settling parts of a batch
import { setTimeout as pause } from 'node:timers/promises'
import { onLane } from '../../db/lanes.ts'
import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { within } from '../../lib/within.ts'
import type { BatchClosure, Processor } from '../../ports/processor.ts'
import { HINDERED, hindranceOf } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import { asRoot, type PaymentContext, retryDelay } from '../lifecycle/payment-context.ts'
import { untilStored } from '../lifecycle/record-outcome.ts'
import { processorFor } from '../lifecycle/routing.ts'
import { type AccountSlots, accountSlots } from '../resolution/account-slots.ts'
import { atRest, closeBatch, continueLater, fixMembers, LEASE_SECONDS, refuseUnlessWaiting } from './close.ts'
import { duePieces, newPieces, openPieces, piecesOf, requestOf, type Settlement } from './pieces.ts'
import { NEVER_RECEIVED, storeClosure, storeSettled } from './record-settlement.ts'

type Batch = Row<typeof transactionbatch>

/** Milliseconds between pieces at most. */
const MOST_PAUSE_MS = 250
/** Milliseconds after which the outcome of one counts as unknown; less than its lease. */
const SETTLE_MS = 30_000
/**
 * Settles a batch in steps of which each is committed and any process can make the next (decision 0020):
 *
 *   close      closeBatch    payments join the next batch from now on, and nothing in this one begins to change
 *   fix        fixMembers    payments that are just being stored are waited for, those being changed are moved on
 *   ask        openPieces    a settlement is stored for as many payments as the processor takes at once
 *   submit     submitPiece   no connection is held; an unknown outcome is asked about again, under the same reference
 *   record     storeClosure  with the outcome of the last piece the batch is settled (2) or refused (3)
 *
 * Returns the batch as it is then; being processed (5) while an outcome is unknown. Throws a 422 for a batch that is
 * empty or settled already.
 */
export async function settleBatch(context: PaymentContext, actor: Actor, id: string): Promise<Batch> {
  const root = asRoot(actor)
  await atRest(context, root, id, async (work, batch) => {
    if (!batch) throw notFound()
    refuseUnlessWaiting(batch)
    const hindrance = await hindranceOf(work, batch)
    if (hindrance) throw invalidField('id', HINDERED[hindrance].text, HINDERED[hindrance].status)
    await closeBatch(work, batch, { ends: true })
  })
  await settleClosed(context, root, id)
  return context.store.reader(root.caller).one(transactionbatch, id, 'id')
}

/**
 * Goes on with a closed batch from the step that was made last. What is left after some seconds is left to the
 * resolver, which goes on in the same way, so that a process which ends waits for one piece.
 */
export function settleClosed(context: PaymentContext, actor: Actor, id: string): Promise<void> {
  // A large batch takes a while, and must not take connections from payments meanwhile.
  return onLane('jobs', () => goOn(context, actor, id))
}

async function goOn(context: PaymentContext, actor: Actor, id: string): Promise<void> {
  const until = performance.now() + context.retry_policy.call_ms
  if (!(await fixMembers(context, actor, id))) {
    await noteUnknown(context, id)
    return continueLater(context.db, id, retryDelay(1, context.retry_policy))
  }
  await context.store.transaction(actor, work => ask(context, work, id))
  for (;;) {
    const [piece] = await newPieces.claim(context.db, LEASE_SECONDS, [1, id])
    if (!piece) return end(context, id)
    const begun = performance.now()
    const is_known = await submitPiece(context, actor, piece)
    // A caller must not wait anew for each piece at a processor that does not answer.
    const is_over = !is_known || performance.now() > until
    const seconds = is_known ? 0 : retryDelay(piece.asks, context.retry_policy)
    await continueLater(context.db, id, is_over ? seconds : LEASE_SECONDS)
    if (is_over) return end(context, id)
    // Who pays meanwhile has the processor and the machine for himself as long as this piece had them.
    await pause(Math.min(performance.now() - begun, MOST_PAUSE_MS))
  }
}

/** Where every piece was sent nobody has to go on: those of unknown outcome are asked about one by one. */
async function end({ db }: PaymentContext, id: string): Promise<void> {
  const pending = `select from settlement where transactionbatch_id = $1 and state = 'pending'`
  await db.run(
    `update transactionbatch set continue_ts = null where id = $1
        and (processing_status_id <> ${PROCESSING.processing} or exists (${pending})) and not exists (${pending} and asks = 0)`,
    [id],
  )
}

async function ask(context: PaymentContext, work: UnitOfWork, id: string): Promise<void> {
  const batch = await work.lock(transactionbatch, id)
  if (batch?.processing_status_id !== PROCESSING.processing || batch.fixed_ts === null) return
  const pieces = await piecesOf(work, id)
  if (pieces.some(({ state }) => state === 'pending')) return
  const opened = await openPieces(context, work, batch)
  // All that was refused has been voided since.
  if (opened === 0) await storeSettled(context, work, batch, pieces)
}

/** A batch to go on with, because its process died or it could not be finished, or a piece of unknown outcome. */
type Debt = { batch: { id: string; root_id: string } } | { piece: Settlement }

/** Goes on with what was left open, at each processor account by itself. */
export function settlementResolution(context: PaymentContext): AccountSlots {
  const { db } = context
  return accountSlots<Debt>(context, {
    accounts: async () => (await db.query<{ account: string }>(ACCOUNTS_DUE)).map(({ account }) => account),
    async take(account, most) {
      const batches = await closings.claim(db, LEASE_SECONDS, [most, account])
      const room = most - batches.length
      const pieces = room > 0 ? await duePieces.claim(db, LEASE_SECONDS, [room, account]) : []
      return [...batches.map(batch => ({ batch })), ...pieces.map(piece => ({ piece }))]
    },
    async ask(debt) {
      if ('piece' in debt) return submitPiece(context, resolver(debt.piece.root_id), debt.piece)
      await settleClosed(context, resolver(debt.batch.root_id), debt.batch.id)
      return true
    },
  })
}

const ACCOUNTS_DUE = `
select processor_account_id as account
  from (select processor_account_id, ask_ts as due_ts from settlement where state = 'pending' and ask_ts <= (select ${MACHINE_NOW})
        union all
        select processor_account_id, continue_ts from transactionbatch where continue_ts <= (select ${MACHINE_NOW})) as due
 group by processor_account_id order by min(due_ts)`

function resolver(root_id: string): Actor {
  return { caller: systemCaller(root_id, 'resolver') }
}

const closings = lease<{ id: string; root_id: string }>({
  table: 'transactionbatch',
  column: 'continue_ts',
  open: 'continue_ts is not null',
  due: `continue_ts <= ${MACHINE_NOW} and processor_account_id = $3`,
  returning: 'id, root_id',
})

/** Returns whether its outcome is known; otherwise it is submitted again later, under the same reference. */
async function submitPiece(context: PaymentContext, actor: Actor, piece: Settlement): Promise<boolean> {
  const closure = await settleAtProcessor(context, piece)
  if (closure.result !== 'unknown') {
    try {
      const store = (work: UnitOfWork) => storeClosure(context, work, piece, closure)
      await untilStored(context, () => context.store.transaction(actor, store))
      return true
    } catch (error) {
      // The processor is asked again and answers the same.
      const message = (error as Error).message
      context.log.error({ settlement: piece.id, message }, 'the outcome of a settlement could not be stored')
    }
  }
  await noteUnknown(context, piece.transactionbatch_id)
  await duePieces.release(context.db, piece.id, retryDelay(piece.asks, context.retry_policy))
  return false
}

/** A batch that could not be settled at once may be closed by a person. */
async function noteUnknown({ db, clock }: PaymentContext, id: string): Promise<void> {
  const text =
    'update transactionbatch set unknown_ts = $2 where id = $1 and unknown_ts is null and processing_status_id = $3'
  await db.run(text, [id, clock.seconds(), PROCESSING.processing])
}

/**
 * A request that was sent before is asked about first, where the processor can say. One that it never saw is sent
 * again, under the same reference, unless a person has closed its batch meanwhile.
 */
async function settleAtProcessor(context: PaymentContext, piece: Settlement): Promise<BatchClosure> {
  const processor = await processorFor(context, piece)
  if (!processor) return NOT_KNOWN
  // A processor without this request settles by itself every day.
  if (!processor.settle) return { result: 'settled', message: 'Settled by the processor.' }
  if (!(await context.lines.canAsk(piece.processor_account_id))) return NOT_KNOWN
  const line = context.lines.to(piece.processor_account_id, processor)
  try {
    const closure = await within(SETTLE_MS, closureOf(context, processor, piece))
    if (closure.result === 'unknown') line.failed(piece.id, 'no answer to a settlement')
    else line.answered()
    return closure
  } catch (error) {
    line.failed(piece.id, error)
    return NOT_KNOWN
  }
}

async function closureOf(context: PaymentContext, processor: Processor, piece: Settlement): Promise<BatchClosure> {
  if (processor.findSettlement && (piece.asks > 1 || piece.is_given_up)) {
    const found = await processor.findSettlement(piece.id)
    if (found.seen) return found.closure
    if (piece.is_given_up) return NEVER_RECEIVED
  }
  return (await processor.settle?.(await requestOf(context.db, piece))) ?? NOT_KNOWN
}

const NOT_KNOWN: BatchClosure = { result: 'unknown', message: '' }
