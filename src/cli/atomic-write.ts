import { createWriteStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Interrupted } from '../boot/shutdown.ts'

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EACCES: 'this user may not write there',
  EROFS: 'the file system is read-only',
  EFBIG: 'it is too large for this file system',
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not one',
  EEXIST: 'it is there already, and is not overwritten',
}

/**
 * Returns the path of a new file: `to` itself, or `name` inside it when it is a folder. Throws when the file exists.
 */
export async function newFilePath(to: string, name: string): Promise<string> {
  const wanted = resolve(to)
  const there = await stat(wanted).catch(() => null)
  const place = there?.isDirectory() ? join(wanted, name) : wanted
  if (await stat(place).catch(() => null)) throw new Error(`${place} is there already, and is not overwritten`)
  return place
}

/**
 * Writes a file that appears complete or not at all, readable by its owner only: a draft beside it, flushed, then
 * moved into place. A file that appears there meanwhile is not overwritten. Throws Interrupted when `stop` fires, and
 * leaves nothing behind.
 */
export async function atomicWrite(
  place: string,
  content: () => Promise<Readable>,
  stop: AbortSignal = new AbortController().signal,
): Promise<void> {
  await removeStaleDrafts(place)
  const draft = `${place}.${hostname()}.${process.pid}.draft`
  try {
    const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(await content(), sink, { signal: stop })
    await settle(draft, place)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw explained(place, error)
  }
}

/** A link fails where a file exists, which a rename does not; some file systems have no links. */
async function settle(draft: string, place: string): Promise<void> {
  try {
    await link(draft, place)
    await rm(draft)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
    if (await stat(place).catch(() => null)) throw Object.assign(new Error('it is there already'), { code: 'EEXIST' })
    await rename(draft, place)
  }
  const folder = await open(dirname(place))
  await folder.sync().finally(() => folder.close())
}

/** Removes the drafts of killed processes of this machine. */
async function removeStaleDrafts(place: string): Promise<void> {
  const folder = dirname(place)
  const mark = new RegExp(`\\.${RegExp.escape(hostname())}\\.(\\d+)\\.draft$`)
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(mark.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rm(join(folder, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function explained(place: string, error: unknown): Error {
  if ((error as Error).name === 'AbortError') return new Interrupted()
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new Error(`${place} cannot be written: ${reason}`, { cause: error }) : (error as Error)
}
