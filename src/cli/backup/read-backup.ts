import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { CHANGED, Damaged, decryptWith, isEncrypted, parsed, readIdentity } from '../age.ts'
import { toWeb } from '../web-streams.ts'
import { FILE, HEAD, type Head, KEYRING, MANIFEST, type Manifest, parseHead, TABLE } from './format.ts'
import { type TableMark, tableMark } from './row-sum.ts'
import { filesMark } from './write-backup.ts'

/** Takes the parts of a backup as they are read. */
export interface BackupTaker {
  head?(head: Head): Promise<void>
  keyring?(text: string): Promise<void>
  /** The rows of a table, from the first to the last piece. */
  rows?(table: string, pieces: AsyncIterable<Buffer>): Promise<void>
  file?(key: string, content: Buffer): Promise<void>
}

/** Of `head.json`, the key ring, the manifest and of an uploaded file, all of which are held in memory. */
const MOST_BYTES = 64 * 1024 * 1024

export interface BackupFile {
  path: string
  /** The path of an identity file; needed for an encrypted backup only. */
  identity: string
}

/**
 * Reads a backup from its first to its last byte and hands its parts over. Throws one line at the first thing that is not as it was
 * written; what was handed over until then must not count.
 */
export async function readBackup(
  { path, identity }: BackupFile,
  taker: BackupTaker = {},
): Promise<{ head: Head; manifest: Manifest }> {
  const source = await unpacked(path, identity).catch(error => {
    throw faultOf(path, error)
  })
  try {
    return await readParts(readTar(source), taker)
  } catch (error) {
    // Anything else went wrong where the parts were taken to.
    throw error instanceof Damaged || (error as NodeJS.ErrnoException).code?.startsWith('Z_')
      ? faultOf(path, error)
      : error
  } finally {
    source.destroy()
  }
}

function faultOf(path: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new Error(`there is no file ${path}`)
  if (code === 'Z_BUF_ERROR') return new Error(`${path}: it ends too early`)
  if (code?.startsWith('Z_')) return new Error(`${path}: it is damaged or no backup`)
  return new Error(`${path}: ${message.split('\n', 1)[0]}`, { cause: error })
}

async function unpacked(path: string, identity: string): Promise<Readable> {
  const encrypted = await isEncrypted(path)
  if (encrypted && !identity) throw new Error('it is encrypted: name the identity file with --identity')
  const key = encrypted ? await readIdentity(identity) : ''
  const raw = createReadStream(path)
  const source = encrypted ? await decryptWith(key, raw) : raw
  const gunzip = createGunzip()
  // What goes wrong before must be seen behind.
  source.on('error', error => gunzip.destroy(encrypted ? new Damaged(CHANGED) : error))
  gunzip.on('close', () => source.destroy())
  return source.pipe(gunzip)
}

interface TarEntry {
  name: string
  size: number
  /** Must be read to its end before the next entry is asked for. */
  content: AsyncIterable<Buffer>
}

/** Reads an archive as it arrives. Throws Damaged when it ends too early, continues after its end or is no archive. */
async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const entries = toWeb(source).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of asDamaged(entries)) {
    yield { name: header.name, size: header.size, content: buffers(asDamaged(body)) }
  }
}

/** The decoder's own errors say only that the archive is not right; those of decryption and gzip keep their reasons. */
async function* asDamaged<T>(source: ReadableStream<T>): AsyncGenerator<T> {
  const reader = source.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: NodeJS.ErrnoException) => {
      throw error instanceof Damaged || error.code ? error : new Damaged('it is no whole archive', { cause: error })
    })
    if (done) return
    yield value
  }
}

async function* buffers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of source) yield Buffer.from(buffer, byteOffset, byteLength)
}

async function readParts(
  entries: AsyncGenerator<TarEntry>,
  taker: BackupTaker,
): Promise<{ head: Head; manifest: Manifest }> {
  const first = await entries.next()
  if (first.done || first.value.name !== HEAD) throw new Damaged('it is no backup of a gateway')
  const head = parseHead(await textOf(first.value))
  await taker.head?.(head)
  const tables: Record<string, TableMark> = {}
  const files = filesMark()
  let entry = await entries.next()
  while (!entry.done) {
    const { value } = entry
    const table = TABLE.exec(value.name)?.[1]
    const file = FILE.exec(value.name)?.[1]
    if (value.name === MANIFEST) {
      const manifest = parsed<Manifest>(await textOf(value))
      if (!(await entries.next()).done) throw new Damaged('there is something behind its manifest')
      compare(head, manifest, { tables, files: { ...files.end(), missing: manifest.files.missing } })
      return { head, manifest }
    }
    if (table) {
      if (tables[table] || !head.tables.some(({ name }) => name === table))
        throw new Damaged(`${value.name} is out of place`)
      const next = await readTable(table, value, entries, taker)
      tables[table] = next.mark
      entry = next.entry
      continue
    }
    if (file) await readOne(file, value, files, taker)
    else if (value.name === KEYRING) {
      const text = await textOf(value)
      await taker.keyring?.(text)
    } else throw new Damaged(`${value.name} is out of place`)
    entry = await entries.next()
  }
  throw new Damaged('its manifest is missing: it was not written to its end')
}

/** The parts of one table follow each other. Answers the entry behind them. */
async function readTable(
  table: string,
  first: TarEntry,
  entries: AsyncGenerator<TarEntry>,
  taker: BackupTaker,
): Promise<{ mark: TableMark; entry: IteratorResult<TarEntry> }> {
  const mark = tableMark()
  let entry: IteratorResult<TarEntry> = { done: false, value: first }
  const pieces = async function* () {
    while (!entry.done && TABLE.exec(entry.value.name)?.[1] === table) {
      for await (const piece of entry.value.content) {
        mark.add(piece)
        yield piece
      }
      entry = await entries.next()
    }
  }
  const all = pieces()
  if (taker.rows) await taker.rows(table, all)
  // Whoever takes nothing still wants it checked.
  for await (const _piece of all);
  return { mark: mark.end(), entry }
}

async function readOne(
  key: string,
  entry: TarEntry,
  files: ReturnType<typeof filesMark>,
  taker: BackupTaker,
): Promise<void> {
  const content = await bytesOf(entry)
  const own = files.begin(key)
  own.add(content)
  own.end()
  await taker.file?.(key, content)
}

/** Throws with the first thing that is not as the manifest says. */
function compare(head: Head, said: Manifest, found: Manifest): void {
  for (const { name } of head.tables) {
    const want = said.tables[name]
    if (!want) throw new Damaged(`its manifest says nothing of the table ${name}`)
    const have = found.tables[name] ?? EMPTY
    if (JSON.stringify(want) !== JSON.stringify(have)) throw new Damaged(`the rows of the table ${name} were changed`)
  }
  if (JSON.stringify(said.files) !== JSON.stringify(found.files)) throw new Damaged('the uploaded files were changed')
}

const EMPTY: TableMark = tableMark().end()

async function textOf(entry: TarEntry): Promise<string> {
  return (await bytesOf(entry)).toString('utf8')
}

async function bytesOf({ name, size, content }: TarEntry): Promise<Buffer> {
  if (size > MOST_BYTES) throw new Damaged(`${name} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}
