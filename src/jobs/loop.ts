import { setTimeout as pause } from 'node:timers/promises'
import type { wakeableSleep } from '../lib/wakeable-sleep.ts'
import type { HeldJob } from './queue.ts'

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
export function jobLoop({ claim, run, sleep, onError, most }: LoopParts) {
  const in_progress = new Set<Promise<void>>()
  let stopping = false
  let turned_at: number | null = null

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
    if (jobs.length === 0 && !stopping) await sleep.pause(POLL_MS)
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
