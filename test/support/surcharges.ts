import type { Tollgate } from '../../packages/client/src/index.js'
import type { Json, Shop } from './app.ts'
import { ownProduct } from './payments.ts'

/** Public test cards, of which the table of BIN data says how they are funded. */
export const DEBIT_CARD = '6011111111111117'
export const PREPAID_CARD = '4851122993812597'
export const UNKNOWN_CARD = '4242424242424242'

export const surchargeOf = (api: Tollgate, over: Json): Promise<Json> =>
  api.surcharges.create({ title: 'Credit cards', surcharge_label: 'Card fee', surcharge_rate: '3.00', ...over })

/** Makes a card product of the first merchant that adds three percent to credit cards. */
export async function surchargedProduct(t: Shop, over: Json = {}, product: Json = {}): Promise<Surcharged> {
  const { id: surcharge_id } = await surchargeOf(t.api, { location_id: t.merchants[0].location_id, ...over })
  return { surcharge_id, product_transaction_id: await ownProduct(t, { surcharge_id, ...product }) }
}

interface Surcharged {
  surcharge_id: string
  product_transaction_id: string
}
