import type { Settable } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { eventInsert } from '../../events/record-events.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import { type Intervention, STATUS } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import {
  type Attempt,
  type AttemptRecord,
  attemptEnd,
  attemptReversed,
  decodeAttempt,
  isLeft,
} from '../lifecycle/attempt.ts'
import { isOpen } from '../lifecycle/outcome.ts'
import { recordLocked } from '../lifecycle/payment.ts'
import { asRoot, type RecordingContext } from '../lifecycle/payment-context.ts'
import { NEVER_SEEN } from '../lifecycle/submit.ts'
import type { InterventionDecision } from '../payments.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import { watch } from './given-up.ts'
import { keptColumns } from './keep-approval.ts'

/**
 * Stores what a person decides about a transaction that is stuck, with everything that follows from it, and returns
 * the transaction. The same decision again changes nothing. Throws a 422 when nothing is stuck, or when this is no way
 * out of it.
 */
export function intervene(
  context: RecordingContext,
  actor: Actor,
  transaction_id: string,
  decision: InterventionDecision,
): Promise<TransactionRow> {
  return context.store.transaction(asRoot(actor), async work => {
    const row = await work.lock(transaction, transaction_id)
    if (!row) throw notFound()
    const attempt = await stuckAttempt(work, row)
    if (!attempt) return decidedBefore(work, row, decision)
    const possible = interventionsFor(attempt, isLeft(row, attempt))
    if (!possible.includes(decision.resolution))
      throw invalidField('resolution', `Resolution must be ${possible.join(' or ')} here.`)
    // First: PostgreSQL lets a decline become an approval only where this is stored.
    await note(context, work, row, attempt, decision)
    const { resolution } = decision
    if (resolution === 'approved' || resolution === 'declined') return answer(context, work, row, attempt, resolution)
    return close(context, work, row, attempt, resolution)
  })
}

/**
 * What a person may decide about a stuck attempt. `is_left`: its payment is made with a second processor, so what this
 * one has approved cannot be kept as well.
 */
export function interventionsFor(
  attempt: Pick<Attempt, 'purpose' | 'state' | 'stuck_ts'>,
  is_left: boolean,
): readonly Intervention[] {
  if (attempt.stuck_ts === null) return []
  if (is_left) return isOpen(attempt) ? ['approved', 'given_back_outside'] : ['given_back_outside']
  if (!isOpen(attempt)) return ['given_back_outside', 'kept']
  return attempt.purpose === 'reversal' ? ['approved', 'given_back_outside', 'kept'] : ['approved', 'declined']
}

async function stuckAttempt(work: UnitOfWork, { id, root_id }: TransactionRow): Promise<Attempt | null> {
  const [found] = await work.query<AttemptRecord>(STUCK, [id, root_id])
  return found ? decodeAttempt(found) : null
}

const STUCK = `
select * from attempt where transaction_id = $1 and root_id = $2 and stuck_ts is not null order by id limit 1 for update`

/** Whoever repeats a decision gets its result. */
async function decidedBefore(
  work: UnitOfWork,
  row: TransactionRow,
  { resolution }: InterventionDecision,
): Promise<TransactionRow> {
  const [last] = await work.query<{ resolution: string }>(
    'select resolution from intervention where transaction_id = $1 and root_id = $2 order by id desc limit 1',
    [row.id, row.root_id],
  )
  if (last?.resolution === resolution) return row
  throw invalidField('resolution', 'Nothing at this transaction waits for a person.')
}

/** Stores who has decided what about which attempt, and why; the event brings it into the sealed audit trail. */
async function note(
  { clock }: RecordingContext,
  work: UnitOfWork,
  { id: transaction_id, root_id, location_id }: TransactionRow,
  attempt: Attempt,
  { resolution, note: text }: InterventionDecision,
): Promise<void> {
  const { caller } = work.actor
  const id = newId(clock.now())
  const values: unknown[] = [id, root_id, transaction_id, attempt.id, resolution, text, caller.user_id, clock.seconds()]
  const details = { transaction_id, attempt: attempt.id, purpose: attempt.purpose, resolution, note: text }
  const event = { caller, location_id, noun: 'intervention', record_id: id, verb: 'created', details }
  const audited = eventInsert([event], clock, values)
  await work.query(
    `with decided as (
       insert into intervention (id, root_id, transaction_id, attempt_id, resolution, note, created_user_id, created_ts)
       values ($1, $2, $3, $4, $5, $6, $7, $8))
     ${audited}`,
    values,
  )
}

/** Records what a person has read at the processor as its own answer would be. */
async function answer(
  context: RecordingContext,
  work: UnitOfWork,
  row: TransactionRow,
  attempt: Attempt,
  result: 'approved' | 'declined',
): Promise<TransactionRow> {
  const outcome: Outcome = result === 'approved' ? { ...APPROVED, auth_amount: attempt.amount } : NEVER_SEEN
  const [recorded] = await recordLocked(context, work, [{ row, attempt, outcome }])
  if (result === 'approved' && attempt.is_doubtful) return hasLeft(work, recorded!.row)
  // Should the processor say otherwise later, an approval is reversed.
  if (result === 'declined') await watch(work, attempt.id, 0)
  return recorded!.row
}

/** A bank payment that a file of a lost gateway holds leaves in none of this one's. */
async function hasLeft(work: UnitOfWork, row: TransactionRow): Promise<TransactionRow> {
  if (row.status_id !== STATUS.ach_pending || row.originate_ts === null) return row
  const waiting = await work.update(transaction, row, { status_id: STATUS.ach_originating, originate_ts: null })
  return work.update(transaction, waiting, { status_id: STATUS.ach_originated })
}

const APPROVED: Outcome = { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage: 'APPROVAL' }

/** Closes an approval that could not be reversed, or an action that was approved too late. */
async function close(
  context: RecordingContext,
  work: UnitOfWork,
  row: TransactionRow,
  attempt: Attempt,
  resolution: 'given_back_outside' | 'kept',
): Promise<TransactionRow> {
  const seconds = context.clock.seconds()
  const set =
    attempt.purpose !== 'reversal' || isLeft(row, attempt)
      ? AS_IT_STANDS
      : resolution === 'kept'
        ? await keptColumns(context, work, row, attempt)
        : GIVEN_BACK
  const posted = await postOutcome(work, row, set, 'updated', seconds)
  const ended = isOpen(attempt)
    ? [attemptEnd([{ id: attempt.id, state: 'declined', outcome: NEVER_SEEN, is_stuck: false }], seconds)]
    : []
  const reversed =
    attempt.purpose === 'reversal' && resolution === 'given_back_outside' ? [attemptReversed([attempt.original!])] : []
  for (const { text, values } of [...ended, ...reversed]) await work.query(text, values)
  await work.query('update attempt set stuck_ts = null where id = $1', [attempt.id])
  return posted
}

type Set = Settable<typeof transaction>

/** What the payment held is free again: invoice, link, the claim on an original, the duplicate check. */
const GIVEN_BACK: Set = { outcome: 'declined', dup_key: null, stuck_ts: null }
/** The transaction has gone on since, or is made elsewhere; a person has put right what the processor did. */
const AS_IT_STANDS: Set = { stuck_ts: null }
