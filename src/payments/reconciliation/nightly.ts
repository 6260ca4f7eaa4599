import { isFree } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { type Night, nightAfter } from '../../lib/night.ts'
import { UnreadableFile } from '../../ports/incoming-files.ts'
import type { DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { compareBankFiles } from './compare-bank-files.ts'
import { recordSettled } from './compare-settled.ts'
import { type Connected, connectedNow } from './connected.ts'
import { type KeepOn, recordOrders } from './record-orders.ts'
import { takeReturned } from './take-returned.ts'
import { noteUnreadable } from './unreadable.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'processors' | 'clock' | 'log'>

const DAY = 86_400
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
  night: Night
  compare(since: number, until: number, keepOn: KeepOn): Promise<unknown>
}

/**
 * Runs the comparisons whose night has come, each in one process. Where the last one ended is stored, so a gateway
 * that stood still for days leaves no gap. One that fails, because a processor cannot be reached, is tried again in a
 * quarter of an hour and delays no other. A processor is compared at the hour of `night` where its product is, files of
 * the bank in the zone of `night`.
 */
export async function compareNight(context: Context, night: Night): Promise<void> {
  const { db, clock } = context
  const [look] = await db.query<{ due: boolean }>(DUE, [clock.seconds()])
  if (!look?.due) return
  const comparisons = await nightlies(context, night)
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

async function nightlies(context: Context, night: Night): Promise<Nightly[]> {
  const connected = await connectedNow(context.db, context.processors, context.clock.seconds())
  const zones = await zonesOf(context, connected)
  const processors = connected
    .filter(({ processor }) => processor.requests ?? processor.settled ?? processor.returned)
    .map(each => ({
      name: each.name,
      night: { ...night, zone: zones.get(each.name) ?? night.zone },
      compare: (since: number, until: number, keepOn: KeepOn) =>
        compareProcessor(context, each, { since, until }, 'night', keepOn),
    }))
  return [...processors, { name: BANK, night, compare: since => compareBankFiles(context, since, 'night') }]
}

/**
 * Compares all that a processor lists with the books: orders, settlements and what came back. One list that cannot be
 * read does not keep the others from being compared. Throws what was wrong first.
 */
export async function compareProcessor(
  context: Context,
  connected: Connected,
  between: { since: number; until: number },
  found_by: DiscrepancyRow['found_by'],
  keepOn: KeepOn,
): Promise<void> {
  const { processor } = connected
  const wrong: unknown[] = []
  for (const compare of [recordOrders, recordSettled, takeReturned]) {
    if (compare === recordOrders && !processor.requests) continue
    try {
      await compare(context, connected, between, found_by, keepOn)
    } catch (error) {
      wrong.push(error)
    }
  }
  await noteUnreadable(
    context,
    connected,
    wrong.find(error => error instanceof UnreadableFile),
    found_by,
  )
  if (wrong.length > 0) throw wrong[0]
}

/** Returns the zone of each processor's first product; the simulator's many products have one night. */
async function zonesOf({ db }: Context, connected: readonly Connected[]): Promise<Map<string, string>> {
  const rows = await db.query<{ name: string; zone: string }>(ZONES, [
    connected.map(({ name }) => name),
    connected.map(({ accounts }) => accounts[0]!.root_id),
    connected.map(({ accounts }) => accounts[0]!.product_transaction_id),
  ])
  return new Map(rows.map(({ name, zone }) => [name, zone]))
}

const ZONES = `
select each.name, coalesce(nullif(p.tz, ''), nullif(l.tz, '')) as zone
  from unnest($1::text[], $2::text[], $3::text[]) as each (name, root_id, product_id)
  join producttransaction p on p.root_id = each.root_id and p.id = each.product_id
  join location l on l.root_id = p.root_id and l.id = p.location_id`

/** Begins what is compared for the first time, and ends what is not connected any more. */
async function align({ db, clock }: Context, comparisons: readonly Nightly[]): Promise<void> {
  const seconds = clock.seconds()
  const names = comparisons.map(({ name }) => name)
  const nights = comparisons.map(({ night }) => nightAfter(seconds, night))
  await db.run(BEGIN, [names, seconds, nights])
  await db.run('delete from nightly_comparison where name <> all($1)', [names])
}

/** An account that came since the last night is compared from there; the first night of all is the next one. */
const BEGIN = `
insert into nightly_comparison (name, through_ts, next_ts, lease_until)
select each.name, coalesce(last.through_ts, $2), case when last.through_ts is null then each.next_ts else greatest(last.through_ts, $2) end, 0
  from unnest($1::text[], $3::bigint[]) as each (name, next_ts) left join nightly_comparison last on last.name = '${BANK}'
    on conflict do nothing`

async function runOnce({ db, clock, log }: Context, { name, night, compare }: Nightly): Promise<void> {
  const seconds = clock.seconds()
  const [row] = await db.query<{ through_ts: number; next_ts: number }>(CLAIM, [name, seconds, LEASE_SECONDS])
  if (!row) return
  const keepOn = () => db.run(LEASE, [name, LEASE_SECONDS])
  try {
    const until = seconds - IN_FLIGHT
    await compare(row.through_ts - OVERLAP, until, keepOn)
    await db.run(DONE, [name, Math.max(until, row.through_ts), nightAfter(seconds, night, row.next_ts)])
  } catch (error) {
    log.error({ comparison: name, message: (error as Error).message }, 'the books could not be compared')
    await db.run(LEASE, [name, RETRY_SECONDS])
  }
}

const CLAIM = `update nightly_comparison set lease_until = ${MACHINE_NOW} + $3
  where name = $1 and next_ts <= $2 and ${isFree('lease_until')} returning through_ts, next_ts`
const LEASE = `update nightly_comparison set lease_until = ${MACHINE_NOW} + $2 where name = $1`
const DONE = 'update nightly_comparison set through_ts = $2, next_ts = $3, lease_until = 0 where name = $1'
