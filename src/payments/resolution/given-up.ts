import type { Queryable } from '../../db/database.ts'
import { lease, SKIP_LOCKED } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { systemCaller } from '../../definition/caller.ts'
import { type Attempt, type AttemptRecord, decodeAttempt } from '../lifecycle/attempt.ts'
import { lookUp } from '../lifecycle/look-up.ts'
import { inquiryOf } from '../lifecycle/original.ts'
import { isDecided } from '../lifecycle/outcome.ts'
import { recordAndReverse } from '../lifecycle/payment.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { processorFor } from '../lifecycle/routing.ts'
import { type AccountSlots, accountSlots } from './account-slots.ts'

type GivenUp = Attempt & { looks: number }

/**
 * Polls requests that were given up at a processor which cannot rule them out. One that was approved after all is
 * reversed, as if it had been reported as failed.
 */
export function givenUpOrders(context: PaymentContext): AccountSlots {
  const { lease_seconds } = context.retry_policy
  return accountSlots<GivenUp>(context, {
    async accounts() {
      const rows = await context.db.query<{ account: string }>(ACCOUNTS_DUE)
      return rows.map(({ account }) => account)
    },
    async take(account, most) {
      const rows = await watched.claim(context.db, lease_seconds, [most, account])
      return rows.map(row => ({ ...decodeAttempt(row), looks: row.looks }))
    },
    ask: attempt => look(context, attempt),
  })
}

/** A look that was not answered is repeated when the lease ends. */
async function look(context: PaymentContext, attempt: GivenUp): Promise<boolean> {
  const processor = await processorFor(context, attempt)
  // It counts as a look, so that nobody looks for ever.
  if (!processor) {
    await watch(context.db, attempt.id, attempt.looks)
    return true
  }
  const { look_ms: ms } = context.retry_policy
  const asked = await inquiryOf(context.db, attempt)
  const found = await lookUp(context, { account: attempt.processor_account_id, processor, asked, ms })
  if (!found) return false
  // It has arrived and is held for a review, or decided later: an approval is given back whenever it comes.
  if (found.seen && !isDecided(found.outcome)) {
    await watch(context.db, attempt.id, Math.min(attempt.looks, UNDECIDED))
    return true
  }
  if (found.seen)
    await recordAndReverse(context, { caller: systemCaller(attempt.root_id, 'resolver') }, { attempt, ...found })
  await watch(context.db, attempt.id, found.seen ? WATCH_SECONDS.length : attempt.looks)
  return true
}

/** Seconds from giving a request up, and from each look to the next. */
const WATCH_SECONDS: readonly number[] = [60, 600, 3_600, 21_600, 86_400, 172_800]

/** The pause that is repeated while a processor has not decided a request: six hours. */
const UNDECIDED = 3

/** Schedules the next look for a request that was given up; none after the last. */
export async function watch(db: Pick<Queryable, 'query'>, id: string, looks: number): Promise<void> {
  const seconds = WATCH_SECONDS[looks]
  const text = `update attempt set watch_ts = ${MACHINE_NOW} + $2, looks = $3 where id = $1`
  await db.query(text, [id, seconds ?? null, looks + 1])
}

const IS_DUE = `watch_ts <= (select ${MACHINE_NOW})`
const ACCOUNTS_DUE = `select distinct processor_account_id as account from attempt where ${IS_DUE}`

/** Orders that were given up; each process claims others. */
const watched = lease<AttemptRecord & { looks: number }>({
  table: 'attempt',
  column: 'watch_ts',
  open: 'watch_ts is not null',
  pick: `select id from attempt where processor_account_id = $3 and ${IS_DUE} order by watch_ts, id limit $2 ${SKIP_LOCKED}`,
})
