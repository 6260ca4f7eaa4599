import type { Cipher } from '../../../ports/cipher.ts'
import type { Clock } from '../../../ports/clock.ts'
import { openUnder, parseEnvelope, rewrapUnder, sealUnder } from './envelope.ts'
import { fingerprinter } from './fingerprint.ts'
import {
  activeKey,
  formatRing,
  type KeyState,
  newRing,
  parseRing,
  type Ring,
  type RingKey,
  withNewKey,
} from './ring.ts'
import { createRingFile, readRingFile, replaceRingFile, ringFileMark, withRingLock } from './ring-file.ts'

export interface KeyRing extends Cipher {
  /** Adds a wrapping key and activates it; earlier keys still open what they sealed. Returns the new key's id. */
  rotate(): string
  /** Returns the wrapping keys, oldest first, without their bytes. */
  keys(): { id: string; state: KeyState; created_ts: number }[]
}

/**
 * Opens the ring file, or creates it when `create` is true and there is none. Throws when the file is missing,
 * unreadable or open to group or others. Each secret gets its own data key (AES-256-GCM), wrapped by the active ring
 * key. A rotation by another process is noticed before the next sealing, and when a value names an unknown key.
 */
export function openKeyRing(options: KeyRingOptions): KeyRing {
  const ring = holdRing(options)
  // The fingerprint key never changes: a new one would invalidate every fingerprint in the database.
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

interface KeyRingOptions {
  /** The ring file, `keyring.json` in the home. */
  path: string
  /** Whether a missing file may be created. True only while the database holds no sealed value, which would be lost. */
  create: boolean
  clock: Clock
}

/** The ring in memory. */
interface HeldRing {
  /** Returns the ring as it was last read. */
  held(): Ring
  /** Returns the ring after reading the file again if another process has replaced it. Throws when the file is gone. */
  fresh(): Ring
  /** Adds an active wrapping key to the file and returns the new ring. */
  rotate(): Ring
}

/** Reads the ring, or creates it where that is allowed. Throws errors of one line that name the file. */
function holdRing({ path, create, clock }: KeyRingOptions): HeldRing {
  let { ring, mark } = explained(path, () => read(path) ?? (create ? make(path, clock) : missing()))

  const load = (): Ring => {
    ;({ ring, mark } = read(path) ?? missing())
    return ring
  }

  return {
    held: () => ring,
    fresh: () => explained(path, () => (ringFileMark(path) === mark ? ring : load())),
    rotate: () =>
      explained(path, () =>
        withRingLock(path, () => {
          // The key is added to the file as it is now, because another process may have rotated since it was read.
          replaceRingFile(path, formatRing(withNewKey(load(), clock.seconds())))
          return load()
        }),
      ),
  }
}

function read(path: string): { ring: Ring; mark: string } | null {
  const file = readRingFile(path)
  return file ? { ring: parseRing(file.text), mark: file.mark } : null
}

function make(path: string, clock: Clock): { ring: Ring; mark: string } {
  createRingFile(path, formatRing(newRing(clock.seconds())))
  // Another process may have created the file first; its ring counts.
  return read(path) ?? missing()
}

function missing(): never {
  throw new Error('it is missing, and without it no sealed value can be read; restore it from its backup')
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Key ring ${path}: ${reason.replaceAll(/\s+/g, ' ')}`)
  }
}
