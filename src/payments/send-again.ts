import type { By } from '../definition/door.ts'
import type { Order, Processor, Result } from '../ports/processor.ts'
import { accountvault } from '../resources/accountvault/accountvault.ts'
import { producttransaction } from '../resources/producttransaction/producttransaction.ts'
import { type Beginning, transaction } from '../resources/transaction/transaction.ts'
import { type Attempt, renewAttempt } from './attempt.ts'
import { bankPayer } from './bank-payer.ts'
import { takeBack } from './carry-out.ts'
import { orderOf } from './intent.ts'
import { type Life, wide } from './life.ts'
import { question } from './question.ts'
import { fundingOfOpened } from './source.ts'
import { storeOutcome } from './store.ts'

/** Seconds after which a run that never reached its processor is given up: by then somebody should have looked. */
const GIVE_UP_SECONDS = 86_400
/** And after having been asked about so often: a sandbox whose clock jumps a day must not give up what was never tried again. */
const GIVE_UP_ASKS = 5

/**
 * The order of a recurring's payment that the processor says it has never seen; null when it must not be sent again. Nobody
 * was told anything of such a payment, and nobody will make it by hand, so a crash or a processor that was away must not
 * pass for a decline. Any other payment has somebody who tries again.
 */
export async function orderOfRun(life: Life, by: By, attempt: Attempt, processor: Processor): Promise<Order | null> {
  if (attempt.purpose !== 'order' || attempt.state !== 'pending' || !processor.actions[attempt.action]) return null
  const read = life.door.reader(wide(by).caller)
  const row = await read.maybe(transaction, attempt.transaction_id)
  if (!row || row.recurring_id === null || row.outcome !== 'pending' || row.instrument_id === null) return null
  const is_old = life.clock.seconds() > row.created_ts + GIVE_UP_SECONDS
  if (is_old && attempt.asks >= GIVE_UP_ASKS) return null
  const product = await read.maybe(producttransaction, row.product_transaction_id)
  const opened = (await life.vaulting.openAll({ ...by.caller, root_id: row.root_id }, [row.instrument_id])).get(
    row.instrument_id,
  )
  if (!product?.active || !opened) return null
  const vault = await read.maybe(accountvault, row.account_vault_id)
  const initiation = row.installment_number === null ? 'recurring' : 'installment'
  const action = attempt.action as Beginning
  const payment = { action, amount: attempt.amount, initiation, details: {} } as const
  const payer = row.payment_method === 'ach' ? bankPayer(payment, vault) : null
  const funding = fundingOfOpened(opened, { exp_date: vault?.exp_date ?? null })
  return orderOf({ payment, product, funding, payer }, row, attempt.id)
}

/** Sends it once more under the same reference, under which money moves once however often it is sent. */
export async function sendRunAgain(
  life: Life,
  by: By,
  attempt: Attempt,
  processor: Processor,
  order: Order,
): Promise<Result> {
  if (!(await renewAttempt(life.db, attempt.id, life.patience.lease_seconds))) return 'declined'
  const outcome = await question(processor, order, life.patience)
  if (outcome.result === 'unknown') return 'unknown'
  const { row, reversal } = await storeOutcome(life, by, attempt, outcome)
  if (reversal) await takeBack(life, by, reversal, row)
  return outcome.result
}
