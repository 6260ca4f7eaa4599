import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../../ports/files.ts'

/** Keys are record ids and cannot name a path. */
const KEY = /^[0-9a-fA-F-]{24,36}$/

/**
 * Files in a local folder, readable by their owner only. A file appears complete or not at all: it is written beside
 * its place, flushed, and moved there. `get` throws for an unknown key; `remove` does not.
 */
export function diskFiles(folder: string): FileStore {
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('a file key is a record id')
    // Ids end in random digits, so the folders fill evenly.
    return join(folder, key.slice(-2).toLowerCase(), key)
  }
  return {
    async put(key, content) {
      const place = placeOf(key)
      const draft = `${place}.${randomBytes(6).toString('hex')}`
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      try {
        await writeFlushed(draft, content)
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: key => readFile(placeOf(key)),
    remove: key => rm(placeOf(key), { force: true }),
  }
}

async function writeFlushed(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
