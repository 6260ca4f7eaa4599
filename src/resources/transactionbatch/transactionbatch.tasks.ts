import type { Tasks } from '../../jobs/declare/task.ts'
import type { Payments } from '../../payments/payments.ts'
import { compareTask, settleTask } from './transactionbatch.due.ts'

/** What workers do for batches: their settlement at the end of the product's day, and comparing them afterwards. */
export function transactionbatchTasks({ payments }: { payments: Payments }): Tasks {
  return {
    ...settleTask.does(({ payload, root_id }) => payments.batches.settleDue(root_id ?? '', payload.id, payload.moment)),
    ...compareTask.does(({ payload, root_id }) => payments.reconciliation.compareBatch(root_id ?? '', payload.id)),
  }
}
