import type { Queryable } from '../../db/database.ts'
import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Actor } from '../../definition/store.ts'
import type { Found, Outcome, Processor, ProcessorRequest, Result } from '../../ports/processor.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type Beginning, transaction } from '../../resources/transaction/transaction.ts'
import {
  type Attempt,
  type AttemptRecord,
  decodeAttempt,
  isBelievable,
  pollLater,
  renewAttempt,
  takeDue,
} from '../lifecycle/attempt.ts'
import { recordAndReverse, recordOutcomes } from '../lifecycle/payment.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { followUpRequest, requestOf } from '../lifecycle/processor-request.ts'
import { retryDelay } from '../lifecycle/retry-policy.ts'
import { processorNamed } from '../lifecycle/routing.ts'
import { NEVER_SEEN, submit } from '../lifecycle/submit.ts'
import { bankPayer } from '../requirements/bank-payer.ts'
import { fundingOfOpened } from '../vault/funding.ts'

/**
 * Ends what was left open: attempts whose process died before the outcome was stored, and those whose outcome nobody could
 * learn. Only the processor's word ends one; as long as it cannot be asked, the attempt stays open and is asked about again.
 * Returns how many ended.
 */
export async function resolve(context: PaymentContext): Promise<number> {
  const { chunk, lease_seconds } = context.retry_policy
  let ended = 0
  for (;;) {
    const due = await takeDue(context.db, chunk, lease_seconds)
    const done = await Promise.all(due.map(attempt => resolveOne(context, attempt)))
    ended += done.filter(Boolean).length
    // Where much was left open, as after a crash in the middle of a long run, the next ones need not wait for the next round.
    if (due.length < chunk || !done.some(Boolean)) return ended
  }
}

/** Asks about an attempt that was just written down, without waiting for the next round. */
export async function resolveNow(context: PaymentContext, attempt: Attempt): Promise<void> {
  await resolveOne(context, attempt)
}

async function resolveOne(context: PaymentContext, attempt: Attempt): Promise<boolean> {
  const processor = processorNamed(context.processors, attempt.processor)
  try {
    if (processor && (await asked(context, attempt, processor))) return true
  } catch (error) {
    context.log.error({ attempt: attempt.id, message: (error as Error).message }, 'an outcome could not be resolved')
  }
  await pollLater(context.db, attempt.id, retryDelay(attempt.asks, context.retry_policy))
  return false
}

async function asked(context: PaymentContext, attempt: Attempt, processor: Processor): Promise<boolean> {
  const actor: Actor = { caller: systemCaller(attempt.root_id, 'resolver') }
  const found = await find(processor, attempt.id)
  if (!found) return false
  if (found.seen) return storeFound(context, actor, attempt, found.outcome)
  if (attempt.purpose === 'reversal') return sendAgain(context, actor, attempt, processor)
  // Too soon: an order that is still on its way would be given up and then carried out.
  if (!(await isBelievable(context.db, attempt))) return false
  const again = await scheduledRequest(context, actor, attempt, processor)
  if (again) return (await submitAgain(context, actor, attempt, processor, again)) !== 'unknown'
  return giveUp(context, actor, attempt, processor)
}

async function storeFound(context: PaymentContext, actor: Actor, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  if (outcome.result === 'unknown') return false
  await recordAndReverse(context, actor, { attempt, outcome })
  return true
}

/**
 * An order that nobody has seen may still lie somewhere on its way. Before anybody is told that it did not happen the processor
 * promises never to carry it out; where it cannot promise, it is asked about for some days more.
 */
async function giveUp(context: PaymentContext, actor: Actor, attempt: Attempt, processor: Processor): Promise<boolean> {
  const last = processor.ruleOut ? await processor.ruleOut(attempt.id).catch(() => null) : NOT_SEEN
  if (!last) return false
  if (last.seen) return storeFound(context, actor, attempt, last.outcome)
  await recordOutcomes(context, actor, [{ attempt, outcome: NEVER_SEEN }])
  if (!processor.ruleOut) await watch(context.db, attempt.id, 0)
  return true
}

const NOT_SEEN: Found = { seen: false }

/**
 * Looks once more at orders that were given up at a processor which cannot rule them out. One that was approved after all is taken
 * back, as one that somebody was told about.
 */
export async function watchGivenUp(context: PaymentContext): Promise<void> {
  const { chunk, lease_seconds } = context.retry_policy
  const due = await takeWatched(context.db, chunk, lease_seconds)
  await Promise.all(due.map(attempt => lookAgain(context, attempt)))
}

