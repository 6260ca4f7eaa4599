import { systemCaller } from '../../src/definition/caller.ts'
import { type Connection, connectProduct } from '../../src/payments/accounts/change-account.ts'
import type { Shop } from './app.ts'

interface Target extends Partial<Connection> {
  connector: string
}

/** Connects products of a merchant to a processor, as its operator does: its two where none are named. */
export async function connectProducts(t: Shop, to: Target, products?: readonly string[], merchant = 0) {
  const { location_id, cc_product_transaction_id, ach_product_transaction_id } = t.merchants[merchant]!
  const parts = { store: t.app.store, cipher: t.cipher, clock: t.clock, connectors: t.connectors }
  const connection = { settings: {}, secrets: {}, has_secrets: to.secrets !== undefined, ...to }
  const changes = []
  for (const id of products ?? [cc_product_transaction_id, ach_product_transaction_id])
    changes.push(await connectProduct(parts, { caller: systemCaller(location_id, 'test') }, id, connection))
  return changes
}
