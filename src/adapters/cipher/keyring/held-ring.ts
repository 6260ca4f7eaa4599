import type { Ring } from './ring.ts'

/** The ring in memory. What is held may be used at once; only `change` and `ready` wait for anybody. */
export interface HeldRing {
  /** Returns the ring as it was last read. Throws `Unavailable` where it has been read too long ago. */
  held(): Ring
  /** Returns the ring for sealing, as recent as the place allows. Throws when the file is gone. */
  fresh(): Ring
  /** Returns the ring as its place has it now, for a value that names a key nobody knows. */
  reread(): Ring
  /** Changes the ring at its place and returns the new one, or null where nothing is to be changed. */
  change(make: (ring: Ring) => Ring | null): Promise<Ring | null>
  /** Resolves when the ring can be used, asking for it where that is needed. Throws in one line when it cannot. */
  ready(): Promise<void>
  /** Returns what keeps the ring from being read again, in one line; null where all is well. */
  trouble(): string | null
  close(): void
}

/** Runs `work`; its error becomes one line that names the place. */
export function explained<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw named(place, error)
  }
}

/** Returns the error in one line that names the place of the ring. */
export function named(place: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`Key ring ${place}: ${reason.replaceAll(/\s+/g, ' ')}`)
}
