import type { Row } from '../../definition/resource.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { postbackconfig } from './postbackconfig.ts'

type Config = Row<typeof postbackconfig>
export type Credential = 'basic_auth_username' | 'basic_auth_password' | 'signing_secret' | 'signing_secret_old'

/** Returns a credential in clear; null when none is set. */
export function openCredential(cipher: Cipher, row: Config, name: Credential): string | null {
  const sealed = row[`${name}_sealed`]
  return sealed === null ? null : cipher.open(sealed, credentialBinding(row, name))
}

/** Returns what a sealed credential is bound to. The location of a configuration never changes. */
export function credentialBinding({ id, location_id }: { id: string; location_id: string }, field: Credential) {
  return { location_id, record_id: id, field }
}

/** Returns the secrets that sign now: the current one and, during a rotation, the previous one. */
export function signingSecrets(cipher: Cipher, row: Config, seconds: number): string[] {
  const names = ['signing_secret', 'signing_secret_old'] as const
  const [current, old] = names.map(name => openCredential(cipher, row, name))
  const both = (row.signing_secret_old_until_ts ?? 0) > seconds
  return [current, both ? old : null].filter(secret => typeof secret === 'string')
}
