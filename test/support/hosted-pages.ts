import type { Tollgate } from '../../packages/client/src/index.js'
import type { SeededMerchant } from '../../sandbox/seed.ts'
import type { Json } from './app.ts'
import { sealLink, signLink } from './page-link.ts'

/** Makes a hosted payment page of a merchant. */
export function madePage(api: Tollgate, merchant: SeededMerchant, over: Json = {}): Promise<Json> {
  const { location_id, cc_product_transaction_id: product_transaction_id } = merchant
  return api.hostedpaymentpages.create({ location_id, product_transaction_id, title: 'Sneakers', ...over })
}

/** The path of a page, with what the merchant's software says about one payment. */
export function linkTo(page: Json, sent: Json = {}, is_signed = false): string {
  const data = sealLink(JSON.stringify({ id: page.id, ...sent }), page.encryption_key)
  const query = new URLSearchParams({ id: page.id, data })
  if (is_signed) query.set('data-hash', signLink(page.id, data, page.encryption_key))
  return `/hostedpaymentpage?${query}`
}

/** A link that asks for this amount and says more about fields. */
export function asking(page: Json, amount: string, fields: Json[] = [], more: Json = {}): string {
  const fixed = { id: 'transaction_amount', value: amount, readonly: true, visible: true }
  return linkTo(page, { field_configuration: { body: { fields: [fixed, ...fields] } }, ...more })
}
