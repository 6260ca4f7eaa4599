import type { Queryable } from '../db/database.ts'
import { isFree, lease } from '../db/lease.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import { merchantTurns } from '../db/merchant-turns.ts'

/** A job that this process holds until its lease ends. */
export interface HeldJob {
  id: string
  task: string
  payload: Record<string, unknown>
  root_id: string | null
  /** Which try this is. It also tells our lease from that of a worker that took the job over. */
  attempts: number
}

/**
 * Seconds until the jobs of a dead worker are taken over. A living one renews its leases long before, however slow a
 * job is.
 */
const LEASE_SECONDS = 20
export const RENEW_MS = 5_000

const TURNS = merchantTurns({
  table: 'job',
  kinds: [`md5(coalesce(root_id, ''))`, 'task'],
  open: 'failed_ts is null',
  order: 'run_at',
  due: 'run_at <= $3',
  free: `${isFree('leased_until')} and coalesce(($4::jsonb ->> task)::int, 1) > 0`,
  allowed: 'coalesce(($4::jsonb ->> kind_1)::int, 1) > 0',
  held: `select md5(coalesce(root_id, '')) as owner, count(*) as held from job
          where leased_until is not null and failed_ts is null and leased_until >= (select ${MACHINE_NOW}) group by 1`,
  most: '$2',
})

const jobs = lease<HeldJob>({
  table: 'job',
  column: 'leased_until',
  counter: 'attempts',
  open: 'failed_ts is null',
  // Window functions lock nothing, so those beyond the room of their task are let go when the statement ends. What is
  // due is asked again beside the lock: since the turns were taken another worker may have put a job off.
  pick: `
with recursive ${TURNS}
select id from (
  select id, task, row_number() over (partition by task order by place) as place from (
    select job.id, job.task, turn.place from turn, job
     where job.id = turn.id and job.id = any(array(select id from turn)) and ${isFree('job.leased_until')}
       and job.run_at <= $3 and job.failed_ts is null
     order by turn.place limit $2
       for update of job skip locked) as locked) as numbered
 where place <= coalesce(($4::jsonb ->> task)::int, $2)`,
  returning: 'job.id, task, payload, root_id, attempts',
})

/** The statements of the job table. A job that another worker took over is left to that one. */
export function jobQueue(db: Queryable) {
  return {
    /** Claims at most `most` jobs that are due, of merchants in turn; of a task in `rooms` at most so many. */
    claim: (seconds: number, most: number, rooms: Readonly<Record<string, number>> = {}) =>
      jobs.claim(db, LEASE_SECONDS, [most, seconds, JSON.stringify(rooms)]),
    renew: (held: readonly HeldJob[]) =>
      jobs.renew(
        db,
        held.map(({ id, attempts }) => ({ id, count: attempts })),
        LEASE_SECONDS,
      ),
    async finish(jobs: readonly HeldJob[]): Promise<void> {
      if (jobs.length === 0) return
      await db.run(
        'delete from job using unnest($1::text[], $2::int[]) as held (id, attempts) where job.id = held.id and job.attempts = held.attempts',
        [jobs.map(({ id }) => id), jobs.map(({ attempts }) => attempts)],
      )
    },
    /** Tries the job again at `run_at`, or gives it up at `failed_ts`. */
    async fail({ id, attempts }: HeldJob, run_at: number, message: string, failed_ts: number | null): Promise<void> {
      await db.run(
        `update job set run_at = $3, leased_until = null, last_error = $4, failed_ts = $5
          where id = $1 and attempts = $2`,
        [id, attempts, run_at, message, failed_ts],
      )
    },
    /**
     * Returns when the first job after `seconds` is due, held or not, since one that is just being taken shows no lease
     * yet; null when none waits.
     */
    async firstAfter(seconds: number): Promise<number | null> {
      const text = 'select min(run_at) as run_at from job where failed_ts is null and run_at > $1'
      const [row] = await db.query<{ run_at: number | null }>(text, [seconds])
      return row?.run_at ?? null
    },
  }
}

export type JobQueue = ReturnType<typeof jobQueue>
