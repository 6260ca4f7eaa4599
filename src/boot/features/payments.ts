import { discrepancyNotices, discrepancyTasks } from '../../payments/reconciliation/notice.ts'
import { authorizationsDue } from '../../resources/transaction/transaction.due.ts'
import { transactionTasks } from '../../resources/transaction/transaction.tasks.ts'
import {
  compareTask,
  settleTask,
  transactionbatchCompared,
  transactionbatchDue,
} from '../../resources/transactionbatch/transactionbatch.due.ts'
import { transactionbatchTasks } from '../../resources/transactionbatch/transactionbatch.tasks.ts'
import type { Core, Feature } from '../parts.ts'

const RESOLVE_EVERY_MS = 2_000
const LOOK_EVERY_MS = 10_000
const COMPARE_EVERY_MS = 60_000

/**
 * Payments and their batches: unknown outcomes, receipts, settlement at the end of the day, and the comparison of the
 * books with processors and banks.
 */
export function paymentsFeature({ config, db, clock, payments, messaging, publicUrl }: Core): Feature {
  const { resolution, reconciliation } = payments
  return {
    tasks: {
      ...transactionTasks({ payments, messages: messaging.messages, publicUrl }),
      ...transactionbatchTasks({ payments }),
      ...discrepancyTasks({ db, clock, mailer: messaging.mailer, to: config.notice_email, publicUrl }),
    },
    at_once: { [settleTask.name]: 5, [compareTask.name]: 2 },
    beforeClose: async () => payments.close(),
    dueScans: [transactionbatchDue, transactionbatchCompared, authorizationsDue, discrepancyNotices],
    // Apart from each other: a processor that hangs in one of them keeps the others from nothing.
    periodicTasks: [
      { name: 'resolve unknown payments', every_ms: RESOLVE_EVERY_MS, run: resolution.payments },
      { name: 'resolve unknown settlements', every_ms: RESOLVE_EVERY_MS, run: resolution.settlements },
      { name: 'look for orders that were given up', every_ms: LOOK_EVERY_MS, run: resolution.givenUp },
      { name: 'compare the books', every_ms: COMPARE_EVERY_MS, run: reconciliation.compareNight },
    ],
    background: { start: () => undefined, stop: resolution.stop },
  }
}
