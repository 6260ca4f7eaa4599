import type { Book, By } from '../definition/door.ts'
import { newId } from '../lib/id.ts'
import { localDate } from '../lib/local-date.ts'
import { Refusal } from '../lib/problem.ts'
import type { Outcome } from '../ports/processor.ts'
import { location } from '../resources/location/location.ts'
import { producttransaction } from '../resources/producttransaction/producttransaction.ts'
import {
  type FollowUpAction,
  followUpRefusal,
  REASON,
  type TransactionRow,
  transaction,
} from '../resources/transaction/transaction.ts'
import { type Attempt, endAttempt, lockAttempt, markReversed, markStuck, openAttempt, tellAttempt } from './attempt.ts'
import { writeBooks } from './books.ts'
import { fitted } from './fitted.ts'
import { type Life, wide } from './life.ts'
import { type Consequence, concludeFollowUp, concludeOrder, toldUnknown } from './outcome.ts'
import { pauseAfter } from './patience.ts'
import { COMMUNICATION_ERROR } from './question.ts'

/** A transaction after its outcome was stored, and the reversal that has to follow, if any. */
export interface Stored {
  row: TransactionRow
  reversal: Attempt | null
}

/**
 * Step three of a payment: outcome, event and every book that follows from it, in one transaction of the database. May be
 * called twice for one attempt (the caller and a resolver can both learn the outcome); the second finds it done.
 */
export function storeOutcome(life: Life, by: By, attempt: Attempt, said: Outcome): Promise<Stored> {
  const outcome = fitted(said)
  return onLocked(life, by, attempt, (book, row, held) => {
    if (!isOpen(held) && !isLate(held, outcome)) return { row, reversal: null }
    if (held.purpose === 'reversal') return storeReversal(life, book, row, held, outcome)
    return storeConsequence(life, book, row, held, outcome)
  })
}

/** Nobody knows and somebody has to be answered: from now on the answer is that it did not happen, and is made true. */
export function storeTold(life: Life, by: By, attempt: Attempt): Promise<TransactionRow> {
  return onLocked(life, by, attempt, async (book, row, held) => {
    if (!isOpen(held)) return row
    const seconds = life.clock.seconds()
    await tellAttempt(book, held.id, seconds, pauseAfter(1, life.patience))
    if (held.purpose === 'reversal') return row
    return writeBooks(book, row, toldUnknown(held), verbOf(row, held), seconds)
  })
}

/** Locks the transaction, then the attempt: always in this order. */
async function onLocked<T>(
  life: Life,
  by: By,
  attempt: Attempt,
  work: (book: Book, row: TransactionRow, held: Attempt) => Promise<T> | T,
): Promise<T> {
  try {
    return await life.door.open(wide(by), async book => {
      const row = await book.lock(transaction, attempt.transaction_id)
      const held = row && (await lockAttempt(book, attempt.id))
      if (!row || !held) throw new Error(`attempt ${attempt.id} has no transaction`)
      return work(book, row, held)
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
  life: Life,
  book: Book,
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
): Promise<Stored> {
  const seconds = life.clock.seconds()
  const late = !isOpen(held)
  if (late && isOutlived(row, held)) return storeOutlived(life, book, row, held, outcome)
  // A late approval of an order that was given up is treated as one somebody was told about.
  const attempt = late && held.told_ts === null ? { ...held, told_ts: seconds } : held
  const { set, state, reverse } = await conclude(book, row, attempt, outcome, seconds)
  await endAttempt(book, held.id, state, outcome, seconds)
  const changes = Object.keys(set).length > 0
  const stored = changes ? await writeBooks(book, row, set, verbOf(row, held), seconds) : row
  return { row: stored, reversal: reverse ? await openReversal(life, book, held, seconds) : null }
}

/** An action that was given up and turns out to have been approved, when its transaction cannot take it any more. */
function isOutlived(row: TransactionRow, { purpose, action }: Attempt): boolean {
  return purpose === 'follow_up' && followUpRefusal(action as FollowUpAction, { ...row, doing: null }, true) !== null
}

/** What has been settled, refunded or voided since stands in other books as it is, so a person has to see to it. */
async function storeOutlived(
  life: Life,
  book: Book,
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
): Promise<Stored> {
  const seconds = life.clock.seconds()
  life.log.error(
    { transaction_id: row.id, attempt: held.id, action: held.action },
    'an action was approved that had been given up, and its transaction has gone on since',
  )
  await endAttempt(book, held.id, 'approved', outcome, seconds)
  await markStuck(book, held.id, seconds)
  return { row, reversal: null }
}

async function conclude(
  book: Book,
  row: TransactionRow,
  attempt: Attempt,
  outcome: Outcome,
  seconds: number,
): Promise<Consequence> {
  if (attempt.purpose === 'follow_up') {
    const place = await book.maybe(location, row.location_id)
    return concludeFollowUp(row, attempt, outcome, localDate(seconds, place?.tz).toString())
  }
  const product = await book.maybe(producttransaction, row.product_transaction_id)
  if (!product) throw new Error(`transaction ${row.id} has no product`)
  return concludeOrder(row, attempt, outcome, product, seconds)
}

/** Writes down that an approval is to be taken back; `takeBack` does it, or the resolver. */
export function openReversal(
  life: Life,
  book: Book,
  approved: Pick<Attempt, 'id' | 'root_id' | 'transaction_id' | 'processor' | 'amount'>,
  seconds: number,
): Promise<Attempt> {
  const made = {
    id: newId(life.clock.now()),
    root_id: approved.root_id,
    transaction_id: approved.transaction_id,
    processor: approved.processor,
    action: 'void',
    purpose: 'reversal',
    original: approved.id,
    amount: approved.amount,
  } as const
  return openAttempt(book, made, life.patience, seconds)
}

/** The money is back, or the processor says it already was, or a person has to see to it. */
async function storeReversal(
  life: Life,
  book: Book,
  row: TransactionRow,
  held: Attempt,
  outcome: Outcome,
): Promise<Stored> {
  const seconds = life.clock.seconds()
  const is_back = outcome.result === 'approved' || outcome.reason_code_id === REASON.already_reversed
  await endAttempt(book, held.id, is_back ? 'approved' : 'declined', outcome, seconds)
  if (is_back) {
    await markReversed(book, held.original!)
    const was_stuck = row.reason_code_id === REASON.online_reversal_failed
    if (row.outcome === 'declined' && !was_stuck) return { row, reversal: null }
    const set = { outcome: 'declined', dup_key: null, ...(was_stuck ? COMMUNICATION_ERROR : {}) } as const
    return { row: await writeBooks(book, row, set, 'updated', seconds), reversal: null }
  }
  life.log.error(
    { transaction_id: row.id, attempt: held.id, reason_code_id: outcome.reason_code_id },
    'an approval could not be taken back',
  )
  await markStuck(book, held.id, seconds)
  const failed = { reason_code_id: REASON.online_reversal_failed, verbiage: 'ONLINE REVERSAL FAILED' }
  return { row: await writeBooks(book, row, failed, 'updated', seconds), reversal: null }
}
