import type { Row } from '../../definition/resource.ts'
import type { Bininfo } from '../../lib/bin/bininfo.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import type { surcharge } from './surcharge.ts'

/**
 * How much a surcharge is, and which cards carry it. Pure. Amounts in minor units, rates in hundredths of a percent.
 */

export type Surcharge = Row<typeof surcharge>

/** What the card networks allow in the United States, in hundredths of a percent of the amount. */
export const NETWORK_CAPS = { visa: 300n, others: 400n } as const

/** One percent of an amount is this part of it. */
const WHOLE = 10_000n

/** What the amount of a surcharge follows from. */
export interface SurchargeTerms
  extends Pick<
    Surcharge,
    'surcharge_fee' | 'surcharge_rate' | 'min_fee_amount' | 'max_fee_amount' | 'max_transaction_amount'
  > {
  /** In hundredths of a percent. The same for all brands of a product: Visa wants its cards treated like the others. */
  cap: bigint
}

export function surchargeTerms(
  record: Omit<SurchargeTerms, 'cap'>,
  product: Pick<Row<typeof producttransaction>, 'card_type_visa'>,
): SurchargeTerms {
  const { surcharge_fee, surcharge_rate, min_fee_amount, max_fee_amount, max_transaction_amount } = record
  const cap = product.card_type_visa ? NETWORK_CAPS.visa : NETWORK_CAPS.others
  return { surcharge_fee, surcharge_rate, min_fee_amount, max_fee_amount, max_transaction_amount, cap }
}

/** Returns the surcharge of an amount, half a cent rounded up; what the networks allow is rounded down. */
export function surchargeOf(terms: SurchargeTerms, amount: Money): Money {
  const { surcharge_fee, surcharge_rate, min_fee_amount, max_fee_amount, max_transaction_amount, cap } = terms
  if (amount <= 0n || (max_transaction_amount !== null && amount > max_transaction_amount)) return 0n
  const wanted = surcharge_fee + (amount * surcharge_rate + WHOLE / 2n) / WHOLE
  const least = min_fee_amount !== null && wanted < min_fee_amount ? min_fee_amount : wanted
  const most = max_fee_amount !== null && least > max_fee_amount ? max_fee_amount : least
  return smaller(most, (amount * cap) / WHOLE)
}

/** Returns the most of an amount that can be a surcharge within it, by the largest cap of any network. */
export function mostWithin(amount: Money): Money {
  return (amount * NETWORK_CAPS.others) / (WHOLE + NETWORK_CAPS.others)
}

/**
 * Whether a card may carry a surcharge: by credit or charge, and never a debit or prepaid card (Visa, Mastercard). One
 * of which nothing is known carries none.
 */
export function isSurchargeable({ account_fund_source, prepaid_indicator }: CardFunding): boolean {
  return (account_fund_source === 'C' || account_fund_source === 'H') && prepaid_indicator !== 'P'
}

type CardFunding = Pick<Bininfo, 'account_fund_source' | 'prepaid_indicator'>

/** Whether a surcharge is added to what users of this type pay; null for a payer at a page, and for a recurring. */
export function appliesTo(
  { apply_to_user_type_id }: Pick<Surcharge, 'apply_to_user_type_id'>,
  user_type_id: number | null,
): boolean {
  return apply_to_user_type_id === null || apply_to_user_type_id === user_type_id
}

/** Why a product that takes Visa cannot have a surcharge, or null. */
export function visaProblem({ surcharge_rate }: { surcharge_rate: bigint }): string | null {
  if (surcharge_rate <= NETWORK_CAPS.visa) return null
  return `Surcharge Rate must be no more than ${formatMoney(NETWORK_CAPS.visa)} percent where Visa is taken.`
}

/** What has been taken with a surcharge, and what of it goes back already or is on its way. */
export interface Refundable {
  captured_amount: Money
  surcharge_amount: Money
  /** Without the refund that is asked about. */
  given_back: Money
  surcharge_given_back: Money
}

/**
 * Returns the part of a refund that gives back surcharge: all refunds so far and this one have together their share of
 * it, so that the last one has the rest.
 */
export function refundedSurcharge(of: Refundable, amount: Money): Money {
  const { captured_amount, surcharge_amount, given_back, surcharge_given_back } = of
  if (captured_amount <= 0n) return 0n
  const due = ((given_back + amount) * surcharge_amount * 2n + captured_amount) / (captured_amount * 2n)
  const share = due - surcharge_given_back
  if (share <= 0n) return 0n
  return smaller(smaller(share, amount), surcharge_amount - surcharge_given_back)
}

function smaller(one: Money, other: Money): Money {
  return one < other ? one : other
}
