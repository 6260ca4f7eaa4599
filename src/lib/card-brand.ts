import creditCardType from 'credit-card-type'

/** The card brands of `account_type`. Debit cards have the code of their brand. */
export type CardBrand = 'visa' | 'mc' | 'disc' | 'amex' | 'jcb' | 'diners'

const BRANDS = new Map<string, CardBrand>([
  ['visa', 'visa'],
  ['mastercard', 'mc'],
  ['discover', 'disc'],
  ['american-express', 'amex'],
  ['jcb', 'jcb'],
  ['diners-club', 'diners'],
])

/** With fewer than six digits several brands are possible. */
const ISSUER_DIGITS = /^\d{6,19}$/

keepToUnitedStates()

/** Brands by the first six digits, which decide them: the library copies its whole table for each question. */
const KNOWN = new Map<string, CardBrand | null>()
const MOST_KNOWN = 10_000

const LENGTHS = new Map([...BRANDS].map(([type, brand]) => [brand, creditCardType.getTypeInfo(type).lengths]))

/**
 * Returns the brand of a card number or its first six or more digits; null when no supported brand issues such
 * numbers.
 */
export function cardBrand(number: string): CardBrand | null {
  if (!ISSUER_DIGITS.test(number)) return null
  const issuer = number.slice(0, 6)
  const known = KNOWN.get(issuer)
  if (known !== undefined) return known
  const found = creditCardType(issuer)
  const brand = found.length === 1 ? (BRANDS.get(found[0]!.type) ?? null) : null
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  KNOWN.set(issuer, brand)
  return brand
}

/** Returns the lengths of card numbers of a brand. */
export function brandLengths(brand: CardBrand): readonly number[] {
  return LENGTHS.get(brand) ?? []
}

/**
 * The library knows foreign brands inside the ranges of the six: 650052 as Troy, 527572 as Naranja, 4011 78 as Elo.
 * In the United States such numbers run on the network that owns the range.
 */
function keepToUnitedStates(): void {
  for (const type of Object.values(creditCardType.types)) if (!BRANDS.has(type)) creditCardType.removeCard(type)
  // Discover carries this UnionPay range by agreement; the rest of 62 is not accepted.
  extend('discover', { patterns: [[622126, 622925]] })
  // The 13-digit numbers Visa issued first are rare and still within the length this interface accepts.
  extend('visa', { lengths: [13] })
  // JCB's 15-digit numbers under 1800 and 2131 are no longer issued.
  creditCardType.updateCard('jcb', { patterns: [[3528, 3589]] })
}

function extend(type: string, more: { patterns?: [number, number][]; lengths?: number[] }): void {
  const { patterns, lengths } = creditCardType.getTypeInfo(type)
  creditCardType.updateCard(type, {
    patterns: [...patterns, ...(more.patterns ?? [])],
    lengths: [...lengths, ...(more.lengths ?? [])],
  })
}
