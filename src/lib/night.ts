import { localDate, momentOn } from './local-date.ts'

/** When the night's work is done. */
export interface Night {
  /** 0 to 23. */
  hour: number
  zone: string
}

/** Two nights are at least so many seconds apart, so that a change of hour or zone makes no second one in a night. */
const APART = 12 * 3600

/**
 * Returns the first night after `seconds` (Unix seconds, as the result), and well after `last`, the night before. An
 * hour that the change to summer time skips is the one after it; of two equal ones the first counts.
 */
export function nightAfter(seconds: number, { hour, zone }: Night, last = Number.NEGATIVE_INFINITY): number {
  const from = Math.max(seconds + 1, last + APART)
  const date = localDate(from, zone)
  const night = momentOn(date, hour, zone)
  return night >= from ? night : momentOn(date.add({ days: 1 }), hour, zone)
}
