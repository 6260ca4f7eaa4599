import type { Cipher } from '../../../ports/cipher.ts'
import type { Clock } from '../../../ports/clock.ts'
import { openUnder, parseEnvelope, rewrapUnder, sealUnder } from './envelope.ts'
import { layeredFingerprints } from './fingerprint.ts'
import { explained, type HeldRing, named } from './held-ring.ts'
import type { KeyServicePlace } from './key-service.ts'
import { holdPrintedRing, printedRing } from './printed-ring.ts'
import {
  activeKey,
  formatRing,
  type KeyFacts,
  newRing,
  parseRing,
  type Ring,
  type RingKey,
  withNewFingerprintKey,
  withNewKey,
  withRetired,
} from './ring.ts'
import { createRingFile, readRingFile, replaceRingFile, ringFileMark, withRingLock } from './ring-file.ts'
import { holdServicedRing } from './serviced-ring.ts'
import { unwrapRing, wrapRing } from './wrapped-ring.ts'

export interface KeyRing extends Cipher {
  /** Adds a wrapping key and activates it; earlier keys still open what they sealed. Returns the new key's id. */
  rotate(): Promise<string>
  /** Refuses a key for use from now on. Throws when it is the active one or not there. */
  retire(id: string): Promise<void>
  /** Returns the wrapping keys, oldest first, without their bytes. */
  keys(): KeyFacts[]
  /** Adds a fingerprint key, which is used some seconds later, when every process has it. Returns its facts. */
  addFingerprintKey(): Promise<KeyFacts>
  /** Returns the fingerprint keys, oldest first, without their bytes. */
  fingerprintKeys(): KeyFacts[]
  close(): void
}

/** Where a key ring is kept: a file of its own, or whatever a program prints it from. */
export type KeyRingPlace =
  /** With a service, the keys in the file are wrapped by it. */
  | { path: string; service?: KeyServicePlace }
  /** The program with its arguments; no shell is between. */
  | { command: readonly string[] }

/**
 * Opens the ring file, or creates it when `create` is true and there is none; or has a program print the ring. Throws
 * when the file is missing, unreadable or open to group or others, or the program fails. Each secret gets its own data
 * key (AES-256-GCM), wrapped by the active ring key. A rotation by another process is noticed before the next sealing,
 * that of a printed ring within minutes; and by both when a value names an unknown key.
 */
export function openKeyRing(options: KeyRingOptions): KeyRing {
  if ('path' in options && options.service) throw new Error('a ring behind a key service takes time to open')
  return keyRing('path' in options ? holdRing(options) : holdPrintedRing(options.command), options.clock)
}

/** The same wherever the ring is kept, a key service included. Throws an Error of one line. */
export async function openAnyKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  if (!('path' in options && options.service)) return openKeyRing(options)
  const { path, service, create, clock } = options
  if (create && ringFileMark(path) === null) createRingFile(path, await newWrappedRingText(service, clock))
  return keyRing(await holdServicedRing(path, service), clock)
}

function keyRing(ring: HeldRing, clock: Clock): KeyRing {
  const marks = livingFingerprints(ring, clock)
  const grow = (only_when_due: boolean) =>
    ring.change(now => {
      const is_due = activeKey(now.wrapping).ends_ts <= clock.seconds()
      return only_when_due && !is_due ? null : withNewKey(now, clock.seconds())
    })

  return {
    seal: (plain, binding) => sealUnder(activeKey(ring.fresh().wrapping), plain, binding),
    open(sealed, binding) {
      const envelope = parseEnvelope(sealed)
      const key = keyNamed(ring, envelope.key_id)
      if (key.state === 'retired')
        throw new Error(`The key ${key.id} is retired: rotate-keys wraps what it sealed again.`)
      return openUnder(key, envelope, binding)
    },
    rewrap(sealed, binding) {
      const envelope = parseEnvelope(sealed)
      const active = activeKey(ring.fresh().wrapping)
      if (envelope.key_id === active.id) return null
      return rewrapUnder(keyNamed(ring, envelope.key_id), active, envelope, binding)
    },
    fingerprint: (purpose, value) => marks().fingerprint(purpose, value),
    fingerprints: (purpose, value) => marks().fingerprints(purpose, value),
    isFingerprint: (mark, purpose, value) => marks().isFingerprint(mark, purpose, value),
    fingerprintLike: (mark, purpose, value) => marks().fingerprintLike(mark, purpose, value),
    formsOf: (purpose, mark) => marks().formsOf(purpose, mark),
    keyOf: sealed => parseEnvelope(sealed).key_id,
    ready: ring.ready,
    trouble: ring.trouble,
    async renew() {
      const renewed = activeKey(ring.fresh().wrapping).ends_ts <= clock.seconds() ? await grow(true) : null
      return renewed && activeKey(renewed.wrapping).id
    },
    rotate: async () => activeKey((await grow(false))!.wrapping).id,
    retire: async id => void (await ring.change(now => withRetired(now, id))),
    keys: () => factsOf(ring.fresh().wrapping),
    async addFingerprintKey() {
      const now = clock.seconds()
      const grown = await ring.change(held => withNewFingerprintKey(held, now, now + STARTS_AFTER_SECONDS))
      return factsOf(grown!.fingerprint).at(-1)!
    },
    fingerprintKeys: () => factsOf(ring.fresh().fingerprint),
    close: ring.close,
  }
}

