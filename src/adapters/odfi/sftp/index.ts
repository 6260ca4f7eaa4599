import { createHash, timingSafeEqual } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { decodeText } from '../../../lib/file-text.ts'
import { checkedName, isComplete, keptNames } from '../../../lib/kept-names.ts'
import { trimEnd } from '../../../lib/trim-end.ts'
import { type IncomingFiles, LARGEST_FILE, tooLarge } from '../../../ports/incoming-files.ts'
import type { Odfi } from '../../../ports/odfi.ts'

export interface SftpServer {
  host: string
  port: number
  user: string
  /** Password, key file, or both. */
  password: string | null
  private_key: string | null
  /** `SHA256:…` as `ssh-keygen -lf` prints it; protects against a server in the middle. */
  host_key: string
  /** Other ones for tests. */
  limits?: Partial<typeof LIMITS>
}

export interface SftpSettings extends SftpServer {
  /** Folders at the bank: for our files, and for theirs. */
  outgoing: string
  incoming: string
}

const CONNECT_MS = 20_000
const LIMITS = {
  /** A server that takes longer for one answer counts as lost. */
  quiet_ms: 60_000,
  /** Entries of a folder that is listed: more than a bank leaves in years. */
  entries: 100_000,
  /** Bytes of a file. */
  bytes: LARGEST_FILE,
}
/** For all of an operation: the largest file over a slow line. */
const WHOLE_MS = 15 * 60_000
const NO_SUCH_FILE = 2
/** Bytes per write; every server accepts as much. */
const PIECE = 32_768
const EOF = 1

/**
 * A bank's SFTP server. Each operation opens a connection of its own, so that none has to be repaired. A staged file
 * is in the outgoing folder with the suffix `.part`.
 */
export function sftpOdfi(settings: SftpSettings): Odfi {
  const { outgoing, incoming } = settings
  const part = (name: string) => posix.join(outgoing, `${checkedName(name)}.part`)
  const read_as = new Map<string, string>()
  const move = async (name: string, to: string, otherwise: Away['otherwise']) => {
    const file = { folder: incoming, name: checkedName(name), to, otherwise, read_as }
    await connected(settings, call => away(call, file))
  }
  return {
    async stage(name, text) {
      const path = part(name)
      await connected(settings, call => upload(call, path, Buffer.from(text, 'latin1')))
    },
    async release(name) {
      const path = part(name)
      await connected(settings, async call => {
        if (await attrsOf(call, path)) await call((sftp, done) => sftp.rename(path, posix.join(outgoing, name), done))
      })
    },
    ...sftpFiles(settings, incoming, read_as),
    done: name => move(name, 'done', 'or remove'),
    aside: name => move(name, 'aside', 'or fail'),
    async close() {},
  }
}

/** The files of a folder at an SFTP server, where they lie. `read_as`: takes down what was read under each name. */
export function sftpFiles(server: SftpServer, folder: string, read_as?: Map<string, string>): IncomingFiles {
  const limits = { ...LIMITS, ...server.limits }
  return {
    incoming: (since = Number.NEGATIVE_INFINITY) =>
      connected(server, async call => {
        const files = await listed(call, folder, limits.entries)
        return files
          .filter(({ came }) => came === null || came >= since)
          .toSorted((one, other) => (one.came ?? 0) - (other.came ?? 0) || (one.name < other.name ? -1 : 1))
          .map(({ name }) => name)
      }),
    async read(name) {
      const path = posix.join(folder, checkedName(name))
      const bytes = await connected(server, async call => {
        const attrs = await call<Stats>((sftp, done) => sftp.stat(path, done))
        read_as?.set(name, markOf(attrs))
        return attrs.size > limits.bytes ? null : download(call, path, limits.bytes)
      })
      if (bytes === null) throw tooLarge(name)
      return decodeText(bytes)
    },
  }
}

interface Listed {
  name: string
  came: number | null
}

/**
 * Returns the complete files of a folder. Servers may leave attributes out: a file without a type is one unless its
 * line of the listing says otherwise, and one without a time may have come at any.
 */
async function listed(call: Call, folder: string, most: number): Promise<Listed[]> {
  const handle = await call<Buffer>((sftp, done) => sftp.opendir(folder, done))
  const files: Listed[] = []
  for (let count = 0; count <= most; ) {
    const entries = await call<FileEntryWithStats[]>((sftp, done) => sftp.readdir(handle, done)).catch(endOf)
    if (entries === null) {
      await call((sftp, done) => sftp.close(handle, done))
      return files
    }
    count += entries.length + 1
    for (const { filename, longname, attrs } of entries)
      if (isComplete(filename) && isFile(attrs, longname)) files.push({ name: filename, came: attrs.mtime ?? null })
  }
  throw new Error(`the folder lists more than ${most} entries`)
}

function isFile(attrs: Stats, longname: string): boolean {
  return (attrs.mode as number | undefined) === undefined ? !/^[dlbcps]/.test(longname) : attrs.isFile()
}

function endOf(error: unknown): null {
  if ((error as { code?: unknown }).code === EOF) return null
  throw error
}

