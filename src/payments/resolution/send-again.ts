import type { Actor } from '../../definition/store.ts'
import type { Processor, ProcessorRequest, Result } from '../../ports/processor.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type Beginning, transaction } from '../../resources/transaction/transaction.ts'
import { type Attempt, renewAttempt } from '../lifecycle/attempt.ts'
import { recordAndReverse } from '../lifecycle/payment.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import { requestOf } from '../lifecycle/processor-request.ts'
import { submit } from '../lifecycle/submit.ts'
import { bankPayer } from '../requirements/bank-payer.ts'
import { fundingOfOpened } from '../vault/funding.ts'

/** Seconds after which a run that never reached its processor is given up: by then somebody should have looked. */
const GIVE_UP_SECONDS = 86_400
/** And after having been asked about so often: a sandbox whose clock jumps a day must not give up what was never tried again. */
const GIVE_UP_ASKS = 5

/**
 * The order of a recurring's payment that the processor says it has never seen; null when it must not be sent again. Nobody
 * was told anything of such a payment, and nobody will make it by hand, so a crash or a processor that was away must not
 * pass for a decline. Any other payment has somebody who tries again.
 */
export async function scheduledRequest(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
): Promise<ProcessorRequest | null> {
  if (attempt.purpose !== 'order' || attempt.state !== 'pending' || !processor.actions[attempt.action]) return null
  const read = context.store.reader(asRoot(actor).caller)
  const row = await read.maybe(transaction, attempt.transaction_id)
  if (!row || row.recurring_id === null || row.outcome !== 'pending' || row.instrument_id === null) return null
  const is_old = context.clock.seconds() > row.created_ts + GIVE_UP_SECONDS
  if (is_old && attempt.asks >= GIVE_UP_ASKS) return null
  const product = await read.maybe(producttransaction, row.product_transaction_id)
  const opened = (await context.vaulting.openAll({ ...actor.caller, root_id: row.root_id }, [row.instrument_id])).get(
    row.instrument_id,
  )
  if (!product?.active || !opened) return null
  const vault = await read.maybe(accountvault, row.account_vault_id)
  const initiation = row.installment_number === null ? 'recurring' : 'installment'
  const action = attempt.action as Beginning
  const payment = { action, amount: attempt.amount, initiation, details: {} } as const
  const payer = row.payment_method === 'ach' ? bankPayer(payment, vault) : null
  const funding = fundingOfOpened(opened, { exp_date: vault?.exp_date ?? null })
  return requestOf({ payment, product, funding, payer }, row, attempt.id)
}

/** Sends it once more under the same reference, under which money moves once however often it is sent. */
export async function submitAgain(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
  request: ProcessorRequest,
): Promise<Result> {
  if (!(await renewAttempt(context.db, attempt.id, context.retry_policy.lease_seconds))) return 'declined'
  const outcome = await submit(processor, request, context.retry_policy)
  if (outcome.result === 'unknown') return 'unknown'
  await recordAndReverse(context, actor, { attempt, outcome })
  return outcome.result
}
