import type { Caller } from '../../definition/caller.ts'
import type { Draft, DraftRefs, Row } from '../../definition/resource.ts'
import { byApiId, type Reader } from '../../definition/rules.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { mustTake } from '../producttransaction/requirements.ts'
import { surcharge } from '../surcharge/surcharge.ts'
import { appliesTo, type Surcharge, surchargeTerms } from '../surcharge/surcharge-amount.ts'
import type { ProductSurcharge } from './sent-surcharge.ts'
import { transaction } from './transaction.ts'

/** The records a new transaction names or falls back to, all inside the caller's scope and at one location. */
export interface Facts {
  place: Row<typeof location>
  product: Row<typeof producttransaction>
  payer: Row<typeof contact> | null
  vault: Row<typeof accountvault> | null
  previous: Row<typeof transaction> | null
  /** Of the product; null where that has none. */
  surcharge: ProductSurcharge | null
}

type New = Draft<typeof transaction>

/**
 * Finds them, or throws a 422 on the field that names what is not there. The product a location falls back to may lie
 * above what the caller sees.
 */
export async function loadFacts(
  { draft, refs }: { draft: New; refs: DraftRefs<typeof transaction> },
  read: Reader,
  caller: Caller,
): Promise<Facts> {
  const at = refs.location_id ?? (await placeByApiId(draft, read))
  const home = at?.id ?? caller.location_id
  const { account_vault_api_id, previous_transaction_api_id, contact_api_id } = draft
  const vault =
    refs.account_vault_id ??
    (account_vault_api_id ? await byApiId(read, accountvault, home, account_vault_api_id) : null)
  const previous =
    refs.previous_transaction_id ??
    (previous_transaction_api_id
      ? await byApiId(read, transaction, home, previous_transaction_api_id, 'previous_transaction_api_id')
      : null)
  const chosen = refs.product_transaction_id
  // Left out, the location is that of the records which are named, before it is the caller's own.
  const location_id = at?.id ?? previous?.location_id ?? vault?.location_id ?? chosen?.location_id ?? caller.location_id
  const place = at ?? (await read.one(location, location_id, 'location_id'))
  const payer = refs.contact_id ?? (contact_api_id ? await byApiId(read, contact, place.id, contact_api_id) : null)
  const product = chosen ?? (await usualProduct(draft, previous, place, read.asRoot()))
  const adds = await read.asRoot().maybe(surcharge, product.surcharge_id)
  const facts: Facts = { place, product, payer, vault, previous, surcharge: adds && ofProduct(adds, product, caller) }
  checkTogether(draft, facts)
  return facts
}

function ofProduct(adds: Surcharge, product: Facts['product'], { user_type_id }: Caller): ProductSurcharge {
  const { tax_surcharge_config } = product
  return { terms: surchargeTerms(adds, product), tax_surcharge_config, applies: appliesTo(adds, user_type_id) }
}

async function placeByApiId({ location_api_id }: New, read: Reader): Promise<Row<typeof location> | null> {
  if (!location_api_id) return null
  const found = await read.find(location, { location_api_id })
  if (!found) throw notValid('location_api_id')
  return found
}

/** A refund goes the way the money came; everything else through the location's default. */
async function usualProduct(
  { action, payment_method }: New,
  previous: Row<typeof transaction> | null,
  place: Row<typeof location>,
  tree: Reader,
): Promise<Row<typeof producttransaction>> {
  const usual = payment_method === 'cc' ? place.default_cc : place.default_ach
  const id = action === 'refund' && previous ? previous.product_transaction_id : usual
  const product = await tree.maybe(producttransaction, id)
  if (!product) throw invalidField('product_transaction_id', 'Product Transaction Id cannot be blank.')
  return product
}

/** Records of different locations do not go together, nor do cards and bank accounts. */
function checkTogether({ payment_method }: New, { place, product, payer, vault, previous }: Facts): void {
  const parts = { contact_id: payer, account_vault_id: vault, previous_transaction_id: previous }
  for (const [field, record] of Object.entries(parts)) {
    if (record && record.location_id !== place.id) throw notValid(field)
  }
  // A location may use another's product by having it as its default.
  const usable = [place.default_cc, place.default_ach, previous?.product_transaction_id].includes(product.id)
  if (product.location_id !== place.id && !usable) throw notValid('product_transaction_id')
  mustTake(product, payment_method)
  for (const record of [vault, previous]) {
    if (record && record.payment_method !== payment_method) {
      throw invalidField(
        'payment_method',
        `Payment Method must be ${record.payment_method}, as that of the account is.`,
      )
    }
  }
}
