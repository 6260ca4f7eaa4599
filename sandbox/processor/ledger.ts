import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type LedgerRecord, type OfAccount, readRecord, writeRecord } from './record.ts'

/** An append-only file of records. */
export interface Journal<T> {
  /** The records at the time of opening, oldest first. */
  recovered: readonly T[]
  /** Resolves when the record is on disk. Simultaneous appends share one write and one sync. */
  append(record: T): Promise<void>
  /** Waits for pending appends and closes the file. */
  close(): Promise<void>
}

export type Ledger = Journal<LedgerRecord>

/** Converts a record to a line and back; `read` throws on invalid lines. */
interface Codec<T> {
  write(record: T): string
  read(line: string): T
}

/** The ledger of orders. */
export function openLedger(path: string, onBroken: (error: unknown) => void): Promise<Ledger> {
  return openJournal(path, { write: writeRecord, read: readRecord }, onBroken)
}

/**
 * Opens an append-only file of JSON lines, mode 0600. A last line without its newline was torn by a crash before it
 * was acknowledged, so it is cut off; damage anywhere else throws.
 * @param onBroken called once when the disk refuses a write. The owner must end the process: memory is then ahead of
 * the file, and only a restart reads what was really stored.
 */
export async function openJournal<T extends OfAccount & { reference: string }>(
  path: string,
  codec: Codec<T>,
  onBroken: (error: unknown) => void,
): Promise<Journal<T>> {
  const recovered = await recover(path, codec)
  const file = await open(path, 'a', 0o600)
  // A process killed before its sync leaves records that a loss of power could still take away.
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

async function recover<T extends OfAccount & { reference: string }>(path: string, codec: Codec<T>): Promise<T[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) await truncate(path, whole)
  const seen = new Set<string>()
  const records: T[] = []
  // A ledger of a million orders is longer than a string may be.
  for (let from = 0; from < whole; ) {
    const end = bytes.indexOf(0x0a, from)
    try {
      const record = codec.read(bytes.toString('utf8', from, end))
      const key = `${record.processor_account_id ?? ''} ${record.reference}`
      if (seen.has(key)) throw new Error(`the reference ${record.reference} is there twice`)
      seen.add(key)
      records.push(record)
    } catch (cause) {
      throw new Error(`the ledger ${path} is damaged in line ${records.length + 1}`, { cause })
    }
    from = end + 1
  }
  return records
}

interface Waiting {
  line: string
  done(): void
}

/** One writer, many callers: appends that arrive during a sync share the next one. */
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
        // `writing` stays after a failed write, so that nothing is written after a torn line or reported as written.
        writing ??= write().catch(onBroken)
      })
    },
    async drained(): Promise<void> {
      await writing
    },
  }
}

/** A new file is durable only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
