import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { By, Door } from '../definition/door.ts'
import type { Clock } from '../ports/clock.ts'
import type { Patience } from './patience.ts'
import type { Processors } from './routing.ts'
import type { Vaulting } from './vaulting.ts'

/** What the life of a transaction needs. */
export interface Life {
  db: Database
  door: Door
  vaulting: Vaulting
  processors: Processors
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
  patience: Patience
}

/**
 * The same caller, seeing the whole tree of the root: what a payment follows from (a product, an original, a batch) may lie
 * at another location than the caller's. Whether the caller may touch the transaction was asked before.
 */
export function wide(by: By): By {
  const { root_id } = by.caller
  return { ...by, caller: { ...by.caller, location_id: root_id, sees_root: true } }
}
