import { batchReport } from './batch-report.ts'
import { carryOut } from './carry-out.ts'
import { recordFollowUp } from './follow.ts'
import { recordIntent } from './intent.ts'
import { closeByForce, processAgain, settleDue } from './keep-batches.ts'
import type { Life } from './life.ts'
import { enterAll, prepareAll } from './many.ts'
import { PATIENCE, type Patience } from './patience.ts'
import type { Payments } from './payments.ts'
import { resolve, watchGivenUp } from './resolve.ts'
import { sendAll } from './send-all.ts'
import { resolveSettlements, settleBatch } from './settle.ts'

/**
 * The life of a transaction in three steps: (1) intent and attempt are stored and committed, (2) the processor is asked
 * while no connection to the database is held, (3) the outcome is stored with everything that follows from it. A process
 * that dies between two steps leaves an open attempt, which `resolve` ends with the processor's own word.
 */
export function payments(parts: Omit<Life, 'patience'> & { patience?: Partial<Patience> }): Payments {
  const life: Life = { ...parts, patience: { ...PATIENCE, ...parts.patience } }
  return {
    async run(by, payment) {
      const { row, ask } = await recordIntent(life, by, payment)
      return ask ? carryOut(life, by, ask.attempt, ask.processor, ask.order) : row
    },
    async follow(by, transaction_id, action, asked) {
      const { attempt, processor, order } = await recordFollowUp(life, by, transaction_id, action, asked)
      return carryOut(life, by, attempt, processor, order)
    },
    many: {
      prepare: (by, payments) => prepareAll(life, by, payments),
      enter: (book, prepared) => enterAll(life, book, prepared),
      send: (by, entered) => sendAll(life, by, entered),
    },
    async resolve() {
      const ended = (await resolve(life)) + (await resolveSettlements(life))
      await watchGivenUp(life)
      return ended
    },
    batches: {
      settle: (by, id) => settleBatch(life, by, id),
      settleDue: (root_id, id, moment) => settleDue(life, root_id, id, moment),
      processAgain: (by, id) => processAgain(life, by, id),
      report: (by, batch) => batchReport(life, by, batch),
      closeByForce: (by, id, detail) => closeByForce(life, by, id, detail),
    },
  }
}
