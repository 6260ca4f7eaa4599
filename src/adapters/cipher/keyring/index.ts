/** The key ring: a cipher whose keys are a file of the operator's. Never here: SQL, a noun's name, or a secret kept after a call. */
import type { Cipher } from '../../../ports/cipher.ts'
import { openUnder, parseEnvelope, rewrapUnder, sealUnder } from './envelope.ts'
import { fingerprinter } from './fingerprint.ts'
import { type HeldRing, holdRing, type KeyRingOptions } from './held-ring.ts'
import { activeKey, type KeyState, type Ring, type RingKey } from './ring.ts'

export interface KeyRing extends Cipher {
  /** Adds a wrapping key and makes it the active one; the earlier keys go on opening what they sealed. Returns the new key's id. */
  rotate(): string
  /** The wrapping keys, oldest first, without their bytes. */
  keys(): { id: string; state: KeyState; created_ts: number }[]
}

/**
 * Opens the ring file, or creates it when `create` is true and there is none. Throws one line when the file is missing,
 * unreadable or open to group or others. Each secret gets its own data key (AES-256-GCM), wrapped by the active ring key.
 * A rotation by another process is noticed before the next sealing, and when a value names a key not seen before.
 */
export function openKeyRing(options: KeyRingOptions): KeyRing {
  const ring = holdRing(options)
  // Fingerprint keys never change while a process runs: a new one would need every mark in the database made again.
  const mark = fingerprinter(activeKey(ring.held().fingerprint).key)

  return {
    seal: (plain, binding) => sealUnder(activeKey(ring.fresh().wrapping), plain, binding),
    open(sealed, binding) {
      const envelope = parseEnvelope(sealed)
      return openUnder(keyNamed(ring, envelope.key_id), envelope, binding)
    },
    rewrap(sealed, binding) {
      const envelope = parseEnvelope(sealed)
      const active = activeKey(ring.fresh().wrapping)
      if (envelope.key_id === active.id) return null
      return rewrapUnder(keyNamed(ring, envelope.key_id), active, envelope, binding)
    },
    fingerprint: mark,
    keyOf: sealed => parseEnvelope(sealed).key_id,
    rotate: () => activeKey(ring.rotate().wrapping).id,
    keys: () => ring.fresh().wrapping.map(({ id, state, created_ts }) => ({ id, state, created_ts })),
  }
}

function keyNamed(ring: HeldRing, id: string): RingKey {
  const key = find(ring.held(), id) ?? find(ring.fresh(), id)
  if (!key) throw new Error(`The key ring has no key ${id}, so what it sealed cannot be opened.`)
  return key
}

function find(ring: Ring, id: string): RingKey | undefined {
  return ring.wrapping.find(key => key.id === id)
}
