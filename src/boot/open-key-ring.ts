import { type KeyRing, openKeyRing as openRing } from '../adapters/cipher/keyring/index.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'

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
