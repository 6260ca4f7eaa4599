import type { Effect } from '../definition/rules.ts'
import type { Queryable } from './database.ts'
import { type Parameters, rowsOf } from './rows-of.ts'

/**
 * The statement that enqueues jobs. `rows` (values or a select) yields id, task, payload, key, run_at, root_id and
 * created_ts. A job whose key is taken is left out; where `revive` holds of the one that stands, that one is tried
 * again from the start.
 */
export function insertJobs(rows: string, revive?: string): string {
  const again = revive && `update set failed_ts = null, attempts = 0, run_at = excluded.run_at where ${revive}`
  return `insert into job (id, task, payload, key, run_at, root_id, created_ts) ${rows} on conflict (key) do ${again ?? 'nothing'}`
}

export interface EnqueueOptions {
  id: string
  root_id: string | null
  /** Unix seconds. */
  seconds: number
  /** A condition on a job of the same key that is to be tried again. */
  revive?: string
}

/** The values of a job, in the order of `insertJobs`. */
export function jobValues({ task, payload, key, run_at }: Effect, { id, root_id, seconds }: EnqueueOptions): unknown[] {
  return [id, task, JSON.stringify(payload), key ?? null, run_at ?? seconds, root_id, seconds]
}

const COLUMNS = ['id', 'task', 'payload', 'key', 'run_at', 'root_id', 'created_ts'] as const

/** A job as a row that travels as JSON. */
export function jobRow(effect: Effect, options: EnqueueOptions): object {
  const values = jobValues(effect, options)
  return { ...Object.fromEntries(COLUMNS.map((name, index) => [name, values[index]])), payload: effect.payload }
}

/** Returns what enqueues jobs. */
export function insertedJobs(rows: readonly object[], params: Parameters): string {
  return insertJobs(`select ${COLUMNS.join(', ')} from ${rowsOf('job', rows, params)}`)
}

/** Enqueues one job outside of a unit of work. Returns false when its key is taken. */
export async function enqueue(db: Queryable, effect: Effect, options: EnqueueOptions): Promise<boolean> {
  const text = insertJobs('values ($1, $2, $3, $4, $5, $6, $7)', options.revive)
  return (await db.run(text, jobValues(effect, options))) > 0
}
