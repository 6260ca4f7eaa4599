import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { textWithin } from '../../../lib/file-text.ts'
import { checkedName, isComplete, keptNames } from '../../../lib/kept-names.ts'
import { type IncomingFiles, LARGEST_FILE, tooLarge } from '../../../ports/incoming-files.ts'
import type { Odfi } from '../../../ports/odfi.ts'

/**
 * A local folder that the bank's own transfer program empties (`outgoing/`) and fills (`incoming/`). Unfinished files
 * are in `outgoing/.staged/`, processed ones in `incoming/done/`, unreadable ones in `incoming/aside/`. Only the
 * owner of the process has access.
 */
export function folderOdfi(root: string): Odfi {
  const outgoing = join(root, 'outgoing')
  const staged = join(outgoing, '.staged')
  const incoming = join(root, 'incoming')
  const read_as = new Map<string, string>()
  const files = filesIn(incoming, read_as)
  const folders = [staged, join(incoming, 'done'), join(incoming, 'aside')]
  let made: Promise<unknown> | undefined
  const ready = () =>
    (made ??= Promise.all(folders.map(folder => mkdir(folder, { recursive: true, mode: 0o700 }))).catch(error => {
      made = undefined
      throw error
    }))

  const move = async (name: string, to: string): Promise<void> => {
    await ready()
    const from = join(incoming, checkedName(name))
    const facts = await factsOf(from)
    // What the bank has replaced or written on since it was read is read again.
    if (!facts || facts.mark !== (read_as.get(name) ?? facts.mark)) return
    read_as.delete(name)
    const kept = await firstFree(join(incoming, to), keptNames(name, facts.seconds))
    await renamed(from, join(incoming, to, kept))
    await synced(incoming)
  }
  return {
    async stage(name, text) {
      await ready()
      const path = join(staged, checkedName(name))
      const file = await open(path, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await synced(staged)
    },
    async release(name) {
      await ready()
      await renamed(join(staged, checkedName(name)), join(outgoing, name))
      await synced(outgoing)
      await synced(staged)
    },
    async incoming(since) {
      await ready()
      return files.incoming(since)
    },
    read: files.read,
    done: name => move(name, 'done'),
    aside: name => move(name, 'aside'),
    async close() {},
  }
}

/**
 * The files of a local folder, where they lie. A file counts from when it came to be there, whatever its date.
 * `read_as`: takes down what was read under each name.
 */
export function filesIn(folder: string, read_as?: Map<string, string>): IncomingFiles {
  return {
    async incoming(since = Number.NEGATIVE_INFINITY) {
      const entries = await readdir(folder, { withFileTypes: true })
      const names = entries.filter(entry => entry.isFile() && isComplete(entry.name)).map(({ name }) => name)
      const dated = await Promise.all(names.map(async name => ({ name, ...(await datesOf(join(folder, name))) })))
      return dated
        .filter(({ came }) => came >= since)
        .toSorted((one, other) => one.ms - other.ms || (one.name < other.name ? -1 : 1))
        .map(({ name }) => name)
    },
    async read(name) {
      const path = join(folder, checkedName(name))
      const facts = await factsOf(path)
      if (facts) read_as?.set(name, facts.mark)
      const text = await textWithin(createReadStream(path), LARGEST_FILE)
      if (text === null) throw tooLarge(name)
      return text
    },
  }
}

/** A file that is gone was moved before. */
async function renamed(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A name is durable only once its folder is flushed. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns what tells a file from an earlier one under its name, and when it was written; null when it is gone. */
async function factsOf(path: string): Promise<{ mark: string; seconds: number } | null> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    return { mark: `${ino}:${size}:${mtimeNs}`, seconds: Number(mtimeNs / 1_000_000_000n) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

async function firstFree(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names) if (!(await factsOf(join(folder, name)))) return name
  return names.at(-1)!
}

/** A file that is gone counts as the oldest. */
async function datesOf(path: string): Promise<{ ms: number; came: number }> {
  try {
    const { mtimeMs, ctimeMs } = await stat(path)
    return { ms: mtimeMs, came: Math.max(mtimeMs, ctimeMs) / 1000 }
  } catch {
    return { ms: 0, came: Number.NaN }
  }
}
