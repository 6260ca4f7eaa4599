import type { Logger } from 'pino'
import { redactText } from '../lib/redact-text.ts'
import type { Tasks } from './declare/task.ts'
import type { HeldJob, JobQueue } from './queue.ts'

const MOST_ATTEMPTS = 12

/** Runs one job that is held; false when it threw. It is tried again later then, and given up after twelve tries. */
export async function runJob(
  queue: JobQueue,
  tasks: Tasks,
  log: Logger,
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

/** 1 s, 2 s, 4 s … up to an hour. */
function retryAfter(attempts: number): number {
  return Math.min(3600, 2 ** (attempts - 1))
}
