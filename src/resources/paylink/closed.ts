import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { type paylink, STATUS } from './paylink.ts'

export type PaylinkState = Pick<Row<typeof paylink>, 'status_id' | 'active' | 'expire_date'>

/**
 * Whether a link can not be paid, and changed only to open it again: paid, which is for good, withdrawn, or past its
 * last day.
 */
export function isClosed(row: PaylinkState, seconds: number, zone: string): boolean {
  return row.status_id === STATUS.paid || !row.active || isExpired(row, seconds, zone)
}

/** Whether the last day of a link is over where its location is. */
export function isExpired({ expire_date }: Pick<PaylinkState, 'expire_date'>, seconds: number, zone: string | null) {
  return expire_date !== null && expire_date < localDate(seconds, zone).toString()
}
