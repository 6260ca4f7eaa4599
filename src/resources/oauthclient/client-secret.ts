import { randomBytes } from 'node:crypto'
import type { Cipher } from '../../ports/cipher.ts'

/** Hexadecimal: some libraries encode every other character once more in a Basic header, some do not. */
export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** What is kept of a secret. The id is part of it, so that a mark that is copied to another row opens nothing. */
export function secretMark(cipher: Pick<Cipher, 'fingerprint'>, id: string, client_secret: string): string {
  return cipher.fingerprint('oauth_client_secret', `${id} ${client_secret}`)
}
