import type { Row } from '../../definition/resource.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { postbackconfig } from './postbackconfig.ts'

type Config = Row<typeof postbackconfig>
export type Credential = 'basic_auth_username' | 'basic_auth_password' | 'signing_secret' | 'signing_secret_old'

/** Opens one credential of a configuration for its delivery or for who may change it; null when none is set. */
export function opened(cipher: Cipher, row: Config, name: Credential): string | null {
  const sealed = row[`${name}_sealed`]
  return sealed === null ? null : cipher.open(sealed, credentialBinding(row, name))
}

/** What the credentials of a configuration are bound to. Its location never changes. */
export function credentialBinding({ id, location_id }: { id: string; location_id: string }, field: Credential) {
  return { location_id, record_id: id, field }
}

/** The secrets that sign at this moment: the present one, and until the change is over the one before. */
export function signingSecrets(cipher: Cipher, row: Config, seconds: number): string[] {
  const names = ['signing_secret', 'signing_secret_old'] as const
  const [present, old] = names.map(name => opened(cipher, row, name))
  const both = (row.signing_secret_old_until_ts ?? 0) > seconds
  return [present, both ? old : null].filter(secret => typeof secret === 'string')
}
