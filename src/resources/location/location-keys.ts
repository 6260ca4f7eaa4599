import { randomUUID } from 'node:crypto'
import type { Settable } from '../../definition/resource.ts'
import { sealedKeys } from '../../lib/sealed-key.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { location } from './location.ts'

/** The purpose of the keyed hash of a `location_api_key`. */
export const LOCATION_API_KEY = 'location_api_key'

/** Keys of a location in clear. */
export interface LocationKeys {
  location_api_key: string
  ticket_hash_key: string
}

export function newLocationKeys(): LocationKeys {
  return { location_api_key: randomUUID(), ticket_hash_key: randomUUID() }
}

/** Returns the columns that keep the keys of this location. */
export function locationKeyColumns(
  cipher: Cipher,
  owner: { id: string; root_id: string },
  keys: LocationKeys,
): Settable<typeof location> {
  const location_api_key_mark = cipher.fingerprint(LOCATION_API_KEY, keys.location_api_key)
  return { ...sealedKeys(cipher, owner, keys), location_api_key_mark }
}
