import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { nameOfPlace, ringText } from '../../adapters/cipher/keyring/index.ts'
import { openSnapshot, type Snapshot } from '../../db/snapshot.ts'
import { VERSION } from '../../version.ts'
import { checkRecipient, encryptTo } from '../age.ts'
import { atomicWrite, newFilePath } from '../atomic-write.ts'
import { type CommandContext, existingServer, noteOperator } from '../operator.ts'
import { backupSummary, type Head, type Manifest, newHead } from './format.ts'
import { readBackup } from './read-backup.ts'
import { backupBytes } from './write-backup.ts'

const OPTIONS = {
  to: { type: 'string', default: '' },
  recipient: { type: 'string', default: '' },
  'with-keyring': { type: 'boolean', default: false },
} as const

/** A low level, because the database sets the pace and sealed values do not compress. */
const PACKING = { level: 3 }

/** Writes one consistent moment of the gateway into a file, while it runs. */
export function backup(args: string[]): (context: CommandContext) => Promise<void> {
  const { to, recipient, 'with-keyring': with_keyring } = parseArgs({ args, options: OPTIONS }).values
  if (!to) throw new Error('backup needs --to and a file that is not there yet, or a folder')
  if (recipient) checkRecipient(recipient)
  if (with_keyring && !recipient)
    throw new Error('--with-keyring needs --recipient: database and key ring together in clear are every card in clear')
  return async context => {
    const { config, shutdown, clock, print } = context
    const taken = Temporal.Instant.fromEpochMilliseconds(clock.now()).toString({ smallestUnit: 'second' })
    const name = `tollgate-${taken.replaceAll(/[-:]/g, '')}.tar.gz${recipient ? '.age' : ''}`
    const place = await newFilePath(to, name)
    const { db, owner_url } = await existingServer(context)
    const snapshot = await shutdown.adopt(openSnapshot(owner_url), opened => opened.close())
    const head = newHead(await headOf(snapshot, taken, with_keyring))
    const keyring = with_keyring ? ringText(config.keyring) : null
    let written: Manifest | undefined
    const bytes = backupBytes({
      snapshot,
      head,
      keyring,
      files: join(config.home, 'files'),
      done: manifest => {
        written = manifest
      },
    })
    const stop = new AbortController()
    const content = async () => {
      const packed = packing(bytes)
      return recipient ? encryptTo(recipient, packed) : packed
    }
    void shutdown.requested.then(() => stop.abort())
    await atomicWrite(place, content, stop.signal)
    await noteOperator({ db, clock }, 'gateway', 'backed_up', { recipient: recipient || null, with_keyring })
    for (const line of backupSummary(head, written!)) print(line)
    print(`${place} is written${recipient ? ` for ${recipient}` : ''}`)
    if (!with_keyring) print(`the key ring is not in it: keep a copy of it apart (${nameOfPlace(config.keyring)})`)
  }
}

/** Passes an error of the source on to the compressed stream. */
function packing(source: Readable): Readable {
  const gzip = createGzip(PACKING)
  source.on('error', error => gzip.destroy(error))
  gzip.on('close', () => source.destroy())
  return source.pipe(gzip)
}

async function headOf(
  snapshot: Snapshot,
  taken: string,
  has_keyring: boolean,
): Promise<Omit<Head, 'format' | 'version'>> {
  if (!snapshot.tables.some(({ name }) => name === 'installation')) throw new Error('this is no database of a gateway')
  const migrations = await snapshot.query<Head['migrations'][number]>(
    'select id, name, checksum from schema_migration order by id',
  )
  const [installation] = await snapshot.query<{ canary: string }>('select canary from installation where id = 1')
  if (!installation) throw new Error('no gateway has ever run on this database: there is nothing to back up')
  const [clock] = await snapshot.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
  const [server] = await snapshot.query<{ version: string }>(`select current_setting('server_version') as version`)
  const { tables, sequences } = snapshot
  return {
    taken,
    taken_ts: Math.floor((Date.parse(taken) + (clock?.ahead_ms ?? 0)) / 1000),
    tollgate: VERSION,
    postgres: server?.version ?? '',
    migrations,
    tables,
    sequences,
    canary: installation.canary,
    has_keyring,
  }
}

/** Reads a backup to its end and compares every checksum in it, without a database. */
export function backupVerify(args: string[]): (context: CommandContext) => Promise<void> {
  const options = { identity: { type: 'string', default: '' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw new Error('backup-verify needs one file, and --identity when it is encrypted')
  return async ({ shutdown, print }) => {
    const { head, manifest } = await shutdown.interruptible(readBackup({ path, identity: values.identity }))
    for (const line of backupSummary(head, manifest)) print(line)
    print(`${path} is whole`)
  }
}
