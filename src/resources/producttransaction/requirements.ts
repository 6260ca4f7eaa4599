import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { type AmountLimits, widest } from '../../lib/amount-limits.ts'
import { addProblem, invalidField, label, type Problems } from '../../lib/problem.ts'
import type { AchTerminal } from './processor-data.ts'
import { type ProcessorRules, ruledProducts } from './processor-rules.ts'
import { producttransaction } from './producttransaction.ts'

type Product = Row<typeof producttransaction>

/** The facts about a payment that the requirements of its product depend on. */
export type PaymentMeans =
  | {
      payment_method: 'cc'
      action: string
      /** A number that was typed, an account vault, or a card that was read or is known to the processor. */
      account: 'keyed' | 'stored' | 'other'
      card_present: boolean
    }
  | { payment_method: 'ach'; action: string; sec_code: string | null | undefined }

/** What a product requires of a payment. */
export interface Requirements {
  /** Why the product does not accept such payments, by field. */
  problems: Problems
  /** Required fields, and the names of contract 2.15 that stand for a choice of fields. */
  required: readonly string[]
}

/**
 * Returns what a product requires of payments made in this way. The API, pay pages, invoices, account vaults and
 * recurrings all use this function to decide what to ask for and what to refuse.
 */
export function requirementsOf(product: Product, means: PaymentMeans): Requirements {
  return means.payment_method === 'cc' ? cardRequirements(product, means) : bankRequirements(product, means)
}

/** Refuses a payment through a product that is switched off. Throws a 422. */
export function mustBeActive({ active }: Pick<Product, 'active'>): void {
  if (!active) throw invalidField('product_transaction_id', 'Product Transaction Id is not active.')
}

/** Refuses a payment from another sort of account than the product takes. Throws a 422. */
export function mustTake(product: Pick<Product, 'payment_method'>, payment_method: Product['payment_method']): void {
  if (product.payment_method === payment_method) return
  const text = `Product Transaction Id is for payment_method ${product.payment_method}.`
  throw invalidField('product_transaction_id', text)
}

/** Actions that verify the account with its issuer. */
const VERIFYING: readonly string[] = ['sale', 'authonly', 'avsonly']

function cardRequirements(
  product: Product,
  { action, account, card_present }: Extract<PaymentMeans, { payment_method: 'cc' }>,
): Requirements {
  if (!VERIFYING.includes(action)) return { problems: {}, required: [] }
  const cvv_by_account = {
    keyed: product.vt_require_cvv || (product.require_cvv_on_keyed_cnp && !card_present),
    stored: product.require_cvv_on_tokenized_cnp && !card_present,
    other: false,
  }
  const required = {
    billing_street: account === 'keyed' && product.vt_require_street,
    billing_zip: account === 'keyed' && product.vt_require_zip,
    cvv: cvv_by_account[account],
  }
  return { problems: {}, required: Object.keys(required).filter(name => required[name as keyof typeof required]) }
}

const ALLOWED = { debit: 'ach_allow_debit', credit: 'ach_allow_credit', refund: 'ach_allow_refund' } as const

/** Each entry class has one terminal, with actions and requirements of its own (contract 2.15). */
function bankRequirements(
  product: Product,
  { action, sec_code }: Extract<PaymentMeans, { payment_method: 'ach' }>,
): Requirements {
  const terminal = achTerminal(product, sec_code)
  const required = terminal?.required ?? []
  if (!product[ALLOWED[action as keyof typeof ALLOWED]])
    return { problems: { action: [`Action ${action} is not allowed by this product.`] }, required }
  if (!terminal)
    return { problems: { ach_sec_code: [`Ach Sec Code ${sec_code} is not offered by this product.`] }, required }
  if (!terminal.actions.includes(action))
    return { problems: { action: [`Action ${action} is not allowed for ach_sec_code ${sec_code}.`] }, required }
  return { problems: {}, required }
}

/** Returns the terminal for bank payments of this entry class; null when the product has none. */
function achTerminal(
  product: Pick<Product, 'processor_data'>,
  sec_code: string | null | undefined,
): AchTerminal | null {
  return terminalsOf(product).find(each => each.sec_code === sec_code) ?? null
}

function terminalsOf({ processor_data }: Pick<Product, 'processor_data'>): AchTerminal[] {
  const { terminals } = (processor_data ?? {}) as { terminals?: AchTerminal[] }
  return Array.isArray(terminals) ? terminals : []
}

/** Whether bank payments of a product are sent through terminals. */
export function hasTerminals(product: Pick<Product, 'processor_data'>): boolean {
  return terminalsOf(product).length > 0
}

/**
 * Returns what pay pages require of the payer of an invoice: the fields of the terminal for WEB, the entry class of
 * pages; where the product has none, those of all its terminals.
 */
export function invoiceRequirements(product: Pick<Product, 'processor_data'>): string[] {
  const all = terminalsOf(product)
  const web = all.filter(({ sec_code }) => sec_code === 'WEB')
  return (web.length > 0 ? web : all).flatMap(({ required }) => required ?? [])
}

/**
 * Returns the requirements that are not met, by field. Two of them stand for a choice of fields: a driver's license is
 * its number and its state, or the merchant's own id of a customer whose license was seen; an identity is verified by
 * one of two facts, never by both (contract 2.2, 2.15).
 */
export function unmetRequirements(required: readonly string[], has: (field: string) => boolean): Problems {
  const problems: Problems = {}
  const blank = (field: string): void => addProblem(problems, field, `${label(field)} cannot be blank.`)
  for (const name of required) {
    if (name === 'driver_license') {
      if (has('customer_id')) continue
      for (const field of ['dl_number', 'dl_state']) if (!has(field)) blank(field)
    } else if (name === 'identity_verification') {
      if (has('ssn4') && has('dob_year')) addProblem(problems, 'dob_year', 'Send ssn4 or dob_year, never both.')
      else if (!has('ssn4') && !has('dob_year')) blank('ssn4')
    } else if (!has(name)) {
      blank(name)
    }
  }
  return problems
}

/**
 * Returns what one payment through any of several products can come to. Rules of a product can pass a payment on to
 * another one, whose limits count too: which of them takes a payment is known only once its card is.
 */
export async function amountLimits(
  read: Reader,
  products: readonly (Row<typeof producttransaction> | null | undefined)[],
): Promise<AmountLimits> {
  const several: AmountLimits[] = []
  for (const product of products) {
    if (!product) continue
    several.push(product)
    if (!product.processor_rules) continue
    const { rules = [] } = product.processor_rules as ProcessorRules
    for (const id of ruledProducts({ rules })) {
      const other = await read.asRoot().maybe(producttransaction, id)
      if (other?.active) several.push(other)
    }
  }
  return widest(several)
}
