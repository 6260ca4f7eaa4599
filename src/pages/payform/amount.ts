import { type AmountLimits, ANY_AMOUNT, isWithin } from '../../lib/amount-limits.ts'
import { LARGEST_AMOUNT, type Money, parseMoney } from '../../lib/money.ts'

/** What may be paid at once: exactly one amount, or any amount from a minimum to a maximum. Minor units. */
export type AmountRule = (
  | { kind: 'fixed'; amount: Money }
  | { kind: 'open'; suggested: Money; min: Money; max: Money; rest?: Rest }
) & { owed?: Owed }

/** Less than the balance has to leave this much of it: the processor would not take the rest. */
interface Rest {
  balance: Money
  least: Money
}

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
  /** What the processor takes. */
  takes?: AmountLimits
}

/**
 * Returns what may be paid of a balance: the balance itself, less when partial payment is allowed, more when
 * overpayment is. When nothing is left to pay and overpayment is allowed, any amount may be paid. A limit of the
 * merchant leaves no invoice that cannot be paid: the last part may be less, and a balance that has to be paid whole is
 * not limited. A part leaves no rest that the processor does not take. Null where no payment can meet the balance.
 */
export function amountRule(balance: Money, allow: Allowed): AmountRule | null {
  const { partial, over, least = 0n, most = LARGEST_AMOUNT, takes = ANY_AMOUNT } = allow
  if (!partial && !over) return balance === 0n || isWithin(balance, takes) ? { kind: 'fixed', amount: balance } : null
  const { least_amount: floor, largest_amount: ceiling } = takes
  const [part, top] = [larger(least, floor), smaller(most, ceiling)]
  const parts = partial ? range(part, smaller(top, balance - floor)) : null
  const whole = balance === 0n ? part : balance
  const rest_of_it = over ? range(larger(whole, floor), top) : range(larger(whole, floor), smaller(whole, top))
  const least_of_all = parts ?? rest_of_it
  if (!least_of_all) return unlimited(whole, { over, part, takes })
  const [min, max] = [least_of_all.min, (rest_of_it ?? least_of_all).max]
  if (min === max) return { kind: 'fixed', amount: max }
  const rest = parts && rest_of_it && floor > 1n ? { rest: { balance, least: floor } } : {}
  return { kind: 'open', suggested: balance === 0n ? 0n : larger(smaller(balance, max), min), min, max, ...rest }
}

/** What may be paid where the merchant's own limits would leave nothing. */
function unlimited(
  whole: Money,
  { over, part, takes }: { over: boolean; part: Money; takes: AmountLimits },
): AmountRule | null {
  const amount = over ? larger(whole, part) : whole > takes.largest_amount ? part : whole
  return isWithin(amount, takes) ? { kind: 'fixed', amount } : null
}

const range = (min: Money, max: Money) => (min <= max ? { min, max } : null)
const smaller = (a: Money, b: Money): Money => (a < b ? a : b)
const larger = (a: Money, b: Money): Money => (a > b ? a : b)

/** Whether an amount can be paid by a rule. */
export function fits(rule: AmountRule, amount: Money): boolean {
  if (rule.kind === 'fixed') return amount === rule.amount
  if (amount < rule.min || amount > rule.max) return false
  return !rule.rest || amount >= rule.rest.balance || amount <= rule.rest.balance - rule.rest.least
}

/**
 * Returns the minor units of an amount as people type it (`1,234.50`, `$1,234.5`, `1234`), or null when it cannot be
 * read.
 */
export function readAmount(text: string): Money | null {
  const bare = text.trim().replace(/^\$\s*/, '')
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,12})?(?:\.\d{0,2})?$/.test(bare) || !/\d/.test(bare)) return null
  return parseMoney(`0${bare.replaceAll(',', '').replace(/\.$/, '')}`)
}
