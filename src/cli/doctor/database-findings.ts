import type { Database } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { pendingMigrations, UNFINISHED } from '../../db/migrate.ts'
import type { Clock } from '../../ports/clock.ts'
import { bad, type Finding, good, look } from './finding.ts'

/** Further apart, leases of one process would end while another still works. */
const MOST_SKEW_SECONDS = 2

/** Whether what was committed stays: the settings of the server. */
export async function settingFindings(db: Database): Promise<Finding[]> {
  const rows = await db.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
      where name in ('server_version', 'fsync', 'full_page_writes', 'synchronous_commit', 'archive_mode')`,
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(name => settings.get(name) === 'off')
  return [
    ...off.map(name => bad(`${name} is off: a payment that was answered can be lost with the power`)),
    ...(off.length === 0 ? [good(`PostgreSQL ${settings.get('server_version')} keeps what was committed`)] : []),
    settings.get('archive_mode') === 'off'
      ? look('the write-ahead log is not archived: what happens after a backup cannot be brought back')
      : good('the write-ahead log is archived'),
  ]
}

/** Whether the code may serve this database. */
export async function levelFindings(db: Database): Promise<Finding[]> {
  const [half] = await db.query<{ found: string | null }>(`select to_regclass('${UNFINISHED}')::text as found`)
  if (half?.found) return [bad('a restore into this database was not finished: run it again')]
  const pending = await pendingMigrations(db)
  if (pending.length > 0)
    return [look(`${pending.length} migrations wait for the next start, the first is ${pending[0]}`)]
  const [restored] = await db.query('select 1 from restoration where reconciled_ts is null limit 1')
  if (restored) return [bad('this database was restored and not compared with the processor: run reconcile')]
  return [good('the database is at the level of the code')]
}

/** How far the clocks of this machine and the database are apart. */
export async function clockFindings(db: Database, clock: Clock): Promise<Finding[]> {
  const before = clock.seconds()
  const [row] = await db.query<{ seconds: number }>(`select ${MACHINE_NOW} as seconds`)
  const seconds = row?.seconds ?? 0
  // The answer lies somewhere between the two looks at our own clock.
  const skew = seconds < before ? before - seconds : Math.max(0, seconds - clock.seconds())
  if (skew > MOST_SKEW_SECONDS) return [bad(`the clocks of database and machine are ${skew} seconds apart`)]
  return [good('the clocks of database and machine agree')]
}

/** What waits for a person. */
export async function workFindings(db: Database): Promise<Finding[]> {
  const [row] = await db.query<{ stuck: number; failed: number }>(
    `select (select count(*) from attempt where stuck_ts is not null) as stuck,
            (select count(*) from job where failed_ts is not null) as failed`,
  )
  const { stuck = 0, failed = 0 } = row ?? {}
  return [
    stuck > 0
      ? look(`${stuck} approvals could not be taken back: a person has to`)
      : good('no approval waits to be taken back by hand'),
    failed > 0 ? look(`${failed} jobs were given up`) : good('no job was given up'),
  ]
}
