import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Outcome } from '../../ports/processor.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import {
  type FollowUpAction,
  followUpRefusal,
  REASON,
  type TransactionRow,
  transaction,
} from '../../resources/transaction/transaction.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import {
  type Attempt,
  endAttempt,
  lockAttempt,
  markReportedFailed,
  markReversed,
  markStuck,
  openAttempt,
} from './attempt.ts'
import { type Consequence, concludeFollowUp, concludeOrder, unknownOutcome } from './outcome.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'
import { retryDelay } from './retry-policy.ts'
import { COMMUNICATION_ERROR } from './submit.ts'
import { truncateOutcome } from './truncate-outcome.ts'

/** A transaction after its outcome was stored, and the reversal that has to follow, if any. */
export interface Stored {
  row: TransactionRow
  reversal: Attempt | null
}

/**
 * Step three of a payment: outcome, event and every book that follows from it, in one transaction of the database. May be
 * called twice for one attempt (the caller and a resolver can both learn the outcome); the second finds it done.
 */
export function recordOutcome(context: PaymentContext, actor: Actor, attempt: Attempt, said: Outcome): Promise<Stored> {
  const outcome = truncateOutcome(said)
  return onLocked(context, actor, attempt, (work, row, held) => {
    if (!isOpen(held) && !isLate(held, outcome)) return { row, reversal: null }
    if (held.purpose === 'reversal') return storeReversal(context, work, row, held, outcome)
    return storeConsequence(context, work, row, held, outcome)
  })
}

/** Nobody knows and somebody has to be answered: from now on the answer is that it did not happen, and is made true. */
export function recordUnknown(context: PaymentContext, actor: Actor, attempt: Attempt): Promise<TransactionRow> {
  return onLocked(context, actor, attempt, async (work, row, held) => {
    if (!isOpen(held)) return row
    const seconds = context.clock.seconds()
    await markReportedFailed(work, held.id, seconds, retryDelay(1, context.retry_policy))
    if (held.purpose === 'reversal') return row
    return postOutcome(work, row, unknownOutcome(held), verbOf(row, held), seconds)
  })
}

