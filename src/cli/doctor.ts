import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { nameOfPlace, openAnyKeyRing } from '../adapters/cipher/keyring/index.ts'
import { machineClock } from '../adapters/clock/machine.ts'
import { FORMS } from '../auth/signature-uses.ts'
import { fitsCanary, wrongMode } from '../boot/installation.ts'
import { launchConnectors } from '../boot/mode.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/database.ts'
import { diskSpace, spaceWords } from '../db/disk-space.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import { pendingMigrations, UNFINISHED } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { cardLikeReport } from '../events/card-like-fields.ts'
import { counted } from '../lib/counted.ts'
import { momentInWords } from '../lib/local-date.ts'
import { approvedInventory } from '../pages/watch/inventory.ts'
import { lookAtPages } from '../pages/watch/look-at-pages.ts'
import { ARCHIVING } from '../payments/batches/archive.ts'
import type { Clock } from '../ports/clock.ts'
import { bad, type Finding, good, look, MARK, missing } from './finding.ts'
import { copyFindings, liveFindings, ownCertificateFindings } from './live-checklist.ts'
import { type CommandContext, existingServer, gatewayClock } from './operator.ts'

const OPTIONS = {
  backups: { type: 'string', default: '' },
  'keyring-copy': { type: 'string', default: '' },
} as const

/**
 * Checks what an operator would check first, and in live mode what has to be in place for real money. Changes nothing,
 * and fails when something has to be done.
 */
export function doctor(args: string[]): (context: CommandContext) => Promise<void> {
  const { backups, 'keyring-copy': keyring } = parseArgs({ args, options: OPTIONS }).values
  return async context => {
    const { config, clock, shutdown, print } = context
    let wrong = 0
    const report = (findings: readonly Finding[]) => {
      for (const { level, text } of findings) print(`${MARK[level]}  ${text}`)
      wrong += findings.filter(({ level }) => level === 'bad' || level === 'missing').length
    }
    report(await homeFindings(config))
    const { db, url } = await existingServer(context)
    const [made] = await db.query<{ found: string | null }>(`select to_regclass('installation')::text as found`)
    report(await settingFindings(db))
    report(await roleFindings(config, url))
    report(await clockFindings(db, clock))
    const levels = await levelFindings(db)
    report(levels)
    if (made?.found) report(await ringFindings(config, db, clock))
    if (levels.every(({ level }) => level === 'good')) {
      report(await workFindings(db))
      report(await bankFindings(db))
      report(await nightFindings(db, clock))
      report(await cardDataFindings(db, await gatewayClock(db, clock)))
      report(await formFindings(db))
      report(await brandingFindings(db))
    }
    report(ownCertificateFindings(config, machineClock))
    report(await shutdown.interruptible(addressFindings(config)))
    if (levels.every(({ level }) => level === 'good')) report(await shutdown.interruptible(pageFindings(config, db)))
    if (levels.every(({ level }) => level === 'good')) {
      const looked = { config, db, clock, copies: { backups, keyring } }
      const findings = async () =>
        config.mode === 'live'
          ? liveFindings({ ...looked, connectors: await launchConnectors(config, shutdown) })
          : copyFindings(looked)
      report(await shutdown.interruptible(findings()))
    }
    if (wrong > 0) throw new Error(`${counted(wrong, 'of these has', 'of these have')} to be mended`)
  }
}

const ANSWER_MS = 3_000

/** Checks the home folder: permissions and free space. */
async function homeFindings({ home }: Config): Promise<Finding[]> {
  const facts = await stat(home).catch(() => null)
  if (!facts?.isDirectory()) return [bad(`the home ${home} is not there`)]
  const space = await diskSpace(home)
  const size = spaceWords(space)
  const is_open = (facts.mode & 0o022) !== 0
  return [
    is_open
      ? bad(`group or others may write to ${home}, run: chmod go-w ${home}`)
      : good(`the home ${home} is closed to others' writing`),
    space.is_low ? bad(`only ${size}`) : good(size),
  ]
}

