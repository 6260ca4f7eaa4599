import { join } from 'node:path'
import type { KeyRing } from './adapters/cipher/keyring/index.ts'
import { machineClock } from './adapters/clock/machine.ts'
import type { Config } from './config.ts'
import { checkServer } from './db/check-server.ts'
import type { Database } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/pool.ts'
import type { Lifetime } from './lifetime.ts'
import { openKeys } from './open-keys.ts'

/** What the gateway and the operator's commands stand on: the home, its database brought up to date, and the key ring that fits. */
export interface Installation {
  db: Database
  cipher: KeyRing
}

/** Opens the installation of this home, or makes it. Throws an Error of one line for whatever is missing, closed or does not fit. */
export async function openInstallation(
  config: Config,
  life: Lifetime,
  pool: { size: number; application_name: string },
): Promise<Installation> {
  const embedded = config.database_url
    ? null
    : await life.keep(startEmbedded({ home: config.home }), started => started.stop())
  const url = config.database_url ?? embedded!.url
  const db = openDatabase({ url, prepare: config.database_prepare, ...pool })
  // Kept only once it answers: closing waits for a connection that is still being made, and nobody wants to.
  await life.unlessStopped(checkServer(db))
  await life.keep(db, opened => opened.close())
  await life.unlessStopped(migrate(url))
  return { db, cipher: await openKeys(join(config.home, 'keyring.json'), db, machineClock) }
}
