import { onLane } from '../db/lanes.ts'
import { DEFAULT_ZONE } from '../lib/local-date.ts'
import type { Night } from '../lib/night.ts'
import { isUndecided, STATUS } from '../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../resources/transaction/transaction.ts'
import { closeByForce, processAgain, settleDue } from './batches/batch-operations.ts'
import { batchReport } from './batches/batch-report.ts'
import { settleBatch, settlementResolution } from './batches/settle.ts'
import { loaded } from './lifecycle/attempt.ts'
import { authoriseFollowUp } from './lifecycle/authorise-follow-up.ts'
import { expireAuthorizations } from './lifecycle/expire-authorizations.ts'
import { type Lines, openLines } from './lifecycle/lines.ts'
import { authorisePayments, makePayment, planPayments, submitPayments, submitRequest } from './lifecycle/payment.ts'
import { type PaymentContext, RETRY_POLICY, type RetryPolicy } from './lifecycle/payment-context.ts'
import type { PaymentPlan } from './lifecycle/plan.ts'
import type { AuthorisedPayments } from './lifecycle/processor-request.ts'
import { type WaitList, waitList } from './lifecycle/wait-list.ts'
import type { Payments } from './payments.ts'
import { compareBatch } from './reconciliation/compare-batch.ts'
import { compareNight } from './reconciliation/nightly.ts'
import { attemptsOf } from './resolution/attempts-of.ts'
import { givenUpOrders } from './resolution/given-up.ts'
import { intervene } from './resolution/intervene.ts'
import { lookAgain } from './resolution/look-again.ts'
import { resolution } from './resolution/resolve.ts'
import { askAboutReturns } from './resolution/returned-later.ts'

export function openPayments(
  parts: Omit<PaymentContext, 'retry_policy' | 'lines'> & {
    retry_policy?: Partial<RetryPolicy>
    lines?: Lines
    /** When the books are compared; left out by who never compares them at night. */
    night?: Night
  },
): Payments {
  const context: PaymentContext = {
    ...parts,
    lines: parts.lines ?? openLines(parts),
    retry_policy: { ...RETRY_POLICY, ...parts.retry_policy },
  }
  const open = resolution(context)
  const given_up = givenUpOrders(context)
  const settlements = settlementResolution(context)
  let waiting: WaitList<TransactionRow> | undefined
  const decided = async (row: TransactionRow): Promise<TransactionRow> => {
    waiting ??= waitList<TransactionRow>(context.db, {
      select: `select * from transaction where id = any($1) and status_id <> ${STATUS.pending} and doing is null`,
      load: columns => loaded<TransactionRow>(transaction, columns),
      is_there: each => !isUndecided(each),
    })
    return (await waiting.wait(row, context.retry_policy.join_ms)) ?? row
  }
  /** Who waits for the same payment in this process hears of it at once. */
  const told = async (made: Promise<TransactionRow>): Promise<TransactionRow> => {
    const row = await made
    if (waiting && !isUndecided(row)) waiting.resolve(row)
    return row
  }
  return {
    run: (actor, payment) => told(makePayment(context, actor, payment)),
    async follow(actor, transaction_id, action, input) {
      return told(submitRequest(context, actor, await authoriseFollowUp(context, actor, transaction_id, action, input)))
    },
    decided,
    close: () => waiting?.close(),
    expire: (root_id, ids, expire_ts) => expireAuthorizations(context, root_id, ids, expire_ts),
    scheduled: {
      plan: (actor, payments) => planPayments(context, actor, payments),
      // Plans and authorised payments come back as they were returned.
      authorise: (work, plans: readonly PaymentPlan[]) =>
        authorisePayments(
          context,
          work,
          plans.map(plan => ({ plan })),
        ),
      submit: (actor, authorised: AuthorisedPayments) => submitPayments(context, actor, authorised),
    },
    intervene: (actor, transaction_id, decision) => intervene(context, actor, transaction_id, decision),
    attempts: row => attemptsOf(context.db, row),
    async resolve() {
      await open.look()
      await settlements.look()
      const ended = (await open.finish()) + (await settlements.finish())
      await given_up.look()
      await given_up.finish()
      return ended
    },
    resolution: {
      payments: open.look,
      settlements: settlements.look,
      givenUp: given_up.look,
      lookAgain: (root_id, attempt_id) => lookAgain(context, root_id, attempt_id),
      askAboutReturns: () => askAboutReturns(context),
      lines: context.lines.states,
      stop: async () => void (await Promise.all([open.stop(), settlements.stop(), given_up.stop()])),
    },
    batches: {
      settle: (actor, id) => settleBatch(context, actor, id),
      settleDue: (root_id, id, moment) => settleDue(context, root_id, id, moment),
      processAgain: (actor, id) => processAgain(context, actor, id),
      report: (actor, batch) => onLane('lists', () => batchReport(context, actor, batch)),
      closeByForce: (actor, id, detail) => closeByForce(context, actor, id, detail),
    },
    reconciliation: {
      compareBatch: (root_id, id) => compareBatch(context, { root_id, id }, 'settlement'),
      compareNight: () => compareNight(context, parts.night ?? { hour: 3, zone: DEFAULT_ZONE }),
    },
  }
}
