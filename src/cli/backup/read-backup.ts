import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { DamagedFile, decryptWith, FILE_CHANGED, isEncrypted, readIdentity } from '../age.ts'
import { toWeb } from '../web-streams.ts'
import { FILE, HEAD, type Head, KEYRING, MANIFEST, type Manifest, parseHead, parseManifest, TABLE } from './format.ts'
import { type TableChecksum, tableChecksum } from './table-checksum.ts'
import { filesChecksum } from './write-backup.ts'

/** Receives the parts of a backup as they are read. */
export interface BackupReceiver {
  head?(head: Head): Promise<void>
  keyring?(text: string): Promise<void>
  /** All rows of a table, in pieces. */
  rows?(table: string, pieces: AsyncIterable<Buffer>): Promise<void>
  file?(key: string, content: Buffer): Promise<void>
}

/** Limit for the parts that are held in memory: `head.json`, the key ring, the manifest, each uploaded file. */
const MAX_BYTES = 64 * 1024 * 1024

export interface BackupFile {
  path: string
  /** The path of an identity file; needed for an encrypted backup only. */
  identity: string
}

/**
 * Reads a backup from its first to its last byte and hands its parts over. Throws at the first part that is not as it
 * was written; until it returns, what was handed over must not be relied on.
 */
export async function readBackup(
  { path, identity }: BackupFile,
  receiver: BackupReceiver = {},
): Promise<{ head: Head; manifest: Manifest }> {
  const source = await unpacked(path, identity).catch(error => {
    throw faultOf(path, error)
  })
  try {
    return await readParts(readTar(source), receiver)
  } catch (error) {
    // Every other error comes from the receiver of the parts.
    throw error instanceof DamagedFile || (error as NodeJS.ErrnoException).code?.startsWith('Z_')
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
  // Passes an error of the source on to the decompressed stream.
  source.on('error', error => gunzip.destroy(encrypted ? new DamagedFile(FILE_CHANGED) : error))
  gunzip.on('close', () => source.destroy())
  return source.pipe(gunzip)
}

interface TarEntry {
  name: string
  size: number
  /** Has to be read to its end before the next entry is requested. */
  content: AsyncIterable<Buffer>
}

/**
 * Returns the entries of an archive as they arrive. Throws Damaged when it ends too early, continues after its end or
 * is no archive.
 */
async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const entries = toWeb(source).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of asDamaged(entries)) {
    yield { name: header.name, size: header.size, content: buffers(asDamaged(body)) }
  }
}

/** The decoder reports every fault without a code; errors of decryption and of gzip keep theirs. */
async function* asDamaged<T>(source: ReadableStream<T>): AsyncGenerator<T> {
  const reader = source.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: NodeJS.ErrnoException) => {
      throw error instanceof DamagedFile || error.code
        ? error
        : new DamagedFile('it is no whole archive', { cause: error })
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
  receiver: BackupReceiver,
): Promise<{ head: Head; manifest: Manifest }> {
  const first = await entries.next()
  if (first.done || first.value.name !== HEAD) throw new DamagedFile('it is no backup of a gateway')
  const head = parseHead(await textOf(first.value))
  await receiver.head?.(head)
  const tables: Record<string, TableChecksum> = {}
  const files = filesChecksum()
  let entry = await entries.next()
  while (!entry.done) {
    const { value } = entry
    const table = TABLE.exec(value.name)?.[1]
    const file = FILE.exec(value.name)?.[1]
    if (value.name === MANIFEST) {
      const manifest = parseManifest(await textOf(value))
      if (!(await entries.next()).done) throw new DamagedFile('there is something behind its manifest')
      compare(head, manifest, { tables, files: { ...files.end(), missing: manifest.files.missing } })
      return { head, manifest }
    }
    if (table) {
      if (tables[table] || !head.tables.some(({ name }) => name === table))
        throw new DamagedFile(`${value.name} is out of place`)
      const next = await readTable(table, value, entries, receiver)
      tables[table] = next.mark
      entry = next.entry
      continue
    }
    if (file) await readOne(file, value, files, receiver)
    else if (value.name === KEYRING) {
      const text = await textOf(value)
      await receiver.keyring?.(text)
    } else throw new DamagedFile(`${value.name} is out of place`)
    entry = await entries.next()
  }
  throw new DamagedFile('its manifest is missing: it was not written to its end')
}

/** The parts of one table follow each other. Returns the entry after the last of them. */
async function readTable(
  table: string,
  first: TarEntry,
  entries: AsyncGenerator<TarEntry>,
  receiver: BackupReceiver,
): Promise<{ mark: TableChecksum; entry: IteratorResult<TarEntry> }> {
  const mark = tableChecksum()
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
  if (receiver.rows) await receiver.rows(table, all)
  // Rows that no receiver has read are still checked.
  for await (const _piece of all);
  return { mark: mark.end(), entry }
}

async function readOne(
  key: string,
  entry: TarEntry,
  files: ReturnType<typeof filesChecksum>,
  receiver: BackupReceiver,
): Promise<void> {
  const content = await bytesOf(entry)
  const own = files.begin(key)
  own.add(content)
  own.end()
  await receiver.file?.(key, content)
}

/** Throws at the first difference from the manifest. */
function compare(head: Head, manifest: Manifest, found: Manifest): void {
  for (const { name } of head.tables) {
    const want = manifest.tables[name]
    if (!want) throw new DamagedFile(`its manifest says nothing of the table ${name}`)
    const have = found.tables[name] ?? EMPTY
    if (JSON.stringify(want) !== JSON.stringify(have))
      throw new DamagedFile(`the rows of the table ${name} were changed`)
  }
  if (JSON.stringify(manifest.files) !== JSON.stringify(found.files))
    throw new DamagedFile('the uploaded files were changed')
}

const EMPTY: TableChecksum = tableChecksum().end()

async function textOf(entry: TarEntry): Promise<string> {
  return (await bytesOf(entry)).toString('utf8')
}

async function bytesOf({ name, size, content }: TarEntry): Promise<Buffer> {
  if (size > MAX_BYTES) throw new DamagedFile(`${name} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}
