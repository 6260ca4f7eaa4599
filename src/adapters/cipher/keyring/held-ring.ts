import type { Clock } from '../../../ports/clock.ts'
import { formatRing, newRing, parseRing, type Ring, withNewKey } from './ring.ts'
import { createRingFile, readRingFile, replaceRingFile, ringFileMark, withRingLock } from './ring-file.ts'

export interface KeyRingOptions {
  /** The ring file, `keyring.json` in the service's home. */
  path: string
  /** Whether a missing file may be made anew. Only true while the database holds no sealed value, or those are lost for good. */
  create: boolean
  clock: Clock
}

/** The ring in memory, and the ways to bring it up to date with its file. */
export interface HeldRing {
  /** The ring as it was last read. */
  held(): Ring
  /** The ring after reading the file again if another process has replaced it. Throws when the file has gone. */
  fresh(): Ring
  /** Adds an active wrapping key, in the file and in memory, and returns the new ring. */
  rotate(): Ring
}

/** Reads the ring, or makes it where that is allowed. Every failure is an Error of one line that names the file. */
export function holdRing({ path, create, clock }: KeyRingOptions): HeldRing {
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
          // The file, not the memory, is what gets the new key: another process may have rotated since.
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
  // Read back in any case: another process may have been first, and then its ring is the one.
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
