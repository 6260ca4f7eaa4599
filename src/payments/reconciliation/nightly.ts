import { isFree } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { UnreadableFile } from '../../ports/incoming-files.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { compareBankFiles } from './compare-bank-files.ts'
import { recordSettled } from './compare-settled.ts'
import { type Connected, connectedNow } from './connected.ts'
import { type KeepOn, recordOrders } from './record-orders.ts'
import { takeReturned } from './take-returned.ts'
import { noteUnreadable } from './unreadable.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'processors' | 'clock' | 'log'>

const DAY = 86_400
/** Seconds after midnight UTC from which a night's comparisons begin: midnight in the westernmost states has passed. */
const BEGINS = 11 * 3600
/** A night goes back over the two days before the last one: outcomes and lists may have come late. */
const OVERLAP = 2 * DAY
/** Orders of the last minutes may be on their way. */
const IN_FLIGHT = 900
const LEASE_SECONDS = 600
const RETRY_SECONDS = 900
/** Comparisons that this process runs at once. */
const AT_ONCE = 3
const BANK = 'bank'

/** A comparison of everything between two moments (Unix seconds, the later one exclusive). */
interface Nightly {
  name: string
  compare(since: number, until: number, keepOn: KeepOn): Promise<unknown>
}

/**
 * Runs the comparisons whose night has come, each in one process. Where the last one ended is stored, so a gateway
 * that stood still for days leaves no gap. One that fails, because a processor cannot be reached, is tried again in a
 * quarter of an hour and delays no other.
 */
export async function compareNight(context: Context): Promise<void> {
  const { db, clock } = context
  const [look] = await db.query<{ due: boolean }>(DUE, [clock.seconds()])
  if (!look?.due) return
  const comparisons = await nightlies(context)
  await align(context, comparisons)
  const waiting = [...comparisons]
  const next = async (): Promise<void> => {
    for (let each = waiting.shift(); each; each = waiting.shift()) await runOnce(context, each)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** The comparison of bank files is always there, so the first look of all finds it missing. */
const DUE = `
select not exists (select from nightly_comparison where name = '${BANK}')
    or exists (select from nightly_comparison where next_ts <= $1 and ${isFree('lease_until')}) as due`

async function nightlies(context: Context): Promise<Nightly[]> {
  const connected = await connectedNow(context.db, context.processors, context.clock.seconds())
  const processors = connected
    .filter(({ processor }) => processor.requests ?? processor.settled ?? processor.returned)
    .map(each => ({
      name: each.name,
      compare: (since: number, until: number, keepOn: KeepOn) =>
        compareProcessor(context, each, { since, until }, keepOn),
    }))
  return [...processors, { name: BANK, compare: since => compareBankFiles(context, since, 'night') }]
}

/** What cannot be read of one list keeps nobody from the others. Throws what was wrong first. */
async function compareProcessor(
  context: Context,
  connected: Connected,
  between: { since: number; until: number },
  keepOn: KeepOn,
): Promise<void> {
  const { processor } = connected
  const wrong: unknown[] = []
  for (const compare of [recordOrders, recordSettled, takeReturned]) {
    if (compare === recordOrders && !processor.requests) continue
    try {
      await compare(context, connected, between, 'night', keepOn)
    } catch (error) {
      wrong.push(error)
    }
  }
  await noteUnreadable(
    context,
    connected,
    wrong.find(error => error instanceof UnreadableFile),
    'night',
  )
  if (wrong.length > 0) throw wrong[0]
}

/** Begins what is compared for the first time, and ends what is not connected any more. */
async function align({ db, clock }: Context, comparisons: readonly Nightly[]): Promise<void> {
  const seconds = clock.seconds()
  const names = comparisons.map(({ name }) => name)
  await db.run(BEGIN, [names, seconds, nextNight(seconds)])
  await db.run('delete from nightly_comparison where name <> all($1)', [names])
}

/** An account that came since the last night is compared from there; the first night of all is the next one. */
const BEGIN = `
insert into nightly_comparison (name, through_ts, next_ts, lease_until)
select each.name, coalesce(last.through_ts, $2), case when last.through_ts is null then $3 else greatest(last.through_ts, $2) end, 0
  from unnest($1::text[]) as each (name) left join nightly_comparison last on last.name = '${BANK}'
    on conflict do nothing`

async function runOnce({ db, clock, log }: Context, { name, compare }: Nightly): Promise<void> {
  const seconds = clock.seconds()
  const [row] = await db.query<{ through_ts: number }>(CLAIM, [name, seconds, LEASE_SECONDS])
  if (!row) return
  const keepOn = () => db.run(LEASE, [name, LEASE_SECONDS])
  try {
    const until = seconds - IN_FLIGHT
    await compare(row.through_ts - OVERLAP, until, keepOn)
    await db.run(DONE, [name, Math.max(until, row.through_ts), nextNight(seconds)])
  } catch (error) {
    log.error({ comparison: name, message: (error as Error).message }, 'the books could not be compared')
    await db.run(LEASE, [name, RETRY_SECONDS])
  }
}

const CLAIM = `update nightly_comparison set lease_until = ${MACHINE_NOW} + $3
  where name = $1 and next_ts <= $2 and ${isFree('lease_until')} returning through_ts`
const LEASE = `update nightly_comparison set lease_until = ${MACHINE_NOW} + $2 where name = $1`
const DONE = 'update nightly_comparison set through_ts = $2, next_ts = $3, lease_until = 0 where name = $1'

function nextNight(seconds: number): number {
  const today = Math.floor(seconds / DAY) * DAY + BEGINS
  return today > seconds ? today : today + DAY
}
