import type { Row } from '../../definition/resource.ts'
import { defer, type Plan, runDate, standing } from './plan.ts'
import type { recurring } from './recurring.ts'

/** Days after which a payment that was missed is not made any more: nobody expects it then. */
const GRACE_DAYS = 3
/** So many missed dates are dealt with at once. */
const MOST_MISSED = 366

export interface FallenDue {
  /** The date of the payment to make now; null when there is none. */
  charge: string | null
  /** Dates on which nobody was charged, and nobody will be. */
  missed: string[]
  /** The plan as it stands before that payment, which is its next one. */
  plan: Plan
}

type Line = Plan & Pick<Row<typeof recurring>, 'recurring_type_id'>

/**
 * What has fallen due by `today`, where one look usually finds one date. After a time in which nothing ran, an ongoing
 * recurring makes its latest missed payment once, and an installment recurring all of them one after the other, oldest
 * first; each bears its own date. What was missed for longer than three days is left to a person: an installment is then
 * collected at the end instead.
 */
export function fallDue(line: Line, today: string): FallenDue {
  const missed: string[] = []
  let plan: Plan = line
  while (missed.length < MOST_MISSED) {
    const date = runDate(plan)
    if (standing(plan).status === 'ended' || date > today) break
    if (!isForgone(line, plan, date, today)) return { charge: date, missed, plan }
    missed.push(date)
    plan = passed(line, plan)
  }
  return { charge: null, missed, plan }
}

function isForgone(line: Line, plan: Plan, date: string, today: string): boolean {
  const late = Temporal.PlainDate.from(date).until(today, { largestUnit: 'days' }).days
  if (late > GRACE_DAYS) return true
  const next = { ...plan, occurrence: plan.occurrence + 1 }
  return line.recurring_type_id === 'o' && runDate(next) <= today && standing(next).status === 'active'
}

/** Goes on to the next date without a payment. */
export function passed(line: Line, plan: Plan): Plan {
  if (line.recurring_type_id === 'i') return { ...plan, ...defer(plan, 1) }
  return { ...plan, occurrence: plan.occurrence + 1 }
}

/** Goes on to the next date after a payment, whatever becomes of it: an installment is one, approved or declined. */
export function paid(plan: Plan): Plan {
  return { ...plan, occurrence: plan.occurrence + 1, runs_done: plan.runs_done + 1 }
}
