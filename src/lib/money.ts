/** Leaf functions with no project import. Never: anything used once, I/O, a noun. */

/** An amount in minor units (cents). Never a float. */
export type Money = bigint

const DECIMAL = /^-?\d{1,16}(?:\.(\d{1,2}))?$/

/** Reads a decimal given as a JSON number or string. Returns null when it is no decimal or has more than two places. */
export function parseMoney(value: unknown): Money | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  const match = DECIMAL.exec(text)
  if (!match) return null
  const cents = (match[1] ?? '').padEnd(2, '0')
  const whole = match[1] === undefined ? text : text.slice(0, text.indexOf('.'))
  return BigInt(whole + cents)
}

/** Writes minor units the way the wire wants them: two decimals, always. */
export function formatMoney(amount: Money | number): string {
  const minor = BigInt(amount)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function sumMoney(amounts: Iterable<Money>): Money {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
