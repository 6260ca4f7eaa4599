import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { type paylink, STATUS } from './paylink.ts'

export type PaylinkState = Pick<Row<typeof paylink>, 'status_id' | 'active' | 'expire_date'>

/**
 * Whether a link can not be paid, and changed only to open it again: paid, which is for good, withdrawn, or past its
 * last day, which ends at midnight where the location is.
 */
export function isClosed(row: PaylinkState, seconds: number, zone: string): boolean {
  if (row.status_id === STATUS.paid || !row.active) return true
  return row.expire_date !== null && row.expire_date < localDate(seconds, zone).toString()
}
