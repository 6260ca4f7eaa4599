import type { Draft, Row } from '../../definition/resource.ts'
import { TYPE } from './transaction.states.ts'
import { transaction } from './transaction.ts'

type Transaction = typeof transaction

/** What a bank payment in place of another one takes over from it. */
const KEPT = [
  ...['ach_sec_code', 'ach_identifier', 'account_holder_name', 'account_type', 'check_number', 'description'],
  ...['billing_street', 'billing_city', 'billing_state', 'billing_zip', 'billing_phone', 'customer_id', 'clerk_number'],
  ...['po_number', 'transaction_c1', 'transaction_c2', 'transaction_c3', 'custom_data', 'tax', 'customer_ip', 'locale'],
] as const satisfies readonly (keyof Draft<Transaction> & keyof Row<Transaction>)[]

/** Returns a bank payment as a POST would send it once more, without its amount and its account. */
export function repeated(row: Row<Transaction>): Record<string, unknown> {
  const fields = Object.entries(transaction.fields).filter(([, { mark }]) => mark.includes('P') && mark !== 'S')
  const blank = Object.fromEntries(fields.map(([name, { options }]) => [name, options.fallback ?? null]))
  const kept = Object.fromEntries(KEPT.map(name => [name, row[name]]))
  const { location_id, product_transaction_id, contact_id } = row
  const action = row.type_id === TYPE.debit ? 'debit' : 'credit'
  return { ...blank, ...kept, action, payment_method: 'ach', location_id, product_transaction_id, contact_id }
}
