import { systemCaller } from '../../definition/caller.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Store } from '../../definition/store.ts'
import type { JobRun } from '../../jobs/declare/task.ts'
import type { Payments } from '../../payments/payments.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { location } from '../location/location.ts'
import { REASON } from '../transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../transaction/transaction.ts'
import { stopped } from './due-moment.ts'
import { recurring } from './recurring.ts'

/** These are about one agreement or one kind of payment; every other such decline is about the account itself. */
const OF_ONE_RECURRING: readonly number[] = [REASON.recurring_stopped, REASON.not_permitted]

/** Stored copies of one account, and recurrings that are read at a time. */
const MOST_COPIES = 100
const AT_ONCE = 100

/**
 * Puts recurrings on hold whose account the card networks forbid to charge again: lost, stolen, closed (Visa's first
 * category, Mastercard's advice codes 03 and 21). Each by itself; one that is billed to another account by now goes on.
 */
export async function holdRefused(
  { store, payments }: { store: Store; payments: Pick<Payments, 'attempts'> },
  { payload, root_id, seconds }: JobRun<{ transaction_id: string }>,
): Promise<void> {
  const actor = { caller: systemCaller(root_id ?? '', 'worker') }
  const read = store.reader(actor.caller)
  const payment = await read.maybe(transaction, payload.transaction_id)
  if (!payment || !(await isForbidden(payments, payment))) return
  const vaults = await copiesOf(read, payment)
  const hold = (id: string): Promise<void> =>
    store.transaction(actor, async work => {
      const row = await work.lock(recurring, id)
      if (!row || !vaults.includes(row.account_vault_id)) return
      const place = await work.maybe(location, row.location_id)
      const set = stopped(row, 'on hold', place?.tz ?? null, seconds)
      if (set) await work.update(recurring, row, set, { verb: 'account_refused' })
    })
  if (OF_ONE_RECURRING.includes(payment.reason_code_id)) return hold(payment.recurring_id!)
  for (;;) {
    const billed = await read.all(recurring, { account_vault_id: vaults, status: 'active' }, AT_ONCE)
    for (const { id } of billed) await hold(id)
    if (billed.length < AT_ONCE) return
  }
}

async function isForbidden(payments: Pick<Payments, 'attempts'>, payment: TransactionRow): Promise<boolean> {
  const attempts = await payments.attempts(payment)
  return attempts.some(({ purpose, decline_class }) => purpose === 'order' && decline_class === 'never')
}

/** Returns the account vaults that hold the account of a payment. */
async function copiesOf(
  read: Reader,
  { account_vault_id, instrument_id }: Pick<TransactionRow, 'account_vault_id' | 'instrument_id'>,
): Promise<string[]> {
  const copies = instrument_id ? await read.all(accountvault, { instrument_id }, MOST_COPIES) : []
  return [...new Set([...(account_vault_id ? [account_vault_id] : []), ...copies.map(({ id }) => id)])]
}
