import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Cipher } from '../../../ports/cipher.ts'
import type { RingKey } from './ring.ts'

const KEY_BYTES = 32

type Fingerprinter = (purpose: string, value: string) => string

/**
 * Returns a function that fingerprints values: HMAC-SHA-256 in lower-case hex under a key derived per purpose (HKDF,
 * RFC 5869). PCI DSS 3.5.1.1 requires a keyed hash of card numbers; the purpose keeps values of different kinds from
 * being compared.
 */
export function fingerprinter(key: KeyObject): Fingerprinter {
  // Purposes are constants in the code, so the map stays small.
  const keys = new Map<string, KeyObject>()

  return (purpose, value) => {
    // Different lone surrogates would become the same bytes, and so the same fingerprint.
    if (!value.isWellFormed()) throw new Error('Text with half a surrogate pair has no fingerprint.')
    let derived = keys.get(purpose)
    if (!derived) {
      derived = derive(key, purpose)
      keys.set(purpose, derived)
    }
    return createHmac('sha256', derived).update(value, 'utf8').digest('hex')
  }
}

function derive(key: KeyObject, purpose: string): KeyObject {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', `tollgate fingerprint v1 ${purpose}`, KEY_BYTES))
  const derived = createSecretKey(bytes)
  bytes.fill(0)
  return derived
}

/** A key that fingerprints from `starts_ts` on. */
export type FingerprintKey = Pick<RingKey, 'key' | 'state' | 'starts_ts'>

/**
 * Fingerprints under several keys, the oldest first. The second key fingerprints what the first one made, and so on: a
 * stored fingerprint is brought to the next form without its value, which nobody may have any more. Whoever knows the
 * earlier keys, and not the latest, can compute no fingerprint. `seconds` is the time by which keys start.
 */
export function layeredFingerprints(
  keys: readonly FingerprintKey[],
  seconds: () => number,
): Pick<Cipher, 'fingerprint' | 'fingerprints' | 'isFingerprint' | 'fingerprintLike' | 'formsOf'> {
  const layers = keys.map(({ key }, index) => {
    const next = fingerprinter(key)
    const form = formOf(index + 1)
    // As long as that of the first form, because columns are.
    return (purpose: string, value: string) => form + next(purpose, value).slice(form.length)
  })
  const isTaken = (generation: number): boolean => (keys[generation - 1]?.state ?? 'retired') !== 'retired'
  const current = (): number => keys.findLastIndex(({ starts_ts }) => starts_ts <= seconds()) + 1 || 1
  const raise = (purpose: string, value: string, from: number, to: number): string =>
    layers.slice(from, to).reduce((mark, layer) => layer(purpose, mark), value)
  const currentFirst = (forms: string[]): string[] => {
    const form = formOf(current())
    return forms.toSorted((one, other) => Number(startsAs(other, form)) - Number(startsAs(one, form)))
  }
  return {
    fingerprint: (purpose, value) => raise(purpose, value, 0, current()),
    fingerprints: (purpose, value) => {
      const taken = keys.map((_, index) => index + 1).filter(isTaken)
      return currentFirst(taken.map(generation => raise(purpose, value, 0, generation)))
    },
    isFingerprint: (mark, purpose, value) => {
      const generation = generationOf(mark)
      if (!isTaken(generation)) return false
      const [one, other] = [Buffer.from(mark), Buffer.from(raise(purpose, value, 0, generation))]
      return one.length === other.length && timingSafeEqual(one, other)
    },
    fingerprintLike: (mark, purpose, value) => {
      const generation = generationOf(mark)
      if (!keys[generation - 1]) throw new Error('The key ring does not have the key of this fingerprint.')
      return raise(purpose, value, 0, generation)
    },
    formsOf: (purpose, mark) => {
      const from = generationOf(mark)
      const later = keys.map((_, index) => index + 1).filter(generation => generation >= from && isTaken(generation))
      return currentFirst(later.map(generation => raise(purpose, mark, from, generation)))
    },
  }
}

/** How fingerprints of a generation begin; those of the first key are digits only. */
function formOf(generation: number): string {
  return generation === 1 ? '' : `g${generation.toString(36).padStart(2, '0')}`
}

function generationOf(mark: string): number {
  return mark.startsWith('g') ? Number.parseInt(mark.slice(1, 3), 36) || 0 : 1
}

function startsAs(mark: string, form: string): boolean {
  return formOf(generationOf(mark)) === form
}
