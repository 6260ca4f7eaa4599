import type { Tasks } from '../../definition/task.ts'
import type { Payments } from '../../payments/payments.ts'

/** What workers do for batches: their settlement at the end of the product's day. */
export function transactionbatchTasks({ payments }: { payments: Payments }): Tasks {
  return {
    'transactionbatch.settle': ({ payload, root_id }) =>
      payments.batches.settleDue(root_id ?? '', payload.id as string, payload.moment as number),
  }
}
