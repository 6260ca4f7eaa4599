import type { Command } from '../../definition/command.ts'
import type { Payments } from '../../payments/payments.ts'
import type { transactionbatch } from './transactionbatch.ts'

export function transactionbatchCommands({ payments }: { payments: Payments }): Command<typeof transactionbatch>[] {
  return [
    {
      name: 'settle',
      method: 'POST',
      on: 'one',
      right: 'update',
      says: 'Closes the batch and has the processor settle it. processing_status_id tells what came of it: 2 settled, 3 refused (settle it again once that is mended), 5 not known yet.',
      answers: 'record',
      run: async ({ by, row }) => ({ row: await payments.settle(by, row.id) }),
    },
  ]
}
