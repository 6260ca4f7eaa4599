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

/** The text of a ring file and the version of the file it was read from. */
export interface RingText {
  text: string
  mark: string
}

/**
 * Returns the file's text; null when there is none. Throws when others than the owner have access, or it cannot be
 * read.
 */
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

/**
 * Returns the current version of the file; null when there is none. Costs one stat, cheap enough before every
 * sealing.
 */
export function ringFileMark(path: string): string | null {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts ? markOf(facts) : null
}

/**
 * Creates the file and returns whether this call did. A link makes the complete file appear or fails: of several
 * processes starting on a new home exactly one creates it, and none sees half a file.
 */
export function createRingFile(path: string, text: string | Buffer): boolean {
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
    // The loser waits for the disk too, because it is about to seal with the winner's keys.
    syncDirectory(path)
  }
}

/** Replaces the text of the file; after a crash at any point it is the complete old or the complete new one. */
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
 * Runs `work` while no other process changes the file: of two simultaneous rotations one would lose the other's key.
 * A lock left behind by a crash is reported and not broken, because a wrong guess loses cards.
 */
export async function withRingLock<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  try {
    closeSync(openSync(lock, 'wx', OWNER_ONLY))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new Error(`another process is changing it; if none is, delete ${lock} and try again`)
  }
  try {
    return await work()
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

function writeDraft(path: string, text: string | Buffer): string {
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
