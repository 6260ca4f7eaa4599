import { createHash, timingSafeEqual } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper } from 'ssh2'
import { decodeText } from '../../../lib/file-text.ts'
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
}

export interface SftpSettings extends SftpServer {
  /** Folders at the bank: for our files, and for theirs. */
  outgoing: string
  incoming: string
}

const CONNECT_MS = 20_000
/** A connection without traffic for this long counts as lost. */
const QUIET_MS = 60_000
const NO_SUCH_FILE = 2
/** Bytes per write; every server accepts as much. */
const PIECE = 32_768
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/
/** Suffixes of files that transfer programs are still writing. */
const UNFINISHED = /\.(part|tmp|filepart|partial)$/i

/**
 * A bank's SFTP server. Each operation opens a connection of its own, so that none has to be repaired. A staged file
 * is in the outgoing folder with the suffix `.part`.
 */
export function sftpOdfi(settings: SftpSettings): Odfi {
  const { outgoing, incoming } = settings
  const part = (name: string) => posix.join(outgoing, `${checked(name)}.part`)
  return {
    stage: (name, text) => connected(settings, sftp => upload(sftp, part(name), Buffer.from(text, 'latin1'))),
    release: name =>
      connected(settings, async sftp => {
        if (await exists(sftp, part(name)))
          await call(done => sftp.rename(part(name), posix.join(outgoing, name), done))
      }),
    ...sftpFiles(settings, incoming),
    done: name => connected(settings, sftp => away(sftp, incoming, checked(name), 'done', 'or remove')),
    aside: name => connected(settings, sftp => away(sftp, incoming, checked(name), 'aside', 'or fail')),
    async close() {},
  }
}

/** The files of a folder at an SFTP server, where they lie. */
export function sftpFiles(server: SftpServer, folder: string): IncomingFiles {
  const at = (name: string) => posix.join(folder, checked(name))
  return {
    incoming: (since = Number.NEGATIVE_INFINITY) =>
      connected(server, async sftp => {
        const entries = await call<FileEntryWithStats[]>(done => sftp.readdir(folder, done))
        return entries
          .filter(({ filename, attrs }) => attrs.isFile() && NAME.test(filename) && !UNFINISHED.test(filename))
          .filter(({ attrs }) => attrs.mtime >= since)
          .toSorted((one, other) => one.attrs.mtime - other.attrs.mtime || (one.filename < other.filename ? -1 : 1))
          .map(({ filename }) => filename)
      }),
    async read(name) {
      const path = at(name)
      const bytes = await connected(server, async sftp => {
        const { size } = await call<{ size: number }>(done => sftp.stat(path, done))
        return size > LARGEST_FILE ? null : call<Buffer>(done => sftp.readFile(path, done))
      })
      if (bytes === null) throw tooLarge(name)
      return decodeText(bytes)
    },
  }
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error('a bank file has a name that is none')
  return name
}

/** Runs `work` on a new connection; a lost connection fails the work. */
async function connected<T>(settings: SftpServer, work: (sftp: SFTPWrapper) => Promise<T>): Promise<T> {
  const { host, port, user: username, password, private_key: privateKey, host_key } = settings
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  return new Promise<T>((resolve, reject) => {
    const quiet = setTimeout(() => client.destroy(), QUIET_MS).unref()
    const fail = (error: Error) => reject(new Error(`the SFTP server: ${error.message}`))
    client.on('error', fail)
    client.on('close', () => fail(new Error('the connection broke')))
    client.on('ready', () => {
      client.sftp((error, sftp) => {
        if (error) return fail(error)
        sftp.on('data', () => quiet.refresh())
        Promise.resolve(sftp).then(work).then(resolve, fail)
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
    client.on('close', () => clearTimeout(quiet))
  }).finally(() => client.end())
}

/** `SHA256:` and the unpadded base64 digest. */
function isKey(key: Buffer, expected: string): boolean {
  const mark = Buffer.from(trimEnd(createHash('sha256').update(key).digest('base64'), '='))
  const known = Buffer.from(trimEnd(expected.replace(/^SHA256:/, ''), '='))
  return mark.length === known.length && timingSafeEqual(mark, known)
}

type Done<T> = (error: Error | null | undefined, result?: T) => void

function call<T = void>(work: (done: Done<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    work((error, result) => (error ? reject(error) : resolve(result as T)))
  })
}

async function upload(sftp: SFTPWrapper, path: string, content: Buffer): Promise<void> {
  const handle = await call<Buffer>(done => sftp.open(path, 'w', { mode: 0o600 }, done))
  for (let from = 0; from < content.length; from += PIECE) {
    const length = Math.min(PIECE, content.length - from)
    await call(done => sftp.write(handle, content, from, length, from, done))
  }
  // Servers with this extension confirm that the file is on disk; others are trusted when they close it.
  await call(done => sftp.ext_openssh_fsync(handle, done)).catch(() => undefined)
  await call(done => sftp.close(handle, done))
  const { size } = await call<{ size: number }>(done => sftp.stat(path, done))
  if (size !== content.length) throw new Error(`${size} of ${content.length} bytes arrived`)
}

async function exists(sftp: SFTPWrapper, path: string): Promise<boolean> {
  try {
    await call(done => sftp.stat(path, done as never))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === NO_SUCH_FILE
}

/** Archives a processed file; banks that forbid folders want it deleted. */
async function away(
  sftp: SFTPWrapper,
  folder: string,
  name: string,
  to: string,
  otherwise: 'or remove' | 'or fail',
): Promise<void> {
  const from = posix.join(folder, name)
  if (!(await exists(sftp, from))) return
  await call(done => sftp.mkdir(posix.join(folder, to), { mode: 0o700 }, done)).catch(() => undefined)
  try {
    await call(done => sftp.rename(from, posix.join(folder, to, name), done))
  } catch (error) {
    if (otherwise === 'or fail') throw error
    await call(done => sftp.unlink(from, done))
  }
}
