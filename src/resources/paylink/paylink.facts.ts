import type { Row } from '../../definition/resource.ts'
import { byApiId, type Reader } from '../../definition/rules.ts'
import { notValid } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import type { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'

type Method = 'cc' | 'ach'

/** Throws a 422 unless a product that was named is in use, takes the payment method, and allows paylinks. */
export function checkProduct(method: Method, product: Row<typeof producttransaction>): void {
  if (!fits(product, method)) throw notValid(`${method}_product_transaction_id`)
}

/** The location's default product for the payment method, where it has one that fits. */
export async function productOf(read: Reader, place: Row<typeof location>, method: Method): Promise<string | null> {
  const product = await read.maybe(producttransaction, method === 'cc' ? place.default_cc : place.default_ach)
  return product && fits(product, method) ? product.id : null
}

function fits(product: Row<typeof producttransaction>, method: Method): boolean {
  return product.payment_method === method && product.active && product.paylink_allow
}

/** The contact that was named by its id, or by the caller's own id for it; null for none, undefined when nothing was said. */
export async function contactOf(
  read: Reader,
  location_id: string,
  sent: { contact_id?: string | null; contact_api_id?: string | null },
): Promise<string | null | undefined> {
  if (sent.contact_id || !sent.contact_api_id) return sent.contact_id
  return (await byApiId(read, contact, location_id, sent.contact_api_id)).id
}
