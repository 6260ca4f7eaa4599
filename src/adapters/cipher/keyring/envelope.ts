import { randomBytes } from 'node:crypto'
import type { Binding } from '../../../ports/cipher.ts'
import { decrypt, encrypt } from './aes-gcm.ts'
import { associatedData } from './associated-data.ts'
import type { RingKey } from './ring.ts'

const VERSION = 'v1'
const DATA_KEY_BYTES = 32
const FORM = /^v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{80})\.([A-Za-z0-9_-]{38,})$/

/**
 * A sealed text: `v1.<key id>.<wrapped data key>.<box>`, the last two in base64url, each iv ‖ ciphertext ‖ tag. The
 * data key is bound to the key id and the secret's binding, the box to the binding alone, so that the data key can be
 * wrapped again while the box keeps its bytes.
 */
export interface Envelope {
  key_id: string
  wrapped: Buffer
  box: Buffer
}

/**
 * Parses a sealed text. Throws on anything `formatEnvelope` would not write, so that no two texts mean the same
 * envelope.
 */
export function parseEnvelope(sealed: string): Envelope {
  const [, key_id, wrappedText, boxText] = FORM.exec(sealed) ?? []
  if (key_id === undefined || wrappedText === undefined || boxText === undefined) throw new Error('Not a sealed value.')
  const envelope = { key_id, wrapped: Buffer.from(wrappedText, 'base64url'), box: Buffer.from(boxText, 'base64url') }
  if (formatEnvelope(envelope) !== sealed) throw new Error('Not a sealed value.')
  return envelope
}

function formatEnvelope({ key_id, wrapped, box }: Envelope): string {
  return `${VERSION}.${key_id}.${wrapped.toString('base64url')}.${box.toString('base64url')}`
}

/** Seals a text under a new data key, which is wrapped by the given ring key. */
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

/** Wraps the data key of an envelope under another ring key. The secret is never decrypted and keeps its bytes. */
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
  // An empty part is a mistake of the caller; a secret bound to nothing could be moved to another record.
  if (parts.includes('')) throw new Error('A secret must be bound to a location, a record and a field.')
  return parts
}
