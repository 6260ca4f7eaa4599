import { existsSync } from 'node:fs'
import { type KeyRing, type KeyRingPlace, nameOfPlace, openAnyKeyRing } from '../adapters/cipher/keyring/index.ts'
import { machineClock } from '../adapters/clock/machine.ts'
import type { Config } from '../config.ts'
import { checkServer } from '../db/check-server.ts'
import type { Database } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type PoolOptions } from '../db/pool.ts'
import type { Clock } from '../ports/clock.ts'
import { sealKeptKeys } from './seal-kept-keys.ts'
import type { Shutdown } from './shutdown.ts'

/** A home with its database, migrated, and the key ring that belongs to it. */
export interface Installation {
  db: Database
  cipher: KeyRing
}

/** A database that can be reached, and its addresses. Nothing in it has been checked. */
export interface Opened {
  db: Database
  /** The role that serves. */
  url: string
  /** The role that owns the tables; the same one where an operator's database has no other. */
  owner_url: string
}

/**
 * Opens the database of this home by the role that serves, or that of the owner; creates an empty embedded one where
 * there is none. Throws an Error of one line.
 */
export async function openServer(
  config: Config,
  shutdown: Shutdown,
  { role = 'serving', ...pool }: Pick<PoolOptions, 'size' | 'application_name'> & { role?: 'serving' | 'owner' },
): Promise<Opened> {
  const { url, owner_url } = await addressesOf(config, shutdown)
  const db = openDatabase({ url: role === 'owner' ? owner_url : url, prepare: config.database_prepare, ...pool })
  // Adopted only once it answers, because closing would wait for a connection that is still being made.
  await shutdown.interruptible(checkServer(db))
  await shutdown.adopt(db, opened => opened.close())
  return { db, url, owner_url }
}

async function addressesOf(config: Config, shutdown: Shutdown): Promise<Omit<Opened, 'db'>> {
  const { database_url: url, migration_database_url } = config
  if (url === null) return shutdown.adopt(startEmbedded({ home: config.home }), started => started.stop())
  return { url, owner_url: migration_database_url ?? url }
}

/**
 * Opens the installation of this home, or creates it. Throws an Error of one line for what is missing or does not fit.
 */
export async function openInstallation(
  config: Config,
  shutdown: Shutdown,
  pool: Pick<PoolOptions, 'size' | 'application_name'>,
): Promise<Installation> {
  const is_live = config.mode === 'live'
  if (is_live) assertKeyRing(config.keyring)
  const { db, url, owner_url } = await openServer(config, shutdown, pool)
  const serving = owner_url === url ? null : await roleOf(db)
  await shutdown.interruptible(migrate(owner_url, undefined, serving))
  if (serving !== null) await checkSchema(db, serving)
  const opening = openKeyRing(config.keyring, db, machineClock, is_live)
  const cipher = await shutdown.adopt(opening, async ring => ring.close())
  await shutdown.interruptible(sealKeptKeys(db, cipher))
  return { db, cipher }
}

async function roleOf(db: Database): Promise<string> {
  const [row] = await db.query<{ role: string }>('select current_user::text as role')
  return row!.role
}

/** The owner has granted what is in its schema; a role with another search_path finds none of it. */
async function checkSchema(db: Database, role: string): Promise<void> {
  const [row] = await db.query<{ found: string | null }>(`select to_regclass('schema_migration')::text as found`)
  if (row!.found === null)
    throw new Error(
      `the role ${role} does not find the tables: its search_path leads to another schema than that of TOLLGATE_MIGRATION_DATABASE_URL`,
    )
}

/** A ring that live mode made by itself would be one that nobody has a copy of. Throws when there is none. */
function assertKeyRing(place: KeyRingPlace): void {
  if ('path' in place && !existsSync(place.path))
    throw new Error(
      `there is no key ring at ${place.path}: bring it from its copy, or make one for a new gateway by npm run tollgate -- keyring create`,
    )
}

/** Throws when nobody could sign in: live mode is not seeded. */
export async function assertMerchant(db: Database): Promise<void> {
  const [found] = await db.query('select 1 from location where parent_id is null and deleted_ts is null limit 1')
  if (!found) throw new Error('there is no merchant yet: make the first one by npm run tollgate -- create-root')
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
 * Opens the key ring and makes sure that it is the one this database was sealed with, and that the database is one of
 * this mode: a ring is created for a fresh database of a sandbox only, and a sealed canary is opened at every start.
 * Throws an Error of one line.
 */
export async function openKeyRing(place: KeyRingPlace, db: Database, clock: Clock, is_live = false): Promise<KeyRing> {
  const [known] = await db.query<{ canary: string; is_live: boolean }>(
    'select canary, is_live from installation where id = 1',
  )
  if (known && known.is_live !== is_live) throw new Error(wrongMode(known.is_live))
  const ring = await openAnyKeyRing({ ...place, create: known === undefined && !is_live, clock })
  if (known) {
    if (!fitsCanary(ring, known.canary))
      throw new Error(`the key ring ${nameOfPlace(place)} does not belong to this database`)
    return ring
  }
  await db.run(
    'insert into installation (id, canary, created_ts, is_live) values (1, $1, $2, $3) on conflict (id) do nothing',
    [ring.seal(CANARY, BINDING), clock.seconds(), is_live],
  )
  return openKeyRing(place, db, clock, is_live)
}

/** Says why a process of one mode does not open a database of the other. */
export function wrongMode(is_live: boolean): string {
  return is_live
    ? 'this database is a live one, where a sandbox would approve payments that nobody makes: set TOLLGATE_MODE to live'
    : 'this database is of a sandbox, with merchants and payments that were invented: live mode needs one of its own'
}

/** Whether this ring is the one that a database was sealed with. */
export function fitsCanary(ring: KeyRing, canary: string): boolean {
  try {
    // It stays under the first key, which may be retired by now.
    return ring.open(ring.rewrap(canary, BINDING) ?? canary, BINDING) === CANARY
  } catch {
    return false
  }
}
