/** A piece of work done after commit. It may run more than once (a worker can die), so it must be idempotent by its key or its effect. */
export interface JobRun {
  id: string
  payload: Record<string, unknown>
  root_id: string | null
  /** 1 on the first try. */
  attempt: number
  /** Unix seconds of the run. */
  seconds: number
}

export type Task = (job: JobRun) => Promise<void>
export type Tasks = Record<string, Task>
