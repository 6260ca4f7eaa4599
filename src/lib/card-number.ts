import { brandLengths, cardBrand } from './card-brand.ts'
import { luhnValid } from './luhn.ts'

const DIGITS = /^\d{13,19}$/

/**
 * Returns what is wrong with a card number, as the text of a validation error, or null. It must have 13 to 19 digits,
 * a valid check digit, and a length its brand issues. The text never repeats the number.
 */
export function checkCardNumber(number: string): string | null {
  if (!DIGITS.test(number)) return 'Account Number should contain 13 to 19 digits.'
  const brand = cardBrand(number)
  if (!brand) return 'Account Number is not of a card brand that can be processed.'
  if (!brandLengths(brand).includes(number.length) || !luhnValid(number)) return 'Account Number is invalid.'
  return null
}
