import type { Logger } from 'pino'
import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import type { Lifetime } from '../boot/lifetime.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'

/** What every command has, before anything is opened. */
export interface CommandContext {
  config: Config
  clock: Clock
  log: Logger
  /** What is opened is kept here, to be closed whatever happens. */
  running: Lifetime
  print(line: string): void
}

/** What an operator command works with. */
export interface Operator extends CommandContext {
  db: Database
  ring: KeyRing
}
