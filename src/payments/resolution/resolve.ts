import { systemCaller } from '../../definition/caller.ts'
import type { Actor } from '../../definition/store.ts'
import type { Found, Outcome, Processor } from '../../ports/processor.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { Beginning } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { type Attempt, accountsDue, isBelievable, pollLater, renewAttempt, takeDue } from '../lifecycle/attempt.ts'
import { lookUp, type Question } from '../lifecycle/look-up.ts'
import { inquiryOf, storedOriginal } from '../lifecycle/original.ts'
import { isDecided, isUnderway } from '../lifecycle/outcome.ts'
import { recordAndReverse, recordOutcomes } from '../lifecycle/payment.ts'
import { asRoot, type PaymentContext, retryDelay } from '../lifecycle/payment-context.ts'
import { followUpRequest, requestOf, seriesOf } from '../lifecycle/processor-request.ts'
import { processorFor } from '../lifecycle/routing.ts'
import { NEVER_SEEN, submit } from '../lifecycle/submit.ts'
import { noteUnderway } from '../lifecycle/underway.ts'
import { bankPayer } from '../requirements/bank-payer.ts'
import { fundingOfOpened } from '../vault/funding.ts'
import { type AccountSlots, accountSlots } from './account-slots.ts'
import { callPerson } from './call-person.ts'
import { isNowhere, mayHaveLeft, unseenMeans } from './doubtful.ts'
import { watch } from './given-up.ts'

/**
 * Ends attempts that were left open: their process died before the outcome was recorded, or the outcome could not be
 * learned. Only the processor's word ends one; while it cannot be reached the attempt stays open and is polled again.
 */
export function resolution(context: PaymentContext): AccountSlots {
  const { lease_seconds } = context.retry_policy
  return accountSlots(context, {
    accounts: () => accountsDue(context.db),
    take: (account, most) => takeDue(context.db, account, most, lease_seconds),
    ask: attempt => resolveOne(context, attempt),
  })
}

/** Polls an attempt that was just stored, without waiting for the next look of `resolution`. */
export async function resolveNow(context: PaymentContext, attempt: Attempt): Promise<void> {
  await resolveOne(context, attempt)
}

async function resolveOne(context: PaymentContext, attempt: Attempt): Promise<boolean> {
  let why: Parameters<typeof callPerson>[2] = 'silent'
  try {
    const processor = await processorFor(context, attempt)
    const polled = processor ? await pollAttempt(context, attempt, processor) : 'disconnected'
    if (polled === true) return true
    if (polled !== false) why = polled
  } catch (error) {
    context.log.error({ attempt: attempt.id, message: (error as Error).message }, 'an outcome could not be resolved')
  }
  await pollLater(context.db, attempt.id, retryDelay(attempt.asks, context.retry_policy))
  await callPerson(context, attempt, why)
  return false
}

/** Returns whether the outcome is known; `unclear` where only a person can say. */
async function pollAttempt(
  context: PaymentContext,
  attempt: Attempt,
  processor: Processor,
): Promise<boolean | 'unclear'> {
  const actor: Actor = { caller: systemCaller(attempt.root_id, 'resolver') }
  const read = context.store.reader(asRoot(actor).caller)
  const row = attempt.is_doubtful ? await read.maybe(transaction, attempt.transaction_id) : null
  if (row && (await mayHaveLeft(context, attempt, row))) return 'unclear'
  const question = await questionOf(context, attempt, processor)
  const found = await lookUp(context, question)
  if (!found) return false
  // A void whose payment was not recorded yet is sent again; after some minutes its refusal is believed.
  const is_early = attempt.purpose === 'reversal' && found.seen && found.outcome.unrecorded
  const is_declined_here = found.seen && found.outcome.result === 'declined'
  if (row && (!found.seen || is_declined_here)) {
    const elsewhere = await isNowhere(context, actor, attempt, row, question.asked.sent)
    if (elsewhere !== 'unseen') return elsewhere === 'unclear' ? elsewhere : false
  }
  if (found.seen && !is_early) return storeFound(context, actor, attempt, found.outcome)
  const means = unseenMeans(processor, question.asked, attempt.asks, context.clock.seconds())
  if (attempt.purpose === 'reversal') {
    // A void takes back what is there, however often it comes; a refund that is forgotten would be made again.
    if (attempt.action === 'refund' && !found.seen && means !== 'unseen') return means === 'unclear' ? means : false
    return submitReversalAgain(context, actor, attempt, processor)
  }
  // Too soon: an order that is still on its way would be given up and then carried out.
  if (!(await isBelievable(context.db, attempt))) return false
  if (means !== 'unseen') return means === 'unclear' ? means : false
  const again = await scheduledRequest(context, actor, attempt, processor)
  if (again) return submitAgain(context, actor, attempt, processor, again)
  return giveUp(context, actor, attempt, processor)
}

