import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { JobRun } from '../../jobs/declare/task.ts'
import { localDate } from '../../lib/local-date.ts'
import type { StoredAccountPayment } from '../../payments/new-payment.ts'
import type { Payments } from '../../payments/payments.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { location } from '../location/location.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { runMoment } from './due-moment.ts'
import { fallDue } from './fall-due.ts'
import { recurring } from './recurring.ts'
import { paymentOf } from './run-payment.ts'
import { type DueRecurring, writeRuns } from './write-runs.ts'

interface Parts {
  store: Store
  payments: Payments
}

type Run = JobRun<{ recurring_ids: string[]; due_ts: number }>

/** From this try on each recurring is done by itself: one whose account cannot be opened must not keep forty others from being charged. */
const ALONE_FROM = 3

/**
 * Makes the payments of some recurrings of one merchant. First everything is read; then, in one transaction, every payment
 * is written down together with its occurrence and the recurring's next date; then the processor is asked. A job that runs
 * again after a crash finds that the recurrings have moved on and does nothing: what was written down is asked about, and
 * sent again only where the processor has never seen it.
 */
export async function runDue(parts: Parts, job: Run): Promise<void> {
  const { recurring_ids } = job.payload
  if (job.attempt < ALONE_FROM) return runGroup(parts, job, recurring_ids)
  const failures: unknown[] = []
  for (const id of recurring_ids) await runGroup(parts, job, [id]).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function runGroup({ store, payments }: Parts, job: Run, recurring_ids: readonly string[]): Promise<void> {
  const { due_ts } = job.payload
  const actor: Actor = { caller: systemCaller(job.root_id ?? '', 'worker') }
  const read = store.reader(actor.caller)
  const found = await read.all(recurring, { id: recurring_ids }, recurring_ids.length)
  // Oldest first: what was made earlier is charged earlier.
  const rows = found.filter(row => row.due_ts === due_ts).toReversed()
  if (rows.length === 0) return
  const due = await loadFacts(read, payments, actor, rows, job.seconds)
  const authorised = await store.transaction(actor, work => writeRuns(work, payments, due, job.seconds))
  await payments.scheduled.submit(actor, authorised)
}

async function loadFacts(
  read: Reader,
  payments: Payments,
  actor: Actor,
  rows: Row<typeof recurring>[],
  seconds: number,
): Promise<DueRecurring[]> {
  const location_ids = unique(rows.map(row => row.location_id))
  const vault_ids = unique(rows.map(row => row.account_vault_id))
  const places = byId(await read.all(location, { id: location_ids }, location_ids.length))
  const vaults = byId(await read.all(accountvault, { id: vault_ids }, vault_ids.length))
  const offers = await read.all(product_recurring, { location_id: location_ids }, location_ids.length)
  const services = new Map(offers.map(offer => [offer.location_id, offer]))
  const requested: StoredAccountPayment[] = []
  const due = rows.map(row => {
    const zone = places.get(row.location_id)?.tz ?? null
    const service = services.get(row.location_id) ?? null
    const vault = vaults.get(row.account_vault_id)
    const today = localDate(seconds, zone)
    const fallen = fallDue(row, today.toString())
    const is_off = service?.active === false
    const date = row.status === 'active' && !is_off ? fallen.charge : null
    const moment = date === null ? null : { date, run_ts: runMoment(date, zone) }
    const place =
      moment && vault ? requested.push(paymentOf({ ...row, ...fallen.plan }, vault, service, moment)) - 1 : null
    return { row, zone, today, is_off, fallen, place }
  })
  const prepared = await payments.scheduled.plan(actor, requested)
  return due.map(({ place, ...each }) => ({ ...each, prepared: place === null ? null : (prepared[place] ?? null) }))
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map(row => [row.id, row]))
}
