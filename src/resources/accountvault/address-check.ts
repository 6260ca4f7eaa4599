import type { Caller } from '../../definition/caller.ts'
import type { Draft, Row } from '../../definition/resource.ts'
import type { VaultAccount } from '../../lib/account.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Payments } from '../../payments/payments.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import type { accountvault } from './accountvault.ts'
import type { VaultRecord } from './vault-record.ts'

type Vault = typeof accountvault
type Product = Row<typeof producttransaction>

/** A vault is made by a program of the merchant. */
const TRX_SOURCE_INTEGRATION = 12

/**
 * The product to check the address with before a card is stored, or null when none is asked for. `run_avs` stands over
 * the product's own setting; asked for where there is no card product, it is a 422 (contract 2.3).
 */
export function checkingProduct({ payment_method, run_avs }: Draft<Vault>, product: Product | null): Product | null {
  if (payment_method !== 'cc') return null
  const checking = product?.active ? product : null
  if (run_avs && !checking)
    throw invalidField('run_avs', 'Run Avs needs an active default card product at the location.')
  return (run_avs ?? checking?.run_avs_on_accountvault_create) ? checking : null
}

export interface AddressCheck {
  caller: Caller
  product: Product
  account: VaultAccount
  track_data: string | null
  /** What the vault will hold. */
  record: VaultRecord
}

/**
 * Asks the processor whether the address belongs to the card: an `avsonly` transaction of its own, which stays in the
 * books whatever becomes of the record. Throws a 422 unless it is approved; an answer that did not come is no approval.
 */
export async function checkAddress(payments: Payments, check: AddressCheck): Promise<void> {
  const { caller, product, account, track_data, record } = check
  // Not under the request's Idempotency-Key: its record is the vault, which does not exist yet.
  const done = await payments.run(
    { caller },
    {
      action: 'avsonly',
      location_id: record.location_id,
      product_transaction_id: product.id,
      amount: 0n,
      source: { kind: 'account', account, ...(track_data ? { track_data } : {}) },
      initiation: 'cardholder',
      details: {
        account_holder_name: account.account_holder_name,
        billing_street: record.billing_address,
        billing_city: record.billing_city,
        billing_state: record.billing_state,
        billing_zip: record.billing_zip,
        billing_phone: record.billing_phone,
        contact_id: record.contact_id,
        trx_source_id: TRX_SOURCE_INTEGRATION,
      },
    },
  )
  if (done.outcome === 'approved') return
  const field = record.billing_address ? 'billing_address' : record.billing_zip ? 'billing_zip' : 'account_number'
  throw invalidField(field, `Account Verification failed: ${done.verbiage ?? 'no answer'}`)
}
