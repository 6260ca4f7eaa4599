import type { Tasks } from '../../definition/task.ts'
import { newId } from '../../lib/id.ts'
import { microdepositsDue, SEND_MICRODEPOSITS, sendMicrodeposits } from '../microdeposits/send.ts'
import { type Acknowledgement, acknowledge } from './acknowledgement.ts'
import { DELIVER, deliver } from './delivery.ts'
import { intakeDue, TAKE_IN, takeIn } from './intake.ts'
import { ORIGINATE, originate, originationDue } from './origination.ts'
import type { Rail } from './rail.ts'
import { SETTLE, settleEntries, settlementDue } from './settlement.ts'

/** What is done for bank payments: jobs, what falls due, and what is looked for at intervals. Nothing where there is no bank. */
export function railWork(rail: Rail | null) {
  if (!rail) return { tasks: {}, dues: [], rounds: [] }
  const { db, clock, odfi, is_near } = rail
  const parts = { db, odfi, newId: () => newId(clock.now()) }
  const tasks: Tasks = {
    [ORIGINATE]: job => originate(rail, job),
    [DELIVER]: job => deliver(rail, job),
    // What the bank said by other ways than a file; an operator has typed it.
    'ach.answer': async ({ payload }) => void (await acknowledge(rail, payload as unknown as Acknowledgement)),
    [TAKE_IN]: () => takeIn(rail),
    [SETTLE]: job => settleEntries(rail, job),
    [SEND_MICRODEPOSITS]: job => sendMicrodeposits(rail, job),
  }
  const dues = [originationDue(parts), settlementDue(parts), microdepositsDue(parts)]
  // A folder that is near is looked into as often as the tables; banks that are far away are asked now and again.
  if (is_near) return { tasks, dues: [...dues, intakeDue(parts)], rounds: [] }
  return {
    tasks,
    dues,
    rounds: [{ name: 'take in files of the bank', every_ms: ASK_EVERY_MS, run: () => takeIn(rail) }],
  }
}

const ASK_EVERY_MS = 60_000
