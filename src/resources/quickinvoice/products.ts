import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { invalidField, label, notValid, type Problems } from '../../lib/problem.ts'
import type { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { invoiceRequirements } from '../producttransaction/requirements.ts'

export type Product = Row<typeof producttransaction>
export type ProductField = 'cc_product_transaction_id' | 'ach_product_transaction_id'

/** The two fields that name a product, the payment method each takes and the location's default for it. */
export const PRODUCT_FIELDS = [
  { field: 'cc_product_transaction_id', method: 'cc', fallback: 'default_cc' },
  { field: 'ach_product_transaction_id', method: 'ach', fallback: 'default_ach' },
] as const satisfies { field: ProductField; method: 'cc' | 'ach'; fallback: keyof Row<typeof location> }[]

/**
 * Throws a 422 on the field unless a product that was named is of the right method, active, takes quick invoices, and
 * is the location's own or its default: money is not taken for one location through another.
 */
export function checkProduct(field: ProductField, product: Product, place: Row<typeof location> | null): void {
  const { method, fallback } = PRODUCT_FIELDS.find(each => each.field === field)!
  const isItsOwn = product.location_id === place?.id || product.id === place?.[fallback]
  if (!isItsOwn || product.payment_method !== method || !product.active) throw notValid(field)
  if (!product.quick_invoice_allow) throw invalidField(field, `${label(field)} does not take quick invoices.`)
}

/** The location's default product, or null when it has none that can be used for quick invoices. */
export async function defaultProduct(
  read: Reader,
  field: ProductField,
  place: Row<typeof location>,
): Promise<Product | null> {
  const { method, fallback } = PRODUCT_FIELDS.find(each => each.field === field)!
  const product = await read.maybe(producttransaction, place[fallback])
  return product && takesInvoices(product) && product.payment_method === method ? product : null
}

function takesInvoices(product: Product): boolean {
  return product.active && product.quick_invoice_allow
}

interface Payer {
  customer_id: string | null
  dl_number: string | null
  dl_state: string | null
  dob_year: string | null
  ssn4: string | null
}

/** What pay pages require of the payer and the invoice does not say, by field (contract 2.2). */
export function missingOfPayer(payer: Payer, product: Pick<Product, 'processor_data'>): Problems {
  const required = invoiceRequirements(product)
  const missing: Problems = {}
  if (required.includes('driver_license') && !payer.customer_id && !(payer.dl_number && payer.dl_state)) {
    if (payer.dl_number) missing.dl_state = ['Dl State cannot be blank.']
    else missing.customer_id = ['Customer Id, or Dl Number and Dl State, are required by the bank product.']
  }
  if (required.includes('identity_verification') && !payer.ssn4 && !payer.dob_year)
    missing.ssn4 = ['Ssn4 or Dob Year is required by the bank product.']
  return missing
}
