import type { Row, Settable } from '../../definition/resource.ts'
import type { Identity } from '../../ports/processor-request.ts'
import type { accountvault } from '../../resources/accountvault/accountvault.ts'
import { billingOf } from '../../resources/accountvault/billing-of.ts'
import type { transaction } from '../../resources/transaction/transaction.ts'
import type { NewPayment } from '../payments.ts'

type Vault = Row<typeof accountvault>
type Details = Settable<typeof transaction>

/** The payer of a bank payment: columns of the transaction, and proofs of identity that are only forwarded. */
export interface BankPayer {
  details: Details
  identity: Identity
}

const PROOFS = ['dl_number', 'dl_state', 'ssn4', 'dob_year'] as const

/** Returns what was sent for this payment, completed by the stored account. */
export function bankPayer(
  { details, identity = {} }: Pick<NewPayment, 'details' | 'identity'>,
  vault: Vault | null,
): BankPayer {
  const known: Details = vault ? billingOf(vault) : {}
  // Proofs are not mixed: half a license sent and half of it stored may not belong to the same person.
  const of_vault = vault && !PROOFS.some(name => identity[name]) ? vault : null
  const proofs = PROOFS.map(name => [name, identity[name] || of_vault?.[name] || null] as const)
  return {
    details: { ...sent(known), ...sent(details) },
    identity: sent(Object.fromEntries(proofs)),
  }
}

function sent<T extends object>(fields: T): T {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return Object.fromEntries(kept) as T
}
