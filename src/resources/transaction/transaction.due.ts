import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'

export const expireTask = defineTask<{ ids: string[]; expire_ts: number }>('transaction.expire')

/** Authorizations of one job, which are voided at the same time. */
const TOGETHER = 20
/** Waiting jobs at most: what is over anyway must not keep payments waiting. */
const WAITING = 5

/**
 * Authorizations that were not captured in time. One that is being captured or changed is looked at again once that is
 * over; one whose void was lost on the way, an hour later.
 */
export const authorizationsDue = dueScan({
  name: 'authorizations that end',
  table: 'transaction',
  column: 'expire_ts',
  where: 'doing is null',
  task: expireTask,
  payload: { ids: 'ids', expire_ts: 'again_ts' },
  again: 3600,
  most: WAITING * TOGETHER,
  together: { rows: TOGETHER, waiting: WAITING },
})
