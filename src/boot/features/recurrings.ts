import { noticesDue, recurringDue } from '../../resources/recurring/recurring.due.ts'
import { recurringTasks } from '../../resources/recurring/recurring.tasks.ts'
import type { Core, Feature } from '../parts.ts'

/** Recurring payments and the notices before them. */
export function recurringsFeature({ store, payments, messaging }: Core): Feature {
  return {
    tasks: recurringTasks({ store, payments, messages: messaging.messages }),
    dueScans: [recurringDue, noticesDue],
  }
}
