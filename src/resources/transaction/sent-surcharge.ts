import { formatMoney, type Money } from '../../lib/money.ts'
import { addProblem, type Problems } from '../../lib/problem.ts'
import { withoutBlanks } from '../../lib/wide-records.ts'
import { mostWithin, type SurchargeTerms, surchargeOf } from '../surcharge/surcharge-amount.ts'
import type { SentParts } from './amount-parts.ts'

/** What callers who calculate a surcharge themselves have to send, and what of it is taken. Pure. */

/** `tax_surcharge_config`: the tax is added first, and the surcharge is of both. */
const TAX_FIRST = 3

/** The surcharge of a product, as a caller has to calculate it. */
export interface ProductSurcharge {
  terms: SurchargeTerms
  tax_surcharge_config: number
  /** Whether payments of this caller carry it. */
  applies: boolean
}

/** Returns what is wrong with the parts of a new payment through a product with a surcharge. */
export function newSurchargeProblems(of: ProductSurcharge, parts: SentParts, amount: Money): Problems {
  const problems: Problems = {}
  if (of.applies) demand(parts, problems)
  else if (parts.surcharge_amount) tooMuch(0n, problems)
  if (of.applies && Object.keys(problems).length === 0) examine(of, parts, amount, problems)
  return problems
}

/** A payment that carries a surcharge, as it is before its amount changes. */
interface Surcharged extends SentParts {
  captured_amount: Money
  authorized_amount: Money
}

/** Returns what is wrong with the parts of an action on a payment that carries a surcharge, by its new amount. */
export function changedSurchargeProblems(
  of: ProductSurcharge | null,
  row: Surcharged,
  sent: SentParts,
  amount: Money,
): Problems {
  const problems: Problems = {}
  if (amount < (row.captured_amount || row.authorized_amount)) demand(sent, problems)
  if (Object.keys(problems).length > 0) return problems
  const parts = { ...row, ...withoutBlanks(sent) }
  if (of) examine(of, parts, amount, problems)
  if ((parts.surcharge_amount ?? 0n) > mostWithin(amount)) tooMuch(mostWithin(amount), problems)
  return problems
}

function demand({ subtotal_amount, surcharge_amount }: SentParts, problems: Problems): void {
  if (!subtotal_amount) addProblem(problems, 'subtotal_amount', 'Subtotal amount cannot be empty or 0')
  if (surcharge_amount == null) addProblem(problems, 'surcharge_amount', 'Surcharge Amount cannot be blank.')
}

function examine(of: ProductSurcharge, parts: SentParts, amount: Money, problems: Problems): void {
  const { tax, tip_amount, subtotal_amount, surcharge_amount } = parts
  const [subtotal, sent] = [subtotal_amount ?? 0n, surcharge_amount ?? 0n]
  const most = surchargeOf(of.terms, of.tax_surcharge_config === TAX_FIRST ? subtotal + (tax ?? 0n) : subtotal)
  if (sent > most) tooMuch(most, problems)
  if (subtotal + (tax ?? 0n) + (tip_amount ?? 0n) + sent > amount)
    addProblem(
      problems,
      'transaction_amount',
      'Transaction Amount must be no less than subtotal, tax, tip and surcharge together.',
    )
}

function tooMuch(most: Money, problems: Problems): void {
  if (problems.surcharge_amount) return
  addProblem(problems, 'surcharge_amount', `Surcharge Amount must be no more than ${formatMoney(most)}.`)
}
