import { systemCaller } from '../../definition/caller.ts'
import type { RefsOf, Row } from '../../definition/resource.ts'
import { byApiId, type Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import type { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { refundLimit } from '../producttransaction/refund-limit.ts'
import { mustBeActive, mustTake } from '../producttransaction/requirements.ts'
import type { terminal } from '../terminal/terminal.ts'
import { terminalapplication } from '../terminalapplication/terminalapplication.ts'
import type { routertransactionInput } from './routertransaction.ts'

/** The records a request at a terminal names or falls back to, all inside the caller's scope and at one location. */
export interface Facts {
  place: Row<typeof location>
  device: Row<typeof terminal>
  application: Row<typeof terminalapplication> | null
  payer: Row<typeof contact> | null
}

type Input = Record<string, unknown>
type Product = Row<typeof producttransaction>
/** The records the request names by their ids. */
export type Refs = RefsOf<typeof routertransactionInput>

/** Throws a 422 on the field that names a record which does not go with the others. */
export async function loadFacts(input: Input, refs: Refs, read: Reader): Promise<Facts> {
  const { location_id: place, terminal_id: device } = refs
  if (device.location_id !== place.id) throw notValid('terminal_id')
  if (!device.active) throw invalidField('terminal_id', 'Terminal Id is not active.')
  const application = await read.maybe(terminalapplication, device.terminal_application_id)
  const api_id = input.contact_api_id as string | null
  const payer = refs.contact_id ?? (api_id ? await byApiId(read, contact, place.id, api_id) : null)
  return { place, device, application, payer }
}

/**
 * Where the money is deposited (contract 2.13): what the request names; else what the location has, if that is one. The
 * product a location falls back to may lie above what the caller sees.
 */
export async function productOf(
  input: Input,
  chosen: Product | null | undefined,
  facts: Facts,
  { actor, store, moment }: { actor: Actor; store: Store; moment: { seconds: number } },
): Promise<Product> {
  const tree = store.reader(systemCaller(actor.caller.root_id, actor.caller.method))
  const product = chosen ?? (await usualProduct(facts, tree))
  mustTake(product, 'cc')
  mustBeActive(product)
  if (input.action === 'refund' && !product.allow_blind_refund)
    throw invalidField(
      'action',
      'Action refund needs a product with allow_blind_refund; refund the transaction instead.',
    )
  // The device would give the money back before a second person could be asked.
  if (input.action === 'refund' && (await isLimited(product, facts, tree, moment.seconds)))
    throw invalidField(
      'action',
      'Action refund is not available at terminals where the product has a refund_approval_amount; use POST /v2/transactions.',
    )
  return product
}

/** A device makes refunds at the account it is set up for, so the limit of any product of its location counts. */
async function isLimited(named: Product, { place, device }: Facts, tree: Reader, seconds: number): Promise<boolean> {
  const own = await tree.all(producttransaction, { location_id: place.id, payment_method: 'cc', active: true })
  const usual = await tree.maybe(producttransaction, device.default_product_transaction_id ?? place.default_cc)
  return [named, usual, ...own].some(each => each !== null && refundLimit(each, seconds) !== null)
}

async function usualProduct({ place, device }: Facts, tree: Reader): Promise<Product> {
  const field = 'product_transaction_id'
  const own = await tree.all(producttransaction, { location_id: place.id, payment_method: 'cc', active: true }, 2)
  if (own.length > 1) throw invalidField(field, 'Product Transaction Id cannot be blank: the location has several.')
  const fallback = device.default_product_transaction_id ?? place.default_cc ?? own[0]?.id
  if (!fallback) throw invalidField(field, 'Product Transaction Id cannot be blank.')
  return tree.one(producttransaction, fallback, field)
}
