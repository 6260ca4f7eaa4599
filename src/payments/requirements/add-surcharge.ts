import type { Caller } from '../../definition/caller.ts'
import type { Reader } from '../../definition/rules.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import { invalidField } from '../../lib/problem.ts'
import { surcharge } from '../../resources/surcharge/surcharge.ts'
import { appliesTo, type Surcharge, surchargeOf, surchargeTerms } from '../../resources/surcharge/surcharge-amount.ts'
import type { Route } from '../lifecycle/routing.ts'
import type { NewPayment } from '../payments.ts'
import { type Funding, isCredit } from '../vault/funding.ts'

/** Actions that take money from a card. */
const SURCHARGED: readonly string[] = ['sale', 'authonly', 'force']

/**
 * Returns a payment as its card is charged, where its product has a surcharge: with the surcharge that the caller has
 * left to the gateway, and without the one that was sent where the card may carry none. Throws a 422 where a payer has
 * agreed to less.
 */
export async function addSurcharge(
  read: Reader,
  { payment, product }: Pick<Route, 'payment' | 'product'>,
  funding: Funding,
  caller: Caller,
): Promise<NewPayment> {
  if (payment.refunds || !SURCHARGED.includes(payment.action)) return payment
  const { details, adds_surcharge: adds } = payment
  const record = isCredit(funding) ? await read.maybe(surcharge, product.surcharge_id) : null
  if (!adds) {
    const sent = details.surcharge_amount ?? 0n
    if (sent === 0n) return payment
    if (record) return { ...payment, details: { ...details, surcharge_id: record.id } }
    return { ...payment, amount: payment.amount - sent, details: { ...details, surcharge_amount: 0n } }
  }
  const added = record && mayCarry(record, payment, caller) ? addedTo(record, product, payment.amount) : 0n
  if (!record || added === 0n) return payment
  if (adds.agreed !== null && added > adds.agreed)
    throw invalidField(
      'surcharge_amount',
      `The surcharge is $${formatMoney(added)} now. Check the amount and try again.`,
    )
  const { tax = 0n, tip_amount = 0n } = details
  const subtotal_amount = details.subtotal_amount ?? payment.amount - (tax ?? 0n) - (tip_amount ?? 0n)
  return {
    ...payment,
    amount: payment.amount + added,
    details: { ...details, subtotal_amount, surcharge_amount: added, surcharge_id: record.id },
  }
}

function mayCarry(record: Surcharge, { initiation: { series } }: NewPayment, { user_type_id }: Caller): boolean {
  const is_scheduled = series === 'recurring' || series === 'installment'
  return appliesTo(record, user_type_id) && (record.surcharge_on_recurring || !is_scheduled)
}

function addedTo(record: Surcharge, product: Route['product'], amount: Money): Money {
  const added = surchargeOf(surchargeTerms(record, product), amount)
  return amount + added > product.largest_amount ? 0n : added
}
