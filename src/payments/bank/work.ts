import type { Tasks } from '../../definition/task.ts'
import { newId } from '../../lib/id.ts'
import { type Acknowledgement, acknowledge } from './acknowledgement.ts'
import type { BankContext } from './bank-context.ts'
import { DELIVER, deliver } from './deliver.ts'
import { incomingFilesDue, PROCESS_INCOMING, processIncomingFiles } from './incoming-files.ts'
import { microdepositsDue, SEND_MICRODEPOSITS, sendMicrodeposits } from './microdeposits/send-microdeposits.ts'
import { ORIGINATE, originate, originationDue } from './origination.ts'
import { SETTLE, settleEntries, settlementDue } from './settlement.ts'

/** What is done for bank payments: jobs, what falls due, and what is looked for at intervals. Nothing where there is no bank. */
export function bankWork(bank: BankContext | null) {
  if (!bank) return { tasks: {}, dueScans: [], periodicTasks: [] }
  const { db, clock, odfi, is_near } = bank
  const parts = { db, odfi, newId: () => newId(clock.now()) }
  const tasks: Tasks = {
    [ORIGINATE]: job => originate(bank, job),
    [DELIVER]: job => deliver(bank, job),
    // What the bank said by other ways than a file; an operator has typed it.
    'ach.answer': async ({ payload }) => void (await acknowledge(bank, payload as unknown as Acknowledgement)),
    [PROCESS_INCOMING]: () => processIncomingFiles(bank),
    [SETTLE]: job => settleEntries(bank, job),
    [SEND_MICRODEPOSITS]: job => sendMicrodeposits(bank, job),
  }
  const dueScans = [originationDue(parts), settlementDue(parts), microdepositsDue(parts)]
  // A folder that is near is looked into as often as the tables; banks that are far away are asked now and again.
  if (is_near) return { tasks, dueScans: [...dueScans, incomingFilesDue(parts)], periodicTasks: [] }
  return {
    tasks,
    dueScans,
    periodicTasks: [
      { name: 'take in files of the bank', every_ms: ASK_EVERY_MS, run: () => processIncomingFiles(bank) },
    ],
  }
}

const ASK_EVERY_MS = 60_000
