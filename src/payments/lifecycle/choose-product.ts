import type { Reader } from '../../definition/rules.ts'
import {
  type ProcessorRules,
  productBy,
  type RuledPayment,
} from '../../resources/producttransaction/processor-rules.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { Funding } from '../vault/funding.ts'
import { isBound } from './elsewhere.ts'
import type { PaymentContext } from './payment-context.ts'
import { accountOf, type Route } from './routing.ts'

/**
 * Returns the route of a payment by the rules of its product: with another product where one fits, and with the second
 * one while the processor cannot be reached; else the second one is noted for what `secondTry` decides later. A refund
 * goes where its payment went, an override where its payment was refused, and a card that one processor keeps where it
 * was kept.
 */
export async function chosenRoute(
  context: PaymentContext,
  read: Reader,
  route: Route,
  funding: Funding,
): Promise<Route> {
  const { payment, product } = route
  if (payment.refunds || payment.overrides || isBound(funding)) return route
  const rules = product.processor_rules as ProcessorRules
  const by_rule = productBy(rules, ruledPayment(route, funding))
  const first = await routeThrough(context, read, route, by_rule)
  if (!rules.second || rules.second === first.product.id) return first
  const before_second = { ...first, second: rules.second }
  if (await context.lines.canAsk(first.account.id)) return before_second
  const second = await routeThrough(context, read, route, rules.second)
  return (await context.lines.canAsk(second.account.id)) ? second : before_second
}

/** A product that is gone, off or of another payment method since takes nothing: the given one does. */
export async function routeThrough(
  context: PaymentContext,
  read: Reader,
  route: Route,
  id: string | null,
): Promise<Route> {
  if (id === null || id === route.product.id) return route
  const product = await read.maybe(producttransaction, id)
  if (!product?.active || product.payment_method !== route.product.payment_method) return route
  return { ...route, product, account: await accountOf(context.db, product) }
}

function ruledPayment({ payment: { amount, initiation } }: Route, { shown, bininfo }: Funding): RuledPayment {
  const bin_country = bininfo?.country_code ?? ''
  return { brand: shown.account_type, amount, bin_country, initiation }
}
