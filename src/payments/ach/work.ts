import type { Tasks } from '../../definition/task.ts'
import { newId } from '../../lib/id.ts'
import { DELIVER, deliver } from './delivery.ts'
import { intakeDue, TAKE_IN, takeIn } from './intake.ts'
import { ORIGINATE, originate, originationDue } from './origination.ts'
import type { Rail } from './rail.ts'
import { SETTLE, settleEntries, settlementDue } from './settlement.ts'

/** What workers do for bank payments. */
export function railTasks(rail: Rail): Tasks {
  return {
    [ORIGINATE]: job => originate(rail, job),
    [DELIVER]: job => deliver(rail, job),
    [TAKE_IN]: () => takeIn(rail),
    [SETTLE]: job => settleEntries(rail, job),
  }
}

/** What falls due. */
export function railDues({ db, clock, odfi, is_near }: Rail) {
  const parts = { db, odfi, newId: () => newId(clock.now()) }
  return [originationDue(parts), settlementDue(parts), ...(is_near ? [intakeDue(parts)] : [])]
}

const ASK_EVERY_MS = 60_000

/** Banks that are far away are asked now and again what they have for us. */
export function railRounds(rail: Rail) {
  return rail.is_near ? [] : [{ name: 'take in files of the bank', every_ms: ASK_EVERY_MS, run: () => takeIn(rail) }]
}
