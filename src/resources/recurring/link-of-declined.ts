import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Store } from '../../definition/store.ts'
import { localDate } from '../../lib/local-date.ts'
import type { location } from '../location/location.ts'
import { DELIVERY, paylink, STATUS } from '../paylink/paylink.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import type { TransactionRow } from '../transaction/transaction.ts'
import type { recurring } from './recurring.ts'

/** For so long a declined payment can be made up for by its link. */
const PAYABLE_DAYS = 30

/**
 * Returns the paylink that collects a declined payment of a recurring, and makes it the first time: one for each
 * payment, so that a mail that is tried again leads to the same. Null where the product takes no paylinks.
 */
export async function linkOfDeclined(
  store: Store,
  read: Reader,
  payment: TransactionRow,
  { description }: Row<typeof recurring>,
  place: Row<typeof location>,
): Promise<Row<typeof paylink> | null> {
  const known = await read.find(paylink, { declined_transaction_id: payment.id })
  if (known) return known
  const product = await read.maybe(producttransaction, payment.product_transaction_id)
  if (!product?.active || !product.paylink_allow) return null
  const is_card = product.payment_method === 'cc'
  return store.insert({ caller: systemCaller(payment.root_id, 'worker') }, paylink, {
    location_id: payment.location_id,
    cc_product_transaction_id: is_card ? product.id : null,
    ach_product_transaction_id: is_card ? null : product.id,
    contact_id: payment.contact_id,
    // The page adds a surcharge by itself.
    amount_due: payment.transaction_amount - (payment.surcharge_id ? (payment.surcharge_amount ?? 0n) : 0n),
    delivery_method: DELIVERY.none,
    description,
    expire_date: localDate(payment.created_ts, place.tz).add({ days: PAYABLE_DAYS }).toString(),
    paylink_action: 'sale',
    display_product_transaction_receipt_details: true,
    display_billing_fields: false,
    status_id: STATUS.unpaid,
    active: true,
    store_token: false,
    redirect_url_delay: 15,
    tag_ids: [],
    declined_transaction_id: payment.id,
  })
}
