import type { Row, Settable } from '../../definition/resource.ts'
import { momentOn, zoned } from '../../lib/local-date.ts'
import { ENDED } from './payment-schedule.ts'
import type { recurring } from './recurring.ts'

/** Payments run at six in the morning in the location's zone: after every change to or from daylight saving time. */
const RUN_HOUR = 6

type Facts = Pick<Row<typeof recurring>, 'status' | 'next_run_date' | 'recurring_type_id' | 'end_date'>

/** Returns the moment (Unix seconds) at which the payment of a date runs. */
export function runMoment(date: string, zone: string | null): number {
  return momentOn(Temporal.PlainDate.from(date), RUN_HOUR, zone)
}

/** Returns when (Unix seconds) the worker has to process a recurring next; null when never. */
export function dueMoment(row: Facts, zone: string | null): number | null {
  if (row.status === 'active') return row.next_run_date === null ? null : runMoment(row.next_run_date, zone)
  if (row.status === 'ended' || row.recurring_type_id === 'i' || row.end_date === null) return null
  // A pause ends an ongoing recurring whose last day passes meanwhile.
  return momentOn(Temporal.PlainDate.from(row.end_date).add({ days: 1 }), RUN_HOUR, zone)
}

/**
 * Returns a caller's change with the `due_ts` that follows from it. A next run date of today runs at the next full
 * hour, and a past one at the next six o'clock, so that a mistake can still be corrected.
 */
export function withDueMoment<S extends Settable<typeof recurring>>(
  before: Facts | null,
  set: S,
  zone: string | null,
  seconds: number,
): S & Settable<typeof recurring> {
  const after = { ...before, ...set } as Facts
  const is_same = before !== null && DUE_FIELDS.every(name => after[name] === before[name])
  return is_same ? set : { ...set, due_ts: correctableMoment(after, zone, seconds) }
}

const DUE_FIELDS = ['status', 'next_run_date', 'end_date'] as const

function correctableMoment(row: Facts, zone: string | null, seconds: number): number | null {
  const moment = dueMoment(row, zone)
  if (moment === null || moment > seconds || row.status !== 'active') return moment
  const now = zoned(seconds, zone)
  const today = now.toPlainDate()
  if (row.next_run_date === today.toString()) {
    const hour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 })
    return hour.toPlainDate().equals(today) ? Math.floor(hour.epochMilliseconds / 1000) : seconds
  }
  const next = momentOn(today, RUN_HOUR, zone)
  return next > seconds ? next : momentOn(today.add({ days: 1 }), RUN_HOUR, zone)
}

/**
 * Returns the change that ends a recurring or puts it on hold because it cannot be billed; null when it is already in
 * that status or ended. `zone` is its location's, `seconds` is now.
 */
export function stopped(
  row: Row<typeof recurring>,
  how: 'ended' | 'on hold',
  zone: string | null,
  seconds: number,
): Settable<typeof recurring> | null {
  if (row.status === 'ended' || row.status === how) return null
  return withDueMoment(row, how === 'ended' ? ENDED : { status: 'on hold', next_run_date: null }, zone, seconds)
}
