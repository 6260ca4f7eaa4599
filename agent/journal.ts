/**
 * The program that runs in a shop and reaches the terminals there. It has no database and knows nothing of payments: it
 * passes frames.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { FromAgent } from '../src/lib/agent-wire.ts'

/** The outcome of a command. */
export type Ended = Extract<FromAgent, { type: 'answer' | 'trouble' }>

/**
 * What this agent does, written to disk first: a command that was begun is never begun again, and an answer that the
 * gateway has not acknowledged is sent again, whatever happens to connection and machine.
 */
export interface Journal {
  /**
   * Returns false when the command was begun before, by this process or an earlier one. Written through to the disk.
   */
  begin(id: string): boolean
  end(ended: Ended): void
  /** Returns the outcome of an earlier command; undefined while it runs, or when the command is unknown. */
  endedOf(id: string): Ended | undefined
  /** Returns the commands that an earlier process began and did not end: what their devices did is unknown. */
  abandoned(): string[]
  /** Returns the outcomes that were not acknowledged. */
  open(): Ended[]
  acknowledge(id: string): void
  close(): void
}

interface Entry {
  id: string
  /** Unix seconds. */
  at: number
  state: 'begun' | 'ended' | 'acknowledged'
  /** The answer, encrypted: it may hold what stands for a card. */
  sealed?: string
}

const KEPT_SECONDS = 24 * 60 * 60
const LINES_UNTIL_COMPACT = 10_000

/** `key` seals the answers; `seconds` is the machine's clock. Throws when the folder cannot be written. */
export function openJournal(folder: string, key: string, seconds: () => number): Journal {
  const file = join(folder, 'journal.jsonl')
  const secret = createHash('sha256').update(`journal ${key}`).digest()
  const entries = readEntries(file, seconds() - KEPT_SECONDS)
  compact(file, entries)
  let handle = openSync(file, 'a', 0o600)
  let written = 0
  const before = new Set(entries.keys())

  const write = (entry: Entry): void => {
    entries.set(entry.id, entry)
    writeSync(handle, `${JSON.stringify(entry)}\n`)
    fsyncSync(handle)
    written += 1
    if (written < LINES_UNTIL_COMPACT) return
    written = 0
    for (const { id, at } of entries.values()) if (at < seconds() - KEPT_SECONDS) entries.delete(id)
    compact(file, entries)
    closeSync(handle)
    handle = openSync(file, 'a', 0o600)
  }
  const read = (entry: Entry | undefined): Ended | undefined =>
    entry?.sealed ? (unseal(secret, entry.id, entry.sealed) ?? lost(entry.id)) : undefined
  return {
    begin(id) {
      if (entries.has(id)) return false
      write({ id, at: seconds(), state: 'begun' })
      return true
    },
    end(ended) {
      write({ id: ended.id, at: seconds(), state: 'ended', sealed: seal(secret, ended) })
    },
    endedOf: id => read(entries.get(id)),
    abandoned: () =>
      [...entries.values()].filter(({ id, state }) => state === 'begun' && before.has(id)).map(each => each.id),
    open: () => [...entries.values()].filter(({ state }) => state === 'ended').map(entry => read(entry)!),
    acknowledge(id) {
      const entry = entries.get(id)
      if (entry?.state === 'ended') write({ ...entry, state: 'acknowledged' })
    },
    close: () => closeSync(handle),
  }
}

function lost(id: string): Ended {
  return { type: 'trouble', id, problem: 'lost', message: 'the agent cannot read its own journal' }
}

/** A last line that a crash cut off was not written through, so its command was not begun. */
function readEntries(file: string, since: number): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  for (const line of text.split('\n')) {
    try {
      const entry = JSON.parse(line) as Entry
      if (entry.at >= since) entries.set(entry.id, entry)
    } catch {
      // Cut off.
    }
  }
  return entries
}

function compact(file: string, entries: Map<string, Entry>): void {
  const handle = openSync(`${file}.new`, 'w', 0o600)
  writeSync(handle, [...entries.values()].map(entry => `${JSON.stringify(entry)}\n`).join(''))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}

function seal(secret: Buffer, ended: Ended): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(ended.id))
  const body = Buffer.concat([cipher.update(JSON.stringify(ended), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

function unseal(secret: Buffer, id: string, sealed: string): Ended | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12)).setAAD(Buffer.from(id))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
  } catch {
    return undefined
  }
}
