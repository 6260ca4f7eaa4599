import type { Row } from '../../definition/resource.ts'
import { type AmountLimits, ANY_AMOUNT, isWithin } from '../../lib/amount-limits.ts'
import { type Money, parseMoney } from '../../lib/money.ts'
import type { PageField } from './field-configuration.ts'
import type { hostedpaymentpage } from './hostedpaymentpage.ts'

/** What a hosted payment page takes: which actions, and which amounts. Pure; minor units. */

type Bounds = Pick<Row<typeof hostedpaymentpage>, 'min_payment_amount' | 'max_payment_amount'>

const ACTIONS = ['sale', 'authonly', 'avsonly', 'debit']

/** Why a page does not carry out what its link or record asks for, or null. */
export function actionProblem(action: string | null): string | null {
  return action === null || ACTIONS.includes(action) ? null : `Action must be one of ${ACTIONS.join(', ')} on a page.`
}

/** Whether a page checks a card, and takes no money. */
export function isCheck(fields: readonly PageField[]): boolean {
  return fields.some(({ id, value }) => id === 'action' && value === 'avsonly')
}

/** Exactly one amount, or any from a least to a most. */
export type PageAmount = { kind: 'fixed'; amount: Money } | { kind: 'open'; suggested: Money; min: Money; max: Money }

/**
 * Returns what the payer may pay, 0 for a check of his card; null where the link asks for what the page does not take.
 */
export function pageAmount(
  { min_payment_amount, max_payment_amount }: Bounds,
  fields: readonly PageField[],
  takes: AmountLimits = ANY_AMOUNT,
): PageAmount | null {
  if (isCheck(fields)) return { kind: 'fixed', amount: 0n }
  const min: Money = larger(min_payment_amount || 1n, takes.least_amount)
  const max: Money = smaller(max_payment_amount || takes.largest_amount, takes.largest_amount)
  const field = fields.find(({ id }) => id === 'transaction_amount')
  const value = parseMoney(field?.value) ?? 0n
  const fits = isWithin(value, { least_amount: min, largest_amount: max })
  if (field && (field.readonly || !field.visible)) return fits ? { kind: 'fixed', amount: value } : null
  if (min > max) return null
  return min === max ? { kind: 'fixed', amount: min } : { kind: 'open', suggested: fits ? value : 0n, min, max }
}

const smaller = (a: Money, b: Money): Money => (a < b ? a : b)
const larger = (a: Money, b: Money): Money => (a > b ? a : b)
