import type { Ring } from './ring.ts'

/** The ring in memory. */
export interface HeldRing {
  /** Returns the ring as it was last read. */
  held(): Ring
  /** Returns the ring for sealing, as recent as the place allows. Throws when the file is gone. */
  fresh(): Ring
  /** Returns the ring as its place has it now, for a value that names a key nobody knows. */
  reread(): Ring
  /** Adds an active wrapping key at the place and returns the new ring. */
  rotate(): Ring
}

/** Runs `work`; its error becomes one line that names the place. */
export function explained<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Key ring ${place}: ${reason.replaceAll(/\s+/g, ' ')}`)
  }
}
