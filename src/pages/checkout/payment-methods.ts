import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import type { Product } from './page-subject.ts'

/** Which card fields the form shows and requires, by the settings of the product. */
export function cardMethod(product: Product | null): CardMethod | null {
  if (!product) return null
  return {
    show_cvv: product.vt_cvv,
    require_cvv: product.vt_require_cvv || product.require_cvv_on_keyed_cnp,
    show_street: product.vt_street,
    require_street: product.vt_require_street,
    show_zip: product.vt_zip,
    require_zip: product.vt_require_zip,
  }
}

interface Terminal {
  sec_code?: unknown
  actions?: unknown
  required?: unknown
}

/**
 * A debit authorized on a page is of entry class WEB (Nacha operating rules), so a product whose terminals are all of
 * other classes cannot be used. Requirements that are already met, by their names in contract 2.15, add no fields.
 */
export function bankMethod(product: Product | null, is_met: (requirement: string) => boolean): BankMethod | null {
  if (!product?.ach_allow_debit) return null
  const { terminals } = product.processor_data as { terminals?: Terminal[] }
  if (!Array.isArray(terminals) || terminals.length === 0) return { required: [] }
  const web = terminals.find(({ sec_code, actions }) => sec_code === 'WEB' && listOf(actions).includes('debit'))
  return web ? { required: listOf(web.required).filter(name => !is_met(name)) } : null
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
