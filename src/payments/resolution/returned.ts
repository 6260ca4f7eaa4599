import { systemCaller } from '../../definition/caller.ts'
import { bankDate } from '../../lib/banking-day.ts'
import type { Outcome } from '../../ports/processor.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { titleOf } from '../bank/apply-return.ts'
import { blockAccounts } from '../bank/block-accounts.ts'
import { reasonOf, returnRule } from '../bank/return-codes.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { accountOf, leavesByFile } from '../lifecycle/routing.ts'
import { postOutcome } from '../posting/post-outcome.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock' | 'log'>

/** The steps of a bank payment before it can come back. */
const STEPS: readonly TransactionRow['status_id'][] = [
  STATUS.ach_pending,
  STATUS.ach_originating,
  STATUS.ach_originated,
]

/**
 * Stores that a bank payment which its processor had sent came back: it is charged back, and what the code requires
 * follows in the same transaction, as for one that left with a file. One that is charged back already stays as it is.
 */
export async function recordReturned(
  { db, store, clock, log }: Context,
  root_id: string,
  transaction_id: string,
  { code }: NonNullable<Outcome['returned']>,
): Promise<void> {
  const reason_code_id = reasonOf(code)
  if (reason_code_id === null) {
    log.error({ transaction_id, code }, 'a bank payment came back with a code that is no reason')
    return
  }
  await store.transaction({ caller: systemCaller(root_id, 'resolver') }, async work => {
    const row = await work.lock(transaction, transaction_id)
    if (!row || !canComeBack(row) || leavesByFile(await accountOf(db, row))) return
    const seconds = clock.seconds()
    let taken = row
    const at = STEPS.indexOf(row.status_id)
    for (const status_id of at < 0 ? [] : STEPS.slice(at + 1))
      taken = await work.update(transaction, taken, { status_id })
    const today = bankDate(seconds).toString()
    const verbiage = await titleOf(work, reason_code_id, code)
    const back = { status_id: STATUS.charged_back, reason_code_id, verbiage, return_date: today, dup_key: null }
    await postOutcome(work, taken, { ...back, charge_back_date: today }, 'updated', seconds)
    await blockAccounts(work, taken, returnRule(code), reason_code_id, seconds)
  })
}

/** Whether a payment is in a state in which its bank may send it back. */
export function canComeBack({
  payment_method,
  status_id,
  doing,
}: Pick<TransactionRow, 'payment_method' | 'status_id' | 'doing'>): boolean {
  return payment_method === 'ach' && doing === null && (STEPS.includes(status_id) || status_id === STATUS.ach_settled)
}
