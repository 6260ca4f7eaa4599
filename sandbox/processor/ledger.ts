import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type LedgerRecord, readRecord, writeRecord } from './record.ts'

/** A file of records that only grows. */
export interface Journal<T> {
  /** What the file held when it was opened, oldest first. */
  recovered: readonly T[]
  /** Resolves when the record is on the disk. Appends that wait together share one write and one sync. */
  append(record: T): Promise<void>
  /** Waits for what is pending and closes the file. */
  close(): Promise<void>
}

export type Ledger = Journal<LedgerRecord>

/** How a record travels to a line of the file and back; `read` throws for what is none. */
interface Codec<T> {
  write(record: T): string
  read(line: string): T
}

/** The ledger of orders. */
export function openLedger(path: string, onBroken: (error: unknown) => void): Promise<Ledger> {
  return openJournal(path, { write: writeRecord, read: readRecord }, onBroken)
}

/**
 * Opens an append-only file of JSON lines, mode 0600. A last line without its newline was torn by a crash before anyone
 * got an answer for it, so it is cut off; damage anywhere else throws.
 *
 * @param onBroken called once when the disk refuses a write. The owner must end the process: the book in memory is then
 * ahead of the file, and only a fresh start tells the truth again.
 */
export async function openJournal<T extends { reference: string }>(
  path: string,
  codec: Codec<T>,
  onBroken: (error: unknown) => void,
): Promise<Journal<T>> {
  const recovered = await recover(path, codec)
  const file = await open(path, 'a', 0o600)
  // Whoever was killed before its sync left records that are there to be read and that a loss of power would still take away.
  await file.datasync()
  await syncFolder(dirname(path))
  const queue = createQueue(file, onBroken)
  return {
    recovered,
    append: record => queue.add(codec.write(record)),
    async close() {
      await queue.drained()
      await file.close()
    },
  }
}

async function recover<T extends { reference: string }>(path: string, codec: Codec<T>): Promise<T[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) await truncate(path, whole)
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
  const seen = new Set<string>()
  return lines.map((line, index) => {
    try {
      const record = codec.read(line)
      if (seen.has(record.reference)) throw new Error(`the reference ${record.reference} is there twice`)
      seen.add(record.reference)
      return record
    } catch (cause) {
      throw new Error(`the ledger ${path} is damaged in line ${index + 1}`, { cause })
    }
  })
}

interface Waiting {
  line: string
  done(): void
}

/** One writer, many callers: while a sync runs, newcomers gather and go together in the next one. */
function createQueue(file: FileHandle, onBroken: (error: unknown) => void) {
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  async function write() {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await file.appendFile(group.map(({ line }) => line).join(''))
      await file.datasync()
      for (const { done } of group) done()
    }
    writing = undefined
  }

  return {
    add(line: string): Promise<void> {
      return new Promise(done => {
        waiting.push({ line, done })
        // After a failed write `writing` stays, so nothing is written behind a torn line and nobody is told it was.
        writing ??= write().catch(onBroken)
      })
    },
    async drained(): Promise<void> {
      await writing
    },
  }
}

/** A new file is only safe from a crash once its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
