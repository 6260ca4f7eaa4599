import { onLane } from '../../db/lanes.ts'
import type { Actor, SideStatement, UnitOfWork } from '../../definition/store.ts'
import { eventInsert } from '../../events/record-events.ts'
import { newId } from '../../lib/id.ts'
import { LARGEST_AMOUNT, type Money } from '../../lib/money.ts'
import { Refusal } from '../../lib/problem.ts'
import { truncate } from '../../lib/truncate.ts'
import { untilAvailable } from '../../lib/until-available.ts'
import type { Outcome } from '../../ports/processor.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { nextReturnLook } from '../bank/windows.ts'
import { isSettled } from '../batches/batch.ts'
import type { OutcomePosting } from '../posting/post-outcome.ts'
import { networkIdKept } from '../vault/network-ids.ts'
import {
  type Attempt,
  attemptEnd,
  attemptReversed,
  type LockedAttempt,
  lockAttempts,
  newAttempt,
  openAttempts,
} from './attempt.ts'
import { decideOutcome, isLate, type OutcomeDecision, verbOf } from './outcome.ts'
import { asRoot, type RecordingContext } from './payment-context.ts'
import { type KnownFacts, termsOf } from './routing.ts'

/** The outcome of an attempt. */
export interface LearnedOutcome {
  attempt: Attempt
  outcome: Outcome
  known?: KnownFacts | undefined
  /** Who caused it, where outcomes of several requests are recorded together. */
  actor?: Actor | undefined
}

/** A locked transaction, and the open batch of its account where that is held open with it. */
type HeldPayment = Pick<LockedAttempt, 'row'> & Partial<Pick<LockedAttempt, 'open_batch'>>

/** A transaction after its outcome was recorded, and the reversal that has to be submitted, if any. */
export interface Recorded {
  row: TransactionRow
  reversal: Attempt | null
}

export interface DecidedOutcome extends LearnedOutcome, HeldPayment {
  /** Null where the outcome is recorded already. */
  decision: OutcomeDecision | null
}

/**
 * Runs what follows from something that has happened at a processor or a device, on connections of its own. Where the
 * database cannot at this moment it is tried again, so `work` has to find what it has stored already. Throws once the
 * time for that is over.
 */
export function untilStored<T>({ retry_policy }: RecordingContext, work: () => Promise<T>): Promise<T> {
  return untilAvailable(retry_policy.store_ms, () => onLane('outcomes', work))
}

/** Locks attempts with their transactions and passes both on as they are now. */
export async function lockingAttempts<L extends { attempt: Attempt }, T>(
  context: RecordingContext,
  actor: Actor,
  learned: readonly L[],
  record: (work: UnitOfWork, locked: (L & LockedAttempt)[]) => Promise<T>,
): Promise<T> {
  const ids = learned.map(({ attempt }) => attempt.transaction_id)
  try {
    const recorded = async (work: UnitOfWork): Promise<T> => {
      const held = await lockAttempts(
        work,
        learned.map(({ attempt }) => attempt.id),
      )
      const locked = learned.map(each => {
        const found = held.get(each.attempt.id)
        if (!found) throw new Error(`attempt ${each.attempt.id} has no transaction`)
        return { ...each, ...found }
      })
      return record(work, locked)
    }
    return await untilStored(context, () => context.store.transaction(asRoot(actor), recorded))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // What the processor has answered must be stored whatever the rules say, so this is a bug and not the caller's
    // mistake.
    throw new Error(`the outcome of transaction ${ids.join(', ')} was refused: ${JSON.stringify(error.problems)}`)
  }
}

