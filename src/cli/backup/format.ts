import type { Sequence, Table } from '../../db/catalog.ts'
import type { Applied } from '../../db/migrate.ts'
import { Damaged, parsed } from '../age.ts'
import type { TableMark } from './row-sum.ts'

/**
 * A backup is a `tar` archive, packed with gzip and, where a recipient is given, encrypted with age. Its entries in order: `head.json`,
 * `keyring.json` when it was asked for, `tables/<name>/<part>` (together the rows of a table as COPY writes them), `files/<key>`, and
 * `manifest.json`, without which a backup is not whole.
 */
export const HEAD = 'head.json'
export const KEYRING = 'keyring.json'
export const MANIFEST = 'manifest.json'
export const TABLE = /^tables\/([a-z0-9_]+)\/\d{6}$/
export const FILE = /^files\/([0-9a-fA-F-]{24,36})$/

const FORMAT = 'tollgate-backup'
const VERSION = 1

export interface Head {
  format: typeof FORMAT
  version: typeof VERSION
  /** Machine time of the snapshot, for people. */
  taken: string
  /** The gateway's own time of the snapshot in Unix seconds; in a sandbox it may be ahead. */
  taken_ts: number
  tollgate: string
  postgres: string
  migrations: Applied[]
  tables: Table[]
  sequences: Sequence[]
  /** A seal that only the key ring of this database opens. */
  canary: string
  has_keyring: boolean
}

export interface Manifest {
  tables: Record<string, TableMark>
  files: { count: number; bytes: number; sha256: string; missing: string[] }
}

export function newHead(parts: Omit<Head, 'format' | 'version'>): Head {
  return { format: FORMAT, version: VERSION, ...parts }
}

/** Reads the first entry. Throws when this code does not know such a backup. */
export function parseHead(text: string): Head {
  const head = parsed<Head>(text)
  if (head.format !== FORMAT) throw new Damaged('it is no backup of a gateway')
  if (head.version !== VERSION)
    throw new Damaged(`it is a backup of form ${head.version}, which is newer than this code`)
  return head
}

/** What a backup holds, for people. */
export function summary(
  { taken, tollgate, postgres, tables, has_keyring, migrations }: Head,
  manifest: Manifest,
): string[] {
  const marks = Object.values(manifest.tables)
  const rows = marks.reduce((sum, mark) => sum + mark.rows, 0)
  const { count, bytes, missing } = manifest.files
  return [
    `the gateway as of ${taken} (Tollgate ${tollgate}, PostgreSQL ${postgres}, migration ${migrations.at(-1)?.name ?? 'none'})`,
    `${tables.length} tables with ${rows} rows, ${sizeOf(marks.reduce((sum, mark) => sum + mark.bytes, 0))}`,
    `${count} uploaded files, ${sizeOf(bytes)}${missing.length > 0 ? `; ${missing.length} were removed meanwhile` : ''}`,
    ...(has_keyring ? ['the key ring is inside: whoever has the identity can read every card'] : []),
  ]
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
