import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import type { quickinvoice } from './quickinvoice.ts'

/** An invoice can be paid through its expire_date, in the zone of its location. */
export function isExpired(
  { expire_date }: Pick<Row<typeof quickinvoice>, 'expire_date'>,
  seconds: number,
  zone: string,
): boolean {
  return expire_date !== null && expire_date < localDate(seconds, zone).toString()
}
