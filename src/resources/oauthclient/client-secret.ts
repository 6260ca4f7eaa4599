import { randomBytes } from 'node:crypto'
import type { Cipher } from '../../ports/cipher.ts'

const PURPOSE = 'oauth_client_secret'

/** Hexadecimal, because libraries differ in how they encode other characters in a Basic header. */
export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** Returns the keyed hash that is stored. It includes the id, so that a hash copied to another row is worthless. */
export function secretMark(cipher: Pick<Cipher, 'fingerprint'>, id: string, client_secret: string): string {
  return cipher.fingerprint(PURPOSE, `${id} ${client_secret}`)
}

/** Whether this is the secret of which the mark is stored. */
export function isSecret(
  cipher: Pick<Cipher, 'isFingerprint'>,
  id: string,
  client_secret: string,
  mark: string,
): boolean {
  return cipher.isFingerprint(mark, PURPOSE, `${id} ${client_secret}`)
}
