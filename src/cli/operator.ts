import type { Logger } from 'pino'
import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'

/** What an operator command works with. */
export interface Operator {
  config: Config
  db: Database
  ring: KeyRing
  clock: Clock
  log: Logger
  print(line: string): void
}
