import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { folderOdfi } from '../adapters/odfi/folder/index.ts'
import { sftpOdfi } from '../adapters/odfi/sftp/index.ts'
import type { AchConfig } from '../config.ts'
import type { BankParts } from './app.ts'

/**
 * The way to the bank that the configuration names. `sftp://user:password@host:port/folder?outgoing=in&incoming=out`: the two folders are
 * called so unless said otherwise. Throws an Error of one line for what cannot be read.
 */
export function bankFromConfig({ url: text, key_file, host_key, answers, originator }: AchConfig): BankParts {
  const url = new URL(text)
  const common = { originator, acknowledges: answers }
  if (url.protocol === 'file:') return { ...common, odfi: folderOdfi(fileURLToPath(url)), is_near: true }
  const folder = (name: string) =>
    `${decodeURIComponent(url.pathname).replace(/\/+$/, '')}/${url.searchParams.get(name) ?? name}`
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
  return { ...common, odfi, is_near: false }
}

function keyOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`TOLLGATE_ACH_KEY_FILE ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
