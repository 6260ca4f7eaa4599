import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { trimEnd } from '../../lib/trim-end.ts'
import type { FolderAddress, IncomingFiles } from '../../ports/incoming-files.ts'
import type { Odfi } from '../../ports/odfi.ts'
import { filesIn, folderOdfi } from './folder/index.ts'
import { sftpFiles, sftpOdfi } from './sftp/index.ts'

interface OdfiAddress {
  /** `file:///folder` or `sftp://user@host/folder`. */
  url: string
  /** File with the private key for SFTP. */
  key_file: string | null
  /** `SHA256:…` of the SFTP server's key. */
  host_key: string | null
}

/**
 * Opens the bank at an address. `sftp://user:password@host:port/folder?outgoing=in&incoming=out`: the two folders
 * have these names unless the address names others. `is_near`: its folder may be listed as often as tables are
 * scanned. Throws an error of one line.
 */
export function openOdfi({ url: text, key_file, host_key }: OdfiAddress): { odfi: Odfi; is_near: boolean } {
  const url = new URL(text)
  if (url.protocol === 'file:') return { odfi: folderOdfi(fileURLToPath(url)), is_near: true }
  const folder = (name: string) =>
    `${trimEnd(decodeURIComponent(url.pathname), '/')}/${url.searchParams.get(name) ?? name}`
  const odfi = sftpOdfi({
    host: url.hostname,
    port: Number(url.port || 22),
    user: decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    private_key: key_file && keyOf(key_file),
    host_key: host_key ?? '',
    outgoing: folder('outgoing'),
    incoming: folder('incoming'),
  })
  return { odfi, is_near: false }
}

/** Opens a folder whose files are read where they lie. Throws an error of one line. */
export function openFolder({ url: text, password, private_key, host_key }: FolderAddress): IncomingFiles {
  const url = URL.parse(text)
  if (url?.protocol === 'file:' && url.host === '') return filesIn(fileURLToPath(url))
  if (url?.protocol !== 'sftp:' || !url.username)
    throw new Error('the folder is neither file:/// nor sftp://user@host/')
  if (!host_key) throw new Error("an SFTP server is spoken to only with its key's fingerprint (SHA256:…)")
  const { hostname: host, username, pathname } = url
  const server = { host, port: Number(url.port || 22), user: decodeURIComponent(username) }
  return sftpFiles({ ...server, password, private_key, host_key }, decodeURIComponent(pathname) || '/')
}

function keyOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`TOLLGATE_ACH_KEY_FILE ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
