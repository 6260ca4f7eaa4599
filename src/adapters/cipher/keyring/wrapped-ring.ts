import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { askKeyService, type KeyServicePlace } from './key-service.ts'
import { isRecord, type KeyFacts, parseFacts, parseObject, type Ring, type RingKey, ringOf } from './ring.ts'

const VERSION = 2
const KEY_BYTES = 32

/** A key of a ring as its file has it where a key service wraps it. */
interface WrappedKey extends KeyFacts {
  kek: string
  wrapped: Buffer
  /** Tells the key that was wrapped from any other one that the service may answer with. */
  check: string
}

const LISTS = { wrapping: 'wrapping_keys', fingerprint: 'fingerprint_keys' } as const

/**
 * Returns the text of a ring whose keys the service has wrapped. The text may replace the only copy of these keys, so
 * the service has unwrapped every one of them from it before it is returned. Throws when it cannot.
 */
export async function wrapRing(ring: Ring, service: KeyServicePlace): Promise<string> {
  const keys = [...ring.wrapping, ...ring.fingerprint]
  const answers = await askKeyService(
    service,
    keys.map(({ id, key }) => ({ op: 'wrap', kek: null, bytes: key.export(), context: contextOf(id) })),
  )
  const stored = keys.map(({ key, ...facts }, index) => {
    const { kek, bytes } = answers[index]!
    if (bytes.includes(key.export())) throw new Error('the key service gave a key back unwrapped')
    return { ...facts, kek, wrapped: bytes.toString('base64'), check: checkOf(facts.id, key) }
  })
  const wrapped = {
    note: 'The keys are wrapped by a key service. Keep a copy of this file, and what its keys can be unwrapped with.',
    version: VERSION,
    wrapping_keys: stored.slice(0, ring.wrapping.length),
    fingerprint_keys: stored.slice(ring.wrapping.length),
  }
  const text = `${JSON.stringify(wrapped, null, 2)}\n`
  await unwrapRing(text, service).catch(error => {
    throw new Error(`what the key service wraps cannot be unwrapped again, and nothing is changed: ${error.message}`)
  })
  return text
}

/** Returns the ring in clear. Asks the service once. Throws when it answers with other keys than were wrapped. */
export async function unwrapRing(text: string, service: KeyServicePlace): Promise<Ring> {
  const stored = parseObject(text)
  if (stored.version !== VERSION)
    throw new Error('its keys are in clear, and a key service is configured: npm run tollgate -- keyring wrap')
  const lists = { wrapping: wrappedKeys(stored, 'wrapping'), fingerprint: wrappedKeys(stored, 'fingerprint') }
  const keys = [...lists.wrapping, ...lists.fingerprint]
  const answers = await askKeyService(
    service,
    keys.map(({ id, kek, wrapped }) => ({ op: 'unwrap', kek, bytes: wrapped, context: contextOf(id) })),
  )
  const opened = keys.map(({ kek: _, wrapped: __, check, ...facts }, index): RingKey => {
    const { bytes } = answers[index]!
    const key = createSecretKey(bytes)
    const is_same = bytes.length === KEY_BYTES && checkOf(facts.id, key) === check
    bytes.fill(0)
    if (!is_same) throw new Error(`the key service answered with another key than ${facts.id}`)
    return { ...facts, key }
  })
  return ringOf(opened.slice(0, lists.wrapping.length), opened.slice(lists.wrapping.length))
}

function wrappedKeys(stored: Record<string, unknown>, kind: keyof typeof LISTS): WrappedKey[] {
  const entries = stored[LISTS[kind]]
  if (!Array.isArray(entries)) throw new Error(`${LISTS[kind]} is not a list`)
  return entries.map((entry, index) => {
    const where = `${LISTS[kind]}[${index}]`
    const facts = parseFacts(entry, where)
    const { kek, wrapped, check } = isRecord(entry) ? entry : {}
    if (typeof kek !== 'string' || typeof wrapped !== 'string' || typeof check !== 'string')
      throw new Error(`${where} is not wrapped`)
    return { ...facts, kek, wrapped: Buffer.from(wrapped, 'base64'), check }
  })
}

function contextOf(id: string): string {
  return `tollgate ring key ${id}`
}

function checkOf(id: string, key: KeyObject): string {
  return createHmac('sha256', key).update(`tollgate check of ${id}`).digest('hex').slice(0, 32)
}
