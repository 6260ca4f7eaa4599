import type { Effect, TaskName } from '../../definition/rules.ts'

/**
 * A job as its task sees it. It may run more than once (a worker can die), so what is done must be idempotent by a key
 * or its effect.
 */
export interface JobRun<P extends object = Record<string, unknown>> {
  id: string
  payload: P
  root_id: string | null
  /** 1 on the first try. */
  attempt: number
  /** Unix seconds of the run. */
  seconds: number
}

type TaskHandler = (job: JobRun) => Promise<unknown>

/** What is done for jobs, by the name of their task. */
export type Tasks = Record<string, TaskHandler>

/** A kind of job: its name, and by its type what its payload holds. */
export interface Task<P extends object> {
  readonly name: TaskName
  effect(payload: P, options?: Pick<Effect, 'key' | 'run_at'>): Effect
  does(handler: (job: JobRun<P>) => Promise<unknown>): Tasks
}

const declared = new Set<string>()

/** Declares a task once, beside what its jobs are about. Throws when the name is taken. */
export function defineTask<P extends object>(text: string): Task<P> {
  if (declared.has(text)) throw new Error(`task ${text} is declared twice`)
  declared.add(text)
  const name = text as TaskName
  return {
    name,
    effect: (payload, options = {}) => ({
      task: name,
      payload: { ...(payload as Record<string, unknown>) },
      ...options,
    }),
    does: handler => ({ [name]: job => handler(job as unknown as JobRun<P>) }),
  }
}

/** Throws when a declared task has no handler: its jobs would fail for ever. */
export function assertHandled(tasks: Tasks): void {
  const missing = [...declared].filter(name => !Object.hasOwn(tasks, name))
  if (missing.length > 0) throw new Error(`there is no handler for the tasks ${missing.join(', ')}`)
}
