import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { idFrom, momentOf } from '../../lib/id.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Outcome } from '../../ports/processor.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { checkAccount, checkRoute } from '../requirements/check-requirements.ts'
import { type Attempt, attemptEnd, newAttempt, openAttempts } from './attempt.ts'
import { routeThrough } from './choose-product.ts'
import { canBeMadeElsewhere, declineBeforeSecond } from './elsewhere.ts'
import { isOpen } from './outcome.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'
import type { PaymentPlan } from './plan.ts'
import { type PendingRequest, paymentRequest } from './processor-request.ts'
import { lockingAttempts, truncateOutcome } from './record-outcome.ts'

/** A request that may be made at a second product. */
interface Tried extends Pick<PendingRequest, 'attempt'> {
  second: NonNullable<PendingRequest['second']>
}

/**
 * Moves a payment that its processor certainly did not make to the account of the second product, and returns the
 * request to be submitted there; null where it stays with the first one and its outcome. One database transaction ends
 * the first attempt, moves the payment and stores the second attempt, so whoever finds the payment later asks the one
 * processor that may have it. Never throws: the payment then stays with the first one.
 */
export async function secondTry(
  context: PaymentContext,
  actor: Actor,
  { attempt, second }: Tried,
  outcome: Outcome,
): Promise<PendingRequest | null> {
  const decline = declineBeforeSecond(outcome)
  if (!decline) return null
  try {
    const plan = await planSecond(context, actor, second)
    if (!plan) return null
    const next = secondAttempt(attempt, plan)
    const ended = { attempt, outcome: truncateOutcome(decline) }
    const row = await lockingAttempts(context, actor, [ended], (work, [locked]) =>
      move(context, work, locked!, plan, next),
    )
    return row && paymentRequest(context, plan, row, next)
  } catch (error) {
    const { message } = error as Error
    context.log.warn({ attempt: attempt.id, message }, 'a payment could not be passed on to its second processor')
    return null
  }
}

/** Returns the plan with the second product; null where that one cannot take the payment, or cannot be reached. */
async function planSecond(
  context: PaymentContext,
  actor: Actor,
  { plan, product_transaction_id }: Tried['second'],
): Promise<PaymentPlan | null> {
  if (!canBeMadeElsewhere(plan.payment.action, plan.funding)) return null
  const read = context.store.reader(asRoot(actor).caller)
  const route = await routeThrough(context, read, plan, product_transaction_id)
  if (route.account.id === plan.account.id || !(await context.lines.canAsk(route.account.id))) return null
  try {
    checkRoute(context.processors, route)
    await checkAccount(read, route, plan.funding)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
  return { ...plan, ...route, second: null }
}

/** Follows from the first reference: a restored gateway asks about a payment under both references it may have had. */
export function secondReference(transaction_id: string): string {
  return idFrom(momentOf(transaction_id)! + 1, `${transaction_id} second`)
}

function secondAttempt(first: Attempt, { account }: PaymentPlan): Attempt {
  const { id: transaction_id, root_id, action, amount, changes } = first
  return newAttempt({
    id: secondReference(transaction_id),
    root_id,
    transaction_id,
    processor_account_id: account.id,
    action,
    purpose: 'order',
    amount,
    changes,
  })
}

/** Returns null where somebody else has recorded an outcome meanwhile, or reported the payment as failed. */
async function move(
  context: PaymentContext,
  work: UnitOfWork,
  { row, attempt: first, outcome }: { row: TransactionRow; attempt: Attempt; outcome: Outcome },
  { product, account }: PaymentPlan,
  next: Attempt,
): Promise<TransactionRow | null> {
  // Stored by this very call, whose commit was not answered.
  if (row.reference === next.id && row.outcome === 'pending') return row
  if (!isOpen(first) || first.told_ts !== null || row.outcome !== 'pending') return null
  const seconds = context.clock.seconds()
  const { text, values } = attemptEnd([{ id: first.id, state: 'declined', outcome, is_stuck: false }], seconds)
  await work.query(text, values)
  const moved = await work.update(
    transaction,
    row,
    {
      product_transaction_id: product.id,
      processor_account_id: account.id,
      first_product_transaction_id: row.product_transaction_id,
      reference: next.id,
    },
    { verb: 'started_elsewhere' },
  )
  await openAttempts(work, [next], context.retry_policy, seconds)
  return moved
}
