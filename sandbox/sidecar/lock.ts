import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/**
 * Takes a lock file for as long as this process lives; returns null when another process holds it. Node offers no file
 * locks, but SQLite takes one from the kernel, and the kernel gives it back when the holder dies in whatever way. A file
 * with a process id in it could not be trusted: after a crash the number may belong to somebody else. Nothing is stored.
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
