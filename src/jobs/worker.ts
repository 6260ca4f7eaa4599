// biome-ignore-all lint/style/noRestrictedGlobals: whether the loop still runs, and how long a drain waits
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { onLane } from '../db/lanes.ts'
import { redactText } from '../lib/redact-text.ts'
import { pauseAfter, wakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Clock } from '../ports/clock.ts'
import type { DueScanDefinition } from './declare/due-scan.ts'
import type { Tasks } from './declare/task.ts'
import { type DueScan, earliest, openDueScan, runDueScans } from './due-scan.ts'
import { type PeriodicTask, repeat } from './periodic-task.ts'
import { type HeldJob, type JobQueue, jobQueue, RENEW_MS } from './queue.ts'

/** Empties the job table. Never: what a job means. */
export interface Worker {
  start(): void
  /** An idle worker looks for jobs at once instead of at its next poll. */
  wake(): void
  /**
   * Runs every job that is due now, and those they cause; for the sandbox clock and for tests. Waits for jobs that
   * other workers hold and for due rows that requests have locked, until none has ended for `idle_ms`: the worker that
   * holds them may have died.
   */
  drain(idle_ms?: number): Promise<Drained>
  stop(): Promise<void>
  /** False when the loop has not turned for a while: something is stuck. */
  healthy(): boolean
}

interface Drained {
  /** How many jobs were run here. */
  ran: number
  /** The next moment (Unix seconds) at which a job or due work waits; null when nothing does. */
  next: number | null
}

interface WorkerParts {
  db: Database
  tasks: Tasks
  periodicTasks: readonly PeriodicTask[]
  dueScans: readonly (DueScan | DueScanDefinition)[]
  clock: Clock
  log: Logger
  /** How many jobs of a task this process runs at once; tasks that are not named have no limit of their own. */
  at_once?: Readonly<Record<string, number>>
}

/** Jobs in progress at once. One that waits for a slow receiver must not keep the others waiting. */
const MOST_AT_ONCE = 40
const SCAN_EVERY_MS = 1_000
/** How long a drain waits for a job that another worker holds. */
const IDLE_MS = 5_000
const WATCH_MS = 5

export function worker({ db, tasks, periodicTasks, dueScans, clock, log, at_once = {} }: WorkerParts): Worker {
  const queue = jobQueue(db)
  const held = new Set<HeldJob>()
  const sleep = wakeableSleep()
  const scans = dueScans.map(scan => openDueScan({ db, clock }, scan))
  const scan = () => runDueScans({ db, clock }, scans, log)
  const scanAndWake = async () => (await scan()).found > 0 && sleep.wake()
  const periodic: PeriodicTask[] = [
    { name: 'scan for due work', every_ms: SCAN_EVERY_MS, run: scanAndWake },
    ...periodicTasks,
  ]
  const run = async (jobs: readonly HeldJob[]): Promise<void> => {
    for (const job of jobs) held.add(job)
    try {
      const done = await Promise.all(jobs.map(job => runJob({ queue, tasks, log }, job, clock.seconds())))
      await queue.finish(jobs.filter((_job, index) => done[index]))
    } finally {
      for (const job of jobs) held.delete(job)
      // The loop may have slept because nothing waited but this task, of which no more could run.
      if (jobs.some(({ task }) => at_once[task] !== undefined)) sleep.wake()
    }
  }
  const onError = (error: Error): void => log.error({ message: error.message }, 'worker could not reach the job table')
  const rooms = () => {
    const running = Object.groupBy(held, ({ task }) => task)
    return Object.fromEntries(
      Object.entries(at_once).map(([task, most]) => [task, most - (running[task]?.length ?? 0)]),
    )
  }
  const claim = (most: number) => queue.claim(clock.seconds(), most, rooms())
  const loop = jobLoop({ claim, run: job => run([job]), sleep, onError, most: MOST_AT_ONCE })
  const renew = () => onLane('jobs', () => queue.renew([...held]).catch(onError))
  const renewal = setInterval(() => void renew(), RENEW_MS).unref()
  let stops: (() => Promise<void>)[] = []
  const drain = async (idle_ms = IDLE_MS): Promise<Drained> => {
    let ran = 0
    let idle_until = performance.now() + idle_ms
    for (;;) {
      const { found, is_locked, next } = await scan()
      const first = await queue.firstAfter(-1)
      const isDue = first !== null && first <= clock.seconds()
      if (!isDue && found === 0 && !is_locked) return { ran, next: earliest([first, next]) }
      const jobs = isDue ? await claim(MOST_AT_ONCE) : []
      await run(jobs)
      ran += jobs.length
      if (jobs.length > 0 || found > 0) idle_until = performance.now() + idle_ms
      else if (performance.now() < idle_until) await pause(WATCH_MS)
      else return { ran, next: earliest([await queue.firstAfter(clock.seconds()), next]) }
    }
  }

  return {
    start() {
      if (stops.length > 0) return
      stops = onLane('jobs', () => [loop.start(), ...periodic.map(task => repeat(task, log))])
    },
    wake: sleep.wake,
    drain: idle_ms => onLane('jobs', () => drain(idle_ms)),
    async stop() {
      await Promise.all(stops.map(stop => stop()))
      clearInterval(renewal)
    },
    healthy: loop.healthy,
  }
}

