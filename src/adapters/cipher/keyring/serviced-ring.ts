// biome-ignore-all lint/style/noRestrictedGlobals: how long unwrapped keys are used
import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '../../../lib/problem.ts'
import { type HeldRing, named } from './held-ring.ts'
import type { KeyServicePlace } from './key-service.ts'
import type { Ring, RingKey } from './ring.ts'
import { readRingFile, replaceRingFile, ringFileMark, withRingLock } from './ring-file.ts'
import { unwrapRing, wrapRing } from './wrapped-ring.ts'

export interface ServicedTimes {
  /** How long keys are used after they were last unwrapped. */
  keep_ms: number
  /** How old they may be before they are unwrapped again, without anybody waiting for it. */
  renew_ms: number
  /** How often it is looked whether that is due, or another process has changed the file. */
  look_ms: number
  /** How long a new key is known to all before it seals. */
  spread_ms: number
}

const TIMES: ServicedTimes = { keep_ms: 15 * 60_000, renew_ms: 5 * 60_000, look_ms: 1_000, spread_ms: 3_000 }

/**
 * Holds a ring whose keys a key service wraps. The service is asked when the ring is opened, every few minutes, and
 * when the file has changed: never by who seals or opens, so that no payment and no transaction of the database waits
 * for it. While it does not answer, the keys in memory are used for a quarter of an hour; then they are forgotten, and
 * what needs them is refused for the moment (`Unavailable`) until it answers again. Throws an Error of one line.
 */
export async function holdServicedRing(
  path: string,
  service: KeyServicePlace,
  times: Partial<ServicedTimes> = {},
): Promise<HeldRing> {
  const { keep_ms, renew_ms, look_ms, spread_ms } = { ...TIMES, ...times }
  let ring: Ring | null = null
  let mark: string | null = null
  let unwrapped_at = 0
  let trouble: string | null = null
  let reading: Promise<void> | null = null

  const read = async (): Promise<void> => {
    const file = readRingFile(path)
    if (!file) throw new Error(MISSING)
    const asked_at = performance.now()
    const next = await unwrapRing(file.text, service)
    // With another ring, what is sealed from now on could not be opened by what opened the rest.
    if (ring && !holdsAll(next, ring)) throw new Error('it is another ring than before')
    ring = next
    mark = file.mark
    unwrapped_at = asked_at
  }
  /** One at a time, whoever wants it. */
  const renew = (): Promise<void> => {
    reading ??= read()
      .then(
        () => {
          trouble = null
        },
        error => {
          trouble = named(path, error).message
          throw new Error(trouble)
        },
      )
      .finally(() => {
        reading = null
      })
    return reading
  }
  const isOld = (): boolean => performance.now() - unwrapped_at > renew_ms
  const look = (): void => {
    if (performance.now() - unwrapped_at > keep_ms) ring = null
    if (ring === null || isOld() || ringFileMark(path) !== mark) renew().catch(() => undefined)
  }
  const held = (): Ring => {
    if (ring && performance.now() - unwrapped_at <= keep_ms) return ring
    throw new Unavailable(true, new Error(trouble ?? 'the keys are not unwrapped'))
  }
  const write = async (next: Ring): Promise<void> => {
    replaceRingFile(path, await wrapRing(next, service))
    await renew()
  }

  await renew()
  const timer = setInterval(look, look_ms)
  timer.unref()
  return {
    held,
    fresh: held,
    reread() {
      look()
      // Another process may seal under a key that this one is just unwrapping.
      if (reading) throw new Unavailable(true, new Error('a new key is being unwrapped'))
      return held()
    },
    change: make =>
      withRingLock(path, async () => {
        await renew()
        const before = held()
        const after = make(before)
        if (!after) return null
        if (addedTo(before, after).length > 0) {
          // Every process has the new key in memory before the first value is sealed under it.
          await write(announced(before, after))
          await pause(spread_ms)
        }
        await write(after)
        return held()
      }),
    ready: async () => {
      if (ring === null || performance.now() - unwrapped_at > keep_ms) await renew()
    },
    trouble: () => trouble,
    close: () => clearInterval(timer),
  }
}

const MISSING = 'it is missing, and without it no sealed value can be read; restore it from its backup'

/** Whether a ring has all keys of another. */
function holdsAll(ring: Ring, other: Ring): boolean {
  const ids = new Set([...ring.wrapping, ...ring.fingerprint].map(({ id }) => id))
  return [...other.wrapping, ...other.fingerprint].every(({ id }) => ids.has(id))
}

/** The keys that seal which the next ring has and this one has not; those of fingerprints say when they start. */
function addedTo(ring: Ring, next: Ring): RingKey[] {
  return next.wrapping.filter(({ id }) => !ring.wrapping.some(each => each.id === id))
}

/** The ring with what is new in the next one, which does not seal yet. */
function announced(ring: Ring, next: Ring): Ring {
  const added = addedTo(ring, next)
  return { ...ring, wrapping: [...ring.wrapping, ...added.map(key => ({ ...key, state: 'decrypt_only' as const }))] }
}
