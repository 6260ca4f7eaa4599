import { randomBytes } from 'node:crypto'
import { registerClient } from '../src/cli/oauth-client.ts'
import type { Database } from '../src/db/database.ts'
import type { SandboxFile, SandboxOauth } from './sandbox-file.ts'
import { type SeedParts, seedMerchant } from './seed.ts'
import { MERCHANTS } from './seed-data.ts'

/** One number for this lock among all advisory locks of the database. */
const SEED_LOCK = 7_265_101

/** Everything but the address, which is known once the server listens. */
export interface Seeded extends Pick<SandboxFile, 'developer_id' | 'merchants'> {
  oauth: Omit<SandboxOauth, 'auth_url'>
}

/**
 * Seeds an empty database with two merchants and gives the credentials to `keep` before anything counts as seeded: a
 * process that dies in between starts over, and two that start together seed once. Returns false when the database was
 * seeded before.
 */
export async function seedSandbox(
  parts: SeedParts & { db: Database },
  keep: (seeded: Seeded) => Promise<void>,
): Promise<boolean> {
  return parts.db.transaction(async tx => {
    await tx.query('select pg_advisory_xact_lock($1)', [SEED_LOCK])
    const known = await tx.query('select 1 from developer limit 1')
    if (known.length > 0) return false
    const developer_id = randomBytes(6).toString('hex')
    const merchants = await Promise.all(MERCHANTS.map(merchant => seedMerchant(parts, merchant)))
    await keep({ developer_id, merchants, oauth: await seedOauth(parts) })
    await tx.query('insert into developer (id, title, active, created_ts) values ($1, $2, true, $3)', [
      developer_id,
      'Sandbox',
      parts.clock.seconds(),
    ])
    return true
  })
}

const REDIRECTS = ['http://127.0.0.1:9999/callback']

/**
 * Registers an integration to try OAuth with, which serves both merchants. Nothing has to listen at its address: the
 * code can be read from the browser's address line.
 */
export async function seedOauth(parts: SeedParts): Promise<Omit<SandboxOauth, 'auth_url'>> {
  const { client_id, client_secret } = await registerClient(parts, {
    name: 'Sandbox integration',
    description: 'Invented for the sandbox, to try OAuth with.',
    homepage_url: 'https://integration.example',
    redirect_urls: REDIRECTS,
    is_public: false,
    rotates_refresh_token: false,
    logo: null,
  })
  return { client_id, client_secret: client_secret ?? '', redirect_uris: REDIRECTS }
}
