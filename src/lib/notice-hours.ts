import { momentOn, zoned } from './local-date.ts'

/** Notices of a day are sent at this hour in the merchant's zone. */
const HOUR = 9
/** Unsolicited notices are not sent outside these hours (47 CFR 64.1200 allows 8 to 21). */
const FIRST_HOUR = 8
const LAST_HOUR = 21
/** A record created after the hour of its own notice date is notified this much later. */
const BREATH_SECONDS = 3600

/** Returns the moment (Unix seconds) at which the notice of a `yyyy-mm-dd` date is due. */
export function noticeMoment(date: string, zone: string | null): number {
  return momentOn(Temporal.PlainDate.from(date), HOUR, zone)
}

/** Returns when the notice of a date is sent that becomes known at `seconds`; Unix seconds. */
export function noticeAfter(date: string, zone: string | null, seconds: number): number {
  const moment = noticeMoment(date, zone)
  return moment > seconds ? moment : nextGoodHour(zone, seconds + BREATH_SECONDS)
}

/** Returns when notices may be sent next: now, or the next morning; Unix seconds. */
export function nextGoodHour(zone: string | null, seconds: number): number {
  const now = zoned(seconds, zone)
  if (now.hour >= FIRST_HOUR && now.hour < LAST_HOUR) return seconds
  const day = now.hour < FIRST_HOUR ? now.toPlainDate() : now.toPlainDate().add({ days: 1 })
  return noticeMoment(day.toString(), zone)
}
