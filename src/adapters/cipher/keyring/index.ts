import type { Cipher } from '../../../ports/cipher.ts'
import type { Clock } from '../../../ports/clock.ts'
import { openUnder, parseEnvelope, rewrapUnder, sealUnder } from './envelope.ts'
import { fingerprinter } from './fingerprint.ts'
import { explained, type HeldRing } from './held-ring.ts'
import { holdPrintedRing, printedRing } from './printed-ring.ts'
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

/** Where a key ring is kept: a file of its own, or whatever a program prints it from. */
export type KeyRingPlace =
  | { path: string }
  /** The program with its arguments; no shell is between. */
  | { command: readonly string[] }

/**
 * Opens the ring file, or creates it when `create` is true and there is none; or has a program print the ring. Throws
 * when the file is missing, unreadable or open to group or others, or the program fails. Each secret gets its own data
 * key (AES-256-GCM), wrapped by the active ring key. A rotation by another process is noticed before the next sealing,
 * that of a printed ring within minutes; and by both when a value names an unknown key.
 */
export function openKeyRing(options: KeyRingOptions): KeyRing {
  const ring = 'path' in options ? holdRing(options) : holdPrintedRing(options.command)
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
  const key = find(ring.held(), id) ?? find(ring.reread(), id)
  if (!key) throw new Error(`The key ring has no key ${id}, so what it sealed cannot be opened.`)
  return key
}

function find(ring: Ring, id: string): RingKey | undefined {
  return ring.wrapping.find(key => key.id === id)
}

/** Returns the text of a new ring, for a place that the gateway cannot write to. */
export function newRingText(clock: Clock): string {
  return formatRing(newRing(clock.seconds()))
}

/** Returns the text of a ring with one more key, which is active, for a place that the gateway cannot write to. */
export function grownRingText(place: KeyRingPlace, clock: Clock): string {
  return formatRing(withNewKey(parseRing(ringText(place)), clock.seconds()))
}

/** Returns the text of a ring, for a backup that includes it. Throws an Error of one line. */
export function ringText(place: KeyRingPlace): string {
  if ('command' in place) return printedRing(place.command)
  return explained(place.path, () => readRingFile(place.path)?.text ?? missing())
}

/** How a place is named to operators. */
export function nameOfPlace(place: KeyRingPlace): string {
  return 'path' in place ? place.path : `that ${place.command[0]} prints`
}

type KeyRingOptions = KeyRingPlace & {
  /** Whether a missing file may be created. True only while the database holds no sealed value, which would be lost. */
  create: boolean
  clock: Clock
}

/** Reads the ring, or creates it where that is allowed. Throws errors of one line that name the file. */
function holdRing({ path, create, clock }: Extract<KeyRingOptions, { path: string }>): HeldRing {
  let { ring, mark } = explained(path, () => read(path) ?? (create ? make(path, clock) : missing()))

  const load = (): Ring => {
    ;({ ring, mark } = read(path) ?? missing())
    return ring
  }

  const fresh = () => explained(path, () => (ringFileMark(path) === mark ? ring : load()))
  return {
    held: () => ring,
    fresh,
    reread: fresh,
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
