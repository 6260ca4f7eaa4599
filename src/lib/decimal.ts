import type { Money } from './money.ts'

const FOUR_PLACES = /^(\d{1,12})(?:\.(\d{1,4}))?$/
const UNIT = 10_000n
const UNITS_OF_CENT = UNIT / 100n

/** Returns a decimal of at most four places (quantities, unit costs) in ten-thousandths; null for anything else. */
function tenThousandths(value: unknown): bigint | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [, whole, part = ''] = FOUR_PLACES.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole) * UNIT + BigInt(part.padEnd(4, '0'))
}

/** Returns a decimal in minor units, half a cent rounded up; null for what is none. */
export function roundedCents(value: unknown): Money | null {
  const units = tenThousandths(value)
  return units === null ? null : rounded(units, UNITS_OF_CENT)
}

/** Returns quantity times unit cost in minor units, half a cent rounded up; null where one of them is no number. */
export function productCents(quantity: unknown, unit_cost: unknown): Money | null {
  const [many, cost] = [tenThousandths(quantity), tenThousandths(unit_cost)]
  return many === null || cost === null ? null : rounded(many * cost, UNIT * UNITS_OF_CENT)
}

/** Returns pieces at a price in minor units; null where one of them is no whole number of these. */
export function wholePieces(quantity: unknown, unit_cost: unknown): { pieces: bigint; cents: Money } | null {
  const [many, cost] = [tenThousandths(quantity), tenThousandths(unit_cost)]
  if (many === null || cost === null || many === 0n || many % UNIT !== 0n || cost % UNITS_OF_CENT !== 0n) return null
  return { pieces: many / UNIT, cents: cost / UNITS_OF_CENT }
}

export function isPositive(value: unknown): boolean {
  return (tenThousandths(value) ?? 0n) > 0n
}

function rounded(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor
}
