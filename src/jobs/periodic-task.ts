import type { Logger } from 'pino'
import { redactText } from '../lib/redact-text.ts'

/** Work that is looked for at intervals rather than enqueued: unknown outcomes, old keys. */
export interface PeriodicTask {
  name: string
  every_ms: number
  run(): Promise<unknown>
}

/** Runs a round now and again `every_ms` after it has ended, until the function it returns is called; that one waits for a round under way. */
export function repeat(round: PeriodicTask, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  let turning: Promise<void> = Promise.resolve()
  const turn = async (): Promise<void> => {
    try {
      await round.run()
    } catch (error) {
      log.error({ round: round.name, message: redactText((error as Error).message) }, 'round failed')
    }
    if (!stopping) timer = setTimeout(begin, round.every_ms)
  }
  const begin = (): void => {
    turning = turn()
  }
  begin()
  return async () => {
    stopping = true
    clearTimeout(timer)
    await turning
  }
}
