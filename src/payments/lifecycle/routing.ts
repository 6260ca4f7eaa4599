import type { Row } from '../../definition/resource.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Action, Processor } from '../../ports/processor.ts'
import type { producttransaction } from '../../resources/producttransaction/producttransaction.ts'

export type Product = Row<typeof producttransaction>

/** Processor by the name products carry. In the sandbox every name leads to the simulator. */
export type Processors = Readonly<Record<string, Processor>>

/** Where the orders of a product go. A 422 when its processor is not connected here, or cannot do this. */
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

/** The processor an earlier attempt went to; undefined when it has been disconnected since. */
export function processorNamed(processors: Processors, name: string): Processor | undefined {
  return Object.hasOwn(processors, name) ? processors[name] : undefined
}
