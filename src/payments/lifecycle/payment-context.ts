import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vaulting } from '../vault/vaulting.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { Processors } from './routing.ts'

/** What the life of a transaction needs. */
export interface PaymentContext {
  db: Database
  store: Store
  vaulting: Vaulting
  processors: Processors
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
  retry_policy: RetryPolicy
}

/**
 * The same caller, seeing the whole tree of the root: what a payment follows from (a product, an original, a batch)
 * may lie at another location than the caller's. Access to the transaction itself was checked before.
 */
export function asRoot(actor: Actor): Actor {
  const { root_id } = actor.caller
  return { ...actor, caller: { ...actor.caller, location_id: root_id, sees_root: true } }
}