/** Checks that the key ring exists, is closed to others and belongs to this database. */
async function ringFindings({ keyring, mode }: Config, db: Queryable, clock: Clock): Promise<Finding[]> {
  const [known] = await db.query<{ canary: string; is_live?: boolean }>('select * from installation where id = 1')
  if (!known) return [look('no gateway has run on this database yet')]
  try {
    const ring = await openAnyKeyRing({ ...keyring, create: false, clock })
    if (!fitsCanary(ring, known.canary))
      return [bad(`the key ring ${nameOfPlace(keyring)} does not belong to this database`)]
    if ((known.is_live ?? false) !== (mode === 'live')) return [bad(wrongMode(known.is_live ?? false))]
    return [good(`the key ring fits (${counted(ring.keys().length, 'key')}): is there a copy of it somewhere else?`)]
  } catch (error) {
    return [bad((error as Error).message)]
  }
}

/** Checks that the address in every link leads to a gateway. */
async function addressFindings({ public_url, mode, tls }: Config): Promise<Finding[]> {
  if (!public_url && tls) return [look('TOLLGATE_PUBLIC_URL is not set: links lead to the address it listens on')]
  if (!public_url) return [look('TOLLGATE_PUBLIC_URL is not set: links lead to the address the gateway listens on')]
  const insecure = public_url.startsWith('https://') || mode === 'sandbox' ? [] : [bad(`${public_url} is not https`)]
  const answer = await fetch(`${public_url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  if (answer?.ok) return [...insecure, good(`${public_url} answers`)]
  return [...insecure, look(`${public_url} does not answer from here: no gateway runs, or it cannot be reached`)]
}

/** Compares payment pages, as they are served at the public address, with what was approved. */
async function pageFindings({ public_url }: Config, db: Database): Promise<Finding[]> {
  if (!public_url) return []
  try {
    const { pages, differences } = await lookAtPages({ db, inventory: approvedInventory(), public_url })
    if (differences.length > 0)
      return differences.map(text => bad(`payment pages differ from what was approved: ${text}`))
    return [
      good(
        `${counted(pages, 'payment page or script is served as it was', 'payment pages and scripts are served as they were')} approved`,
      ),
    ]
  } catch {
    return [look('payment pages could not be compared: the public address does not answer from here')]
  }
}

/** With a larger skew a lease could end while its holder is still working. */
const MOST_SKEW_SECONDS = 2

/** Checks that the server's settings keep committed data. */
async function settingFindings(db: Database): Promise<Finding[]> {
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

/** Checks that who serves could not take away the rules of the database, such as those of the audit trail. */
async function roleFindings({ mode }: Config, url: string): Promise<Finding[]> {
  const db = openDatabase({ url, size: 1, application_name: 'tollgate-operator' })
  try {
    const [row] = await db.query<{ role: string; is_superuser: boolean; is_owner: boolean }>(
      `select current_user::text as role, rolsuper as is_superuser,
              exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
                         and pg_has_role(relowner, 'usage')) as is_owner
         from pg_roles where rolname = current_user`,
    )
    const { role = '', is_superuser, is_owner } = row ?? {}
    if (!is_superuser && !is_owner) return [good(`the gateway serves by the role ${role}, which owns no table`)]
    const what = is_superuser ? 'is a superuser' : 'owns the tables'
    const text = `the gateway serves by the role ${role}, which ${what} and could take the rules of the database away: give it a role of its own (docs/operating.md, TOLLGATE_MIGRATION_DATABASE_URL)`
    return [mode === 'live' ? missing(text) : look(text)]
  } finally {
    await db.close()
  }
}

/** Checks that this code may serve this database. */
async function levelFindings(db: Database): Promise<Finding[]> {
  const [half] = await db.query<{ found: string | null }>(`select to_regclass('${UNFINISHED}')::text as found`)
  if (half?.found) return [bad('a restore into this database was not finished: run it again')]
  const pending = await pendingMigrations(db)
  if (pending.length > 0)
    return [
      look(
        `${counted(pending.length, 'migration waits', 'migrations wait')} for the next start, the first is ${pending[0]}`,
      ),
    ]
  const [restored] = await db.query('select 1 from restoration where reconciled_ts is null limit 1')
  if (restored) return [bad('this database was restored and not compared with the processor: run reconcile')]
  return [good('the database is at the level of the code')]
}

/** Compares the clocks of this machine and the database. */
async function clockFindings(db: Database, clock: Clock): Promise<Finding[]> {
  const before = clock.seconds()
  const [row] = await db.query<{ seconds: number }>(`select ${MACHINE_NOW} as seconds`)
  const seconds = row?.seconds ?? 0
  // The database read its clock between our two readings.
  const skew = seconds < before ? before - seconds : Math.max(0, seconds - clock.seconds())
  if (skew > MOST_SKEW_SECONDS) return [bad(`the clocks of database and machine are ${counted(skew, 'second')} apart`)]
  return [good('the clocks of database and machine agree')]
}

/** Merchants whose forms were opened in the last quarter of an hour without a signature over their data. */
async function formFindings(db: Database): Promise<Finding[]> {
  const found = await db.query<{ root_id: string; rights: boolean }>(
    `select s.root_id, bool_or(not u.forms_only) as rights
       from signature_use s join "user" u on u.root_id = s.root_id and u.id = s.user_id
      where s.part = '' and (s.opened = '${FORMS}' or not u.forms_only) group by 1 order by 1 limit ${MOST_FIELDS}`,
  )
  if (found.length === 0) return [good('no hosted form was opened lately that gives more away than it has to')]
  return found.map(({ root_id, rights }) =>
    look(
      `merchant ${root_id}: hosted forms are signed ${rights ? 'by a user who may do more than open forms (forms_only)' : 'without a data-hash (form_data_hash_required)'}`,
    ),
  )
}

/** Addresses of which nobody knows whose they are. */
async function brandingFindings(db: Database): Promise<Finding[]> {
  const [row] = await db.query<{ open: number }>(
    'select count(*)::int as open from branding_domain where owned_ts is null and deleted_ts is null',
  )
  const open = row?.open ?? 0
  if (open === 0) return [good('every branding address has its owner')]
  return [
    look(
      `${counted(open, 'branding address is not proven and signs', 'branding addresses are not proven and sign')} nobody in: the command branding-address lists them`,
    ),
  ]
}

const LOOKED_BACK = 30 * 86_400

/** Names the fields in which merchants sent what looks like card numbers most often, and counts the others. */
async function cardDataFindings(db: Database, clock: Clock): Promise<Finding[]> {
  const found = await cardLikeReport(db, clock.seconds() - LOOKED_BACK)
  if (found.length === 0) return [good('no identifier looked like a card number in thirty days')]
  const times = (fields: typeof found) =>
    counted(
      fields.reduce((sum, { seen }) => sum + Number(seen), 0),
      'time',
    )
  const merchants = counted(new Set(found.map(({ root_id }) => root_id)).size, 'merchant')
  const rest = found.slice(MOST_FIELDS)
  return [
    look(
      `identifiers looked like a card number ${times(found)} in thirty days, in ${counted(found.length, 'field')} of ${merchants} (docs/card-like-identifiers.md)`,
    ),
    ...found.slice(0, MOST_FIELDS).map(field => {
      const { root_id, noun, field: name, first, last } = field
      return look(
        `merchant ${root_id}: ${noun}.${name} looked like a card number ${times([field])} from ${first} to ${last}`,
      )
    }),
    ...(rest.length > 0 ? [look(`and ${counted(rest.length, 'more field')}, ${times(rest)}`)] : []),
  ]
}

const MOST_FIELDS = 10

/** Lists work that needs a person. */
async function workFindings(db: Database): Promise<Finding[]> {
  const [row] = await db.query<{ stuck: number; failed: number }>(
    `select (select count(*) from attempt where stuck_ts is not null) as stuck,
            (select count(*) from job where failed_ts is not null) as failed`,
  )
  const { stuck = 0, failed = 0 } = row ?? {}
  return [
    stuck > 0
      ? look(`${counted(stuck, 'payment waits', 'payments wait')} for a person: the command unknown lists them`)
      : good('no payment waits for a person'),
    failed > 0
      ? look(`${counted(failed, 'job was', 'jobs were')} given up: the command jobs lists them`)
      : good('no job was given up'),
  ]
}

/** Names files of the bank that were set aside, and counts what it sent back that fits no entry. */
async function bankFindings(db: Database): Promise<Finding[]> {
  const files = await db.query<{ name: string; why: string; total: number }>(
    `select name, why, (count(*) over ())::int as total from ach_set_aside where state = 'open' order by created_ts, id limit ${MOST_FIELDS}`,
  )
  const [row] = await db.query<{ items: number }>(
    `select count(*)::int as items from ach_item where state = 'unmatched'`,
  )
  const more = (files[0]?.total ?? 0) - files.length
  const items = row?.items ?? 0
  return [
    ...files.map(({ name, why }) => bad(`the bank's file ${name} was set aside: ${why}; see the command bank-files`)),
    ...(more > 0 ? [bad(`and ${counted(more, 'more file', 'more files')} of the bank`)] : []),
    ...(files.length === 0 ? [good('no file of the bank was set aside')] : []),
    ...(items > 0
      ? [
          look(
            `${counted(items, 'return or notice of the bank was', 'returns or notices of the bank were')} not applied: bank-files lists them`,
          ),
        ]
      : []),
  ]
}

