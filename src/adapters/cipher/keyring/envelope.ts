import { randomBytes } from 'node:crypto'
import type { Binding } from '../../../ports/cipher.ts'
import { decrypt, encrypt } from './aes-gcm.ts'
import { associatedData } from './associated-data.ts'
import type { RingKey } from './ring.ts'

const VERSION = 'v1'
const DATA_KEY_BYTES = 32
const FORM = /^v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{80})\.([A-Za-z0-9_-]{38,})$/

/**
 * What one sealed text holds: `v1.<key id>.<wrapped data key>.<box>`, both in base64url and both iv ‖ ciphertext ‖ tag.
 * The data key is bound to the key id and to the secret's place, the box to the secret's place alone: so the data key can
 * be wrapped again while the box stays byte for byte what it was.
 */
export interface Envelope {
  key_id: string
  wrapped: Buffer
  box: Buffer
}

/** Reads a sealed text. Throws when it is not exactly what formatEnvelope writes, so that no two texts mean the same envelope. */
export function parseEnvelope(sealed: string): Envelope {
  const [, key_id, wrappedText, boxText] = FORM.exec(sealed) ?? []
  if (key_id === undefined || wrappedText === undefined || boxText === undefined) throw new Error('Not a sealed value.')
  const envelope = { key_id, wrapped: Buffer.from(wrappedText, 'base64url'), box: Buffer.from(boxText, 'base64url') }
  if (formatEnvelope(envelope) !== sealed) throw new Error('Not a sealed value.')
  return envelope
}

/** Writes an envelope as text for a database column. */
function formatEnvelope({ key_id, wrapped, box }: Envelope): string {
  return `${VERSION}.${key_id}.${wrapped.toString('base64url')}.${box.toString('base64url')}`
}

/** Seals a text under a data key of its own, which is then wrapped by the ring key given. */
export function sealUnder(key: RingKey, plain: string, binding: Binding): string {
  if (!plain.isWellFormed()) throw new Error('Text with half a surrogate pair cannot be sealed.')
  const dataKey = randomBytes(DATA_KEY_BYTES)
  const bytes = Buffer.from(plain, 'utf8')
  try {
    return formatEnvelope({
      key_id: key.id,
      wrapped: encrypt(key.key, dataKey, keyBinding(key.id, binding)),
      box: encrypt(dataKey, bytes, secretBinding(binding)),
    })
  } finally {
    dataKey.fill(0)
    bytes.fill(0)
  }
}

/** Opens an envelope with the ring key it names. Throws when bytes, binding or key do not fit. */
export function openUnder(key: RingKey, { wrapped, box }: Envelope, binding: Binding): string {
  const dataKey = decrypt(key.key, wrapped, keyBinding(key.id, binding))
  try {
    const bytes = decrypt(dataKey, box, secretBinding(binding))
    const plain = bytes.toString('utf8')
    bytes.fill(0)
    return plain
  } finally {
    dataKey.fill(0)
  }
}

/** Wraps the data key of an envelope under another ring key; the secret itself is never decrypted and its bytes never change. */
export function rewrapUnder(old: RingKey, next: RingKey, { wrapped, box }: Envelope, binding: Binding): string {
  const dataKey = decrypt(old.key, wrapped, keyBinding(old.id, binding))
  try {
    return formatEnvelope({ key_id: next.id, wrapped: encrypt(next.key, dataKey, keyBinding(next.id, binding)), box })
  } finally {
    dataKey.fill(0)
  }
}

function secretBinding(binding: Binding): Buffer {
  return associatedData('tollgate secret', VERSION, ...place(binding))
}

function keyBinding(keyId: string, binding: Binding): Buffer {
  return associatedData('tollgate data key', VERSION, keyId, ...place(binding))
}

function place({ location_id, record_id, field }: Binding): string[] {
  const parts = [location_id, record_id, field]
  // An empty part means the caller forgot it; binding to nothing would let secrets change places.
  if (parts.includes('')) throw new Error('A secret must be bound to a location, a record and a field.')
  return parts
}
