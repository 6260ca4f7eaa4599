import { hasTerminals, requirementsOf } from '../../resources/producttransaction/requirements.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import type { Product } from './page-subject.ts'

/** Which card fields the form shows and requires, by the settings of the product. */
export function cardMethod(product: Product | null): CardMethod | null {
  if (!product) return null
  const typed = { payment_method: 'cc', action: 'sale', account: 'keyed', card_present: false } as const
  const { required } = requirementsOf(product, typed)
  return {
    show_cvv: product.vt_cvv,
    require_cvv: required.includes('cvv'),
    show_street: product.vt_street,
    require_street: required.includes('billing_street'),
    show_zip: product.vt_zip,
    require_zip: required.includes('billing_zip'),
  }
}

/**
 * A debit authorized on a page is of entry class WEB (Nacha operating rules), so a product whose terminals are all of
 * other classes cannot be used. Requirements that are already met, by their names in contract 2.15, add no fields.
 */
export function bankMethod(product: Product | null, is_met: (requirement: string) => boolean): BankMethod | null {
  if (!product?.ach_allow_debit) return null
  if (!hasTerminals(product)) return { required: [] }
  const { problems, required } = requirementsOf(product, { payment_method: 'ach', action: 'debit', sec_code: 'WEB' })
  return Object.keys(problems).length > 0 ? null : { required: required.filter(name => !is_met(name)) }
}
