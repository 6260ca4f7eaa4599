/** Repeats every `interval` days, weeks or months. Occurrence 0 is the anchor. */
export interface Recurrence {
  /** `yyyy-mm-dd` */
  anchor: string
  /** 1 or more. */
  interval: number
  interval_type: IntervalType
}

export type IntervalType = 'd' | 'w' | 'm'

/**
 * Returns the date of an occurrence, counted from the anchor: a schedule that starts on January 31 falls on the last
 * day of February and on March 31, where chained dates would stay on the 28th.
 */
export function occurrenceDate(recurrence: Recurrence, index: number): Temporal.PlainDate {
  const count = recurrence.interval * index
  const anchor = Temporal.PlainDate.from(recurrence.anchor)
  if (recurrence.interval_type === 'm') return anchor.add({ months: count })
  return anchor.add({ days: recurrence.interval_type === 'w' ? 7 * count : count })
}

/** Returns the first occurrence on or after a date. */
export function occurrenceFrom(recurrence: Recurrence, date: Temporal.PlainDate): number {
  const anchor = Temporal.PlainDate.from(recurrence.anchor)
  if (recurrence.interval_type !== 'm') {
    const step = recurrence.interval_type === 'w' ? 7 * recurrence.interval : recurrence.interval
    return stepsUpTo(anchor.until(date, { largestUnit: 'days' }).days, step)
  }
  const months = 12 * (date.year - anchor.year) + date.month - anchor.month
  const index = stepsUpTo(months, recurrence.interval)
  return Temporal.PlainDate.compare(occurrenceDate(recurrence, index), date) < 0 ? index + 1 : index
}

function stepsUpTo(distance: number, step: number): number {
  return Math.max(0, Math.ceil(distance / step))
}
