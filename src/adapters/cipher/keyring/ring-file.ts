import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600
const GROUP_AND_OTHERS = 0o077

/** The text of a ring file and a mark of the version of the file it came from. */
export interface RingText {
  text: string
  mark: string
}

/** Reads the file, or returns null when there is none. Throws when others than the owner may touch it, or it cannot be read. */
export function readRingFile(path: string): RingText | null {
  const file = openExisting(path)
  if (file === null) return null
  try {
    const facts = fstatSync(file, { bigint: true })
    if (!facts.isFile()) throw new Error('it is not a regular file')
    const open = Number(facts.mode) & GROUP_AND_OTHERS
    if (open !== 0) throw new Error(`group or others have permissions on it, run: chmod 600 ${path}`)
    return { text: readFileSync(file, 'utf8'), mark: markOf(facts) }
  } finally {
    closeSync(file)
  }
}

/** The mark of the file as it is now, or null when there is none. Costs one stat: cheap enough to ask before every sealing. */
export function ringFileMark(path: string): string | null {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts ? markOf(facts) : null
}

/**
 * Writes the file only if there is none, and returns whether this call did. A link either makes the complete file appear
 * or fails: of several processes that start on a new home at once exactly one wins, and none ever sees half a file.
 */
export function createRingFile(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
    // The one who lost waits for the disk too: it will seal with the winner's keys in a moment.
    syncDirectory(path)
  }
}

/** Puts a new text in the place of the old one; after a crash at any point the file is the old or the new one, complete. */
export function replaceRingFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncDirectory(path)
}

/**
 * Runs `work` while no other process changes the file: two rotations at once would each write a ring without the other's
 * new key. A lock left behind by a crash is reported and not broken, because guessing wrong here loses cards.
 */
export function withRingLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`
  try {
    closeSync(openSync(lock, 'wx', OWNER_ONLY))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new Error(`another process is changing it; if none is, delete ${lock} and try again`)
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function openExisting(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  const file = openSync(draft, 'wx', OWNER_ONLY)
  try {
    fchmodSync(file, OWNER_ONLY)
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

function syncDirectory(path: string): void {
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function markOf(facts: { ino: bigint; mtimeNs: bigint; size: bigint }): string {
  return `${facts.ino}:${facts.mtimeNs}:${facts.size}`
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
