/** An amount in minor units (cents); never a float. */
export type Money = bigint

/**
 * The largest amount of a payment, and so of everything that is paid: invoices, links, recurrings. It is decimal(10,2)
 * of the contract and all that an entry of a bank file can hold.
 */
export const LARGEST_AMOUNT: Money = 9_999_999_999n
/** Its characters on the wire. */
export const LARGEST_LENGTH = 11

const DECIMAL = /^-?\d{1,16}(?:\.(\d{1,2}))?$/

/** Parses a decimal from a JSON number or string; null when it is none or has more than two decimal places. */
export function parseMoney(value: unknown): Money | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  const match = DECIMAL.exec(text)
  if (!match) return null
  const cents = (match[1] ?? '').padEnd(2, '0')
  const whole = match[1] === undefined ? text : text.slice(0, text.indexOf('.'))
  return BigInt(whole + cents)
}

/** Formats minor units for the wire, always with two decimals. */
export function formatMoney(amount: Money | number): string {
  const minor = BigInt(amount)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns minor units for a wire that wants a JSON number. Throws where that would not be exact. */
export function minorNumber(amount: Money): number {
  // biome-ignore lint/plugin: the one place where minor units become a number
  const minor = Number(amount)
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount does not fit a JSON number')
  return minor
}

export function sumMoney(amounts: Iterable<Money>): Money {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