/** Returns the bytes of a file; null when it has more than the limit, whatever size the server gives. */
async function download(call: Call, path: string, most: number): Promise<Buffer | null> {
  const handle = await call<Buffer>((sftp, done) => sftp.open(path, 'r', done))
  const pieces: Buffer[] = []
  let length = 0
  while (length <= most) {
    const piece = Buffer.alloc(PIECE)
    const read = await call<number>((sftp, done) => sftp.read(handle, piece, 0, PIECE, length, done))
    if (read === 0) {
      await call((sftp, done) => sftp.close(handle, done))
      return Buffer.concat(pieces)
    }
    pieces.push(read < PIECE ? Buffer.from(piece.subarray(0, read)) : piece)
    length += read
  }
  return null
}

/** Makes one request on a connection and returns its answer. */
type Call = <T = void>(work: (sftp: SFTPWrapper, done: Done<T>) => unknown) => Promise<T>
type Done<T> = (error: Error | null | undefined, result?: T) => void

/** Runs `work` on a new connection; a lost connection fails the work. */
async function connected<T>(settings: SftpServer, work: (call: Call) => Promise<T>): Promise<T> {
  const { host, port, user: username, password, private_key: privateKey, host_key } = settings
  const { quiet_ms } = { ...LIMITS, ...settings.limits }
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  return new Promise<T>((resolve, reject) => {
    const quiet = setTimeout(() => client.destroy(), quiet_ms).unref()
    const whole = setTimeout(() => client.destroy(), WHOLE_MS).unref()
    const fail = (error: Error) => reject(new Error(`the SFTP server: ${error.message}`))
    client.on('error', fail)
    client.on('close', () => {
      for (const timer of [quiet, whole]) clearTimeout(timer)
      fail(new Error('the connection broke'))
    })
    client.on('ready', () => {
      client.sftp((error, sftp) => {
        if (error) return fail(error)
        const call: Call = ask =>
          new Promise((done, failed) => {
            quiet.refresh()
            ask(sftp, (problem, result) => (problem ? failed(problem) : done(result as never)))
          })
        Promise.resolve(call).then(work).then(resolve, fail)
      })
    })
    client.connect({
      host,
      port,
      username,
      readyTimeout: CONNECT_MS,
      hostVerifier: (key: Buffer) => isKey(key, host_key),
      ...(password === null ? {} : { password }),
      ...(privateKey === null ? {} : { privateKey }),
    })
  }).finally(() => client.end())
}

/** `SHA256:` and the unpadded base64 digest. */
function isKey(key: Buffer, expected: string): boolean {
  const mark = Buffer.from(trimEnd(createHash('sha256').update(key).digest('base64'), '='))
  const known = Buffer.from(trimEnd(expected.replace(/^SHA256:/, ''), '='))
  return mark.length === known.length && timingSafeEqual(mark, known)
}

async function upload(call: Call, path: string, content: Buffer): Promise<void> {
  const handle = await call<Buffer>((sftp, done) => sftp.open(path, 'w', { mode: 0o600 }, done))
  for (let from = 0; from < content.length; from += PIECE) {
    const length = Math.min(PIECE, content.length - from)
    await call((sftp, done) => sftp.write(handle, content, from, length, from, done))
  }
  // Servers with this extension confirm that the file is on disk; others are trusted when they close it.
  await call((sftp, done) => sftp.ext_openssh_fsync(handle, done)).catch(() => undefined)
  await call((sftp, done) => sftp.close(handle, done))
  const { size } = await call<Stats>((sftp, done) => sftp.stat(path, done))
  if (size !== content.length) throw new Error(`${size} of ${content.length} bytes arrived`)
}

/** Returns what the server says of a file; null when there is none. */
async function attrsOf(call: Call, path: string): Promise<Stats | null> {
  try {
    return await call<Stats>((sftp, done) => sftp.stat(path, done))
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_FILE) return null
    throw error
  }
}

/** Tells a file from an earlier one under its name. */
function markOf({ size, mtime }: Stats): string {
  return `${size}:${mtime}`
}

interface Away {
  folder: string
  name: string
  to: string
  otherwise: 'or remove' | 'or fail'
  read_as: Map<string, string>
}

/** Archives a processed file; banks that forbid folders want it deleted. */
async function away(call: Call, { folder, name, to, otherwise, read_as }: Away): Promise<void> {
  const from = posix.join(folder, name)
  const attrs = await attrsOf(call, from)
  // What the bank has replaced or written on since it was read is read again.
  if (!attrs || markOf(attrs) !== (read_as.get(name) ?? markOf(attrs))) return
  read_as.delete(name)
  await call((sftp, done) => sftp.mkdir(posix.join(folder, to), { mode: 0o700 }, done)).catch(() => undefined)
  try {
    const kept = await firstFree(call, posix.join(folder, to), keptNames(name, attrs.mtime))
    await call((sftp, done) => sftp.rename(from, kept, done))
  } catch (error) {
    if (otherwise === 'or fail') throw error
    await call((sftp, done) => sftp.unlink(from, done))
  }
}

async function firstFree(call: Call, folder: string, names: readonly string[]): Promise<string> {
  // Some servers answer with another error than "no such file": the rename that follows refuses a name that is taken.
  for (const name of names) {
    const path = posix.join(folder, name)
    if (!(await attrsOf(call, path).catch(() => null))) return path
  }
  return posix.join(folder, names.at(-1)!)
}
