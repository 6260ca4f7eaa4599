import type { Row } from '../../definition/resource.ts'
import { byApiId, type Reader } from '../../definition/rules.ts'
import { forbidden, invalidField, notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import type { location } from '../location/location.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'

type Vault = Row<typeof accountvault>
type Product = Row<typeof producttransaction>
type Location = Row<typeof location>

/**
 * The vault that pays, named by its id or by the caller's own id for it (contract 2.3), which has to belong to the recurring's
 * location; null when none was named.
 */
export async function vaultOf(
  read: Reader,
  location_id: string,
  named: Vault | null | undefined,
  api_id: string | null | undefined,
): Promise<Vault | null> {
  if (!named) return api_id ? byApiId(read, accountvault, location_id, api_id) : null
  if (named.location_id !== location_id) throw notValid('account_vault_id')
  return named
}

/** Returns the location's default product for the payment method; 422 when it has none that can be used. */
export async function defaultProduct(read: Reader, place: Location, method: 'cc' | 'ach'): Promise<Product> {
  const product_id = method === 'cc' ? place.default_cc : place.default_ach
  if (!product_id) throw invalidField('product_transaction_id', 'Product Transaction Id cannot be blank.')
  const product = await read.one(producttransaction, product_id, 'product_transaction_id')
  checkProduct(product, method)
  return product
}

/** Throws a 422 unless a product is active and takes the payment method. */
export function checkProduct(product: Product, method: 'cc' | 'ach'): void {
  if (product.payment_method !== method || !product.active) throw notValid('product_transaction_id')
}

/** Throws a 403 when the location's recurring billing is switched off. */
export async function mustBeOffered(read: Reader, location_id: string): Promise<void> {
  const service = await read.find(product_recurring, { location_id })
  if (service && !service.active) throw forbidden('Recurring billing is switched off for this location.')
}
