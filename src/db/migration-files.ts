import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  /** The number at the start of the file name. */
  id: number
  /** The file name without `.sql`. */
  name: string
  sql: string
  /** Of the text with line feeds only, so that it is the same in checkouts of other systems. */
  checksum: string
}

/** The folder of this code's migrations. */
export const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * Returns the `NNNN_what.sql` files of a folder in the order of their numbers. Throws on a wrong name or a duplicate
 * number.
 */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.sql'))
  const migrations = files.map(file => readMigration(folder, file)).sort((a, b) => a.id - b.id)
  const twice = migrations.find((migration, index) => migrations[index + 1]?.id === migration.id)
  if (twice) throw new Error(`two migrations have the number ${twice.id}`)
  return migrations
}

function readMigration(folder: string, file: string): Migration {
  const [, name, number] = /^((\d{4})_[a-z0-9_]+)\.sql$/.exec(file) ?? []
  if (!name) throw new Error(`a migration is named NNNN_what.sql, not ${file}`)
  const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { id: Number(number), name, sql, checksum }
}
