import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTarPacker, type TarPackController } from 'modern-tar'
import type { Table } from '../../db/catalog.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import { PORTABLE_COLUMNS } from '../../events/seal.ts'
import { fromWeb } from '../web-streams.ts'
import { FILE, HEAD, type Head, KEYRING, MANIFEST, type Manifest } from './format.ts'
import { type TableChecksum, tableChecksum } from './table-checksum.ts'

/** Rows of a table per entry. They are held in memory, because an entry states its size before its content. */
const PART_BYTES = 4 * 1024 * 1024

const ENTRY_MODE = 0o600

export interface BackupSource {
  snapshot: Snapshot
  head: Head
  /** The folder of uploaded files. */
  files: string
  /** The text of the key ring when it is included. */
  keyring: string | null
  /** Called with the manifest once everything is written. */
  done(manifest: Manifest): void
}

/** Returns the bytes of a backup as they are made. */
export function backupBytes(source: BackupSource): Readable {
  const { readable, controller } = createTarPacker()
  writeEntries(controller, source).catch(error => controller.error(error))
  return fromWeb(readable)
}

async function writeEntries(archive: TarPackController, source: BackupSource): Promise<void> {
  // biome-ignore lint/plugin/machine-time: archive entries carry the time of the snapshot as a Date
  const mtime = new Date(source.head.taken)
  const write = (name: string, content: Buffer) => writeEntry(archive, name, content, mtime)
  await write(HEAD, jsonOf(source.head))
  if (source.keyring !== null) await write(KEYRING, Buffer.from(source.keyring))
  const tables: Record<string, TableChecksum> = {}
  for (const table of source.head.tables) {
    const mark = tableChecksum()
    let part = 0
    for await (const piece of parts(source.snapshot, table)) {
      mark.add(piece)
      part += 1
      await write(`tables/${table.name}/${String(part).padStart(6, '0')}`, piece)
    }
    tables[table.name] = mark.end()
  }
  const files = filesChecksum()
  await writeFiles(archive, source.files, mtime, files)
  const manifest: Manifest = { tables, files: files.end() }
  await write(MANIFEST, jsonOf(manifest))
  archive.finalize()
  source.done(manifest)
}

async function writeEntry(archive: TarPackController, name: string, content: Buffer, mtime: Date): Promise<void> {
  const entry = archive.add({ name, size: content.length, mtime, mode: ENTRY_MODE }).getWriter()
  await entry.write(content)
  await entry.close()
}

async function* parts(snapshot: Snapshot, table: Table): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of snapshot.read(table, PORTABLE_COLUMNS[table.name]) as AsyncIterable<Buffer>) {
    held.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Uploaded files never change. One that disappears during the backup belongs to a record that was deleted too. */
async function writeFiles(
  archive: TarPackController,
  folder: string,
  mtime: Date,
  marks: FilesChecksum,
): Promise<void> {
  for (const shelf of await namesIn(folder)) {
    for (const name of await namesIn(join(folder, shelf))) {
      if (!FILE.test(`files/${name}`)) continue
      const place = join(folder, shelf, name)
      const size = (await stat(place).catch(() => null))?.size
      if (size === undefined) {
        marks.miss(name)
        continue
      }
      const entry = archive.add({ name: `files/${name}`, size, mtime, mode: ENTRY_MODE }).getWriter()
      const file = marks.begin(name)
      let read = 0
      for await (const piece of createReadStream(place) as AsyncIterable<Buffer>) {
        read += piece.length
        if (read > size) break
        file.add(piece)
        await entry.write(piece)
      }
      if (read !== size) throw new Error(`the file ${place} changed while it was read`)
      file.end()
      await entry.close()
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return names.toSorted()
}

type FilesChecksum = ReturnType<typeof filesChecksum>

/** Sums uploaded files in the order in which they are written. */
export function filesChecksum() {
  const whole = createHash('sha256')
  const missing: string[] = []
  let [count, bytes] = [0, 0]
  return {
    miss: (name: string) => void missing.push(name),
    begin(name: string) {
      const own = createHash('sha256')
      return {
        add(piece: Buffer) {
          own.update(piece)
          bytes += piece.length
        },
        end() {
          count += 1
          whole.update(`${name} ${own.digest('hex')}\n`)
        },
      }
    },
    end: (): Manifest['files'] => ({ count, bytes, sha256: whole.digest('hex'), missing }),
  }
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
