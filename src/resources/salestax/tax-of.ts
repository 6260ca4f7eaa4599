import type { Money } from '../../lib/money.ts'

/** Percent of an amount in minor units, half a cent rounded up; the rate is a decimal such as `8.875`. */
export function taxOf(amount: Money, tax_rate: string): Money {
  const [whole = '0', part = ''] = tax_rate.split('.')
  // Ten-thousandths of a percent: a millionth of the amount each.
  const millionths = BigInt(whole + part.padEnd(4, '0'))
  return (amount * millionths + 500_000n) / 1_000_000n
}
