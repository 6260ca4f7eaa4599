import type { Reader } from '../../definition/rules.ts'
import { location } from './location.ts'

/** Returns the time zone of a location, in which the days of its records are counted; null where it has none. */
export async function zoneOf(read: Reader, location_id: string): Promise<string | null> {
  return (await read.maybe(location, location_id))?.tz ?? null
}
