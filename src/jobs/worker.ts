import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { wakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Clock } from '../ports/clock.ts'
import type { DueScanDefinition } from './declare/due-scan.ts'
import type { Tasks } from './declare/task.ts'
import { type DueScan, earliest, openDueScan, runDueScans } from './due-scan.ts'
import { jobLoop } from './loop.ts'
import { type PeriodicTask, repeat } from './periodic-task.ts'
import { type HeldJob, jobQueue, RENEW_MS } from './queue.ts'
import { runJob } from './run-job.ts'

/** The job table and the loop that empties it. Never: what a job means. */
export interface Worker {
  start(): void
  /** An idle worker looks at once instead of at its next poll. */
  wake(): void
  /**
   * Runs every job that is due now, and those they cause; for the sandbox clock and for tests. Jobs that somebody else
   * holds are waited for until none has ended for `patience_ms`: who holds them may have died.
   */
  drain(patience_ms?: number): Promise<Drained>
  stop(): Promise<void>
  /** False when the loop has not come round for a while: something is stuck. */
  healthy(): boolean
}

export interface Drained {
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
  /** How many jobs of a task this process runs at once; as many as there are where nothing is said. */
  at_once?: Readonly<Record<string, number>>
}

/** Jobs under way at once. One that waits for a slow receiver must not keep the others waiting. */
const MOST_AT_ONCE = 40
const LOOK_MS = 1_000
/** How long a drain waits for a job that somebody else holds. */
const PATIENCE_MS = 5_000
const WATCH_MS = 5

export function worker({ db, tasks, periodicTasks, dueScans, clock, log, at_once = {} }: WorkerParts): Worker {
  const queue = jobQueue(db)
  const held = new Set<HeldJob>()
  const nap = wakeableSleep()
  const scans = dueScans.map(scan => openDueScan({ db, clock }, scan))
  const look = () => runDueScans(scans, clock, log)
  const lookAndWake = async () => (await look()).found > 0 && nap.wake()
  const repeated: PeriodicTask[] = [
    { name: 'look for due work', every_ms: LOOK_MS, run: lookAndWake },
    ...periodicTasks,
  ]
  const run = async (jobs: readonly HeldJob[]): Promise<void> => {
    for (const job of jobs) held.add(job)
    try {
      const done = await Promise.all(jobs.map(job => runJob(queue, tasks, log, job, clock.seconds())))
      await queue.finish(jobs.filter((_job, index) => done[index]))
    } finally {
      for (const job of jobs) held.delete(job)
    }
  }
  const lost = (error: Error): void => log.error({ message: error.message }, 'worker could not reach the job table')
  const isFull = (task: string) => [...held].filter(job => job.task === task).length >= (at_once[task] ?? MOST_AT_ONCE)
  const take = (most: number) => queue.take(clock.seconds(), most, Object.keys(at_once).filter(isFull))
  const loop = jobLoop({ take, run: job => run([job]), nap, lost, most: MOST_AT_ONCE })
  const renewal = setInterval(() => void queue.renew([...held]).catch(lost), RENEW_MS).unref()
  let stops: (() => Promise<void>)[] = []

  return {
    start() {
      if (stops.length > 0) return
      stops = [loop.start(), ...repeated.map(round => repeat(round, log))]
    },
    wake: nap.wake,
    async drain(patience_ms = PATIENCE_MS) {
      let ran = 0
      let patience_until = performance.now() + patience_ms
      for (;;) {
        const { found, next } = await look()
        const first = await queue.firstAfter(-1)
        const isDue = first !== null && first <= clock.seconds()
        if (!isDue && found === 0) return { ran, next: earliest([first, next]) }
        const jobs = isDue ? await take(MOST_AT_ONCE) : []
        await run(jobs)
        ran += jobs.length
        if (jobs.length > 0 || found > 0) patience_until = performance.now() + patience_ms
        else if (performance.now() < patience_until) await pause(WATCH_MS)
        else return { ran, next: earliest([await queue.firstAfter(clock.seconds()), next]) }
      }
    },
    async stop() {
      await Promise.all(stops.map(stop => stop()))
      clearInterval(renewal)
    },
    healthy: loop.healthy,
  }
}
