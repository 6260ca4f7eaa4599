import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import { type Opened, openServer } from '../boot/installation.ts'
import type { Shutdown } from '../boot/shutdown.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { ROOTLESS, recordEvents } from '../events/record-events.ts'
import { Refusal } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'

/** What every command has before anything is opened. */
export interface CommandContext {
  config: Config
  clock: Clock
  log: Logger
  /** Closes whatever a command has opened, however it ends. */
  shutdown: Shutdown
  print(line: string): void
}

/** What a command on an opened installation works with. */
export interface Operator extends CommandContext {
  db: Database
  ring: KeyRing
}

/** An unknown argument stops a command: `rotate-keys --help` must not rotate. */
export function noArguments(command: string, args: readonly string[]): void {
  if (args.length > 0) throw new Error(`${command} takes no arguments`)
}

/**
 * Opens the database of this home without creating it and without migrations, so that the data of an older gateway
 * can be inspected before an upgrade. Throws when there is none.
 */
export async function existingServer({
  config,
  shutdown,
}: Pick<CommandContext, 'config' | 'shutdown'>): Promise<Opened> {
  if (!config.database_url && !existsSync(join(config.home, 'postgres')))
    throw new Error(`there is no database in ${config.home}: set TOLLGATE_HOME or DATABASE_URL as for the gateway`)
  // The tables of an older gateway are not granted to the role that serves until the upgrade.
  return openServer(config, shutdown, { size: 2, application_name: 'tollgate-operator', role: 'owner' })
}

/** Runs what the API does as well: what that refuses is said in one line. */
export async function plainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const texts = Object.values(error.problems ?? {}).flat()
    throw new Error(texts.join(' ') || error.message)
  }
}

/** Records in the audit trail what an operator did to the installation, which belongs to no merchant. */
export async function noteOperator(
  { db, clock }: { db: Queryable; clock: Clock },
  noun: string,
  verb: string,
  details: Record<string, unknown>,
): Promise<void> {
  const about = { location_id: null, noun, record_id: '', verb, details }
  await recordEvents(db, await gatewayClock(db, clock), [{ caller: systemCaller(ROOTLESS, 'operator'), ...about }])
}

/** Returns the gateway's clock: the machine's, plus the offset by which a sandbox was moved ahead. */
export async function gatewayClock(db: Queryable, machine: Clock): Promise<Clock> {
  const [row] = await db.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
  const millis = () => machine.now() + (row?.ahead_ms ?? 0)
  return { now: millis, seconds: () => Math.floor(millis() / 1000) }
}
