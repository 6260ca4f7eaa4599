import type { Caller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import { invalidField } from '../../lib/problem.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { merchantOf } from '../checkout/merchant-of.ts'
import type { MerchantView } from '../checkout/merchant-view.ts'
import { bankMethod, cardMethod } from '../checkout/methods-of.ts'
import type { Product } from '../checkout/page-subject.ts'
import { bankFields } from '../payform/bank.ts'
import { type CardMethod, cardFields } from '../payform/card.ts'
import type { AskedField } from '../payform/field.ts'
import type { FormState } from './form-state.ts'

/** Whom a form is for and what it asks. */
export interface FormContext {
  merchant: MerchantView
  location_id: string
  cc: AskedField[] | null
  ach: AskedField[] | null
}

/** Stored cards are asked for what a product would ask of a payment, or else for the least. */
const PLAIN: CardMethod = {
  show_cvv: false,
  require_cvv: false,
  show_street: false,
  require_street: false,
  show_zip: true,
  require_zip: false,
}

/** Reads inside the caller's locations. Throws 422 on what the form names and cannot have. */
export async function formContext(store: Store, caller: Caller, state: FormState): Promise<FormContext> {
  const read = store.reader(caller)
  const { record, options, noun } = state
  const place = await read.one(location, String(record.location_id ?? caller.location_id), 'location_id')
  const domain = await read.maybe(branding_domain, place.branding_domain_id)
  const named = record.product_transaction_id
    ? await read.one(producttransaction, String(record.product_transaction_id), 'product_transaction_id')
    : null
  const product = async (method: 'cc' | 'ach', otherwise: string | null): Promise<Product | null> => {
    if (named) return named.payment_method === method ? named : null
    return read.maybe(producttransaction, otherwise)
  }
  const wants = (method: 'cc' | 'ach') => record.payment_method === undefined || record.payment_method === method
  const card_product = wants('cc') ? await product('cc', place.default_cc) : null
  const bank_product = wants('ach') ? await product('ach', place.default_ach) : null
  const card = noun === 'accountvault' && wants('cc') && !named ? storedCard(card_product) : cardMethod(card_product)
  const takesBank =
    wants('ach') && (noun === 'accountvault' || ['sale', 'debit', undefined].includes(record.action as string))
  const bank = noun === 'accountvault' ? { required: [] } : bankMethod(bank_product, name => name in record)
  const context = {
    merchant: merchantOf({ place, domain }),
    location_id: place.id,
    cc: card && record.action !== 'debit' ? withoutHolder(cardFields({ ...card, ...options.shows }), options) : null,
    ach: takesBank && bank ? bankFields(bank) : null,
  }
  if (context.cc || context.ach) return context
  throw invalidField('product_transaction_id', 'This location has no product that such a form could use.')
}

function storedCard(product: Product | null): CardMethod {
  const method = cardMethod(product)
  return method ? { ...method, show_cvv: false, require_cvv: false } : PLAIN
}

function withoutHolder(asked: AskedField[], { show_account_holder_name }: FormState['options']): AskedField[] {
  return show_account_holder_name ? asked : asked.filter(({ field }) => field.name !== 'cc_account_holder_name')
}
