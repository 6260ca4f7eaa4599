import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { KeyRing } from '../../adapters/cipher/keyring/index.ts'
import { tablesOf } from '../../db/catalog.ts'
import type { Loading } from '../../db/loading.ts'
import { UNFINISHED } from '../../db/migrate.ts'
import { systemCaller } from '../../definition/caller.ts'
import { recordEvents } from '../../events/record-events.ts'
import { verifySeals } from '../../events/verify-seals.ts'
import { newId } from '../../lib/id.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import { gatewayClock } from '../operator.ts'
import { recountAll } from '../recount.ts'
import type { Head } from './format.ts'

/**
 * Compares the tables of the backup with those the migrations have made. Throws when one differs; returns the names
 * of tables that were made by hand, whose rows stay in the backup.
 */
export async function compareTables(loading: Loading, { tables }: Head): Promise<string[]> {
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
export function fillTables(loading: Loading, { tables }: Head, left_out: readonly string[]) {
  return async (name: string, pieces: AsyncIterable<Buffer>): Promise<void> => {
    if (left_out.includes(name)) return
    const table = tables.find(each => each.name === name)
    if (!table) throw new Error(`the table ${name} is not in the head of the backup`)
    await pipeline(Readable.from(pieces, { objectMode: false }), loading.write(table))
  }
}

/** Restores an uploaded file. Files never change, so one that exists already must be the same. */
export async function restoreFile(files: FileStore, key: string, content: Buffer): Promise<void> {
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
export async function finishRestore(loading: Loading, head: Head, ring: KeyRing, machine: Clock): Promise<string[]> {
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
      caller: systemCaller('', 'operator'),
      location_id: null,
      noun: 'restoration',
      record_id: 'restoration',
      verb: 'created',
      details: { taken: head.taken, tollgate: head.tollgate },
    },
  ])
  return lines
}
