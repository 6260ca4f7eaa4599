import type { Database } from '../db/database.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'

/** A job that this process holds until its lease ends. */
export interface HeldJob {
  id: string
  task: string
  payload: Record<string, unknown>
  root_id: string | null
  /** Which try this is; also what tells our lease from that of somebody who took the job over. */
  attempts: number
}

/** Seconds until a dead worker's jobs are taken over. A living one renews its leases long before, however slow a job is. */
const LEASE_SECONDS = 20
export const RENEW_MS = 5_000

/**
 * Leases are machine time, not business time: moving the sandbox clock must not take a job from the worker that runs it.
 * A killed worker's jobs are taken over when their lease ends.
 */
const TAKE = `
update job set leased_until = ${MACHINE_NOW} + ${LEASE_SECONDS}, attempts = attempts + 1
 where id in (
   select id from job
    where failed_ts is null and run_at <= $1
      and (leased_until is null or leased_until < ${MACHINE_NOW}) and task <> all($3)
    order by run_at, id
    limit $2
      for update skip locked)
returning id, task, payload, root_id, attempts`

/** The statements of the job table. Every one that ends a job asks whether it is still ours. */
export function jobQueue(db: Database) {
  return {
    /** Takes at most `most` jobs that are due, none of the tasks in `except`. */
    take: (seconds: number, most: number, except: readonly string[] = []) =>
      db.query<HeldJob>(TAKE, [seconds, most, except]),
    async renew(jobs: readonly HeldJob[]): Promise<void> {
      if (jobs.length === 0) return
      const ids = jobs.map(job => job.id)
      const attempts = jobs.map(job => job.attempts)
      await db.run(
        `update job set leased_until = ${MACHINE_NOW} + ${LEASE_SECONDS}
           from unnest($1::text[], $2::int[]) as held (id, attempts)
          where job.id = held.id and job.attempts = held.attempts`,
        [ids, attempts],
      )
    },
    async finish(jobs: readonly HeldJob[]): Promise<void> {
      if (jobs.length === 0) return
      await db.run(
        'delete from job using unnest($1::text[], $2::int[]) as held (id, attempts) where job.id = held.id and job.attempts = held.attempts',
        [jobs.map(({ id }) => id), jobs.map(({ attempts }) => attempts)],
      )
    },
    /** Tried again at `run_at`, or given up when `failed_ts` says since when. */
    async fail({ id, attempts }: HeldJob, run_at: number, message: string, failed_ts: number | null): Promise<void> {
      await db.run(
        `update job set run_at = $3, leased_until = null, last_error = $4, failed_ts = $5
          where id = $1 and attempts = $2`,
        [id, attempts, run_at, message, failed_ts],
      )
    },
    /**
     * When the first job is due that is so after `seconds`, held or not: one that is just being taken shows no lease yet. Null
     * when none waits.
     */
    async firstAfter(seconds: number): Promise<number | null> {
      const text = 'select min(run_at) as run_at from job where failed_ts is null and run_at > $1'
      const [row] = await db.query<{ run_at: number | null }>(text, [seconds])
      return row?.run_at ?? null
    },
  }
}

export type JobQueue = ReturnType<typeof jobQueue>