/** Locks the transaction, then the attempt: always in this order. */
async function onLocked<T>(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  record: (work: UnitOfWork, row: TransactionRow, held: Attempt) => Promise<T> | T,
): Promise<T> {
  try {
    return await context.store.transaction(asRoot(actor), async work => {
      const row = await work.lock(transaction, attempt.transaction_id)
      const held = row && (await lockAttempt(work, attempt.id))
      if (!row || !held) throw new Error(`attempt ${attempt.id} has no transaction`)
      return record(work, row, held)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The processor has answered: no rule may refuse to write that down, so this is a bug and not the caller's mistake.
    throw new Error(`the outcome of attempt ${attempt.id} was refused: ${JSON.stringify(error.problems)}`)
  }
}

/** Whether the outcome is still to be learned. */
export function isOpen({ state }: Attempt): boolean {
  return state === 'pending' || state === 'unknown'
}

/** The processor had not seen the order when we gave it up, and approves it now. */
function isLate(held: Attempt, outcome: Outcome): boolean {
  return held.state === 'declined' && outcome.result === 'approved' && held.purpose !== 'reversal'
}

/** The first that is heard of a transaction is its outcome; its intent was nobody's business. */
export function verbOf(row: TransactionRow, attempt: Attempt): 'created' | 'updated' {
  return attempt.purpose === 'order' && row.outcome === 'pending' ? 'created' : 'updated'
}

async function storeConsequence(
  context: PaymentContext,
  work: UnitOfWork,
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
): Promise<Stored> {
  const seconds = context.clock.seconds()
  const late = !isOpen(held)
  if (late && isOutlived(row, held)) return storeOutlived(context, work, row, held, outcome)
  // A late approval of an order that was given up is treated as one somebody was told about.
  const attempt = late && held.told_ts === null ? { ...held, told_ts: seconds } : held
  const { set, state, reverse } = await conclude(work, row, attempt, outcome, seconds)
  await endAttempt(work, held.id, state, outcome, seconds)
  const changes = Object.keys(set).length > 0
  const stored = changes ? await postOutcome(work, row, set, verbOf(row, held), seconds) : row
  return { row: stored, reversal: reverse ? await openReversal(context, work, held, seconds) : null }
}

/** An action that was given up and turns out to have been approved, when its transaction cannot take it any more. */
function isOutlived(row: TransactionRow, { purpose, action }: Attempt): boolean {
  return purpose === 'follow_up' && followUpRefusal(action as FollowUpAction, { ...row, doing: null }, true) !== null
}

/** What has been settled, refunded or voided since stands in other books as it is, so a person has to see to it. */
async function storeOutlived(
  context: PaymentContext,
  work: UnitOfWork,
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
): Promise<Stored> {
  const seconds = context.clock.seconds()
  context.log.error(
    { transaction_id: row.id, attempt: held.id, action: held.action },
    'an action was approved that had been given up, and its transaction has gone on since',
  )
  await endAttempt(work, held.id, 'approved', outcome, seconds)
  await markStuck(work, held.id, seconds)
  return { row, reversal: null }
}

async function conclude(
  work: UnitOfWork,
  row: TransactionRow,
  attempt: Attempt,
  outcome: Outcome,
  seconds: number,
): Promise<Consequence> {
  if (attempt.purpose === 'follow_up') {
    const place = await work.maybe(location, row.location_id)
    return concludeFollowUp(row, attempt, outcome, localDate(seconds, place?.tz).toString())
  }
  const product = await work.maybe(producttransaction, row.product_transaction_id)
  if (!product) throw new Error(`transaction ${row.id} has no product`)
  return concludeOrder(row, attempt, outcome, product, seconds)
}

/** Writes down that an approval is to be taken back; `submitReversal` does it, or the resolver. */
export function openReversal(
  context: PaymentContext,
  work: UnitOfWork,
  approved: Pick<Attempt, 'id' | 'root_id' | 'transaction_id' | 'processor' | 'amount'>,
  seconds: number,
): Promise<Attempt> {
  const made = {
    id: newId(context.clock.now()),
    root_id: approved.root_id,
    transaction_id: approved.transaction_id,
    processor: approved.processor,
    action: 'void',
    purpose: 'reversal',
    original: approved.id,
    amount: approved.amount,
  } as const
  return openAttempt(work, made, context.retry_policy, seconds)
}

/** The money is back, or the processor says it already was, or a person has to see to it. */
async function storeReversal(
  context: PaymentContext,
  work: UnitOfWork,
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
): Promise<Stored> {
  const seconds = context.clock.seconds()
  const is_back = outcome.result === 'approved' || outcome.reason_code_id === REASON.already_reversed
  await endAttempt(work, held.id, is_back ? 'approved' : 'declined', outcome, seconds)
  if (is_back) {
    await markReversed(work, held.original!)
    const was_stuck = row.reason_code_id === REASON.online_reversal_failed
    if (row.outcome === 'declined' && !was_stuck) return { row, reversal: null }
    const set = { outcome: 'declined', dup_key: null, ...(was_stuck ? COMMUNICATION_ERROR : {}) } as const
    return { row: await postOutcome(work, row, set, 'updated', seconds), reversal: null }
  }
  context.log.error(
    { transaction_id: row.id, attempt: held.id, reason_code_id: outcome.reason_code_id },
    'an approval could not be taken back',
  )
  await markStuck(work, held.id, seconds)
  const failed = { reason_code_id: REASON.online_reversal_failed, verbiage: 'ONLINE REVERSAL FAILED' }
  return { row: await postOutcome(work, row, failed, 'updated', seconds), reversal: null }
}
