import { execFile } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { plainEnvironment } from './postmaster.ts'
import type { Place } from './server-place.ts'

/** Returns the major version of the data directory; undefined when there is none. */
export function dataVersion(data: string): number | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/**
 * Creates an empty data directory. It is built under another name and renamed, so that an interrupted start leaves
 * nothing that looks like data; of two simultaneous starts one wins and the other uses its directory.
 */
export async function initData(binaries: string, { data, account }: Place, durable: boolean): Promise<void> {
  const draft = mkdtempSync(`${data}.new.`)
  if (account) chownSync(draft, account.uid, account.gid)
  const options = ['-U', 'tollgate', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-instructions']
  if (!durable) options.push('--no-sync')
  try {
    await promisify(execFile)(join(binaries, 'initdb'), ['-D', draft, ...options], {
      cwd: '/',
      env: plainEnvironment,
      ...account,
    })
    renameSync(draft, data)
    syncFolder(dirname(data))
  } catch (error) {
    if (dataVersion(data) === undefined) throw new Error(`initdb failed: ${reason(error)}`, { cause: error })
  }
  for (const left of globSync(`${data}.new.*`)) rmSync(left, { recursive: true, force: true })
}

/** The new name must be durable before the first commit is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function reason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return stderr?.split('\n').find(line => /error|fatal/i.test(line)) ?? message
}
