import type { Row, Settable } from '../../definition/resource.ts'
import { timed } from './due-moment.ts'
import { OVER } from './plan.ts'
import type { recurring } from './recurring.ts'

/**
 * What stops a recurring because of what its payer's bank says: for good, or until somebody activates it. Null where it is stopped as
 * much already. `seconds` is now, the zone that of its location.
 */
export function stopped(
  row: Row<typeof recurring>,
  how: 'ended' | 'on hold',
  zone: string | null,
  seconds: number,
): Settable<typeof recurring> | null {
  if (row.status === 'ended' || row.status === how) return null
  return timed(row, how === 'ended' ? OVER : { status: 'on hold', next_run_date: null }, zone, seconds)
}
