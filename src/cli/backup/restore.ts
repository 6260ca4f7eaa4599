import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type KeyRing, type KeyRingPlace, nameOfPlace, openAnyKeyRing } from '../../adapters/cipher/keyring/index.ts'
import { createRingFile } from '../../adapters/cipher/keyring/ring-file.ts'
import { diskFiles } from '../../adapters/files/disk/index.ts'
import { fitsCanary, openServer } from '../../boot/installation.ts'
import { tablesOf } from '../../db/catalog.ts'
import { type Loading, openLoading } from '../../db/loading.ts'
import { checkLevel, UNFINISHED } from '../../db/migrate.ts'
import { systemCaller } from '../../definition/caller.ts'
import { ROOTLESS, recordEvents } from '../../events/record-events.ts'
import { verifySeals } from '../../events/verify-seals.ts'
import { counted } from '../../lib/counted.ts'
import { newId } from '../../lib/id.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import { type CommandContext, gatewayClock } from '../operator.ts'
import { recountAll } from '../recount.ts'
import { backupSummary, type Head, type Manifest } from './format.ts'
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
    const { keyring } = config
    let ring: KeyRing | null = null
    // A first pass finds damage before anything is written.
    const { head, manifest } = await shutdown.interruptible(
      readBackup(file, {
        async head(found) {
          checkLevel(found.migrations, 'backup')
          ring = await ringBeforehand(keyring, found, clock)
        },
      }),
    )
    for (const line of backupSummary(head, manifest)) print(line)
    const { owner_url } = await openServer(config, shutdown, { size: 2, application_name: 'tollgate-operator' })
    // The next start grants the tables to the role that serves.
    const loading = await shutdown.adopt(openLoading(owner_url), opened => opened.close())
    const files = diskFiles(join(config.home, 'files'))
    const load = async (): Promise<Head> => {
      await loading.build(head.migrations)
      const foreign = await compareTables(loading, head)
      for (const name of foreign) print(`the table ${name} is none of ours: its rows stay in the backup`)
      await readBackup(file, {
        async keyring(text) {
          ring ??= await ringFromBackup(keyring, text, head, clock)
        },
        rows: fillTables(loading, head, foreign),
        file: (key, content) => restoreFile(files, key, content),
      })
      return { ...head, tables: head.tables.filter(({ name }) => !foreign.includes(name)) }
    }
    const loaded = await shutdown.interruptible(load())
    if (!ring) throw new Error(`put the key ring that belongs to this backup at ${nameOfPlace(keyring)}`)
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
async function ringBeforehand(
  place: KeyRingPlace,
  { canary, has_keyring }: Head,
  clock: Clock,
): Promise<KeyRing | null> {
  if ('path' in place && !existsSync(place.path)) {
    if (has_keyring) return null
    throw new Error(
      `the key ring is not in this backup: put your copy of it at ${place.path} (chmod 600), then run this again`,
    )
  }
  const ring = await openAnyKeyRing({ ...place, create: false, clock })
  if (!fitsCanary(ring, canary)) throw new Error(`the key ring ${nameOfPlace(place)} does not belong to this backup`)
  return ring
}

/** Writes the key ring of the backup to its place. */
async function ringFromBackup(place: KeyRingPlace, text: string, { canary }: Head, clock: Clock): Promise<KeyRing> {
  // A printed ring is there beforehand or the restore has failed by now.
  if (!('path' in place)) throw new Error(`the key ring ${nameOfPlace(place)} is gone`)
  const { path } = place
  if (!createRingFile(path, text)) throw new Error(`a key ring has appeared at ${path} meanwhile`)
  const ring = await openAnyKeyRing({ ...place, create: false, clock })
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
        `the table ${table.name} has ${counted(rows, 'row')} and should have ${want?.rows}, all the same: nothing was kept`,
      )
  }
}

/**
 * Compares the tables of the backup with those the migrations have made. Throws when one differs; returns the names
 * of tables that were made by hand, whose rows stay in the backup.
 */
async function compareTables(loading: Loading, { tables }: Head): Promise<string[]> {
  const made = (await tablesOf(loading)).filter(({ name }) => name !== UNFINISHED)
  const names = (list: typeof tables) => new Map(list.map(({ name, columns }) => [name, columns.toSorted().join()]))
  const [want, have] = [names(tables), names(made)]
  for (const [name, columns] of have) {
    if (want.get(name) !== columns)
      throw new Error(`the table ${name} of the backup is not as the migrations of this code make it`)
  }
  return [...want.keys()].filter(name => !have.has(name))
}

/** Returns a function that copies the rows of a table into the database. */
function fillTables(loading: Loading, { tables }: Head, left_out: readonly string[]) {
  return async (name: string, pieces: AsyncIterable<Buffer>): Promise<void> => {
    if (left_out.includes(name)) return
    const table = tables.find(each => each.name === name)
    if (!table) throw new Error(`the table ${name} is not in the head of the backup`)
    await pipeline(Readable.from(pieces, { objectMode: false }), loading.write(table))
  }
}

/** Restores an uploaded file. Files never change, so one that exists already must be the same. */
async function restoreFile(files: FileStore, key: string, content: Buffer): Promise<void> {
  const there = await files.get(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (there && !there.equals(content)) throw new Error(`another file ${key} is there already`)
  if (!there) await files.put(key, content)
}

/**
 * Trace numbers assigned since the backup are lost. The count skips ahead, so that the return of a lost entry is
 * never matched to a later one.
 */
const SKIP_TRACES = `
update ach_odfi
   set cycle = cycle + case when next_sequence + 1000000 > 9999999 then 1 else 0 end,
       next_sequence = (next_sequence + 1000000 - 1) % 9999999 + 1`

/**
 * Verifies the audit trail and the totals of what was loaded, and records the restore, which keeps gateways from
 * starting until it is reconciled. Returns lines for the operator.
 */
async function finishRestore(loading: Loading, head: Head, ring: KeyRing, machine: Clock): Promise<string[]> {
  const lines: string[] = []
  let events = 0
  for await (const chain of verifySeals({ db: loading, cipher: ring })) {
    if (chain.broken)
      throw new Error(
        `the audit trail in this backup is broken at link ${chain.broken.position} of ${chain.root_id || 'no location'}: ${chain.broken.says}`,
      )
    events += chain.events
  }
  lines.push(`${events} sealed events of the audit trail`)
  for (const wrong of await recountAll(loading)) lines.push(`totals of ${wrong}`)
  const clock = await gatewayClock(loading, machine)
  await loading.run('insert into restoration (id, taken_ts, restored_ts) values ($1, $2, $3)', [
    newId(clock.now()),
    head.taken_ts,
    clock.seconds(),
  ])
  await loading.run(SKIP_TRACES)
  await recordEvents(loading, clock, [
    {
      caller: systemCaller(ROOTLESS, 'operator'),
      location_id: null,
      noun: 'restoration',
      record_id: 'restoration',
      verb: 'created',
      details: { taken: head.taken, tollgate: head.tollgate },
    },
  ])
  return lines
}
