const ZERO = 48

/**
 * Returns whether digits end in a valid check digit (ISO/IEC 7812-1, annex B); false for other texts and for an empty
 * one.
 */
export function luhnValid(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 1, doubled = false; index >= 0; index--, doubled = !doubled) {
    const digit = digits.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return false
    const weighed = doubled ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return digits.length > 0 && sum % 10 === 0
}
