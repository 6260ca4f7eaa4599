const NINE_DIGITS = /^\d{9}$/
const WEIGHTS = [3, 7, 1]

/**
 * Prefixes in use: 00 to 12 Federal Reserve districts and the government, 21 to 32 thrifts, 61 to 72 electronic, 80
 * traveler's checks.
 */
const PREFIXES: readonly [low: number, high: number][] = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
]

/** Returns whether a text is an ABA routing number: nine digits, a prefix in use, a valid check digit. */
export function abaValid(routing: string): boolean {
  // Nine zeros satisfy the check digit and name no bank.
  if (!NINE_DIGITS.test(routing) || routing === '000000000') return false
  const prefix = Number(routing.slice(0, 2))
  if (!PREFIXES.some(([low, high]) => low <= prefix && prefix <= high)) return false
  const sum = [...routing].reduce((total, digit, index) => total + Number(digit) * WEIGHTS[index % WEIGHTS.length]!, 0)
  return sum % 10 === 0
}
