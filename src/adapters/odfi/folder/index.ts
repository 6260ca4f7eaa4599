import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Odfi } from '../../../ports/odfi.ts'

/** File names that cannot lead out of their folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/

/** Suffixes of files that transfer programs are still writing. */
const UNFINISHED = /\.(part|tmp|filepart|partial)$/i

/**
 * A local folder that the bank's own transfer program empties (`outgoing/`) and fills (`incoming/`). Unfinished files
 * are in `outgoing/.staged/`, processed ones in `incoming/done/`, unreadable ones in `incoming/aside/`. Only the
 * owner of the process has access.
 */
export function folderOdfi(root: string): Odfi {
  const outgoing = join(root, 'outgoing')
  const staged = join(outgoing, '.staged')
  const incoming = join(root, 'incoming')
  const folders = [staged, join(incoming, 'done'), join(incoming, 'aside')]
  let made: Promise<unknown> | undefined
  const ready = () =>
    (made ??= Promise.all(folders.map(folder => mkdir(folder, { recursive: true, mode: 0o700 }))).catch(error => {
      made = undefined
      throw error
    }))

  const move = async (name: string, to: string): Promise<void> => {
    await ready()
    await renamed(join(incoming, checked(name)), join(incoming, to, name))
    await synced(incoming)
  }
  return {
    async stage(name, text) {
      await ready()
      const path = join(staged, checked(name))
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
      await renamed(join(staged, checked(name)), join(outgoing, name))
      await synced(outgoing)
      await synced(staged)
    },
    async incoming() {
      await ready()
      const entries = await readdir(incoming, { withFileTypes: true })
      const names = entries
        .filter(entry => entry.isFile() && NAME.test(entry.name) && !UNFINISHED.test(entry.name))
        .map(({ name }) => name)
      const aged = await Promise.all(names.map(async name => ({ name, ms: await ageOf(join(incoming, name)) })))
      return aged
        .filter(({ ms }) => ms !== null)
        .toSorted((one, other) => one.ms! - other.ms! || (one.name < other.name ? -1 : 1))
        .map(({ name }) => name)
    },
    read: async name => readFile(join(incoming, checked(name)), 'latin1'),
    done: name => move(name, 'done'),
    aside: name => move(name, 'aside'),
    async close() {},
  }
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error('a bank file has a name that is none')
  return name
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

async function ageOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return null
  }
}
