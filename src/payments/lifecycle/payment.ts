import { closeByForce, processAgain, settleDue } from '../batches/batch-operations.ts'
import { batchReport } from '../batches/batch-report.ts'
import { resolveSettlements, settleBatch } from '../batches/settle.ts'
import type { Payments } from '../payments.ts'
import { resolve, watchGivenUp } from '../resolution/resolve.ts'
import { submitAttempt } from './carry-out.ts'
import { recordFollowUp } from './follow-up.ts'
import { recordIntent } from './intent.ts'
import { enterAll, prepareAll } from './many.ts'
import type { PaymentContext } from './payment-context.ts'
import { RETRY_POLICY, type RetryPolicy } from './retry-policy.ts'
import { sendAll } from './send-all.ts'

/**
 * The life of a transaction in three steps: (1) intent and attempt are stored and committed, (2) the processor is asked
 * while no connection to the database is held, (3) the outcome is stored with everything that follows from it. A process
 * that dies between two steps leaves an open attempt, which `resolve` ends with the processor's own word.
 */
export function payments(
  parts: Omit<PaymentContext, 'retry_policy'> & { retry_policy?: Partial<RetryPolicy> },
): Payments {
  const context: PaymentContext = { ...parts, retry_policy: { ...RETRY_POLICY, ...parts.retry_policy } }
  return {
    async run(actor, payment) {
      const { row, ask } = await recordIntent(context, actor, payment)
      return ask ? submitAttempt(context, actor, ask.attempt, ask.processor, ask.order) : row
    },
    async follow(actor, transaction_id, action, asked) {
      const { attempt, processor, order } = await recordFollowUp(context, actor, transaction_id, action, asked)
      return submitAttempt(context, actor, attempt, processor, order)
    },
    many: {
      prepare: (actor, payments) => prepareAll(context, actor, payments),
      enter: (work, prepared) => enterAll(context, work, prepared),
      send: (actor, entered) => sendAll(context, actor, entered),
    },
    async resolve() {
      const ended = (await resolve(context)) + (await resolveSettlements(context))
      await watchGivenUp(context)
      return ended
    },
    batches: {
      settle: (actor, id) => settleBatch(context, actor, id),
      settleDue: (root_id, id, moment) => settleDue(context, root_id, id, moment),
      processAgain: (actor, id) => processAgain(context, actor, id),
      report: (actor, batch) => batchReport(context, actor, batch),
      closeByForce: (actor, id, detail) => closeByForce(context, actor, id, detail),
    },
  }
}
