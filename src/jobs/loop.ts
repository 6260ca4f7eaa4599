import { setTimeout as pause } from 'node:timers/promises'
import type { wakeableSleep } from '../lib/wakeable-sleep.ts'
import type { HeldJob } from './queue.ts'

const POLL_MS = 500
const STUCK_MS = 30_000

interface LoopParts {
  take(most: number): Promise<HeldJob[]>
  run(job: HeldJob): Promise<void>
  nap: ReturnType<typeof wakeableSleep>
  /** The database could not be reached; the loop goes on. */
  lost(error: Error): void
  /** Jobs under way at once. */
  most: number
}

/** Takes jobs as long as there are some and room for them, and sleeps otherwise. */
export function jobLoop({ take, run, nap, lost, most }: LoopParts) {
  const busy = new Set<Promise<void>>()
  let stopping = false
  let seen: number | null = null

  const begin = (job: HeldJob): void => {
    const work: Promise<void> = run(job)
      .catch(lost)
      .then(() => void busy.delete(work))
    busy.add(work)
  }
  const turn = async (): Promise<void> => {
    nap.listen()
    const room = most - busy.size
    if (room === 0) return void (await Promise.race([...busy, pause(POLL_MS)]))
    const jobs = await take(room)
    for (const job of jobs) begin(job)
    if (jobs.length === 0 && !stopping) await nap.pause(POLL_MS)
  }
  const loop = async (): Promise<void> => {
    while (!stopping) {
      seen = performance.now()
      await turn().catch(async error => {
        lost(error)
        if (!stopping) await nap.pause(POLL_MS)
      })
    }
    await Promise.all(busy)
  }
  return {
    /** Answers the function that ends the loop and waits for the jobs under way. */
    start(): () => Promise<void> {
      const running = loop()
      return async () => {
        stopping = true
        nap.wake()
        await running
      }
    },
    /** False when the loop has not come round for a while: something is stuck. */
    healthy: () => seen === null || performance.now() - seen < STUCK_MS,
  }
}
