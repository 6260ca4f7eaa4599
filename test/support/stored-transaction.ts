import { systemCaller } from '../../src/definition/caller.ts'
import type { Settable } from '../../src/definition/resource.ts'
import { type TransactionRow, transaction } from '../../src/resources/transaction/transaction.ts'
import type { Shop } from './app.ts'

/** Stores a declined card sale of the first merchant without a processor, for tests of what refers to transactions. */
export function storedTransaction(t: Shop, over: Settable<typeof transaction>): Promise<TransactionRow> {
  const [merchant] = t.merchants
  const starts = Object.entries(transaction.fields).flatMap(([name, { options }]) =>
    'fallback' in options && !('reach' in options && options.reach === 'input') ? [[name, options.fallback]] : [],
  )
  return t.app.store.insert({ caller: systemCaller(merchant.location_id, 'test') }, transaction, {
    ...Object.fromEntries(starts),
    payment_method: 'cc',
    location_id: merchant.location_id,
    product_transaction_id: merchant.cc_product_transaction_id,
    processor_account_id: merchant.cc_product_transaction_id,
    transaction_amount: 100n,
    type_id: 20,
    status_id: 301,
    reason_code_id: 1500,
    outcome: 'declined',
    card_present: true,
    ...over,
  })
}
