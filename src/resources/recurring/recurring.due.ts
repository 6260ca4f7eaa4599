import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'

export const runTask = defineTask<{ recurring_ids: string[]; due_ts: number }>('recurring.run')
export const remindTask = defineTask<{ id: string }>('recurring.remind')

/**
 * Recurrings of one job. They are stored together and sent at once, so a slow processor must answer so many in one
 * lease.
 */
const TOGETHER = 40
/**
 * Jobs that failed and come later do not count among those that wait: ten that never succeed would end all charging.
 */
const WAITING = 10

/**
 * Recurrings whose payment has fallen due. The job finds by `due_ts` that nothing else has changed or charged a
 * recurring since.
 */
export const recurringDue = dueScan({
  name: 'due recurrings',
  table: 'recurring',
  column: 'due_ts',
  where: 'deleted_ts is null',
  task: runTask,
  payload: { recurring_ids: 'ids', due_ts: 'again_ts' },
  again: 3600,
  most: WAITING * TOGETHER,
  together: { rows: TOGETHER, waiting: WAITING },
})

/** Notices whose moment has come. A key that is taken belongs to a job that will look at the same recurring. */
export const noticesDue = dueScan({
  name: 'notices of recurrings',
  table: 'recurring',
  column: 'notice_ts',
  where: 'deleted_ts is null',
  task: remindTask,
  payload: { id: 'id' },
  again: null,
  key: `'${remindTask.name}:' || id || ':' || moment`,
  most: 1000,
})
