import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { tablesOf } from '../../db/catalog.ts'
import type { Loading } from '../../db/loading.ts'
import { UNFINISHED } from '../../db/migrate.ts'
import type { FileStore } from '../../ports/files.ts'
import type { Head } from './format.ts'

/**
 * The tables of the backup that the migrations make. Throws when one of them is not as it was; answers by their names those that somebody
 * has made by hand, whose rows stay in the backup.
 */
export async function sameTables(loading: Loading, { tables }: Head): Promise<string[]> {
  const made = (await tablesOf(loading)).filter(({ name }) => name !== UNFINISHED)
  const names = (list: typeof tables) => new Map(list.map(({ name, columns }) => [name, columns.toSorted().join()]))
  const [want, have] = [names(tables), names(made)]
  for (const [name, columns] of have) {
    if (want.get(name) !== columns)
      throw new Error(`the table ${name} of the backup is not as the migrations of this code make it`)
  }
  return [...want.keys()].filter(name => !have.has(name))
}

/** Takes the rows of each table into the database. */
export function fillTables(loading: Loading, { tables }: Head, left_out: readonly string[]) {
  return async (name: string, pieces: AsyncIterable<Buffer>): Promise<void> => {
    if (left_out.includes(name)) return
    const table = tables.find(each => each.name === name)
    if (!table) throw new Error(`the table ${name} is not in the head of the backup`)
    await pipeline(Readable.from(pieces, { objectMode: false }), loading.write(table))
  }
}

/** Puts an uploaded file back. One that is there already must be the same: files never change. */
export async function keepFile(files: FileStore, key: string, content: Buffer): Promise<void> {
  const there = await files.get(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (there && !there.equals(content)) throw new Error(`another file ${key} is there already`)
  if (!there) await files.put(key, content)
}
