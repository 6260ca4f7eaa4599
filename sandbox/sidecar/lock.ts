import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/**
 * Takes a lock file for the lifetime of this process. Returns null when another process holds it. Node offers no file
 * locks, but SQLite takes one from the kernel, which releases it when the holder dies. A process id in a file could
 * not be trusted, because after a crash it may belong to another process. Nothing is stored.
 */
export function takeLock(path: string): Lock | null {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message.includes('locked')) return null
    throw error
  }
  return { release: () => database.close() }
}
