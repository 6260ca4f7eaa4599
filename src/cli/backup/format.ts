import type { Sequence, Table } from '../../db/catalog.ts'
import type { Applied } from '../../db/migrate.ts'
import { counted } from '../../lib/counted.ts'
import { DamagedFile, parseJson } from '../age.ts'
import type { TableChecksum } from './table-checksum.ts'

/**
 * A backup is a `tar` archive, compressed with gzip and, for a recipient, encrypted with age. Its entries in order:
 * `head.json`, `keyring.json` on request, `tables/<name>/<part>` (together the rows of a table as COPY writes them),
 * `files/<key>`, and `manifest.json`, without which a backup is incomplete.
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
  /** Sealed by the key ring of this database, and opened by no other. */
  canary: string
  has_keyring: boolean
}

export interface Manifest {
  tables: Record<string, TableChecksum>
  files: { count: number; bytes: number; sha256: string; missing: string[] }
}

export function newHead(parts: Omit<Head, 'format' | 'version'>): Head {
  return { format: FORMAT, version: VERSION, ...parts }
}

/** Returns the parsed head. Throws when this code does not know the format. */
export function parseHead(text: string): Head {
  const head = parseJson<Head | null>(text)
  if (head?.format !== FORMAT) throw new DamagedFile('it is no backup of a gateway')
  if (head.version !== VERSION)
    throw new DamagedFile(`it is a backup of form ${head.version}, which is newer than this code`)
  if (!isHead(head)) throw new DamagedFile('its head is not complete')
  return head
}

/** Returns the parsed manifest. Throws when a part of it is missing. */
export function parseManifest(text: string): Manifest {
  const manifest = parseJson<Manifest | null>(text)
  if (!manifest || !isObject(manifest.tables) || !allOf(manifest.files?.missing, isText))
    throw new DamagedFile('its manifest is not complete')
  return manifest
}

function isHead({ taken, taken_ts, tollgate, postgres, migrations, tables, sequences, canary }: Head): boolean {
  return (
    [taken, tollgate, postgres, canary].every(isText) &&
    Number.isSafeInteger(taken_ts) &&
    allOf(migrations, ({ id, name, checksum }) => Number.isSafeInteger(id) && isText(name) && isText(checksum)) &&
    allOf(tables, ({ name, columns }) => isText(name) && allOf(columns, isText)) &&
    allOf(sequences, ({ name }) => isText(name))
  )
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function allOf<T>(values: readonly T[] | undefined, test: (value: T) => boolean): boolean {
  return Array.isArray(values) && values.every(value => value !== null && value !== undefined && test(value))
}

/** Returns lines that describe a backup to an operator. */
export function backupSummary(
  { taken, tollgate, postgres, tables, has_keyring, migrations }: Head,
  manifest: Manifest,
): string[] {
  const marks = Object.values(manifest.tables)
  const rows = marks.reduce((sum, mark) => sum + mark.rows, 0)
  const { count, bytes, missing } = manifest.files
  return [
    `the gateway as of ${taken} (Tollgate ${tollgate}, PostgreSQL ${postgres}, migration ${migrations.at(-1)?.name ?? 'none'})`,
    `${counted(tables.length, 'table')} with ${counted(rows, 'row')}, ${sizeOf(marks.reduce((sum, mark) => sum + mark.bytes, 0))}`,
    `${count} uploaded files, ${sizeOf(bytes)}${missing.length > 0 ? `; ${missing.length} were removed meanwhile` : ''}`,
    ...(has_keyring ? ['the key ring is inside: the holder of the identity can read every card'] : []),
  ]
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
