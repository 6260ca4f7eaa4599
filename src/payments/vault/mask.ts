/** The shortest number of which three digits stay hidden when the first six and the last four are shown. */
const SHORTEST_CARD = 13

/**
 * Returns the first six digits for `first_six`; null when the number is shorter than any card number, because too
 * little would stay hidden. Most bank account numbers are, and they have no issuer number.
 */
export function firstSix(number: string): string | null {
  return number.length < SHORTEST_CARD ? null : number.slice(0, 6)
}

/** Returns the last four digits for `last_four`; for a number of fewer than eight digits only the last half. */
export function lastFour(number: string): string {
  return number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))
}
