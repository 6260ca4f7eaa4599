import { type AmountLimits, widest } from '../../lib/amount-limits.ts'
import { hasTerminals, requirementsOf } from '../../resources/producttransaction/requirements.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import type { PageMethods, Product } from './page-subject.ts'

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

/** Returns methods with what their processors take. */
export function taking({ cc, ach }: PageMethods, takes: Record<keyof PageMethods, AmountLimits>): PageMethods {
  return { cc: cc && { ...cc, takes: takes.cc }, ach: ach && { ...ach, takes: takes.ach } }
}

/** Returns what can be paid by one of the methods. */
export function takenBy({ cc, ach }: PageMethods): AmountLimits {
  return widest([cc, ach].flatMap(method => method?.takes ?? []))
}