const HOUR = 3600
/** Counted exactly up to here, and estimated beyond. */
const MOST_COUNTED = 100_000

/** Says how the work of the last night ended, and how large the archive is. */
async function nightFindings(db: Database, machine: Clock): Promise<Finding[]> {
  const clock = await gatewayClock(db, machine)
  const works = await db.query<{ name: string; next_ts: number; ended_ts: number; done: number; problem: string }>(
    'select name, next_ts, ended_ts, done, problem from nightly_work order by name',
  )
  const failed = works.filter(({ problem }) => problem !== null)
  // Moving the clock makes work due at once, and no worker has had its hour yet.
  const [moved] = await db.query(`select from sandbox_clock where moved_ts > ${MACHINE_NOW} - ${HOUR}`)
  const isLate = ({ next_ts }: { next_ts: number }) => !moved && next_ts < clock.seconds() - HOUR
  const late = works.filter(work => work.problem === null && isLate(work))
  const archiving = works.find(({ name }) => name === ARCHIVING)
  const ran = archiving?.ended_ts ? `; ${archiving.done} of them came ${momentInWords(archiving.ended_ts, 'UTC')}` : ''
  return [
    ...failed.map(({ name, problem }) => bad(`${name}: ${problem}; it is tried again every quarter of an hour`)),
    ...late.map(({ name, next_ts }) =>
      look(`${name}: due since ${momentInWords(next_ts, 'UTC')} and not at its end; does a worker run?`),
    ),
    ...(failed.length + late.length === 0 ? [good('no work of the night is late')] : []),
    good(`${await archiveSize(db)}${ran}${archiving || works.length === 0 ? '' : '; nothing is archived by itself'}`),
  ]
}

async function archiveSize(db: Database): Promise<string> {
  const [row] = await db.query<{ exact: number; estimated: number; bytes: number }>(
    `select (select count(*) from (select from archived_transaction limit ${MOST_COUNTED}) as first) as exact,
            (select reltuples::bigint from pg_class where oid = 'archived_transaction'::regclass) as estimated,
            (select sum(pg_total_relation_size(('archived_' || name)::regclass))
               from unnest(array['transaction', 'attempt', 'transactionhistory', 'transactionlevel3']) as name) as bytes`,
  )
  const { exact = 0, estimated = 0, bytes = 0 } = row ?? {}
  const payments =
    Number(exact) < MOST_COUNTED
      ? counted(Number(exact), 'payment')
      : `about ${Math.max(Number(estimated), MOST_COUNTED)} payments`
  return `the archive holds ${payments} in ${(Number(bytes) / 1e6).toFixed(1)} MB`
}
