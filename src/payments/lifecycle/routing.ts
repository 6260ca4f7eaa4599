import type { Row } from '../../definition/resource.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Action, Processor } from '../../ports/processor.ts'
import type { location } from '../../resources/location/location.ts'
import type { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { NewPayment } from '../payments.ts'

export type Product = Row<typeof producttransaction>
export type Place = Row<typeof location>

/** A payment with the product it is deposited through and the location it is made at. */
export interface Route {
  payment: NewPayment
  product: Product
  /** Null where the location of a recurring has been deleted. */
  place: Place | null
}

/** Processors by the name products carry. In the sandbox every name is the simulator. */
export type Processors = Readonly<Record<string, Processor>>

/** What the request that makes a payment has loaded; everything else that records its outcome loads it again. */
export interface KnownFacts {
  product?: Product | null | undefined
  place?: Place | null | undefined
  /** Of the instrument; see `Instrument`. */
  card_class?: string | null | undefined
}

/** Returns the processor of a product. Throws a 422 when it is not connected or does not offer the action. */
export function route(processors: Processors, product: Pick<Product, 'processor'>, action: Action): Processor {
  const processor = Object.hasOwn(processors, product.processor) ? processors[product.processor] : undefined
  if (!processor) {
    throw invalidField(
      'product_transaction_id',
      `Product Transaction Id is of processor ${product.processor}, which is not connected.`,
    )
  }
  if (!processor.actions[action])
    throw invalidField('action', `Action ${action} is not offered by processor ${product.processor}.`)
  return processor
}

/** Returns the processor an earlier attempt was sent to; undefined when it is no longer connected. */
export function processorNamed(processors: Processors, name: string): Processor | undefined {
  return Object.hasOwn(processors, name) ? processors[name] : undefined
}
