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
import { canComeBack } from './returned.ts'

export const returnsTask = defineTask<{ account: string }>('ach.ask-about-returns')

/**
 * Bank payments that their processors sent, and that may come back: one job for each account. They are due at the same
 * times of day, so that an account has one such job at a time.
 */
export const returnsDue = dueScan({
  name: 'bank payments that may come back',
  table: 'return_look',
  column: 'due_ts',
  task: returnsTask,
  by: 'processor_account_id',
  payload: { account: 'processor_account_id' },
  most: 500,
  revive: 3600,
})

const PIECE = 200
/** Questions at one account at a time: payers are not to wait for these. */
const AT_ONCE = 5
/** Seconds until one is asked about again whose question was not answered. */
const AGAIN = 3_600
const DAY = 86_400

/** A bank payment with the request that it was sent by. */
type Look = Pick<TransactionRow, 'payment_method' | 'status_id' | 'doing'> & { since_ts: number; attempt: Attempt }

/**
 * Asks an account about its bank payments that are due, and charges back those that came back. Where `find` does not
 * tell it, nobody is asked. Throws when the processor cannot be reached; what was asked about is not asked again then.
 */
export async function askAboutReturns(context: PaymentContext, root_id: string, account: string): Promise<void> {
  const of: OfAccount = { root_id, processor_account_id: account }
  const seconds = context.clock.seconds()
  const processor = await processorFor(context, of)
  if (!processor) return postponeAll(context.db, of, seconds)
  if (!processor.tells_returns) return forget(context.db, of, seconds)
  for (;;) {
    const piece = await pieceOf(context.db, of, seconds)
    if (piece.length === 0) return
    if (!(await context.lines.canAsk(account))) throw new Error(`the processor of account ${account} cannot be reached`)
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
    await storeNext(context.db, root_id, next)
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
select l.since_ts, t.payment_method, t.status_id, t.doing, row_to_json(a) as attempt
  from return_look l
  join attempt a on a.root_id = l.root_id and a.id = l.attempt_id
  join transaction t on t.root_id = a.root_id and t.id = a.transaction_id
 where l.processor_account_id = $1 and l.root_id = $2 and l.due_ts <= $3
 order by l.due_ts, l.attempt_id limit ${PIECE}`

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

const FORGOTTEN_AT_ONCE = 5_000

async function forget(db: Queryable, of: OfAccount, seconds: number): Promise<void> {
  const text = `
delete from return_look where root_id = $2 and attempt_id in (
  select attempt_id from return_look where processor_account_id = $1 and root_id = $2 and due_ts <= $3
   order by due_ts, attempt_id limit ${FORGOTTEN_AT_ONCE})`
  for (;;) {
    const gone = await db.run(text, [of.processor_account_id, of.root_id, seconds])
    if (gone < FORGOTTEN_AT_ONCE) return
  }
}

/** This build lacks the connector. */
async function postponeAll(db: Queryable, of: OfAccount, seconds: number): Promise<void> {
  const text =
    'update return_look set due_ts = $3 + $4 where processor_account_id = $1 and root_id = $2 and due_ts <= $3'
  await db.run(text, [of.processor_account_id, of.root_id, seconds, DAY])
}
