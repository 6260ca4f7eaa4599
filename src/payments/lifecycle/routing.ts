import type { Queryable } from '../../db/database.ts'
import type { Row } from '../../definition/resource.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Connector, Processor, ProcessorAccount } from '../../ports/processor.ts'
import type { Action } from '../../ports/processor-request.ts'
import type { location } from '../../resources/location/location.ts'
import type { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { NewPayment } from '../payments.ts'

export type Product = Row<typeof producttransaction>
export type Place = Row<typeof location>

/** A payment with the product it is deposited through and the location it is made at. */
export interface Route {
  payment: NewPayment
  product: Product
  /** What the processor is called with: the product's account, or that of the payment a refund gives back. */
  account: ProcessorAccount
  /** Null where the location of a recurring has been deleted. */
  place: Place | null
}

/** Connectors by the name products carry. In the sandbox every name is the simulator. */
export type Processors = Readonly<Record<string, Connector>>

/** What the request that makes a payment has loaded; everything else that records its outcome loads it again. */
export interface KnownFacts {
  product?: Product | null | undefined
  place?: Place | null | undefined
  /** Of the instrument; see `Instrument`. */
  card_class?: string | null | undefined
}

/** Returns the processor of an account. Throws a 422 when it is not connected or does not offer the action. */
export function route(processors: Processors, account: ProcessorAccount, action: Action): Processor {
  const processor = processorOf(processors, account)
  if (!processor) {
    throw invalidField(
      'product_transaction_id',
      `Product Transaction Id is of processor ${account.processor}, which is not connected.`,
    )
  }
  if (!processor.actions[action])
    throw invalidField('action', `Action ${action} is not offered by processor ${account.processor}.`)
  return processor
}

/** Returns the processor of an account; undefined when it is not connected any more. */
export function processorOf(processors: Processors, account: ProcessorAccount): Processor | undefined {
  const { processor } = account
  return Object.hasOwn(processors, processor) ? processors[processor]?.(account) : undefined
}

/** What names its account at a processor: a product, a payment, an attempt, a batch. */
export interface OfAccount {
  root_id: string
  processor_account_id: string
}

/** More than a process uses in a day; each is a few hundred bytes. */
const MOST_KNOWN = 20_000
const known = new Map<string, ProcessorAccount>()

/** Returns an account. One that was read is never read again by this process, because accounts do not change. */
export async function accountOf(db: Pick<Queryable, 'query'>, of: OfAccount): Promise<ProcessorAccount> {
  const { root_id, processor_account_id: id } = of
  const found = known.get(id)
  if (found?.root_id === root_id) return found
  const text = `select id, root_id, product_transaction_id, version, processor, settings, '{}'::json as credentials
    from processor_account where id = $1 and root_id = $2`
  const [account] = await db.query<ProcessorAccount>(text, [id, root_id])
  if (!account) throw new Error(`there is no processor account ${id}`)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(id, account)
  return account
}

/** Returns the processor an earlier request went to; undefined when it is not connected any more. */
export async function processorFor(
  { db, processors }: { db: Pick<Queryable, 'query'>; processors: Processors },
  of: OfAccount,
): Promise<Processor | undefined> {
  return processorOf(processors, await accountOf(db, of))
}
