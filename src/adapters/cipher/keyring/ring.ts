import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const ID = /^[A-Za-z0-9_-]{1,64}$/

/** A retired key is kept, so that a backup can be read with it somewhere else, and refused for use. */
type KeyState = 'active' | 'decrypt_only' | 'retired'

/** What is known of a key of the ring besides its bytes. */
export interface KeyFacts {
  id: string
  state: KeyState
  created_ts: number
  /** When a new key takes its place for sealing (PCI DSS 3.7.4: the end of its period). */
  ends_ts: number
  /** When a key of fingerprints is used first: every process has it by then. Its creation, with a key that wraps. */
  starts_ts: number
}

/** A key of the ring. Its bytes are in a KeyObject, which no log line, JSON text or inspection shows. */
export interface RingKey extends KeyFacts {
  key: KeyObject
}

/** A year: NIST SP 800-57 lets keys that wrap others be used for two at most. */
const KEY_SECONDS = 365 * 86_400

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
  const earlier = ring.wrapping.map(key => (key.state === 'active' ? { ...key, state: 'decrypt_only' as const } : key))
  return { ...ring, wrapping: [...earlier, newKey(created_ts)] }
}

/**
 * Returns the ring with one more fingerprint key, which is used from `starts_ts` on, in a layer over the earlier ones.
 * Throws while fingerprints of two keys are taken already.
 */
export function withNewFingerprintKey(ring: Ring, created_ts: number, starts_ts: number): Ring {
  const taken = ring.fingerprint.filter(({ state }) => state !== 'retired')
  if (taken.length > 1)
    throw new Error(`fingerprints of key ${taken[0]!.id} are still taken: retire it first, by keyring retire`)
  const earlier = ring.fingerprint.map(key =>
    key.state === 'active' ? { ...key, state: 'decrypt_only' as const } : key,
  )
  return { ...ring, fingerprint: [...earlier, { ...newKey(created_ts), starts_ts }] }
}

/**
 * Returns the ring in which this key is refused for use. Throws when it is active or not there. A fingerprint key stays
 * a layer under the later ones.
 */
export function withRetired(ring: Ring, id: string): Ring {
  const key = [...ring.wrapping, ...ring.fingerprint].find(each => each.id === id)
  if (!key) throw new Error(`there is no key ${id}`)
  if (key.state === 'active')
    throw new Error(
      ring.wrapping.includes(key)
        ? `key ${id} is the one that seals: replace it first, by rotate-keys`
        : `key ${id} is the one that fingerprints: replace it first, by keyring rotate-fingerprints`,
    )
  const retire = (each: RingKey) => (each === key ? { ...each, state: 'retired' as const } : each)
  return { wrapping: ring.wrapping.map(retire), fingerprint: ring.fingerprint.map(retire) }
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
  if (stored.version === 2)
    throw new Error('its keys are wrapped by a key service: set TOLLGATE_KEY_SERVICE as for the gateway')
  if (stored.version !== 1) throw new Error('its version is not 1')
  return ringOf(parseKeys(stored, 'wrapping_keys'), parseKeys(stored, 'fingerprint_keys'))
}

/** Returns a ring of these keys. Throws unless each list has different keys, of which one is active. */
export function ringOf(wrapping: RingKey[], fingerprint: RingKey[]): Ring {
  for (const [list, keys] of Object.entries({ wrapping_keys: wrapping, fingerprint_keys: fingerprint })) {
    if (new Set(keys.map(key => key.id)).size !== keys.length) throw new Error(`${list} names a key twice`)
    if (keys.filter(key => key.state === 'active').length !== 1)
      throw new Error(`${list} must have exactly one active key`)
  }
  return { wrapping, fingerprint }
}

/** Parses the object that a ring file is. Throws with a reason that quotes nothing. */
export function parseObject(text: string): Record<string, unknown> {
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
  return entries.map((entry, index) => parseKey(entry, `${list}[${index}]`))
}

function parseKey(entry: unknown, where: string): RingKey {
  const facts = parseFacts(entry, where)
  const key = isRecord(entry) ? entry.key : undefined
  const bytes = Buffer.from(typeof key === 'string' ? key : '', 'base64')
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== key)
    throw new Error(`${where} is not ${KEY_BYTES} bytes`)
  return { ...facts, key: takeKey(bytes) }
}

const STATES: readonly unknown[] = ['active', 'decrypt_only', 'retired'] satisfies KeyState[]

/** Parses what is known of a key. Rings of before had no periods. */
export function parseFacts(entry: unknown, where: string): KeyFacts {
  if (!isRecord(entry)) throw new Error(`${where} is not a key`)
  const { id, state, created_ts } = entry
  if (typeof id !== 'string' || !ID.test(id)) throw new Error(`${where} has no usable id`)
  if (!STATES.includes(state)) throw new Error(`${where} has an unknown state`)
  if (typeof created_ts !== 'number' || !Number.isSafeInteger(created_ts)) throw new Error(`${where} has no created_ts`)
  const { ends_ts = created_ts + KEY_SECONDS, starts_ts = created_ts } = entry
  if (typeof ends_ts !== 'number' || !Number.isSafeInteger(ends_ts)) throw new Error(`${where} has no usable ends_ts`)
  if (typeof starts_ts !== 'number' || !Number.isSafeInteger(starts_ts))
    throw new Error(`${where} has no usable starts_ts`)
  return { id, state: state as KeyState, created_ts, ends_ts, starts_ts }
}

function newKey(created_ts: number): RingKey {
  const facts = { id: randomBytes(6).toString('hex'), state: 'active', created_ts } as const
  return { ...facts, ends_ts: created_ts + KEY_SECONDS, starts_ts: created_ts, key: takeKey(randomBytes(KEY_BYTES)) }
}

function takeKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}

function storedKey({ key, ...facts }: RingKey) {
  return { ...facts, key: key.export().toString('base64') }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
