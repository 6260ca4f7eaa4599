import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { enqueue, insertJobs } from '../db/jobs.ts'
import { newId } from '../lib/id.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { DueScanDefinition } from './declare/due-scan.ts'
import type { Task } from './declare/task.ts'

/** Work that is found by looking at rows when its moment comes: due recurrings, reminders, expiries, batches. */
export interface DueScan {
  name: string
  /** SQL of that moment, where it is in the tables: all scans are asked in one statement then. */
  moment?: string
  /**
   * Returns the earliest moment (Unix seconds) at which something falls due; null when nothing waits. It is asked every
   * second, so it has to be indexed and cheap. What was enqueued already should not count.
   */
  next(): Promise<number | null>
  /** Enqueues what is due at `seconds`, each thing once. Returns how many jobs that makes. */
  enqueue(seconds: number): Promise<number>
  /** Whether it passes over rows that others have locked; the next look finds them. */
  skipsLocked?: boolean
}

type Parts = { db: Database; clock: Clock }
type Rows = Extract<DueScanDefinition, { again: unknown }>
type Groups = Extract<DueScanDefinition, { by: unknown }>
type Signal = Extract<DueScanDefinition, { next: unknown }>

/** Makes the statements of a declared scan; one that is open already stays as it is. */
export function openDueScan(parts: Parts, scan: DueScan | DueScanDefinition): DueScan {
  if ('enqueue' in scan) return scan
  if ('next' in scan) return signalScan(parts, scan)
  if ('moment' in scan) {
    const { moment } = scan
    return { moment, ...signalScan(parts, { ...scan, next: () => momentOf(parts.db, moment) }) }
  }
  const { name, table, column, where = 'true', most } = scan
  const moment = `select min(${column}) from ${table} where ${column} is not null and ${where}`
  const text = 'by' in scan ? enqueueGroups(scan) : enqueueRows(scan)
  return {
    name,
    moment,
    skipsLocked: !('by' in scan),
    next: () => momentOf(parts.db, moment),
    enqueue: seconds => parts.db.run(text, [seconds, Array.from({ length: most }, () => newId(parts.clock.now()))]),
  }
}

async function momentOf(db: Database, moment: string): Promise<number | null> {
  return (await db.query<{ next: number | null }>(`select (${moment}) as next`))[0]?.next ?? null
}

/** $1: seconds, $2: ids for the jobs. */
function enqueueRows({ table, column, where = 'true', task, payload, again, key, most, together }: Rows): string {
  const again_ts = again === null ? 'null' : `$1 + ${again}`
  const room = together
    ? `room as (
  select greatest(0, ${together.waiting} - count(*)) as jobs from job
   where task = '${task.name}' and leased_until is null and failed_ts is null and run_at <= $1),
`
    : ''
  // The limits are numbers, because the planner takes an unknown one for a tenth of the table, and reads all of it.
  const has_room = together ? 'and (select jobs from room) > 0' : ''
  const due = together
    ? `select * from first order by moment, id limit (select jobs * ${together.rows} from room)`
    : 'select * from first'
  const picked = together
    ? `numbered as (
  select id, root_id, (row_number() over (partition by root_id order by id) - 1) / ${together.rows} as part from due),
picked as (
  select root_id, array_agg(id) as ids, ${again_ts} as again_ts, row_number() over () as place
    from numbered group by root_id, part)`
    : `picked as (select *, ${again_ts} as again_ts, row_number() over () as place from due)`
  const rows = `
select ($2::text[])[place], '${task.name}', ${payloadSql(payload)}, ${key ?? 'null'}, $1, root_id, $1 from picked`
  return `
with ${room}first as (
  select id, root_id, ${column} as moment from ${table}
   where ${column} <= $1 and ${where} ${has_room}
   order by ${column}, id limit ${most}
     for update skip locked),
due as (${due}),
moved as (
  update ${table} set ${column} = ${again_ts} from due where ${table}.id = due.id),
${picked}
${insertJobs(rows)}`
}

/** $1: seconds, $2: ids for the jobs. */
function enqueueGroups({ table, column, where = 'true', task, payload, by, most, revive }: Groups): string {
  const due = `from ${table} where ${where} and ${column} <= $1`
  const own = by === 'root_id' ? by : `${by}, root_id`
  const groups = by
    ? `select ${own}, min(${column}) as moment, row_number() over () as place ${due} group by ${own} limit ${most}`
    : `select null::text as root_id, min(${column}) as moment, 1 as place ${due} having count(*) > 0`
  const key = `'${task.name}:' || ${by ? `${by} || ':' || ` : ''}moment`
  const rows = `
select ($2::text[])[place], '${task.name}', ${payloadSql(payload)}, ${key}, $1, root_id, $1 from (${groups}) as due`
  return insertJobs(rows, `job.failed_ts < $1 - ${revive}`)
}

function signalScan({ db, clock }: Parts, { name, task, next }: Signal): DueScan {
  const effect = (task as Task<object>).effect({}, { key: task.name })
  return {
    name,
    next,
    async enqueue(seconds) {
      const options = { id: newId(clock.now()), root_id: null, seconds, revive: 'job.failed_ts is not null' }
      return (await enqueue(db, effect, options)) ? 1 : 0
    },
  }
}

function payloadSql(payload: Readonly<Record<string, string>>): string {
  return `jsonb_build_object(${Object.entries(payload)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`
}

/** What a look at everything that falls due has found. */
export interface Look {
  /** Jobs that came of it. */
  found: number
  /** Whether something is due that others have locked at the moment. */
  is_locked: boolean
  /**
   * The earliest later moment at which something falls due, as far as it was there to be seen; null when nothing waits.
   */
  next: number | null
}

const DAY = 86_400

/** Enqueues everything that is due by now. A scan that fails is logged and does not keep the others waiting. */
export async function runDueScans({ db, clock }: Parts, dueScans: readonly DueScan[], log: Logger): Promise<Look> {
  const seconds = clock.seconds()
  // Where one of them fails each is asked by itself, to find out which.
  const known = await momentsOf(db, dueScans).catch(() => new Map<DueScan, number | null>())
  let found = 0
  let is_locked = false
  const later: number[] = []
  for (const scan of dueScans) {
    try {
      const moment = known.has(scan) ? known.get(scan)! : await scan.next()
      if (moment === null) continue
      if (moment > seconds) {
        later.push(moment)
        continue
      }
      const jobs = await scan.enqueue(seconds)
      found += jobs
      is_locked ||= jobs === 0 && scan.skipsLocked === true
      // What cannot get on hides what comes after it, so that is looked for in a day.
      later.push(seconds + DAY)
    } catch (error) {
      log.error({ due: scan.name, message: redactText((error as Error).message) }, 'due work could not be looked for')
    }
  }
  return { found, is_locked, next: earliest(later) }
}

/** Returns the moments of all scans whose moment is in the tables. An idle worker asks for them every second. */
async function momentsOf(db: Database, dueScans: readonly DueScan[]): Promise<Map<DueScan, number | null>> {
  const asked = dueScans.filter(({ moment }) => moment !== undefined)
  if (asked.length === 0) return new Map()
  const [row] = await db.query<Record<string, number | null>>(
    `select ${asked.map(({ moment }, index) => `(${moment}) as moment_${index}`).join(', ')}`,
  )
  return new Map(asked.map((scan, index) => [scan, row![`moment_${index}`] ?? null]))
}

/** Returns the first of some moments; null where there is none. */
export function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter(moment => moment !== null)
  return known.length === 0 ? null : Math.min(...known)
}
