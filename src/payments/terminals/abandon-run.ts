import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { Action } from '../../ports/processor.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { type Attempt, openAttempt } from '../lifecycle/attempt.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { resolveNow } from '../resolution/resolve.ts'
import { kindOf } from './execute-run.ts'
import { CHANNEL } from './wait-list.ts'

/**
 * Ends the run of a terminal that does not come back, so that nothing waits for it any more. Nobody guesses what became of its payment:
 * the processor is asked instead, which knows the order by the run's id. Approved, the payment stands; never seen, it is ruled out there,
 * so that the terminal cannot charge with it should it turn up after all. Throws a 422 for a run that is not unknown.
 */
export async function abandonRun(context: PaymentContext, actor: Actor, id: string): Promise<RunRow> {
  const { run, attempt } = await context.store.transaction(asRoot(actor), async work => {
    const held = await work.lock(terminalrun, id)
    if (!held) throw notFound()
    if (held.ended_ts !== null) throw invalidField('status', 'The run has ended.')
    if (held.status !== 'unknown') throw invalidField('status', 'The terminal is at work; cancel the run first.')
    const seconds = context.clock.seconds()
    const attempt = await askProcessor(context, work, held, seconds)
    const result = attempt ? null : ('failed' as const)
    const set = {
      status: 'ended',
      result,
      message: 'ABANDONED',
      step: null,
      ended_ts: seconds,
      abandoned_ts: seconds,
    } as const
    const after = await work.update(terminalrun, held, set, { verb: 'abandoned' })
    await work.query('select pg_notify($1, $2)', [CHANNEL, id])
    return { run: after, attempt }
  })
  if (attempt) await resolveNow(context, attempt)
  return run
}

/** From now on the payment is one of unknown outcome like any other. Null for a run that has none. */
async function askProcessor(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  seconds: number,
): Promise<Attempt | null> {
  if (kindOf(run) !== 'payment' || run.transaction_id === null) return null
  const product = await work.maybe(producttransaction, run.product_transaction_id)
  if (!product) throw new Error(`terminal run ${run.id} has no product`)
  const { id, root_id, transaction_id, action, transaction_amount } = run
  const made = { id, root_id, transaction_id, processor: product.processor, purpose: 'order' } as const
  const asked = { ...made, action: action as Action, amount: transaction_amount ?? 0n }
  return openAttempt(work, asked, context.retry_policy, seconds)
}
