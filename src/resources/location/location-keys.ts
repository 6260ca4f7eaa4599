import { randomUUID } from 'node:crypto'

/** Keys of a location in clear. */
export interface LocationKeys {
  location_api_key: string
  ticket_hash_key: string
}

export function newLocationKeys(): LocationKeys {
  return { location_api_key: randomUUID(), ticket_hash_key: randomUUID() }
}
