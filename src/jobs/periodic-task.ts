import type { Logger } from 'pino'
import { redactText } from '../lib/redact-text.ts'
import { untilNext } from '../lib/wakeable-sleep.ts'

/** Work that is done at intervals rather than enqueued: unknown outcomes, old keys. */
export interface PeriodicTask {
  name: string
  every_ms: number
  /** `stopping` is aborted when the process stops, which waits for the run. */
  run(stopping: AbortSignal): Promise<unknown>
}

/**
 * Runs a task at once, and again about `every_ms` after each run has ended. Returns the function that stops it and
 * waits for a run in progress.
 */
export function repeat(task: PeriodicTask, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  let current: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    try {
      await task.run(stopping.signal)
    } catch (error) {
      log.error({ task: task.name, message: redactText((error as Error).message) }, 'periodic task failed')
    }
    if (!stopping.signal.aborted) timer = setTimeout(begin, untilNext(task.every_ms))
  }
  const begin = (): void => {
    current = run()
  }
  begin()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await current
  }
}
