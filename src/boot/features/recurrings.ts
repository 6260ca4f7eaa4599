import { newId } from '../../lib/id.ts'
import { dueNotices } from '../../messages/due-notices.ts'
import { recurringDue } from '../../resources/recurring/recurring.due.ts'
import { recurringTasks } from '../../resources/recurring/recurring.tasks.ts'
import type { Core, Feature } from '../parts.ts'

const NOTICES = { name: 'notices of recurrings', table: 'recurring', column: 'notice_ts', task: 'recurring.remind' }

/** Recurring payments and the notices before them. */
export function recurringsFeature({ db, clock, store, payments, messaging }: Core): Feature {
  const parts = { db, newId: () => newId(clock.now()) }
  return {
    tasks: recurringTasks({ store, payments, messages: messaging.messages }),
    dueScans: [recurringDue(parts), dueNotices(parts, NOTICES)],
  }
}
