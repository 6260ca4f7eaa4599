import type { Row } from '../../definition/resource.ts'
import { defer, type PaymentSchedule, runDate, scheduleStatus } from './payment-schedule.ts'
import type { recurring } from './recurring.ts'

/** Days after which a missed payment is no longer made: the payer does not expect it by then. */
const GRACE_DAYS = 3
/** At most this many missed dates are handled at once. */
const MOST_MISSED = 366

export interface DuePayment {
  /** The date of the payment to make now; null when there is none. */
  charge: string | null
  /** Dates on which no payment was made and none will be. */
  missed: string[]
  /** The schedule just before that payment, which is its next one. */
  schedule: PaymentSchedule
}

type RecurringSchedule = PaymentSchedule & Pick<Row<typeof recurring>, 'recurring_type_id'>

/**
 * Returns what has fallen due by `today`, usually one date. After a time in which nothing ran, an ongoing recurring
 * makes its latest missed payment once, and an installment recurring makes all of them, one per call and oldest first;
 * each bears its own date. A payment missed by more than three days is not made: an installment is collected at the end
 * instead.
 */
export function duePayment(row: RecurringSchedule, today: string): DuePayment {
  const missed: string[] = []
  let schedule: PaymentSchedule = row
  while (missed.length < MOST_MISSED) {
    const date = runDate(schedule)
    if (scheduleStatus(schedule).status === 'ended' || date > today) break
    if (!isForgone(row, schedule, date, today)) return { charge: date, missed, schedule }
    missed.push(date)
    schedule = afterMissed(row, schedule)
  }
  return { charge: null, missed, schedule }
}

function isForgone(row: RecurringSchedule, schedule: PaymentSchedule, date: string, today: string): boolean {
  const late = Temporal.PlainDate.from(date).until(today, { largestUnit: 'days' }).days
  if (late > GRACE_DAYS) return true
  const next = { ...schedule, occurrence: schedule.occurrence + 1 }
  return row.recurring_type_id === 'o' && runDate(next) <= today && scheduleStatus(next).status === 'active'
}

/** Moves on to the next date without a payment. */
export function afterMissed(row: RecurringSchedule, schedule: PaymentSchedule): PaymentSchedule {
  if (row.recurring_type_id === 'i') return { ...schedule, ...defer(schedule, 1) }
  return { ...schedule, occurrence: schedule.occurrence + 1 }
}

/** Moves on to the next date after a payment. A declined installment counts as made. */
export function afterPaid(schedule: PaymentSchedule): PaymentSchedule {
  return { ...schedule, occurrence: schedule.occurrence + 1, runs_done: schedule.runs_done + 1 }
}
