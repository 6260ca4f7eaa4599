import { authorizationsDue } from '../../resources/transaction/transaction.due.ts'
import { transactionTasks } from '../../resources/transaction/transaction.tasks.ts'
import { settleTask, transactionbatchDue } from '../../resources/transactionbatch/transactionbatch.due.ts'
import { transactionbatchTasks } from '../../resources/transactionbatch/transactionbatch.tasks.ts'
import type { Core, Feature } from '../parts.ts'

const RESOLVE_EVERY_MS = 2_000

/** Payments and their batches: unknown outcomes, receipts, settlement at the end of the day. */
export function paymentsFeature({ payments, messaging, publicUrl }: Core): Feature {
  return {
    tasks: {
      ...transactionTasks({ payments, messages: messaging.messages, publicUrl }),
      ...transactionbatchTasks({ payments }),
    },
    at_once: { [settleTask.name]: 5 },
    dueScans: [transactionbatchDue, authorizationsDue],
    periodicTasks: [{ name: 'resolve unknown outcomes', every_ms: RESOLVE_EVERY_MS, run: () => payments.resolve() }],
  }
}
