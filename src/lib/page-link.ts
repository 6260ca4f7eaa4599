import { createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The data of a link to a hosted payment page: JSON under AES-256-CBC, key and IV derived from a passphrase and eight
 * bytes of salt as OpenSSL did (EVP_BytesToKey with MD5), which is what CryptoJS makes of a passphrase.
 */

const SALTED = Buffer.from('Salted__')
const SALT_BYTES = 8

/** Longer ones do not fit into an address that every browser takes. */
export const LONGEST_LINK_DATA = 8192

/** Returns the 32 characters that links are encrypted with. */
export function newEncryptionKey(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Returns the JSON object in the data of a link, or null for whatever cannot be read. Nothing tells what was wrong:
 * whoever could tell bad padding from bad JSON would encrypt data of his own by asking often. Only UTF-8 without a flaw
 * is taken, because changing one block of the cipher turns the one before it into noise.
 */
export function openLink(data: string, encryption_key: string): Record<string, unknown> | null {
  if (data.length > LONGEST_LINK_DATA || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return null
  const bytes = Buffer.from(data, 'base64')
  if (!bytes.subarray(0, SALTED.length).equals(SALTED)) return null
  const { key, iv } = derived(encryption_key, bytes.subarray(SALTED.length, SALTED.length + SALT_BYTES))
  try {
    const cipher = createDecipheriv('aes-256-cbc', key, iv)
    const plain = Buffer.concat([cipher.update(bytes.subarray(SALTED.length + SALT_BYTES)), cipher.final()])
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Returns whether a `data-hash` is the HMAC-SHA-256 (hexadecimal) of id and data, keyed with the encryption key. */
export function isLinkSigned(hash: string, encryption_key: string, page: { id: string; data: string }): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return false
  const expected = createHmac('sha256', encryption_key)
    .update(page.id + page.data)
    .digest()
  return timingSafeEqual(Buffer.from(hash, 'hex'), expected)
}

function derived(passphrase: string, salt: Buffer): { key: Buffer; iv: Buffer } {
  let made = Buffer.alloc(0)
  let last = Buffer.alloc(0)
  while (made.length < 48) {
    last = createHash('md5').update(last).update(passphrase).update(salt).digest()
    made = Buffer.concat([made, last])
  }
  return { key: made.subarray(0, 32), iv: made.subarray(32, 48) }
}
