import { LARGEST_AMOUNT, type Money, parseMoney } from '../../lib/money.ts'

/** What may be paid at once: exactly one amount, or any amount from a minimum to a maximum. Minor units. */
export type AmountRule = (
  | { kind: 'fixed'; amount: Money }
  | { kind: 'open'; suggested: Money; min: Money; max: Money }
) & { owed?: Owed }

/** The account that the page shows beside the form. */
interface Owed {
  balance: Money
  /** Including what is on its way. */
  paid: Money
}

/**
 * Returns what a form carries of the amount that it showed. When this has changed by the time the form comes back, the
 * payer has not seen what would be charged, or has paid it already in another tab.
 */
export function shownAmount(rule: AmountRule): string {
  const { owed } = rule
  const account = owed ? [owed.balance, owed.paid] : []
  if (rule.kind === 'open') return [rule.min, rule.max, ...account].join('/')
  return owed?.paid ? [rule.amount, ...account].join('/') : String(rule.amount)
}

interface Allowed {
  partial: boolean
  over: boolean
  /** Of one payment whose amount is open. */
  least?: Money
  most?: Money
}

/**
 * Returns what may be paid of a balance: the balance itself, less when partial payment is allowed, more when
 * overpayment is. When nothing is left to pay and overpayment is allowed, any amount may be paid. A limit leaves no
 * invoice that cannot be paid: the last part may be less, and a balance that has to be paid whole is not limited.
 */
export function amountRule(balance: Money, allow: Allowed): AmountRule {
  const { least = 0n, most = LARGEST_AMOUNT } = allow
  const part = larger(least, 1n)
  const min = balance === 0n ? part : allow.partial ? smaller(part, balance) : balance
  const max = larger(smaller(allow.over && balance < LARGEST_AMOUNT ? LARGEST_AMOUNT : balance, most), min)
  if (min === max) return { kind: 'fixed', amount: max }
  return { kind: 'open', suggested: smaller(balance, max), min, max }
}

const smaller = (a: Money, b: Money): Money => (a < b ? a : b)
const larger = (a: Money, b: Money): Money => (a > b ? a : b)

/**
 * Returns the minor units of an amount as people type it (`1,234.50`, `$1,234.5`, `1234`), or null when it cannot be
 * read.
 */
export function readAmount(text: string): Money | null {
  const bare = text.trim().replace(/^\$\s*/, '')
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,12})?(?:\.\d{0,2})?$/.test(bare) || !/\d/.test(bare)) return null
  return parseMoney(`0${bare.replaceAll(',', '').replace(/\.$/, '')}`)
}
