import { momentOn, zoned } from './local-date.ts'

/** The first moment after `seconds` at which it is this hour (0 to 23) in the zone; Unix seconds. */
export function cutOffAfter(seconds: number, hour: number, zone: string | null | undefined): number {
  const today = zoned(seconds, zone).toPlainDate()
  const moment = momentOn(today, hour, zone)
  return moment > seconds ? moment : momentOn(today.add({ days: 1 }), hour, zone)
}
