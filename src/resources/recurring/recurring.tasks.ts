import type { Store } from '../../definition/store.ts'
import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask, type Tasks } from '../../jobs/declare/task.ts'
import type { Messages } from '../../messages/outgoing.ts'
import type { Payments } from '../../payments/payments.ts'
import { holdRefused } from './hold-refused.ts'
import { declinedMail, noticeMail, noticeTask, remind } from './notices.ts'
import { declinedTask, refusedTask } from './recurring.ts'
import { runDuePayments } from './run-due-payments.ts'

export const runTask = defineTask<{ recurring_ids: string[]; due_ts: number }>('recurring.run')
const remindTask = defineTask<{ id: string }>('recurring.remind')

interface TaskParts {
  store: Store
  payments: Payments
  messages: Messages
  publicUrl(): string
}

/** The background tasks of recurrings: due payments, the notices before them, and what follows from declined ones. */
export function recurringTasks({ messages, ...parts }: TaskParts): Tasks {
  return {
    ...runTask.does(job => runDuePayments(parts, job)),
    ...remindTask.does(job => remind(parts.store, job)),
    ...refusedTask.does(job => holdRefused(parts, job)),
    ...messages.sending(noticeTask, noticeMail),
    ...messages.sending(declinedTask, (job, read) => declinedMail(parts, job, read)),
  }
}

/** Recurrings of one job. All are sent at once, so a slow processor must answer this many within one lease. */
const TOGETHER = 40
/**
 * Waiting jobs at most; due recurrings are looked for once a second, so this is also how many jobs can be run in one.
 * Retries are not counted: as many jobs that always fail would otherwise stop all charging.
 */
const WAITING = 30

/** Recurrings whose payment is due. A job skips a recurring whose `due_ts` has changed since the scan. */
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

/** Notices that are due. If the key is taken, an earlier job will process the same recurring. */
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
