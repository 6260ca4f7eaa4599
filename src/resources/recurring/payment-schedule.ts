import type { Row } from '../../definition/resource.ts'
import { invalidField } from '../../lib/problem.ts'
import { occurrenceDate, occurrenceFrom, type Recurrence } from './recurrence.ts'
import type { recurring } from './recurring.ts'

/** The columns of a recurring that determine which payments are still to come. */
export type PaymentSchedule = Pick<
  Row<typeof recurring>,
  | 'interval'
  | 'interval_type'
  | 'anchor_date'
  | 'occurrence'
  | 'installment_total_count'
  | 'runs_done'
  | 'skipped_count'
  | 'deferred_count'
  | 'end_date'
>

type ScheduleChange = Partial<PaymentSchedule>

/** What its schedule makes of a recurring: active with a next run, or ended. */
export interface ScheduleStatus {
  status: 'active' | 'ended'
  active: boolean
  next_run_date: string | null
}

/**
 * Returns how many installments are still to be collected; null for ongoing recurrings. A skipped payment is given up,
 * a deferred one is not.
 */
export function remaining(schedule: PaymentSchedule): number | null {
  if (schedule.installment_total_count === null) return null
  return Math.max(0, schedule.installment_total_count - schedule.runs_done - schedule.skipped_count)
}

/** Returns the date of the occurrence `ahead` places after the next one, even if the schedule ends before it. */
export function runDate(schedule: PaymentSchedule, ahead = 0): string {
  return dateText(occurrenceDate(recurrenceOf(schedule), schedule.occurrence + ahead))
}

/** Returns the day before the occurrence that would follow the last installment; null for ongoing recurrings. */
export function naturalEnd(schedule: PaymentSchedule): string | null {
  const left = remaining(schedule)
  if (left === null) return null
  return dateText(occurrenceDate(recurrenceOf(schedule), schedule.occurrence + left).subtract({ days: 1 }))
}

/** Returns the day of the last installment; null for ongoing recurrings and when none is left. */
export function lastRun(schedule: PaymentSchedule): string | null {
  const left = remaining(schedule)
  return left ? runDate(schedule, left - 1) : null
}

/** Returns active with the next run, or ended when no payment is left or the next one would fall after the end. */
export function scheduleStatus(schedule: PaymentSchedule): ScheduleStatus {
  const next = runDate(schedule)
  const over = remaining(schedule) === 0 || (schedule.end_date !== null && next > schedule.end_date)
  return over ? ENDED : { status: 'active', active: true, next_run_date: next }
}

export const ENDED: ScheduleStatus = { status: 'ended', active: false, next_run_date: null }

/** Gives up the next `count` payments; the end stays where it is. */
export function skip(schedule: PaymentSchedule, count: number): ScheduleChange {
  return { occurrence: schedule.occurrence + count, skipped_count: schedule.skipped_count + count }
}

/** Moves the next `count` payments behind the last one, so that the end comes later. */
export function defer(schedule: PaymentSchedule, count: number): ScheduleChange {
  const change = { occurrence: schedule.occurrence + count, deferred_count: schedule.deferred_count + count }
  return { ...change, end_date: endAfter(schedule, { ...schedule, ...change }, count) }
}

/** Resumes at the first occurrence that is not past. Payments due meanwhile are neither made now nor given up. */
export function resume(schedule: PaymentSchedule, today: Temporal.PlainDate): ScheduleChange {
  const occurrence = Math.max(schedule.occurrence, occurrenceFrom(recurrenceOf(schedule), today))
  const later = { ...schedule, occurrence }
  return { occurrence, end_date: endAfter(schedule, later, occurrence - schedule.occurrence) }
}

/** Counts all later payments from a new date; their number stays the same. */
export function reanchor(schedule: PaymentSchedule, date: string): ScheduleChange {
  const change = { anchor_date: date, occurrence: 0 }
  return { ...change, end_date: endAfter(schedule, { ...schedule, ...change }, 0) }
}

/**
 * Returns the end of a schedule that moved by `steps` occurrences. An end that a caller has set keeps its distance, but
 * never cuts off an installment.
 */
function endAfter(before: PaymentSchedule, after: PaymentSchedule, steps: number): string | null {
  const natural = naturalEnd(after)
  if (natural === null || before.end_date === null || before.end_date === naturalEnd(before))
    return natural ?? before.end_date
  const moved = dateText(occurrenceDate({ ...recurrenceOf(before), anchor: before.end_date }, steps))
  const last = lastRun(after)
  return last !== null && moved < last ? natural : moved
}

function recurrenceOf(schedule: PaymentSchedule): Recurrence {
  return { anchor: schedule.anchor_date, interval: schedule.interval, interval_type: schedule.interval_type }
}

/** Dates are compared as text, so the year must have four digits. */
function dateText(date: Temporal.PlainDate): string {
  if (date.year > 9999) throw invalidField('interval', 'Interval leads beyond the year 9999.')
  return date.toString()
}
