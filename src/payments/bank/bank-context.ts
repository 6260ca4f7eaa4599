import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Odfi, Originator } from '../../ports/odfi.ts'
import type { Vaulting } from '../vaulting.ts'

/** Something that a person has to look at. */
interface BankWarning {
  /** Empty for what belongs to no merchant. */
  root_id: string
  matter: 'bank_file_set_aside' | 'bank_change_unread'
  subject: string
  /** A sentence. Never an account number. */
  says: string
}

/** Everything payments by bank need. */
export interface BankContext {
  db: Database
  store: Store
  vaulting: Vaulting
  clock: Clock
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  /** Warns merchant and operator. */
  raise(warnings: readonly BankWarning[]): Promise<unknown>
  /** Seals what a notice of change says until a person has read it. */
  cipher: Pick<Cipher, 'seal'>
  odfi: Odfi
  /** Defaults for products that do not name their originator. */
  originator: Originator
  /** False for banks that acknowledge nothing: a delivered file counts as accepted. */
  acknowledges: boolean
  /**
   * The bank's folder is local and can be listed as often as tables are scanned; other banks are polled at intervals.
   */
  is_near: boolean
}

/** Returns the gateway itself as the actor on behalf of the bank. */
export function bankActor(root_id: string): Actor {
  return { caller: systemCaller(root_id, 'ach') }
}
