import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { invalidField } from '../../lib/problem.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { terminal } from '../terminal/terminal.ts'
import { terminalapplication } from '../terminalapplication/terminalapplication.ts'

/** The records a request at a terminal names or falls back to, all inside the caller's scope and at one location. */
export interface Facts {
  place: Row<typeof location>
  device: Row<typeof terminal>
  application: Row<typeof terminalapplication> | null
  payer: Row<typeof contact> | null
}

type Input = Record<string, unknown>

/** Finds them, or throws a 422 on the field that names what is not there. */
export async function loadFacts(input: Input, read: Reader): Promise<Facts> {
  const place = await read.one(location, input.location_id as string, 'location_id')
  const device = await read.one(terminal, input.terminal_id as string, 'terminal_id')
  if (device.location_id !== place.id) throw invalidField('terminal_id', 'terminal_id provided is not valid')
  if (!device.active) throw invalidField('terminal_id', 'Terminal Id is not active.')
  const application = await read.maybe(terminalapplication, device.terminal_application_id)
  return { place, device, application, payer: await payerOf(input, read, place.id) }
}

async function payerOf(input: Input, read: Reader, location_id: string): Promise<Row<typeof contact> | null> {
  if (input.contact_id) return read.one(contact, input.contact_id as string, 'contact_id')
  if (!input.contact_api_id) return null
  const found = await read.find(contact, { contact_api_id: input.contact_api_id as string, location_id })
  if (!found) throw invalidField('contact_api_id', 'contact_api_id provided is not valid')
  return found
}

/**
 * Where the money is deposited (contract 2.13): what the request names; else what the location has, if that is one. The product a
 * location falls back to may lie above what the caller sees.
 */
export async function productOf(
  input: Input,
  { place, device }: Facts,
  { actor, store }: { actor: Actor; store: Store },
): Promise<Row<typeof producttransaction>> {
  const tree = store.reader(systemCaller(actor.caller.root_id, actor.caller.method))
  const product = await named(input, { place, device }, store.reader(actor.caller), tree)
  const { payment_method, active, allow_blind_refund } = product
  if (payment_method !== 'cc')
    throw invalidField('product_transaction_id', `Product Transaction Id is for payment_method ${payment_method}.`)
  if (!active) throw invalidField('product_transaction_id', 'Product Transaction Id is not active.')
  if (input.action === 'refund' && !allow_blind_refund)
    throw invalidField(
      'action',
      'Action refund needs a product with allow_blind_refund; refund the transaction instead.',
    )
  return product
}

async function named(
  input: Input,
  { place, device }: Pick<Facts, 'place' | 'device'>,
  read: Reader,
  tree: Reader,
): Promise<Row<typeof producttransaction>> {
  const field = 'product_transaction_id'
  if (input.product_transaction_id) return read.one(producttransaction, input.product_transaction_id as string, field)
  const own = await tree.all(producttransaction, { location_id: place.id, payment_method: 'cc', active: true }, 2)
  if (own.length > 1) throw invalidField(field, 'Product Transaction Id cannot be blank: the location has several.')
  const fallback = device.default_product_transaction_id ?? place.default_cc ?? own[0]?.id
  if (!fallback) throw invalidField(field, 'Product Transaction Id cannot be blank.')
  return tree.one(producttransaction, fallback, field)
}
