import type { TaskName } from '../../definition/rules.ts'
import type { Task } from './task.ts'

/** SQL for each field of a payload, over the columns that the form of the scan offers. */
type PayloadColumns<P> = { [K in keyof P]-?: string }

interface Table {
  name: string
  table: string
  /** Indexed stamp (Unix seconds) at which a row falls due; null where nothing waits. */
  column: string
  /** Which rows count; all where it is left out. */
  where?: string
  /** How many rows, or groups of rows, one statement looks at. */
  most: number
}

/**
 * Every due row becomes a job, or some rows of one merchant do together. The statement that enqueues the job moves the
 * row's moment on, so that the row is not found again before the job had its time.
 */
interface DueRows<P extends object> extends Table {
  task: Task<P>
  /** Over `id`, `moment` and `again_ts`; over `ids` and `again_ts` where rows go together. */
  payload: PayloadColumns<P>
  /**
   * Seconds until the row is looked at again should its job not come to it; null when the job writes the next moment.
   */
  again: number | null
  /** The job's key, over the same columns. */
  key?: string
  /** Rows of a merchant in one job, and how many such jobs may wait: more are made as these are taken. */
  together?: { rows: number; waiting: number }
}

/**
 * Due rows become one job for each value of a column, or one for all. The job's key is the earliest moment of its
 * group, so a job that never succeeds keeps no later one from being made. Rows stay as they are until the job comes to
 * them.
 */
interface DueGroups<P extends object> extends Table {
  task: Task<P>
  /** The column by which rows are grouped; null for one job of all. */
  by: string | null
  /** Over the column of `by`. */
  payload: PayloadColumns<P>
  /** Seconds after which a job that was given up is tried again. */
  revive: number
}

/** One job for all that is due. A job that was given up is tried again. */
interface DueTogether {
  name: string
  task: Task<Record<never, never>>
  /** SQL of the earliest moment (Unix seconds) at which something is due; null when nothing waits. */
  moment: string
}

/** The same for what is due outside the tables. */
interface DueSignal extends Omit<DueTogether, 'moment'> {
  /** The earliest moment (Unix seconds) at which something is due; null when nothing waits. */
  next(): Promise<number | null>
}

/** A due scan as it is declared; the worker makes the statements. */
export type DueScanDefinition = { name: string; task: { name: TaskName } } & (
  | (Omit<DueRows<object>, 'task' | 'payload'> & { payload: Record<string, string> })
  | (Omit<DueGroups<object>, 'task' | 'payload'> & { payload: Record<string, string> })
  | Pick<DueTogether, 'moment'>
  | Pick<DueSignal, 'next'>
)

/** Declares work that falls due. A field of the payload that the task does not know is a compile error. */
export function dueScan<P extends object>(
  definition: DueRows<P> | DueGroups<P> | DueTogether | DueSignal,
): DueScanDefinition {
  return definition
}