/** Longer than any process takes to see that the ring has changed, and a key service to unwrap it. */
const STARTS_AFTER_SECONDS = 10
/** A program that prints the ring is asked every few minutes, and somebody has to put the new text there. */
const STARTS_AFTER_PRINTING_SECONDS = 3600

/**
 * Returns what makes fingerprints by the ring as it is now. A fingerprint gives nothing away, and callers are
 * identified by one, so that it outlives a key service that is gone. The ring is looked at once a second.
 */
function livingFingerprints(ring: HeldRing, clock: Clock): () => ReturnType<typeof layeredFingerprints> {
  const made = (held: Ring) => layeredFingerprints(held.fingerprint, () => clock.seconds())
  let known = ring.held()
  let marks = made(known)
  let looked_ts = clock.seconds()
  return () => {
    if (clock.seconds() === looked_ts) return marks
    looked_ts = clock.seconds()
    const now = heldNow(ring) ?? known
    if (now !== known) marks = made(now)
    known = now
    return marks
  }
}

function heldNow(ring: HeldRing): Ring | null {
  try {
    return ring.fresh()
  } catch {
    return null
  }
}

function factsOf(keys: RingKey[]): KeyFacts[] {
  return keys.map(({ key: _, ...facts }) => facts)
}

function keyNamed(ring: HeldRing, id: string): RingKey {
  const key = find(ring.held(), id) ?? find(ring.reread(), id)
  if (!key) throw new Error(`The key ring has no key ${id}, so what it sealed cannot be opened.`)
  return key
}

function find(ring: Ring, id: string): RingKey | undefined {
  return ring.wrapping.find(key => key.id === id)
}

/** Returns the text of a new ring whose keys this service has wrapped. */
export function newWrappedRingText(service: KeyServicePlace, clock: Clock): Promise<string> {
  return wrapRing(newRing(clock.seconds()), service)
}

/** Returns the text of a new ring, for a place that the gateway cannot write to. */
export function newRingText(clock: Clock): string {
  return formatRing(newRing(clock.seconds()))
}

/** Returns the text of a ring with one more key, which is active, for a place that the gateway cannot write to. */
export function grownRingText(place: KeyRingPlace, clock: Clock): string {
  return formatRing(withNewKey(parseRing(ringText(place)), clock.seconds()))
}

/** Returns the text of a ring with one more fingerprint key, for a place that the gateway cannot write to. */
export function refingerprintedRingText(place: KeyRingPlace, clock: Clock): string {
  const now = clock.seconds()
  return formatRing(withNewFingerprintKey(parseRing(ringText(place)), now, now + STARTS_AFTER_PRINTING_SECONDS))
}

/** Returns the text of a ring in which a key is retired, for a place that the gateway cannot write to. */
export function retiredRingText(place: KeyRingPlace, id: string): string {
  return formatRing(withRetired(parseRing(ringText(place)), id))
}

/** Returns the text of the ring at this place with its keys wrapped by the service of the place. */
export async function wrappedRingText(place: KeyRingPlace): Promise<string> {
  return wrapRing(parseRing(ringText(place)), serviceOf(place))
}

/** Returns the text of the ring at this place with its keys in clear. */
export async function unwrappedRingText(place: KeyRingPlace): Promise<string> {
  return formatRing(await unwrapRing(ringText(place), serviceOf(place)))
}

function serviceOf(place: KeyRingPlace): KeyServicePlace {
  if ('path' in place && place.service) return place.service
  throw new Error('there is no key service: set TOLLGATE_KEY_SERVICE')
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
    change: make =>
      withRingLock(path, () => {
        // The file is changed as it is now, because another process may have changed it since it was read.
        const next = make(load())
        if (!next) return null
        replaceRingFile(path, formatRing(next))
        return load()
      }).catch(error => {
        throw named(path, error)
      }),
    ready: async () => undefined,
    trouble: () => null,
    close: () => undefined,
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