/** Decides what an outcome makes of its locked transaction. */
export async function decide(
  context: RecordingContext,
  work: UnitOfWork,
  { row, attempt, outcome, known }: LearnedOutcome & { row: TransactionRow },
): Promise<OutcomeDecision | null> {
  const product =
    known?.product ??
    (attempt.purpose === 'order' ? await work.maybe(producttransaction, row.product_transaction_id) : null)
  const place = known?.place ?? (attempt.purpose === 'follow_up' ? await work.maybe(location, row.location_id) : null)
  const settled = attempt.purpose === 'follow_up' && isLate(attempt, outcome) && (await isSettled(work, row))
  const terms = product && (await termsOf(work, row, product))
  const decision = decideOutcome(row, attempt, outcome, {
    product: terms,
    place,
    settled,
    seconds: context.clock.seconds(),
  })
  const state = decision?.state
  if (attempt.purpose === 'order' && row.product_transaction_id && (state === 'approved' || state === 'declined'))
    context.decided?.(attempt.root_id, state, row.product_transaction_id)
  if (decision?.stuck) {
    const { id, action } = attempt
    const { reason_code_id } = outcome
    context.log.error({ transaction_id: row.id, attempt: id, action, reason_code_id }, decision.stuck)
  }
  return decision
}

/** The statements that store how attempts ended. */
export function endingOf(decided: readonly DecidedOutcome[], seconds: number): SideStatement[] {
  const ended = decided.flatMap(({ attempt: { id }, outcome, decision }) =>
    decision ? [{ id, outcome, state: decision.state, is_stuck: decision.stuck !== null }] : [],
  )
  const reversed = decided.flatMap(({ decision }) => decision?.reversed ?? [])
  return [
    ...(ended.length > 0 ? [attemptEnd(ended, seconds)] : []),
    ...(reversed.length > 0 ? [attemptReversed(reversed)] : []),
    ...seriesBegun(decided),
    ...awaitReturns(ordersApproved(decided), seconds),
  ]
}

function ordersApproved(decided: readonly DecidedOutcome[]) {
  return decided.flatMap(({ attempt, decision }) =>
    decision?.state === 'approved' && attempt.purpose === 'order' ? [{ attempt, set: decision.set }] : [],
  )
}

function seriesBegun(decided: readonly DecidedOutcome[]): SideStatement[] {
  return decided.flatMap(each => {
    const { row, attempt, decision } = each
    const is_stored = row.account_vault_id !== null || row.save_account || row.previous_transaction_id !== null
    const begins = is_stored && decision?.state === 'approved' && attempt.purpose === 'order'
    return (begins && networkIdKept(each)) || []
  })
}

/** An order whose approval is recorded. */
interface Approved {
  attempt: Pick<Attempt, 'id' | 'root_id' | 'processor_account_id'>
  set: OutcomeDecision['set']
}

/** The statement by which bank payments that processors send are asked about for as long as they can come back. */
export function awaitReturns(approved: readonly Approved[], seconds: number): SideStatement[] {
  const sent = approved.filter(({ set }) => set.status_id === STATUS.ach_pending && !set.originate_ts)
  if (sent.length === 0) return []
  const rows = sent.map(({ attempt: { id, root_id, processor_account_id } }) => ({ id, root_id, processor_account_id }))
  return [{ text: AWAIT, values: [JSON.stringify(rows), seconds, nextReturnLook(seconds, seconds)] }]
}

const AWAIT = `
insert into return_look (attempt_id, root_id, processor_account_id, since_ts, due_ts)
select id, root_id, processor_account_id, $2, $3
  from json_to_recordset($1) as sent (id text, root_id text, processor_account_id text)
    on conflict do nothing`

export function postingOf({ row, attempt, decision, known, open_batch, actor }: DecidedOutcome): OutcomePosting {
  return { row, set: decision?.set ?? {}, verb: verbOf(row, attempt), known, open_batch, actor }
}

/** What gives an approval back that must not stand. `id` is the attempt that it follows. */
type Reversing = Pick<Attempt, 'id' | 'root_id' | 'transaction_id' | 'processor_account_id' | 'amount'> & {
  action: 'void' | 'refund'
  original: string
}

/**
 * Returns what an outcome demands to be given back: a void of the approval, or its refund where the void came too late.
 */
