import { NESTED_KEYS } from './nested-keys.ts'

type Json = Record<string, unknown>

/** Which of what was read is wanted. */
export interface Wanted {
  /** Only products in this state; null for all of them. */
  active: boolean | null
  /** Each product also lists the terminals that charge to it. */
  terminals_of_products: boolean
}

/** Cuts the records inside a location info down to the keys of the contract; `found` has them whole. */
export function compose(found: Json, wanted: Wanted): Json {
  const terminals = found.terminals as Json[]
  const products = (found.product_transactions as Json[]).filter(
    product => wanted.active === null || Boolean(product.active) === wanted.active,
  )
  const { self } = found._links as { self: { href: string } }
  return {
    ...found,
    _links: { self, location: { href: self.href.replace('/locationinfos/', '/locations/') } },
    product_transactions: products.map(product => ({
      ...kept(product, NESTED_KEYS.product_transactions),
      ...(wanted.terminals_of_products
        ? { terminals: shortened(terminals.filter(each => each.default_product_transaction_id === product.id)) }
        : {}),
    })),
    product_file: keptOrNull(found.product_file, NESTED_KEYS.product_file),
    product_accountvault: keptOrNull(found.product_accountvault, NESTED_KEYS.product_accountvault),
    product_recurring: keptOrNull(found.product_recurring, NESTED_KEYS.product_recurring),
    branding_domain: keptOrNull(found.branding_domain, NESTED_KEYS.branding_domain),
    terminals: shortened(terminals),
  }
}

function shortened(terminals: Json[]): Json[] {
  return terminals.map(each => kept(each, NESTED_KEYS.terminals))
}

function keptOrNull(record: unknown, keys: readonly string[]): Json | null {
  return record ? kept(record as Json, keys) : null
}

function kept(record: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.map(key => [key, record[key]]))
}
