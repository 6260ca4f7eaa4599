import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import type { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'

type Method = 'cc' | 'ach'

/** A product that was named: it has to be in use, take the payment method, and allow paylinks. */
export async function productAsked(read: Reader, method: Method, id: string): Promise<string> {
  const field = `${method}_product_transaction_id`
  const product = await read.one(producttransaction, id, field)
  if (!fits(product, method)) throw invalidField(field, `${field} provided is not valid`)
  return product.id
}

/** The location's default product for the payment method, where it has one that fits. */
export async function productOf(read: Reader, place: Row<typeof location>, method: Method): Promise<string | null> {
  const product = await read.maybe(producttransaction, method === 'cc' ? place.default_cc : place.default_ach)
  return product && fits(product, method) ? product.id : null
}

function fits(product: Row<typeof producttransaction>, method: Method): boolean {
  return product.payment_method === method && product.active && product.paylink_allow
}

interface ContactAsked {
  contact_id?: string | null | undefined
  contact_api_id?: string | null | undefined
}

/** The contact that was named by its id, or by the caller's own id for it; null for none, undefined when nothing was said. */
export async function contactAsked(
  read: Reader,
  location_id: string,
  asked: ContactAsked,
): Promise<string | null | undefined> {
  if (asked.contact_id) return (await read.one(contact, asked.contact_id, 'contact_id')).id
  if (!asked.contact_api_id) return asked.contact_id
  const found = await read.find(contact, { location_id, contact_api_id: asked.contact_api_id })
  if (!found) throw invalidField('contact_api_id', 'contact_api_id provided is not valid')
  return found.id
}
