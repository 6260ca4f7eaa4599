import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { forbidden, invalidField } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import type { location } from '../location/location.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'

type Vault = Row<typeof accountvault>
type Location = Row<typeof location>

/** How a caller names the vault that pays: by its id, or by the caller's own id for it (contract 2.3). */
export interface VaultAsked {
  account_vault_id?: string | null | undefined
  account_vault_api_id?: string | null | undefined
}

/** The vault that was named, which has to belong to the recurring's location; null when none was named. */
export async function vaultAsked(read: Reader, location_id: string, asked: VaultAsked): Promise<Vault | null> {
  if (asked.account_vault_id) {
    const vault = await read.one(accountvault, asked.account_vault_id, 'account_vault_id')
    if (vault.location_id !== location_id) throw notValid('account_vault_id')
    return vault
  }
  if (!asked.account_vault_api_id) return null
  const vault = await read.find(accountvault, { account_vault_api_id: asked.account_vault_api_id, location_id })
  if (!vault) throw notValid('account_vault_api_id')
  return vault
}

/** The product that was named, or the location's default for the payment method; it has to be active and take that method. */
export async function productFor(
  read: Reader,
  place: Location,
  method: 'cc' | 'ach',
  asked: string | null,
): Promise<Row<typeof producttransaction>> {
  const product_id = asked ?? (method === 'cc' ? place.default_cc : place.default_ach)
  if (!product_id) throw invalidField('product_transaction_id', 'Product Transaction Id cannot be blank.')
  const product = await read.one(producttransaction, product_id, 'product_transaction_id')
  if (product.payment_method !== method || !product.active) throw notValid('product_transaction_id')
  return product
}

/** Throws a 403 when the location's recurring billing is switched off. */
export async function mustBeOffered(read: Reader, location_id: string): Promise<void> {
  const service = await read.find(product_recurring, { location_id })
  if (service && !service.active) throw forbidden('Recurring billing is switched off for this location.')
}

function notValid(field: string) {
  return invalidField(field, `${field} provided is not valid`)
}
