import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import { type Opened, openServer } from '../boot/installation.ts'
import type { Shutdown } from '../boot/shutdown.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'

/** What every command has, before anything is opened. */
export interface CommandContext {
  config: Config
  clock: Clock
  log: Logger
  /** What is opened is kept here, to be closed whatever happens. */
  shutdown: Shutdown
  print(line: string): void
}

/** What an operator command works with. */
export interface Operator extends CommandContext {
  db: Database
  ring: KeyRing
}

/** Who writes `rotate-keys --help` wants to read, not to rotate: arguments that a command does not know stop it. */
export function noArguments(command: string, args: readonly string[]): void {
  if (args.length > 0) throw new Error(`${command} takes no arguments`)
}

/**
 * Opens the database of this home as it is: nothing is made and no migration is applied, so that what an older gateway keeps can be looked
 * at before an upgrade. Throws where there is no gateway's database.
 */
export async function existingServer({
  config,
  shutdown,
}: Pick<CommandContext, 'config' | 'shutdown'>): Promise<Opened> {
  if (!config.database_url && !existsSync(join(config.home, 'postgres')))
    throw new Error(`there is no database in ${config.home}: set TOLLGATE_HOME or DATABASE_URL as for the gateway`)
  return openServer(config, shutdown, { size: 2, application_name: 'tollgate-operator' })
}

/** The time of the gateway behind this database: the machine's, and in a sandbox as far ahead as it was moved. */
export async function gatewayClock(db: Queryable, machine: Clock): Promise<Clock> {
  const [row] = await db.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
  const millis = () => machine.now() + (row?.ahead_ms ?? 0)
  return { now: millis, seconds: () => Math.floor(millis() / 1000) }
}
