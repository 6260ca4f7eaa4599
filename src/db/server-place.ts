import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A user and group by number. */
export interface Account {
  uid: number
  gid: number
}

export interface Place {
  /** The data directory; `<data>.log` is the server's log. */
  data: string
  /** The folder of the socket. */
  socket: string
  /** The user the server runs as, because PostgreSQL refuses root; undefined for our own user. */
  account: Account | undefined
}

/** Used when running as root for what the server's user cannot reach in the home or the project. */
export const rootPlace = '/var/lib/tollgate'

const longestSocketPath = 103

/** Returns the data of an embedded database, or the link to it. */
export function embeddedData(home: string): string {
  return join(resolve(home), 'postgres')
}

/**
 * Decides where the server of this home lives and which user runs it, and creates the folders above the data.
 * `<home>/postgres` is the data, or a link to it: root's home may lie under closed folders, and then the data goes to
 * /var/lib/tollgate. A closed home inside an open folder is opened for passing through, not for listing. Throws an
 * error of one line.
 */
export function serverPlace(home: string): Place {
  const wanted = embeddedData(home)
  makeHome(dirname(wanted))
  const account = serverAccount(wanted)
  const data = account ? reachable(wanted, account) : linked(wanted)
  return { data, socket: socketFolder(data, account), account }
}

/**
 * Returns whether this user may enter the folder or run the file. The system is asked, because mode bits do not show
 * access lists.
 */
export function reaches({ uid, gid }: Account, path: string): boolean {
  return spawnSync('test', ['-x', path], { uid, gid, cwd: '/' }).status === 0
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    accessSync(home, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`the home folder ${home} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** The owner of the data or the home, so that later starts agree with the first; else an account every system has. */
function serverAccount(wanted: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [linked(wanted), dirname(wanted)]) {
    const owner = statSync(path, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = ['postgres', 'nobody']
    .map(name => users.find(entry => entry[0] === name))
    .find(entry => entry !== undefined)
  if (!user)
    throw new Error('PostgreSQL refuses to run as root and there is no user postgres or nobody: start as another user')
  // Some systems write nobody as -2, which system calls take as unsigned.
  return { uid: Number(user[2]) >>> 0, gid: Number(user[3]) >>> 0 }
}

function linked(wanted: string): string {
  return lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(wanted) : wanted
}

function reachable(wanted: string, account: Account): string {
  const data = linked(wanted)
  const parent = dirname(data)
  if (reaches(account, parent)) return data
  const { uid, gid, mode } = statSync(parent)
  if (reaches(account, dirname(parent))) {
    if (gid === 0) chownSync(parent, uid, account.gid)
    chmodSync(parent, mode | (gid === 0 ? 0o010 : 0o001))
    return data
  }
  if (lstatSync(data, { throwIfNoEntry: false })) {
    throw new Error(
      `the data in ${data} cannot be reached by the database's user (${account.uid}): open the folders above it`,
    )
  }
  mkdirSync(rootPlace, { recursive: true, mode: 0o755 })
  const outside = mkdtempSync(join(rootPlace, 'home-'))
  chmodSync(outside, 0o711)
  symlinkSync(join(outside, 'postgres'), wanted)
  return join(outside, 'postgres')
}

/**
 * Beside the data, or under /tmp when that path is too long for a socket. Closed to others: who connects is
 * superuser.
 */
function socketFolder(data: string, account: Account | undefined): string {
  const beside = `${data}.run`
  const short = `/tmp/tollgate-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
  const folder = Buffer.byteLength(`${beside}/.s.PGSQL.5432`) <= longestSocketPath ? beside : short
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account && lstatSync(folder).uid === 0) chownSync(folder, account.uid, account.gid)
  const made = lstatSync(folder)
  // /tmp is writable for all, so another user may have created the folder to intercept our connection.
  if (!made.isDirectory() || made.uid !== (account?.uid ?? process.getuid?.()) || (made.mode & 0o077) !== 0) {
    throw new Error(`${folder} belongs to somebody else or is open to others: remove it`)
  }
  return folder
}
