import type { Queryable } from '../../db/database.ts'
import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { nextReturnLook } from '../bank/windows.ts'
import { type Attempt, type AttemptRecord, decodeAttempt } from '../lifecycle/attempt.ts'
import { lookUp } from '../lifecycle/look-up.ts'
import { inquiryOf } from '../lifecycle/original.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { type OfAccount, processorFor } from '../lifecycle/routing.ts'
import { takeAgain } from './look-again.ts'
import { canComeBack } from './taken-back.ts'

export const returnsTask = defineTask<Record<never, never>>('ach.ask-about-returns')

/**
 * Bank payments that their processors sent, and that may come back: one job for all of them, so that no row is looked
 * at while it works but the ones it asks about.
 */
export const returnsDue = dueScan({
  name: 'bank payments that may come back',
  task: returnsTask,
  moment: 'select min(due_ts) from return_look',
})

const PIECE = 200
/** Accounts that are asked at once, and questions at each: payers are not to wait for these. */
const ACCOUNTS_AT_ONCE = 5
const AT_ONCE = 5
/** Seconds until one is asked about again whose question was not answered. */
const AGAIN = 3_600
const DAY = 86_400

/** A bank payment with the request that it was sent by. */
type Look = Pick<TransactionRow, 'payment_method' | 'status_id' | 'doing'> & { since_ts: number; attempt: Attempt }

/**
 * Asks about the bank payments that are due, at each processor account by itself, and charges back those that came
 * back. Where `find` does not tell it, nobody is asked; an account that cannot be reached is asked in an hour.
 */
export async function askAboutReturns(context: PaymentContext): Promise<void> {
  const seconds = context.clock.seconds()
  const waiting = await context.db.query<OfAccount>(ACCOUNTS, [seconds])
  const ask = async (): Promise<void> => {
    for (let of = waiting.shift(); of; of = waiting.shift()) await askAccount(context, of, seconds)
  }
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, ask))
}

/** Steps from account to account along the index, however many rows each has. */
const ACCOUNTS = `
with recursive known as (
  select min(processor_account_id) as account from return_look
  union all
  select (select min(processor_account_id) from return_look where processor_account_id > known.account)
    from known where known.account is not null)
select known.account as processor_account_id, due.root_id
  from known, lateral (select root_id from return_look
                        where processor_account_id = known.account and due_ts <= $1 order by due_ts limit 1) as due`

async function askAccount(context: PaymentContext, of: OfAccount, seconds: number): Promise<void> {
  const processor = await processorFor(context, of)
  // This build lacks the connector.
  if (!processor) return postpone(context.db, of, seconds, DAY)
  if (!processor.tells_returns) return forget(context.db, of, seconds)
  for (;;) {
    if (!(await context.lines.canAsk(of.processor_account_id))) return postpone(context.db, of, seconds, AGAIN)
    const piece = await pieceOf(context.db, of, seconds)
    if (piece.length === 0) return
    const next = new Map<string, number | null>()
    const waiting = [...piece]
    const ask = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const { id } = one.attempt
        const again = await look(context, one, seconds).catch((error: Error) => {
          context.log.error({ attempt: id, message: error.message }, 'a bank payment could not be asked about')
          return seconds + AGAIN
        })
        next.set(id, again)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    await storeNext(context.db, of.root_id, next)
  }
}

/** Returns when it is asked about again; null when it cannot come back any more. */
async function look(context: PaymentContext, one: Look, seconds: number): Promise<number | null> {
  const { attempt, since_ts, doing } = one
  if (doing !== null) return seconds + AGAIN
  if (!canComeBack(one)) return null
  const processor = (await processorFor(context, attempt))!
  const asked = await inquiryOf(context.db, attempt)
  const { look_ms: ms } = context.retry_policy
  const found = await lookUp(context, { account: attempt.processor_account_id, processor, asked, ms })
  if (!found) return seconds + AGAIN
  if (found.seen && found.outcome.returned) await takeAgain(context, attempt, found.outcome)
  return nextReturnLook(since_ts, seconds)
}

async function pieceOf(db: Queryable, of: OfAccount, seconds: number): Promise<Look[]> {
  const rows = await db.query<Omit<Look, 'attempt'> & { attempt: AttemptRecord }>(DUE, [
    of.processor_account_id,
    of.root_id,
    seconds,
  ])
  return rows.map(row => ({ ...row, attempt: decodeAttempt(row.attempt) }))
}

const DUE = `
with due as materialized (
  select attempt_id, root_id, since_ts from return_look
   where processor_account_id = $1 and root_id = $2 and due_ts <= $3 order by due_ts, attempt_id limit ${PIECE})
select due.since_ts, t.payment_method, t.status_id, t.doing, row_to_json(a) as attempt
  from due
  join attempt a on a.root_id = due.root_id and a.id = due.attempt_id
  join transaction t on t.root_id = a.root_id and t.id = a.transaction_id`

async function storeNext(db: Queryable, root_id: string, next: ReadonlyMap<string, number | null>): Promise<void> {
  const later = [...next].flatMap(([id, due_ts]) => (due_ts === null ? [] : [{ id, due_ts }]))
  const over = [...next].flatMap(([id, due_ts]) => (due_ts === null ? [id] : []))
  if (later.length > 0) await db.run(LATER, [root_id, JSON.stringify(later)])
  if (over.length > 0)
    await db.run('delete from return_look where root_id = $1 and attempt_id = any($2)', [root_id, over])
}

const LATER = `
update return_look set due_ts = next.due_ts
  from json_to_recordset($2) as next (id text, due_ts bigint)
 where return_look.root_id = $1 and return_look.attempt_id = next.id`

const MOVED_AT_ONCE = 5_000
const SOME_DUE = `
  select attempt_id from return_look where processor_account_id = $1 and root_id = $2 and due_ts <= $3
   order by due_ts, attempt_id limit ${MOVED_AT_ONCE}`

function forget(db: Queryable, of: OfAccount, seconds: number): Promise<void> {
  return moveAll(db, `delete from return_look where root_id = $2 and attempt_id in (${SOME_DUE})`, of, [seconds])
}

function postpone(db: Queryable, of: OfAccount, seconds: number, by: number): Promise<void> {
  const text = `update return_look set due_ts = $3 + $4 where root_id = $2 and attempt_id in (${SOME_DUE})`
  return moveAll(db, text, of, [seconds, by])
}

async function moveAll(db: Queryable, text: string, of: OfAccount, values: readonly number[]): Promise<void> {
  for (;;) {
    const moved = await db.run(text, [of.processor_account_id, of.root_id, ...values])
    if (moved < MOVED_AT_ONCE) return
  }
}
