import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { atRoot } from '../../definition/caller.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Vaulting } from '../vaulting.ts'
import type { Lines } from './lines.ts'
import type { Processors } from './routing.ts'

/** What the life of a transaction needs. */
export interface PaymentContext {
  db: Database
  store: Store
  vaulting: Vaulting
  processors: Processors
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
  lines: Lines
  /** Told of an account whose settings its processor refuses, in one line. */
  misconfigured?: (processor_account_id: string, problem: string) => void
  /** Told of each decision about an order, by the merchant and product of its payment. */
  decided?: (root_id: string, what: 'approved' | 'declined', product_transaction_id: string) => void
  retry_policy: RetryPolicy
}

/** What storing an outcome needs, without sending anything. */
export type RecordingContext = Omit<PaymentContext, 'processors' | 'vaulting' | 'lines' | 'misconfigured'>

/**
 * The same caller, seeing the whole tree of the root: what a payment follows from (a product, an original, a batch)
 * may lie at another location than the caller's. Access to the transaction itself was checked before.
 */
export function asRoot(actor: Actor): Actor {
  return { ...actor, caller: atRoot(actor.caller) }
}

/** How long a processor is waited for, and how often it is polled. */
export interface RetryPolicy {
  /** Milliseconds after which the outcome of a call counts as unknown; longer than the timeout of any connector. */
  call_ms: number
  /** Milliseconds for which a request waits for the probe of a processor account that could not be reached before. */
  probe_wait_ms: number
  /** Pauses before each poll while the caller still waits, milliseconds. */
  find_ms: readonly number[]
  /** Milliseconds of polling after which the caller is answered. */
  poll_ms: number
  /** Milliseconds for which an outcome that could not be stored is tried to be stored again. */
  store_ms: number
  /** Milliseconds for which a repeated request waits for the outcome of its payment. */
  join_ms: number
  /** Milliseconds after which a look-up by the resolver is given up. */
  look_ms: number
  /**
   * Seconds from storing an attempt until others may poll it: longer than probe, call, polls and recording together.
   */
  lease_seconds: number
  /** Seconds before the resolver's next poll, by the number of its polls; the last one repeats. */
  ask_again_seconds: readonly number[]
  /** Attempts of one processor account that a process polls at once. */
  at_once: number
}

export const RETRY_POLICY: RetryPolicy = {
  call_ms: 20_000,
  probe_wait_ms: 1_000,
  find_ms: [50, 200, 500, 1000],
  poll_ms: 2_000,
  store_ms: 8_000,
  look_ms: 10_000,
  join_ms: 20_000,
  lease_seconds: 40,
  ask_again_seconds: [2, 5, 15, 60, 300, 900, 3600],
  at_once: 20,
}

/** Returns the seconds until the next poll after `asks` of them. */
export function retryDelay(asks: number, { ask_again_seconds }: RetryPolicy): number {
  return ask_again_seconds[Math.min(asks, ask_again_seconds.length) - 1] ?? ask_again_seconds[0] ?? 0
}
