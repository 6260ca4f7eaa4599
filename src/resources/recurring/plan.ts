import type { Row } from '../../definition/resource.ts'
import { invalidField } from '../../lib/problem.ts'
import type { recurring } from './recurring.ts'
import { occurrenceDate, occurrenceFrom, type Schedule } from './schedule.ts'

/** The columns of a recurring that say which payments are still to come. */
export type Plan = Pick<
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

type PlanChange = Partial<Plan>

/** What the plan means for the record: the next run, or the end. */
export interface Standing {
  status: 'active' | 'ended'
  active: boolean
  next_run_date: string | null
}

/** How many installments are still to be collected; null for ongoing recurrings. A skipped payment is given up, a deferred one is not. */
export function remaining(plan: Plan): number | null {
  if (plan.installment_total_count === null) return null
  return Math.max(0, plan.installment_total_count - plan.runs_done - plan.skipped_count)
}

/** The date of the occurrence `ahead` places after the next one, whether or not the plan reaches that far. */
export function runDate(plan: Plan, ahead = 0): string {
  return written(occurrenceDate(scheduleOf(plan), plan.occurrence + ahead))
}

/** The day before the occurrence that would follow the last installment; null for ongoing recurrings. */
export function naturalEnd(plan: Plan): string | null {
  const left = remaining(plan)
  if (left === null) return null
  return written(occurrenceDate(scheduleOf(plan), plan.occurrence + left).subtract({ days: 1 }))
}

/** The day of the last installment; null for ongoing recurrings and when none is left. */
export function lastRun(plan: Plan): string | null {
  const left = remaining(plan)
  return left ? runDate(plan, left - 1) : null
}

/** Active with its next run, or ended because no payment is left or the next would fall after the end. */
export function standing(plan: Plan): Standing {
  const next = runDate(plan)
  const over = remaining(plan) === 0 || (plan.end_date !== null && next > plan.end_date)
  return over ? OVER : { status: 'active', active: true, next_run_date: next }
}

export const OVER: Standing = { status: 'ended', active: false, next_run_date: null }

/** Gives up the next `count` payments; the end stays where it is. */
export function skip(plan: Plan, count: number): PlanChange {
  return { occurrence: plan.occurrence + count, skipped_count: plan.skipped_count + count }
}

/** Moves the next `count` payments behind the last one, so that the end comes later. */
export function defer(plan: Plan, count: number): PlanChange {
  const change = { occurrence: plan.occurrence + count, deferred_count: plan.deferred_count + count }
  return { ...change, end_date: endAfter(plan, { ...plan, ...change }, count) }
}

/** Goes on at the first occurrence that is not past. What fell due meanwhile is neither billed now nor given up. */
export function resume(plan: Plan, today: Temporal.PlainDate): PlanChange {
  const occurrence = Math.max(plan.occurrence, occurrenceFrom(scheduleOf(plan), today))
  const later = { ...plan, occurrence }
  return { occurrence, end_date: endAfter(plan, later, occurrence - plan.occurrence) }
}

/** Counts all later payments from a new date; as many are left as before. */
export function reanchor(plan: Plan, date: string): PlanChange {
  const change = { anchor_date: date, occurrence: 0 }
  return { ...change, end_date: endAfter(plan, { ...plan, ...change }, 0) }
}

/** The end of a plan that moved by `steps` occurrences. An end somebody has set keeps its distance, but never cuts an installment off. */
function endAfter(before: Plan, after: Plan, steps: number): string | null {
  const natural = naturalEnd(after)
  if (natural === null || before.end_date === null || before.end_date === naturalEnd(before))
    return natural ?? before.end_date
  const moved = written(occurrenceDate({ ...scheduleOf(before), anchor: before.end_date }, steps))
  const last = lastRun(after)
  return last !== null && moved < last ? natural : moved
}

function scheduleOf(plan: Plan): Schedule {
  return { anchor: plan.anchor_date, interval: plan.interval, interval_type: plan.interval_type }
}

/** Dates are written with four digits of year, on the wire and in every comparison. */
function written(date: Temporal.PlainDate): string {
  if (date.year > 9999) throw invalidField('interval', 'Interval leads beyond the year 9999.')
  return date.toString()
}
