import type { Database, Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { type AuditEvent, recordEvents } from '../events/record-events.ts'
import type { Clock } from '../ports/clock.ts'

interface Parts {
  db: Database
  clock: Clock
}

/** A job that was given up after twelve tries, and waits for a person. */
export interface GivenUpJob {
  id: string
  task: string
  /** Null where it belongs to no merchant. */
  root_id: string | null
  created_ts: number
  failed_ts: number
  last_error: string | null
}

const SHOWN = 'id, task, root_id, created_ts, failed_ts, last_error'

/** Returns jobs that were given up, the oldest first. */
export function givenUpJobs(db: Queryable, most: number): Promise<GivenUpJob[]> {
  return db.query<GivenUpJob>(
    `select ${SHOWN} from job where failed_ts is not null order by failed_ts, id limit ${most}`,
    [],
  )
}

/** Has jobs that were given up tried again at once, one by its id or all of a task. Returns those that are. */
export function tryAgain({ db, clock }: Parts, id_or_task: string): Promise<GivenUpJob[]> {
  return db.transaction(async tx => {
    const jobs = await tx.query<GivenUpJob>(AGAIN, [id_or_task, clock.seconds()])
    const events = jobs.map(job => eventOf(job, 'operator', 'tried_again', { task: job.task, error: job.last_error }))
    await recordEvents(tx, clock, events)
    return jobs
  })
}

/** So many in one statement; the rest is for the next call. */
const PIECE = 1_000

const AGAIN = `
with wanted as (
  select id, failed_ts from job where failed_ts is not null and (id = $1 or task = $1)
   order by failed_ts, id limit ${PIECE} for update)
update job set failed_ts = null, attempts = 0, leased_until = null, run_at = $2
  from wanted where job.id = wanted.id
returning job.id, job.task, job.root_id, job.created_ts, wanted.failed_ts, job.last_error`

/** Deletes a job that was given up and that a person does not need. Returns false where there is none. */
export function forget({ db, clock }: Parts, id: string, note: string): Promise<boolean> {
  return db.transaction(async tx => {
    const text = `delete from job where id = $1 and failed_ts is not null returning ${SHOWN}`
    const [job] = await tx.query<GivenUpJob>(text, [id])
    if (!job) return false
    const { task, last_error } = job
    await recordEvents(tx, clock, [eventOf(job, 'operator', 'forgotten', { task, error: last_error, note })])
    return true
  })
}

/** Seconds that a job stays after it was given up, for a person to look at it. */
export const GIVEN_UP_SECONDS = 90 * 86_400

/**
 * Deletes jobs that were given up some months ago, a piece in each transaction. What they were is recorded in the trail
 * of each merchant, so that none is gone unseen. Returns how many.
 */
export async function trimGivenUp({ db, clock }: Parts, stopping?: AbortSignal): Promise<number> {
  const before = clock.seconds() - GIVEN_UP_SECONDS
  let all = 0
  for (let gone = PIECE; gone === PIECE && !stopping?.aborted; all += gone)
    gone = await db.transaction(async tx => {
      const tasks = await tx.query<Trimmed>(TRIM, [before])
      const events = tasks.map(each =>
        eventOf(each, 'worker', 'trimmed', { task: each.task, jobs: each.jobs, error: each.last_error, before }),
      )
      await recordEvents(tx, clock, events)
      return tasks.reduce((sum, { jobs }) => sum + jobs, 0)
    })
  return all
}

type Trimmed = Pick<GivenUpJob, 'task' | 'root_id' | 'last_error'> & { jobs: number }

const TRIM = `
with old as (
  select id from job where failed_ts < $1 order by failed_ts, id limit ${PIECE} for update skip locked),
gone as (
  delete from job using old where job.id = old.id returning task, root_id, last_error)
select task, root_id, count(*)::integer as jobs, max(last_error) as last_error from gone group by task, root_id`

/** A job of the gateway itself is recorded in the tree that belongs to no merchant. */
function eventOf(
  { id = '', root_id }: { id?: string; root_id: string | null },
  method: string,
  verb: string,
  details: Record<string, unknown>,
): AuditEvent {
  const caller = systemCaller(root_id ?? '', method)
  return { caller, location_id: root_id, noun: 'job', record_id: id, verb, details }
}
