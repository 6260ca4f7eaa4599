import { formatMoney, LARGEST_AMOUNT, type Money } from './money.ts'

/** What one payment can come to, in minor units. */
export interface AmountLimits {
  least_amount: Money
  largest_amount: Money
}

/** Where no processor says less. */
export const ANY_AMOUNT: AmountLimits = { least_amount: 1n, largest_amount: LARGEST_AMOUNT }

/** Returns the limits within which at least one of several can be paid; any amount where there are none. */
export function widest(several: readonly AmountLimits[]): AmountLimits {
  const [first = ANY_AMOUNT, ...others] = several
  let { least_amount, largest_amount } = first
  for (const other of others) {
    if (other.least_amount < least_amount) least_amount = other.least_amount
    if (other.largest_amount > largest_amount) largest_amount = other.largest_amount
  }
  return { least_amount, largest_amount }
}

export function isWithin(amount: Money, { least_amount, largest_amount }: AmountLimits): boolean {
  return amount >= least_amount && amount <= largest_amount
}

/** Returns why an amount cannot be paid, as the end of a sentence, or null. */
export function amountProblem(amount: Money, { least_amount, largest_amount }: AmountLimits): string | null {
  if (amount < least_amount)
    return `must be no less than ${formatMoney(least_amount)}, the least that the processor takes.`
  if (amount > largest_amount)
    return `must be no greater than ${formatMoney(largest_amount)}, the most that the processor takes.`
  return null
}
