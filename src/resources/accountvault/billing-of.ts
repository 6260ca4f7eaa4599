import type { Row, Settable } from '../../definition/resource.ts'
import type { transaction } from '../transaction/transaction.ts'
import type { accountvault } from './accountvault.ts'

/** Where the bills of a stored account go, as a transaction has it. */
export function billingOf(vault: Row<typeof accountvault>) {
  return {
    billing_street: vault.billing_address,
    billing_city: vault.billing_city,
    billing_state: vault.billing_state,
    billing_zip: vault.billing_zip,
    // A number that a transaction does not take is left out.
    billing_phone: vault.billing_phone?.length === 10 ? vault.billing_phone : null,
    customer_id: vault.customer_id,
  } satisfies Settable<typeof transaction>
}