async function questionOf(
  { db, retry_policy }: PaymentContext,
  attempt: Attempt,
  processor: Processor,
): Promise<Question> {
  const asked = await inquiryOf(db, attempt)
  return { account: attempt.processor_account_id, processor, asked, ms: retry_policy.look_ms }
}

/** Returns whether the outcome is known. */
async function storeFound(context: PaymentContext, actor: Actor, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  if (isUnderway(outcome)) await noteUnderway(context, actor, attempt, outcome)
  if (!isDecided(outcome)) return false
  await recordAndReverse(context, actor, { attempt, outcome })
  return true
}

/**
 * A request that the processor has not received may still be on its way. Before it is reported as failed the
 * processor guarantees never to carry it out; where it cannot, it is polled for some more days.
 */
async function giveUp(context: PaymentContext, actor: Actor, attempt: Attempt, processor: Processor): Promise<boolean> {
  const last = processor.ruleOut
    ? await lookUp(context, { ...(await questionOf(context, attempt, processor)), ruling_out: true })
    : NOT_SEEN
  if (!last) return false
  if (last.seen) return storeFound(context, actor, attempt, last.outcome)
  await recordOutcomes(context, actor, [{ attempt, outcome: NEVER_SEEN }])
  if (!processor.ruleOut) await watch(context.db, attempt.id, 0)
  return true
}

const NOT_SEEN: Found = { seen: false }

/** A reversal is submitted until it is answered, always under the same reference. */
async function submitReversalAgain(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
): Promise<boolean> {
  const request = followUpRequest(attempt, await storedOriginal(context.db, attempt))
  const account = attempt.processor_account_id
  const outcome = await submit(context, { account, processor, request, is_reversal: true })
  return storeFound(context, actor, attempt, outcome)
}

/** Seconds after which a scheduled payment that never reached its processor is given up. */
const GIVE_UP_SECONDS = 86_400
/** And so many polls: a sandbox whose clock jumps a day must not give up what was never tried again. */
const GIVE_UP_ASKS = 5

/**
 * Returns the request of a scheduled payment that the processor has never received; null when it must not be
 * submitted again. No caller was answered and none will try again, so a crash or an outage of the processor must not
 * become a decline.
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
  // One that a person was called for and has released is unknown to readers; nothing was reported to a caller.
  const is_open = row?.outcome === 'pending' || (row?.outcome === 'unknown' && attempt.told_ts === null)
  if (!row || row.recurring_id === null || !is_open || row.instrument_id === null) return null
  const is_old = context.clock.seconds() > row.created_ts + GIVE_UP_SECONDS
  if (is_old && attempt.asks >= GIVE_UP_ASKS) return null
  const product = await read.maybe(producttransaction, row.product_transaction_id)
  const opened = (await context.vaulting.openAll({ ...actor.caller, root_id: row.root_id }, [row.instrument_id])).get(
    row.instrument_id,
  )
  if (!product?.active || !opened) return null
  const vault = await read.maybe(accountvault, row.account_vault_id)
  const action = attempt.action as Beginning
  const payment = { action, amount: attempt.amount, initiation: seriesOf(row), details: {} }
  const payer = row.payment_method === 'ach' ? bankPayer(payment, vault) : null
  const funding = fundingOfOpened(opened, { exp_date: vault?.exp_date ?? null })
  return requestOf({ payment, product, funding, payer }, row, attempt.id)
}

/**
 * Submits it once more under the same reference, because its processor has not seen it. Returns whether it is ended, or
 * was by somebody else.
 */
async function submitAgain(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
  request: ProcessorRequest,
): Promise<boolean> {
  const { db, clock, retry_policy } = context
  if (!(await renewAttempt(db, attempt.id, retry_policy.lease_seconds, clock.seconds()))) return true
  const outcome = await submit(context, { account: attempt.processor_account_id, processor, request })
  return storeFound(context, actor, attempt, outcome)
}
