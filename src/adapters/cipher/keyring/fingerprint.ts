import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

const KEY_BYTES = 32

/**
 * Returns a function that fingerprints values: HMAC-SHA-256 in lower-case hex under a key derived per purpose (HKDF,
 * RFC 5869). PCI DSS 3.5.1.1 requires a keyed hash of card numbers; the purpose keeps values of different kinds from
 * being compared.
 */
export function fingerprinter(key: KeyObject): (purpose: string, value: string) => string {
  // Purposes are constants in the code, so the map stays small.
  const keys = new Map<string, KeyObject>()

  return (purpose, value) => {
    // Different lone surrogates would become the same bytes, and so the same fingerprint.
    if (!value.isWellFormed()) throw new Error('Text with half a surrogate pair has no fingerprint.')
    let derived = keys.get(purpose)
    if (!derived) {
      derived = derive(key, purpose)
      keys.set(purpose, derived)
    }
    return createHmac('sha256', derived).update(value, 'utf8').digest('hex')
  }
}

function derive(key: KeyObject, purpose: string): KeyObject {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', `tollgate fingerprint v1 ${purpose}`, KEY_BYTES))
  const derived = createSecretKey(bytes)
  bytes.fill(0)
  return derived
}
