import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const ID = /^[A-Za-z0-9_-]{1,64}$/

export type KeyState = 'active' | 'decrypt_only'

/** A key of the ring. Its bytes are in a KeyObject, which no log line, JSON text or inspection shows. */
export interface RingKey {
  id: string
  state: KeyState
  created_ts: number
  key: KeyObject
}

/** Wrapping keys protect data keys, fingerprint keys make one-way fingerprints. Neither gives the other away. */
export interface Ring {
  wrapping: RingKey[]
  fingerprint: RingKey[]
}

/** Returns a ring with one new key of each kind. */
export function newRing(created_ts: number): Ring {
  return { wrapping: [newKey(created_ts)], fingerprint: [newKey(created_ts)] }
}

/** Returns the ring with one more wrapping key, which is active; earlier ones only decrypt. */
export function withNewKey(ring: Ring, created_ts: number): Ring {
  const earlier = ring.wrapping.map(key => ({ ...key, state: 'decrypt_only' as const }))
  return { ...ring, wrapping: [...earlier, newKey(created_ts)] }
}

/** Returns the active key; a parsed ring has exactly one per list. */
export function activeKey(keys: RingKey[]): RingKey {
  const key = keys.find(each => each.state === 'active')
  if (!key) throw new Error('no key is active')
  return key
}

export function formatRing(ring: Ring): string {
  const stored = {
    note: 'Keep a copy of this file apart from the database backups: without it no stored card or bank account can be read.',
    version: 1,
    wrapping_keys: ring.wrapping.map(storedKey),
    fingerprint_keys: ring.fingerprint.map(storedKey),
  }
  return `${JSON.stringify(stored, null, 2)}\n`
}

/** Parses a ring file. Throws with a reason that never quotes the text, because the text is key material. */
export function parseRing(text: string): Ring {
  const stored = parseObject(text)
  if (stored.version !== 1) throw new Error('its version is not 1')
  return { wrapping: parseKeys(stored, 'wrapping_keys'), fingerprint: parseKeys(stored, 'fingerprint_keys') }
}

function parseObject(text: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // The parser's own message would quote the text around the error, which may be a key.
    throw new Error('it is not JSON')
  }
  if (!isRecord(parsed)) throw new Error('it is not a JSON object')
  return parsed
}

function parseKeys(stored: Record<string, unknown>, list: string): RingKey[] {
  const entries = stored[list]
  if (!Array.isArray(entries)) throw new Error(`${list} is not a list`)
  const keys = entries.map((entry, index) => parseKey(entry, `${list}[${index}]`))
  if (new Set(keys.map(key => key.id)).size !== keys.length) throw new Error(`${list} names a key twice`)
  if (keys.filter(key => key.state === 'active').length !== 1)
    throw new Error(`${list} must have exactly one active key`)
  return keys
}

function parseKey(entry: unknown, where: string): RingKey {
  if (!isRecord(entry)) throw new Error(`${where} is not a key`)
  const { id, state, created_ts, key } = entry
  if (typeof id !== 'string' || !ID.test(id)) throw new Error(`${where} has no usable id`)
  if (state !== 'active' && state !== 'decrypt_only') throw new Error(`${where} has an unknown state`)
  if (typeof created_ts !== 'number' || !Number.isSafeInteger(created_ts)) throw new Error(`${where} has no created_ts`)
  const bytes = Buffer.from(typeof key === 'string' ? key : '', 'base64')
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== key)
    throw new Error(`${where} is not ${KEY_BYTES} bytes`)
  return { id, state, created_ts, key: takeKey(bytes) }
}

function newKey(created_ts: number): RingKey {
  return { id: randomBytes(6).toString('hex'), state: 'active', created_ts, key: takeKey(randomBytes(KEY_BYTES)) }
}

function takeKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}

function storedKey({ id, state, created_ts, key }: RingKey) {
  return { id, state, created_ts, key: key.export().toString('base64') }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
