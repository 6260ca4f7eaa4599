/** A number at least this long keeps three digits or more to itself when its first six and last four are shown. */
const SHORTEST_CARD = 13

/**
 * The first six digits, for `first_six`; null when the number is shorter than a card number can be, because beside the
 * last four too little of it would stay hidden. Bank account numbers are mostly that short, and have no issuer number to show.
 */
export function firstSix(number: string): string | null {
  return number.length < SHORTEST_CARD ? null : number.slice(0, 6)
}

/** The last four digits, for `last_four`; of a number with fewer than eight digits the last half only, so that most of it stays hidden. */
export function lastFour(number: string): string {
  return number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))
}
