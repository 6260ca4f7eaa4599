import type { Draft, Row, Settable } from '../../definition/resource.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import type { AccountOrigin } from './account-origin.ts'
import { accountvault } from './accountvault.ts'

type Vault = typeof accountvault

/** What a vault will hold beside what its instrument says. */
export type VaultRecord = Settable<Vault> & { location_id: string }

/**
 * What the account itself says, whatever was sent: a card has a brand and no SEC code, a bank account no month of
 * expiry.
 */
const NOT_TAKEN: Record<'cc' | 'ach', readonly string[]> = {
  cc: ['account_type', 'is_company', 'ach_sec_code'],
  ach: ['account_type', 'is_company', 'exp_date'],
}

/** What was sent stands over what came with the ticket or the earlier vault. */
export function vaultRecord(
  draft: Draft<Vault>,
  origin: AccountOrigin,
  product: Row<typeof producttransaction> | null,
): VaultRecord {
  const not_taken = NOT_TAKEN[draft.payment_method]
  const sent = Object.entries(draft).filter(
    ([name, value]) =>
      value !== null && isStored(name) && !not_taken.includes(name) && !(name === 'ach_sec_code' && value === ''),
  )
  return {
    ...(origin.kind === 'instrument' ? origin.set : {}),
    ...Object.fromEntries(sent),
    location_id: draft.location_id,
    product_transaction_id: product?.id ?? null,
  }
}

function isStored(name: string): boolean {
  const field = (accountvault.fields as Record<string, { options: { reach?: string } }>)[name]
  return field?.options.reach !== 'input'
}
