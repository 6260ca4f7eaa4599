import fc from 'fast-check'

/** Random account numbers for properties: right by form, and of no card or account that anybody has. */

const BRANDS: readonly [prefix: string, length: number, brand: string][] = [
  ['4', 16, 'visa'],
  ['51', 16, 'mc'],
  ['2221', 16, 'mc'],
  ['6011', 16, 'disc'],
  ['34', 15, 'amex'],
  ['37', 15, 'amex'],
  ['3528', 16, 'jcb'],
  ['36', 14, 'diners'],
]

/** A card number of a known brand with a right check digit, and the brand. */
export const cards = fc
  .record({ brand: fc.constantFrom(...BRANDS), digits: fc.stringMatching(/^\d{16}$/) })
  .map(({ brand: [prefix, length, brand], digits }) => ({ number: withCheckDigit(prefix + digits, length), brand }))

export const expDates = fc
  .record({ month: fc.integer({ min: 1, max: 12 }), year: fc.integer({ min: 40, max: 99 }) })
  .map(({ month, year }) => `${String(month).padStart(2, '0')}${year}`)

export const bankNumbers = fc.stringMatching(/^\d{9,17}$/)

/** Nine digits with a prefix of the Federal Reserve and a right check digit. */
export const routings = fc.stringMatching(/^0[1-9]\d{6}$/).map(digits => {
  const weights = [3, 7, 1]
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * weights[index % 3]!, 0)
  return digits + String((10 - (sum % 10)) % 10)
})

/** Cuts to the length and sets the last digit right (ISO/IEC 7812-1). */
export function withCheckDigit(digits: string, length: number): string {
  const body = digits.slice(0, length - 1)
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}