async function lookAgain(context: PaymentContext, attempt: Attempt & { looks: number }): Promise<void> {
  const processor = processorNamed(context.processors, attempt.processor)
  const actor: Actor = { caller: systemCaller(attempt.root_id, 'resolver') }
  try {
    const found = processor && (await processor.find(attempt.id))
    if (found?.seen) await storeFound(context, actor, attempt, found.outcome)
    if (found) await watch(context.db, attempt.id, found.seen ? WATCH_SECONDS.length : attempt.looks)
  } catch (error) {
    const message = (error as Error).message
    context.log.warn({ attempt: attempt.id, message }, 'an order that was given up could not be asked about')
  }
}

/** Null when the processor cannot be asked: then nothing is known yet. */
async function find(processor: Processor, reference: string): Promise<Found | null> {
  try {
    return await processor.find(reference)
  } catch {
    return null
  }
}

/** Money that must go back is asked for until there is an answer, always under the same reference. */
async function sendAgain(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
): Promise<boolean> {
  const outcome = await submit(processor, followUpRequest(attempt), context.retry_policy)
  if (outcome.result === 'unknown') return false
  await recordOutcomes(context, actor, [{ attempt, outcome }])
  return true
}

/** Seconds after which a run that never reached its processor is given up: by then somebody should have looked. */
const GIVE_UP_SECONDS = 86_400
/** And after having been asked about so often: a sandbox whose clock jumps a day must not give up what was never tried again. */
const GIVE_UP_ASKS = 5

/**
 * The order of a recurring's payment that the processor says it has never seen; null when it must not be sent again. Nobody
 * was told anything of such a payment, and nobody will make it by hand, so a crash or a processor that was away must not
 * pass for a decline. Any other payment has somebody who tries again.
 */
async function scheduledRequest(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
): Promise<ProcessorRequest | null> {
  if (attempt.purpose !== 'order' || attempt.state !== 'pending' || !processor.actions[attempt.action]) return null
  const read = context.store.reader(asRoot(actor).caller)
  const row = await read.maybe(transaction, attempt.transaction_id)
  if (!row || row.recurring_id === null || row.outcome !== 'pending' || row.instrument_id === null) return null
  const is_old = context.clock.seconds() > row.created_ts + GIVE_UP_SECONDS
  if (is_old && attempt.asks >= GIVE_UP_ASKS) return null
  const product = await read.maybe(producttransaction, row.product_transaction_id)
  const opened = (await context.vaulting.openAll({ ...actor.caller, root_id: row.root_id }, [row.instrument_id])).get(
    row.instrument_id,
  )
  if (!product?.active || !opened) return null
  const vault = await read.maybe(accountvault, row.account_vault_id)
  const initiation = row.installment_number === null ? 'recurring' : 'installment'
  const action = attempt.action as Beginning
  const payment = { action, amount: attempt.amount, initiation, details: {} } as const
  const payer = row.payment_method === 'ach' ? bankPayer(payment, vault) : null
  const funding = fundingOfOpened(opened, { exp_date: vault?.exp_date ?? null })
  return requestOf({ payment, product, funding, payer }, row, attempt.id)
}

/** Sends it once more under the same reference, under which money moves once however often it is sent. */
async function submitAgain(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
  request: ProcessorRequest,
): Promise<Result> {
  if (!(await renewAttempt(context.db, attempt.id, context.retry_policy.lease_seconds))) return 'declined'
  const outcome = await submit(processor, request, context.retry_policy)
  if (outcome.result === 'unknown') return 'unknown'
  await recordAndReverse(context, actor, { attempt, outcome })
  return outcome.result
}

/** Seconds from giving an order up, and from each look to the next, until it is looked for again. */
const WATCH_SECONDS: readonly number[] = [60, 600, 3_600, 21_600, 86_400, 172_800]

/** Looks for an order that was given up again, after so many looks; not any more after the last. */
async function watch(db: Queryable, id: string, looks: number): Promise<void> {
  const seconds = WATCH_SECONDS[looks]
  const text = `update attempt set watch_ts = ${MACHINE_NOW} + $2, looks = $3 where id = $1`
  await db.run(text, [id, seconds ?? null, looks + 1])
}

/** Orders that were given up, of which every process looks for others. */
const watched = lease<AttemptRecord & { looks: number }>({
  table: 'attempt',
  column: 'watch_ts',
  open: 'watch_ts is not null',
})

/** Claims orders whose next look is due. */
async function takeWatched(
  db: Queryable,
  most: number,
  lease_seconds: number,
): Promise<(Attempt & { looks: number })[]> {
  const rows = await watched.claim(db, lease_seconds, [most])
  return rows.map(row => ({ ...decodeAttempt(row), looks: row.looks }))
}
