import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyRing, openKeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import { permitting } from '../../src/auth/permissions.ts'
import type { Database } from '../../src/db/database.ts'
import { versionedCache } from '../../src/db/versioned-cache.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { registry } from '../../src/definition/registry.ts'
import type { UnitOfWork } from '../../src/definition/store.ts'
import { store } from '../../src/engine/store.ts'
import { sealedKeys } from '../../src/lib/sealed-key.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { Vaulting } from '../../src/payments/vaulting.ts'
import { newLocationKeys } from '../../src/resources/location/location-keys.ts'
import { createTestDatabase } from './database.ts'

const DOMAINS = ['00000000000000000000d0d0', '00000000000000000000d0d1'] as const

export interface VaultSite {
  db: Database
  ring: KeyRing
  vault: Vaulting
  clock: { now(): number; seconds(): number; at: number }
  /** Two unrelated locations, each its own root. */
  locations: [string, string]
  open<T>(root_id: string, work: (work: UnitOfWork) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The vault on a database of its own, with nothing around it: `after(site.close)`. */
export async function vaultSite(name: string): Promise<VaultSite> {
  const { database: db, drop } = await createTestDatabase(name)
  const home = await mkdtemp(join(tmpdir(), 'tollgate-vault-'))
  const clock = { at: 1_767_225_600, now: () => clock.at * 1000, seconds: () => clock.at }
  const ring = openKeyRing({ path: join(home, 'keyring.json'), create: true, clock })
  const engine = {
    db,
    clock,
    permit: permitting(registry([])),
    inspect: () => undefined,
    public_url: 'http://127.0.0.1',
    registry: registry([]),
    outbox: null,
    wake: () => undefined,
    versionedCache: versionedCache(),
  }
  const locations: [string, string] = ['000000000000000000000a01', '000000000000000000000b01']
  for (const [index, id] of locations.entries()) await insertLocation(db, ring, id, DOMAINS[index]!)
  return {
    db,
    ring,
    clock,
    locations,
    vault: vaulting({ db, cipher: ring, clock }),
    open: (root_id, work) => store(engine).transaction({ caller: systemCaller(root_id, 'test') }, work),
    async close() {
      await drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function insertLocation(db: Database, ring: KeyRing, id: string, domain_id: string): Promise<void> {
  await db.run(
    `insert into branding_domain (id, root_id, url, title, allow_contact_signup, allow_contact_registration, allow_contact_login,
       registration_fields, custom_theme, created_ts, modified_ts)
     values ($1, $2, 'vault.example', 'Vault', false, false, false, '{}', 'default', 0, 0)`,
    [domain_id, id],
  )
  const keys = sealedKeys(ring, { id, root_id: id }, newLocationKeys())
  await db.run(
    `insert into location (id, root_id, name, tz, branding_domain_id, contact_email_trx_receipt_default, location_api_key_sealed,
       ticket_hash_key_sealed, recurring_notification_days_default, show_contact_files, show_contact_notes, created_ts, modified_ts)
     values ($1, $1, 'Vault', 'America/New_York', $2, false, $3, $4, 0, false, false, 0, 0)`,
    [id, domain_id, keys.location_api_key_sealed, keys.ticket_hash_key_sealed],
  )
}
