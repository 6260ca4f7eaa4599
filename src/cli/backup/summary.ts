import type { Head, Manifest } from './format.ts'

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
