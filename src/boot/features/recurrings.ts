import { noticesDue, recurringDue, recurringTasks, runTask } from '../../resources/recurring/recurring.tasks.ts'
import type { Core, Feature } from '../parts.ts'

/** Recurring payments and the notices before them. */
export function recurringsFeature({ store, payments, messaging, publicUrl }: Core): Feature {
  return {
    tasks: recurringTasks({ store, payments, messages: messaging.messages, publicUrl }),
    // A job sends forty payments together.
    at_once: { [runTask.name]: 4 },
    dueScans: [recurringDue, noticesDue],
  }
}
