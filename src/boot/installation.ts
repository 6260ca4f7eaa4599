import { join } from 'node:path'
import { type KeyRing, openKeyRing as openRing } from '../adapters/cipher/keyring/index.ts'
import { machineClock } from '../adapters/clock/machine.ts'
import type { Config } from '../config.ts'
import { checkServer } from '../db/check-server.ts'
import type { Database } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type PoolOptions } from '../db/pool.ts'
import type { Clock } from '../ports/clock.ts'
import type { Shutdown } from './shutdown.ts'

/** A home with its database, migrated, and the key ring that belongs to it. */
export interface Installation {
  db: Database
  cipher: KeyRing
}

/** A database that can be reached, and its address. Nothing in it has been checked. */
export interface Opened {
  db: Database
  url: string
}

/** Opens the database of this home; creates an empty embedded one where there is none. Throws an Error of one line. */
export async function openServer(
  config: Config,
  shutdown: Shutdown,
  pool: Pick<PoolOptions, 'size' | 'application_name'>,
): Promise<Opened> {
  const embedded = config.database_url
    ? null
    : await shutdown.adopt(startEmbedded({ home: config.home }), started => started.stop())
  const url = config.database_url ?? embedded!.url
  const db = openDatabase({ url, prepare: config.database_prepare, ...pool })
  // Adopted only once it answers, because closing would wait for a connection that is still being made.
  await shutdown.interruptible(checkServer(db))
  await shutdown.adopt(db, opened => opened.close())
  return { db, url }
}

/**
 * Opens the installation of this home, or creates it. Throws an Error of one line for what is missing or does not fit.
 */
export async function openInstallation(
  config: Config,
  shutdown: Shutdown,
  pool: Pick<PoolOptions, 'size' | 'application_name'>,
): Promise<Installation> {
  const { db, url } = await openServer(config, shutdown, pool)
  await shutdown.interruptible(migrate(url))
  return { db, cipher: await openKeyRing(join(config.home, 'keyring.json'), db, machineClock) }
}

/** Throws when this database was restored from a backup and has not been compared with the processor since. */
export async function refuseUnreconciled(db: Database): Promise<void> {
  const [found] = await db.query<{ taken_ts: number }>(
    'select taken_ts from restoration where reconciled_ts is null order by taken_ts limit 1',
  )
  if (!found) return
  const taken = Temporal.Instant.fromEpochMilliseconds(found.taken_ts * 1000)
  throw new Error(
    `this database was restored from a backup of ${taken}: compare it with the processor first, by npm run tollgate -- reconcile`,
  )
}

const BINDING = { location_id: 'installation', record_id: 'installation', field: 'canary' }
const CANARY = 'the key ring of this installation'

/**
 * Opens the key ring and makes sure it is the one this database was sealed with: a ring is created for a fresh database
 * only, and a sealed canary is opened at every start. Throws an Error of one line.
 */
export async function openKeyRing(path: string, db: Database, clock: Clock): Promise<KeyRing> {
  const [known] = await db.query<{ canary: string }>('select canary from installation where id = 1')
  const ring = openRing({ path, create: known === undefined, clock })
  if (known) {
    if (!fitsCanary(ring, known.canary)) throw new Error(`the key ring ${path} does not belong to this database`)
    return ring
  }
  await db.run('insert into installation (id, canary, created_ts) values (1, $1, $2) on conflict (id) do nothing', [
    ring.seal(CANARY, BINDING),
    clock.seconds(),
  ])
  return openKeyRing(path, db, clock)
}

/** Whether this ring is the one that a database was sealed with. */
export function fitsCanary(ring: KeyRing, canary: string): boolean {
  try {
    return ring.open(canary, BINDING) === CANARY
  } catch {
    return false
  }
}
