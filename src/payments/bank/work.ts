import type { DueScanDefinition } from '../../jobs/declare/due-scan.ts'
import { defineTask, type Tasks } from '../../jobs/declare/task.ts'
import { type Acknowledgement, acknowledge } from './acknowledgement.ts'
import type { BankContext } from './bank-context.ts'
import { deliver, deliverTask } from './deliver.ts'
import { incomingFilesDue, incomingTask, processIncomingFiles } from './incoming-files.ts'
import { microdepositsDue, microdepositsTask, sendMicrodeposits } from './microdeposits/send-microdeposits.ts'
import { originate, originateTask, originationDue } from './origination.ts'
import { settleEntries, settlementDue, settleTask } from './settlement.ts'

/** Handles acknowledgements that the bank gave by other means than a file, entered by an operator. */
export const answerTask = defineTask<Acknowledgement>('ach.answer')

const POLL_EVERY_MS = 60_000

/** Returns the tasks, due scans and periodic tasks of bank payments. Jobs fail where no bank is configured. */
export function bankWork(bank: BankContext | null) {
  const to = (work: (bank: BankContext) => Promise<unknown>): Promise<unknown> => {
    if (!bank) throw new Error('no bank is connected')
    return work(bank)
  }
  const tasks: Tasks = {
    ...originateTask.does(job => to(bank => originate(bank, job))),
    ...deliverTask.does(job => to(bank => deliver(bank, job))),
    ...answerTask.does(({ payload }) => to(bank => acknowledge(bank, payload))),
    ...incomingTask.does(() => to(processIncomingFiles)),
    ...settleTask.does(job => to(bank => settleEntries(bank, job))),
    ...microdepositsTask.does(job => to(bank => sendMicrodeposits(bank, job))),
  }
  if (!bank) return { tasks }
  const dueScans: DueScanDefinition[] = [originationDue, settlementDue, microdepositsDue]
  // A local folder is listed as often as tables are scanned; a remote bank is polled at intervals.
  if (bank.is_near) return { tasks, dueScans: [...dueScans, incomingFilesDue(bank.odfi)] }
  const poll = {
    name: 'take in files of the bank',
    every_ms: POLL_EVERY_MS,
    run: () => processIncomingFiles(bank),
  }
  return { tasks, dueScans, periodicTasks: [poll] }
}