const MOST_ATTEMPTS = 12

/** Runs one claimed job. Returns false when it threw: it is tried again later then, and given up after twelve tries. */
async function runJob(
  { queue, tasks, log }: { queue: JobQueue; tasks: Tasks; log: Logger },
  job: HeldJob,
  seconds: number,
): Promise<boolean> {
  try {
    const task = tasks[job.task]
    if (!task) throw new Error(`there is no task ${job.task}`)
    await task({ id: job.id, payload: job.payload, root_id: job.root_id, attempt: job.attempts, seconds })
    return true
  } catch (error) {
    const message = redactText(String((error as Error).message)).slice(0, 500)
    log.error({ job: job.id, task: job.task, attempt: job.attempts, message }, 'job failed')
    const failed_ts = job.attempts >= MOST_ATTEMPTS ? seconds : null
    await queue.fail(job, seconds + retryAfter(job.attempts), message, failed_ts)
    return false
  }
}

/** Seconds until the next try: 1, 2, 4 … up to an hour. */
function retryAfter(attempts: number): number {
  return Math.min(3600, 2 ** (attempts - 1))
}

const POLL_MS = 500
const STUCK_MS = 30_000

interface LoopParts {
  claim(most: number): Promise<HeldJob[]>
  run(job: HeldJob): Promise<void>
  sleep: ReturnType<typeof wakeableSleep>
  /** The database could not be reached; the loop goes on. */
  onError(error: Error): void
  /** Jobs in progress at once. */
  most: number
}

/** Claims and runs jobs as long as there are some and room for them, and sleeps otherwise. */
function jobLoop({ claim, run, sleep, onError, most }: LoopParts) {
  const in_progress = new Set<Promise<void>>()
  let stopping = false
  let turned_at: number | null = null
  let empty = 0

  const begin = (job: HeldJob): void => {
    const work: Promise<void> = run(job)
      .catch(onError)
      .then(() => void in_progress.delete(work))
    in_progress.add(work)
  }
  const turn = async (): Promise<void> => {
    sleep.listen()
    const room = most - in_progress.size
    if (room === 0) return void (await Promise.race([...in_progress, pause(POLL_MS)]))
    const jobs = await claim(room)
    for (const job of jobs) begin(job)
    empty = jobs.length === 0 ? empty + 1 : 0
    if (empty > 0 && !stopping) await sleep.pause(pauseAfter(empty))
  }
  const loop = async (): Promise<void> => {
    while (!stopping) {
      turned_at = performance.now()
      await turn().catch(async error => {
        onError(error)
        if (!stopping) await sleep.pause(POLL_MS)
      })
    }
    await Promise.all(in_progress)
  }
  return {
    /** Returns the function that stops the loop and waits for the jobs in progress. */
    start(): () => Promise<void> {
      const ended = loop()
      return async () => {
        stopping = true
        sleep.wake()
        await ended
      }
    },
    /** False when the loop has not turned for a while: something is stuck. */
    healthy: () => turned_at === null || performance.now() - turned_at < STUCK_MS,
  }
}
