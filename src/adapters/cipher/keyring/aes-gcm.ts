import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) under a new random 96-bit nonce. Returns iv ‖ ciphertext ‖ tag. The
 * nonce is no parameter, because using one twice under the same key would break the cipher.
 */
export function encrypt(key: KeyObject | Buffer, plain: Buffer, bound: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(bound)
  const body = cipher.update(plain)
  cipher.final()
  return Buffer.concat([iv, body, cipher.getAuthTag()])
}

/** Decrypts the result of `encrypt`. Throws when a bit of the box, the key or the associated data differs. */
export function decrypt(key: KeyObject | Buffer, box: Buffer, bound: Buffer): Buffer {
  if (box.length < IV_BYTES + TAG_BYTES) throw new Error('The encrypted bytes are too short.')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(box.subarray(box.length - TAG_BYTES))
  const plain = decipher.update(box.subarray(IV_BYTES, box.length - TAG_BYTES))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    throw new Error('The encrypted bytes, their key or their binding do not fit.')
  }
}
