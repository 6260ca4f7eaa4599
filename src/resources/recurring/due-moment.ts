import type { Row, Settable } from '../../definition/resource.ts'
import { momentOn, zoned } from '../../lib/local-date.ts'
import { OVER } from './plan.ts'
import type { recurring } from './recurring.ts'

/** Payments run at six in the morning where the location is: after every change of clocks, and before anybody gets up. */
const RUN_HOUR = 6

type Facts = Pick<Row<typeof recurring>, 'status' | 'next_run_date' | 'recurring_type_id' | 'end_date'>

/** The moment (Unix seconds) at which the payment of a date runs. */
export function runMoment(date: string, zone: string | null): number {
  return momentOn(Temporal.PlainDate.from(date), RUN_HOUR, zone)
}

/** When a worker has to look at a recurring as its schedule stands; null when never. */
export function dueMoment(row: Facts, zone: string | null): number | null {
  if (row.status === 'active') return row.next_run_date === null ? null : runMoment(row.next_run_date, zone)
  if (row.status === 'ended' || row.recurring_type_id === 'i' || row.end_date === null) return null
  // A pause ends an ongoing recurring whose last day passes meanwhile.
  return momentOn(Temporal.PlainDate.from(row.end_date).add({ days: 1 }), RUN_HOUR, zone)
}

/**
 * Adds to a change that somebody makes when the recurring falls due after it. A date that is today already runs at the next
 * full hour, and one that is past at the next six o'clock, so that a slip can still be corrected.
 */
export function timed<S extends Settable<typeof recurring>>(
  before: Facts | null,
  set: S,
  zone: string | null,
  seconds: number,
): S & Settable<typeof recurring> {
  const after = { ...before, ...set } as Facts
  const same = before !== null && TELLING.every(name => after[name] === before[name])
  return same ? set : { ...set, due_ts: askedMoment(after, zone, seconds) }
}

const TELLING = ['status', 'next_run_date', 'end_date'] as const

function askedMoment(row: Facts, zone: string | null, seconds: number): number | null {
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
 * What stops a recurring because of what its payer's bank says: for good, or until somebody activates it. Null where it is stopped as
 * much already. `seconds` is now, the zone that of its location.
 */
export function stopped(
  row: Row<typeof recurring>,
  how: 'ended' | 'on hold',
  zone: string | null,
  seconds: number,
): Settable<typeof recurring> | null {
  if (row.status === 'ended' || row.status === how) return null
  return timed(row, how === 'ended' ? OVER : { status: 'on hold', next_run_date: null }, zone, seconds)
}
