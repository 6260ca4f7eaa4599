import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type KeyRing, openKeyRing } from '../../adapters/cipher/keyring/index.ts'
import { createRingFile } from '../../adapters/cipher/keyring/ring-file.ts'
import { diskFiles } from '../../adapters/files/disk/index.ts'
import { fitsCanary, openServer } from '../../boot/installation.ts'
import { type Loading, openLoading } from '../../db/loading.ts'
import { checkLevel } from '../../db/migrate.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CommandContext } from '../operator.ts'
import { backupSummary, type Head, type Manifest } from './format.ts'
import { compareTables, fillTables, finishRestore, restoreFile } from './load-backup.ts'
import { type BackupFile, readBackup } from './read-backup.ts'
import { tableChecksum } from './table-checksum.ts'

const OPTIONS = {
  from: { type: 'string', default: '' },
  identity: { type: 'string', default: '' },
} as const

/** Restores a backup into an empty database: all of it, or nothing. */
export function restore(args: string[]): (context: CommandContext) => Promise<void> {
  const { from, identity } = parseArgs({ args, options: OPTIONS }).values
  if (!from) throw new Error('restore needs --from and the file of a backup, and --identity when it is encrypted')
  const file: BackupFile = { path: from, identity }
  return async context => {
    const { shutdown, print, config, clock } = context
    const ring_path = join(config.home, 'keyring.json')
    let ring: KeyRing | null = null
    // A first pass finds damage before anything is written.
    const { head, manifest } = await shutdown.interruptible(
      readBackup(file, {
        async head(found) {
          checkLevel(found.migrations, 'backup')
          ring = ringBeforehand(ring_path, found, clock)
        },
      }),
    )
    for (const line of backupSummary(head, manifest)) print(line)
    const { url } = await openServer(config, shutdown, { size: 2, application_name: 'tollgate-operator' })
    const loading = await shutdown.adopt(openLoading(url), opened => opened.close())
    const files = diskFiles(join(config.home, 'files'))
    const load = async (): Promise<Head> => {
      await loading.build(head.migrations)
      const foreign = await compareTables(loading, head)
      for (const name of foreign) print(`the table ${name} is none of ours: its rows stay in the backup`)
      await readBackup(file, {
        async keyring(text) {
          ring ??= ringFromBackup(ring_path, text, head, clock)
        },
        rows: fillTables(loading, head, foreign),
        file: (key, content) => restoreFile(files, key, content),
      })
      return { ...head, tables: head.tables.filter(({ name }) => !foreign.includes(name)) }
    }
    const loaded = await shutdown.interruptible(load())
    if (!ring) throw new Error(`put the key ring that belongs to this backup at ${ring_path}`)
    await shutdown.interruptible(finish(loading, loaded, manifest.tables, ring, context))
    print('every row is as it was written, the audit trail holds, and the key ring fits')
    print(`restored to ${head.taken}: what happened since is not in it. Now run: npm run tollgate -- reconcile`)
  }
}

async function finish(
  loading: Loading,
  head: Head,
  marks: Parameters<typeof checkRestored>[2],
  ring: KeyRing,
  { clock, print }: CommandContext,
): Promise<void> {
  await checkRestored(loading, head, marks)
  const later = await loading.complete(head.sequences)
  if (later.length > 0) print(`${later.length} later migrations were applied: ${later.join(', ')}`)
  for (const line of await finishRestore(loading, head, ring, clock)) print(line)
  await loading.commit()
}

/**
 * Returns the key ring that is in place before a restore; null when there is none and the backup brings one. Throws
 * when it is another than the one that sealed the backup's secrets, or when there is none at all.
 */
function ringBeforehand(path: string, { canary, has_keyring }: Head, clock: Clock): KeyRing | null {
  if (!existsSync(path)) {
    if (has_keyring) return null
    throw new Error(
      `the key ring is not in this backup: put your copy of it at ${path} (chmod 600), then run this again`,
    )
  }
  const ring = openKeyRing({ path, create: false, clock })
  if (!fitsCanary(ring, canary)) throw new Error(`the key ring ${path} does not belong to this backup`)
  return ring
}

/** Writes the key ring of the backup to its place. */
function ringFromBackup(path: string, text: string, { canary }: Head, clock: Clock): KeyRing {
  if (!createRingFile(path, text)) throw new Error(`a key ring has appeared at ${path} meanwhile`)
  const ring = openKeyRing({ path, create: false, clock })
  if (fitsCanary(ring, canary)) return ring
  rmSync(path)
  throw new Error('the key ring in the backup does not belong to its database')
}

/** Reads every table back from the database. Throws at the first that differs from the backup. */
async function checkRestored(loading: Loading, { tables }: Head, marks: Manifest['tables']): Promise<void> {
  for (const table of tables) {
    const found = tableChecksum()
    for await (const piece of loading.read(table) as AsyncIterable<Buffer>) found.add(piece)
    const { rows, sum } = found.end()
    const want = marks[table.name]
    if (rows !== want?.rows || sum !== want.sum)
      throw new Error(
        `the table ${table.name} has ${rows} rows and should have ${want?.rows}, all the same: nothing was kept`,
      )
  }
}