export function reversingOf({ attempt, outcome, decision }: DecidedOutcome): Reversing | null {
  const { id, original } = attempt
  if (decision?.reverse)
    return { ...attempt, action: 'void', original: id, amount: outcome.auth_amount ?? attempt.amount }
  return decision?.refund ? { ...attempt, action: 'refund', original: original! } : null
}

/**
 * Stores reversals of approvals that must not stand, by the id of the attempt they follow. Submitted afterwards, or by
 * the resolver.
 */
export async function openReversals(
  context: RecordingContext,
  work: UnitOfWork,
  wanted: readonly Reversing[],
  seconds: number,
): Promise<Map<string, Attempt>> {
  const reversals = wanted.map(({ root_id, transaction_id, processor_account_id, amount, action, original }) => {
    const sent = { root_id, transaction_id, processor_account_id, amount, action, original }
    return newAttempt({ id: newId(context.clock.now()), purpose: 'reversal', ...sent })
  })
  await openAttempts(work, reversals, context.retry_policy, seconds)
  return new Map(reversals.map((reversal, index) => [wanted[index]!.id, reversal]))
}

/** The event of a void that came too late, which changes nothing of the transaction: a refund follows. */
export function lateVoids(
  { clock }: RecordingContext,
  { actor: { caller } }: UnitOfWork,
  decided: readonly DecidedOutcome[],
): SideStatement[] {
  const events = decided.flatMap(({ row, attempt, outcome, decision }) => {
    const { reason_code_id, verbiage } = outcome
    const details = { attempt: attempt.id, reason_code_id, verbiage, next: 'refund' }
    const about = { noun: 'transaction', record_id: row.id, location_id: row.location_id }
    return decision?.refund ? [{ caller, ...about, verb: 'reversal_refused', details }] : []
  })
  if (events.length === 0) return []
  const values: unknown[] = []
  return [{ text: eventInsert(events, clock, values), values }]
}

/** Stores the reversal of an approval that must not stand. */
export async function openReversal(
  context: RecordingContext,
  work: UnitOfWork,
  approved: Omit<Reversing, 'action' | 'original'>,
  seconds: number,
): Promise<Attempt> {
  const reversing = { ...approved, action: 'void', original: approved.id } as const
  return (await openReversals(context, work, [reversing], seconds)).get(approved.id)!
}

/** Characters our columns hold of each text. */
const LONGEST = {
  verbiage: 255,
  response_message: 255,
  auth_code: 24,
  avs: 16,
  avs_enhanced: 1,
  cvv_response: 1,
  processor_reference: 64,
  advice_code: 8,
  network_transaction_id: 64,
} as const

/** Whether the columns of a payment can hold an amount. */
function isHeld(amount: Money | null): boolean {
  return amount === null || (amount >= 0n && amount <= LARGEST_AMOUNT)
}

/**
 * An outcome as it can be stored. Money has moved by now: a text that is longer than anybody thought, or that the
 * database cannot hold, must not keep us from writing down that it did.
 */
export function truncateOutcome(outcome: Outcome): Outcome {
  const fit = (name: keyof typeof LONGEST): string | null => {
    const text = outcome[name] ?? null
    return text === null ? null : truncate(text, LONGEST[name])
  }
  return {
    ...outcome,
    verbiage: fit('verbiage') ?? '',
    response_message: fit('response_message'),
    auth_code: fit('auth_code'),
    avs: fit('avs'),
    avs_enhanced: fit('avs_enhanced'),
    cvv_response: fit('cvv_response'),
    processor_reference: fit('processor_reference'),
    // No payment has such an amount: it says nothing, and the amount that was sent stands.
    auth_amount: isHeld(outcome.auth_amount) ? outcome.auth_amount : null,
    ...(outcome.advice_code ? { advice_code: fit('advice_code') } : {}),
    ...(outcome.network_transaction_id ? { network_transaction_id: fit('network_transaction_id') } : {}),
  }
}
