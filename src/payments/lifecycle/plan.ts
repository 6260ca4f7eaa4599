import type { Row, Settable } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { isExpired } from '../../lib/exp-date.ts'
import { localDate } from '../../lib/local-date.ts'
import { invalidField, Refusal } from '../../lib/problem.ts'
import type { Action, Processor } from '../../ports/processor.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { REASON } from '../../resources/transaction/transaction.states.ts'
import type { transaction } from '../../resources/transaction/transaction.ts'
import type { NewPayment } from '../payments.ts'
import type { BankPayer } from '../requirements/bank-payer.ts'
import type { CheckedAccount } from '../requirements/check-requirements.ts'
import type { Funding } from '../vault/funding.ts'
import { declined } from './outcome.ts'
import type { PaymentContext } from './payment-context.ts'

type Set = Settable<typeof transaction>

/** Everything it takes to store a payment and to submit it. */
export interface PaymentPlan extends Route {
  funding: Funding
  /** Null for cards. */
  payer: BankPayer | null
  /** The decline it ends in without being submitted; null where it can be submitted. */
  decline: Set | null
}

/** Loads product and location once for everything that follows, unless the caller has them already. */
export async function resolveRoute(read: Reader, payment: NewPayment): Promise<Route> {
  const { product_transaction_id, location_id, known } = payment
  const product =
    known?.product ?? (await read.one(producttransaction, product_transaction_id, 'product_transaction_id'))
  return { payment, product, place: known?.place ?? (await read.maybe(location, location_id)) }
}

/** Whether a check refuses a scheduled payment. The refusal of any other payment is thrown. */
export async function isRefused({ payment }: Route, check: () => void | Promise<void>): Promise<boolean> {
  try {
    await check()
    return false
  } catch (error) {
    if (error instanceof Refusal && isScheduled(payment)) return true
    throw error
  }
}

/** Whether a payment is one of a recurring: no caller waits for its answer or would make it again. */
export function isScheduled({ initiation }: Pick<NewPayment, 'initiation'>): boolean {
  return initiation === 'recurring' || initiation === 'installment'
}

/** The decline a payment ends in without being submitted, or null. */
export function declineOf(
  context: PaymentContext,
  route: Route,
  funding: Funding,
  { is_blocked }: CheckedAccount,
): Set | null {
  if (isScheduled(route.payment) && hasExpired(context, route, funding)) return EXPIRED
  return is_blocked ? BLOCKED : null
}

function hasExpired(context: PaymentContext, { place }: Route, { account }: Funding): boolean {
  if (account?.payment_method !== 'cc') return false
  return isExpired(account.exp_date, localDate(context.clock.seconds(), place?.tz))
}

const EXPIRED = declined({ reason_code_id: REASON.expired, verbiage: 'EXPIRED CARD', response_message: null })
/** A scheduled payment that does not meet its requirements. */
export const NOT_SET_UP = declined({ reason_code_id: REASON.setup, verbiage: 'SETUP ISSUE', response_message: null })
/** The bank has reported that the account cannot be debited, or that its holder did not authorize the debit. */
const BLOCKED = declined({
  reason_code_id: REASON.vault_blocked,
  verbiage: 'BANK ACCOUNT ERROR, STORE THE ACCOUNT AGAIN',
  response_message: null,
})

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
