import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Odfi, Originator } from '../../ports/odfi.ts'
import type { Vaulting } from '../vault/vaulting.ts'

/** What the way through the bank needs. */
export interface BankContext {
  db: Database
  store: Store
  vaulting: Vaulting
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  odfi: Odfi
  /** Where a product does not say who sends its files. */
  originator: Originator
  /** False for banks that answer nothing: a file counts as taken once it is delivered. */
  acknowledges: boolean
  /** The bank's folder can be looked into as often as the tables; other banks are asked at intervals. */
  is_near: boolean
}

/** The gateway itself, on the rail's behalf. */
export function bankActor(root_id: string): Actor {
  return { caller: systemCaller(root_id, 'ach') }
}
