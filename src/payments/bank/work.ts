import type { Tasks } from '../../definition/task.ts'
import { newId } from '../../lib/id.ts'
import { type Acknowledgement, acknowledge } from './acknowledgement.ts'
import type { BankContext } from './bank-context.ts'
import { DELIVER, deliver } from './deliver.ts'
import { incomingFilesDue, PROCESS_INCOMING, processIncomingFiles } from './incoming-files.ts'
import { microdepositsDue, SEND_MICRODEPOSITS, sendMicrodeposits } from './microdeposits/send-microdeposits.ts'
import { ORIGINATE, originate, originationDue } from './origination.ts'
import { SETTLE, settleEntries, settlementDue } from './settlement.ts'

/** Returns the tasks, due scans and periodic tasks of bank payments; none where no bank is configured. */
export function bankWork(bank: BankContext | null) {
  if (!bank) return { tasks: {}, dueScans: [], periodicTasks: [] }
  const { db, clock, odfi, is_near } = bank
  const parts = { db, odfi, newId: () => newId(clock.now()) }
  const tasks: Tasks = {
    [ORIGINATE]: job => originate(bank, job),
    [DELIVER]: job => deliver(bank, job),
    // Acknowledgements that the bank gave by other means than a file, entered by an operator.
    'ach.answer': async ({ payload }) => void (await acknowledge(bank, payload as unknown as Acknowledgement)),
    [PROCESS_INCOMING]: () => processIncomingFiles(bank),
    [SETTLE]: job => settleEntries(bank, job),
    [SEND_MICRODEPOSITS]: job => sendMicrodeposits(bank, job),
  }
  const dueScans = [originationDue(parts), settlementDue(parts), microdepositsDue(parts)]
  // A local folder is listed as often as tables are scanned; a remote bank is polled at intervals.
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
