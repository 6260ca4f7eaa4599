import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../definition/task.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'

/** The job table and the loop that empties it. Never: what a job means. */
export interface Worker {
  start(): void
  /** An idle worker looks at once instead of at its next poll. */
  wake(): void
  /** Runs every job that is due now, and those they cause; for the sandbox clock and for tests. */
  drain(): Promise<number>
  stop(): Promise<void>
  /** False when the loop has not come round for a while: something is stuck. */
  healthy(): boolean
}

/** Work that is looked for at intervals rather than enqueued: unknown outcomes, old keys. */
export interface Round {
  name: string
  every_ms: number
  run(): Promise<unknown>
}

interface JobRow {
  id: string
  task: string
  payload: Record<string, unknown>
  root_id: string | null
  attempts: number
}

const CHUNK = 20
const POLL_MS = 500
const LEASE_SECONDS = 60
const MOST_ATTEMPTS = 12
const STUCK_MS = 30_000
/** How long a drain waits for a job that somebody else holds: who holds it may have died. */
const DRAIN_PATIENCE_MS = 5_000

/**
 * Leases are machine time, not business time: moving the sandbox clock must not take a job from the worker that runs it.
 * A killed worker's jobs are taken over when their lease ends.
 */
const TAKE = `
update job set leased_until = extract(epoch from clock_timestamp())::bigint + ${LEASE_SECONDS}, attempts = attempts + 1
 where id in (
   select id from job
    where failed_ts is null and run_at <= $1
      and (leased_until is null or leased_until < extract(epoch from clock_timestamp()))
    order by run_at, id
    limit ${CHUNK}
      for update skip locked)
returning id, task, payload, root_id, attempts`

export function worker(db: Database, tasks: Tasks, rounds: readonly Round[], clock: Clock, log: Logger): Worker {
  let stopping = false
  let running: Promise<void> | null = null
  let rouse: () => void = () => undefined
  let roused = false
  let seen = performance.now()
  const due = new Map(rounds.map(round => [round.name, 0]))

  const loop = async (): Promise<void> => {
    while (!stopping) {
      seen = performance.now()
      roused = false
      try {
        await turnRounds(rounds, due, log)
        const taken = await takeAndRun(db, tasks, clock, log)
        if (taken > 0) continue
      } catch (error) {
        log.error({ message: (error as Error).message }, 'worker could not look for work')
      }
      if (!stopping && !roused) await pause()
    }
  }
  const pause = (): Promise<void> =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, POLL_MS)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    start() {
      running ??= loop()
    },
    wake() {
      roused = true
      rouse()
    },
    async drain() {
      let total = 0
      let patience_until = performance.now() + DRAIN_PATIENCE_MS
      for (;;) {
        const taken = await takeAndRun(db, tasks, clock, log)
        if (taken === 0 && (performance.now() > patience_until || !(await othersRun(db, clock)))) return total
        total += taken
        if (taken > 0) patience_until = performance.now() + DRAIN_PATIENCE_MS
        else await new Promise(resolve => setTimeout(resolve, 5))
      }
    },
    async stop() {
      stopping = true
      rouse()
      await running
    },
    healthy: () => running === null || performance.now() - seen < STUCK_MS,
  }
}

/**
 * Another worker, or this one's own loop, may hold due jobs at this moment; who drains waits for those too. A job that is
 * just being taken shows no lease yet, so every due job counts.
 */
async function othersRun(db: Database, clock: Clock): Promise<boolean> {
  const rows = await db.query('select 1 from job where failed_ts is null and run_at <= $1 limit 1', [clock.seconds()])
  return rows.length > 0
}

async function turnRounds(rounds: readonly Round[], due: Map<string, number>, log: Logger): Promise<void> {
  for (const round of rounds) {
    if ((due.get(round.name) ?? 0) > performance.now()) continue
    due.set(round.name, performance.now() + round.every_ms)
    try {
      await round.run()
    } catch (error) {
      log.error({ round: round.name, message: redactText((error as Error).message) }, 'round failed')
    }
  }
}

async function takeAndRun(db: Database, tasks: Tasks, clock: Clock, log: Logger): Promise<number> {
  const jobs = await db.query<JobRow>(TAKE, [clock.seconds()])
  await Promise.all(jobs.map(job => runJob(db, tasks, clock, log, job)))
  return jobs.length
}

async function runJob(db: Database, tasks: Tasks, clock: Clock, log: Logger, job: JobRow): Promise<void> {
  const seconds = clock.seconds()
  try {
    const task = tasks[job.task]
    if (!task) throw new Error(`there is no task ${job.task}`)
    await task({ id: job.id, payload: job.payload, root_id: job.root_id, attempt: job.attempts, seconds })
    await db.run('delete from job where id = $1', [job.id])
  } catch (error) {
    const message = redactText(String((error as Error).message)).slice(0, 500)
    log.error({ job: job.id, task: job.task, attempt: job.attempts, message }, 'job failed')
    const gaveUp = job.attempts >= MOST_ATTEMPTS ? seconds : null
    await db.run('update job set run_at = $2, leased_until = null, last_error = $3, failed_ts = $4 where id = $1', [
      job.id,
      seconds + retryAfter(job.attempts),
      message,
      gaveUp,
    ])
  }
}

/** 1 s, 2 s, 4 s … up to an hour. */
function retryAfter(attempts: number): number {
  return Math.min(3600, 2 ** (attempts - 1))
}
