import { momentOn, zoned } from './local-date.ts'

/** Notices of a day leave at this hour of it, where the merchant is. */
const HOUR = 9
/** Nothing that nobody waits for is sent outside these hours, whatever made it late (47 CFR 64.1200 draws the line at 8 and 21). */
const FIRST_HOUR = 8
const LAST_HOUR = 21
/** What is written on the day of its notice, after the hour, is told of this much later. */
const BREATH_SECONDS = 3600

/** The moment (Unix seconds) at which the notice of a `yyyy-mm-dd` date is due, whatever the clocks do that night. */
export function noticeMoment(date: string, zone: string | null): number {
  return momentOn(Temporal.PlainDate.from(date), HOUR, zone)
}

/** When a notice of today or of a later date leaves that is made known at `seconds`; Unix seconds. */
export function noticeAfter(date: string, zone: string | null, seconds: number): number {
  const moment = noticeMoment(date, zone)
  return moment > seconds ? moment : nextGoodHour(zone, seconds + BREATH_SECONDS)
}

/** The moment from which on notices may leave: now, or the next morning; Unix seconds. */
export function nextGoodHour(zone: string | null, seconds: number): number {
  const now = zoned(seconds, zone)
  if (now.hour >= FIRST_HOUR && now.hour < LAST_HOUR) return seconds
  const day = now.hour < FIRST_HOUR ? now.toPlainDate() : now.toPlainDate().add({ days: 1 })
  return noticeMoment(day.toString(), zone)
}
