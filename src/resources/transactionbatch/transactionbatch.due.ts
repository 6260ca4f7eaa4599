import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'

export const settleTask = defineTask<{ id: string; moment: number }>('transactionbatch.settle')

/**
 * Batches whose day is over. One that could not be settled, because a payment of it was being changed or it failed,
 * comes back.
 */
export const transactionbatchDue = dueScan({
  name: 'batches to settle',
  table: 'transactionbatch',
  column: 'due_ts',
  where: 'deleted_ts is null',
  task: settleTask,
  payload: { id: 'id', moment: 'moment' },
  again: 3600,
  most: 500,
})

export const compareTask = defineTask<{ id: string }>('transactionbatch.compare')

/** Settled batches to be compared with the processor's file: at once, in the nights after, until the file is there. */
export const transactionbatchCompared = dueScan({
  name: 'batches to compare',
  table: 'transactionbatch',
  column: 'compare_ts',
  where: 'deleted_ts is null',
  task: compareTask,
  payload: { id: 'id' },
  again: 3600,
  most: 500,
})
