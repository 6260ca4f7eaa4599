import { formatMoney } from '../../lib/money.ts'
import { addProblem, label, type Problems } from '../../lib/problem.ts'
import { mostWithin } from '../surcharge/surcharge-amount.ts'
import { STATUS } from './transaction.states.ts'

/**
 * The parts of an amount, and how they agree with it: tax, tip and surcharge together are no more than the amount
 * (contract 2.13, "included in transaction_amount"), and neither is the subtotal. Pure. PostgreSQL says the same in
 * `transaction_parts_fit`.
 */

/** Amounts in minor units; null where a part was not sent. */
export interface AmountParts {
  tax: bigint
  tip_amount: bigint | null
  surcharge_amount: bigint | null
  subtotal_amount: bigint | null
}

/** Parts as a request may have them. */
export type SentParts = { [name in keyof AmountParts]?: bigint | null | undefined }
type ReducedParts = { [name in keyof AmountParts]?: bigint }

/** Parts that add up, in the order in which they are given up: a tip is a gift, a tax is owed whatever is paid. */
const ADDED = ['tip_amount', 'surcharge_amount', 'tax'] as const

const NAMES = [...ADDED, 'subtotal_amount'] as const satisfies (keyof AmountParts)[]

/** What the parts of a transaction are parts of. */
interface Amounts {
  status_id: number
  transaction_amount: bigint
  authorized_amount: bigint
  captured_amount: bigint
  /** Set where the gateway has charged the surcharge. */
  surcharge_id: string | null
}

/**
 * Returns the amount that a transaction stands for: what was requested until there is an outcome and after a decline,
 * then what was captured, or authorized. Null for one that was voided: it stands for nothing and shows what it had.
 */
function standingAmount({ status_id, transaction_amount, authorized_amount, captured_amount }: Amounts): bigint | null {
  if (status_id === STATUS.voided) return null
  if (status_id === STATUS.pending || status_id === STATUS.declined) return transaction_amount
  return captured_amount > 0n ? captured_amount : authorized_amount
}

function addedUp(parts: SentParts): bigint {
  return ADDED.reduce((sum, name) => sum + (parts[name] ?? 0n), 0n)
}

function fit(parts: SentParts, amount: bigint): boolean {
  return addedUp(parts) <= amount && (parts.subtotal_amount ?? 0n) <= amount
}

/**
 * Returns the parts that have to become less because a processor has approved another amount than was requested: the
 * tip first, then the surcharge, then the tax. A subtotal becomes what remains beside them.
 */
export function reducedParts(row: Amounts & AmountParts): ReducedParts {
  const amount = standingAmount(row)
  if (amount === null) return {}
  const part = cappedSurcharge(row, amount)
  const surcharge = part === row.surcharge_amount ? {} : { surcharge_amount: part! }
  const parts = { ...row, ...surcharge }
  return fit(parts, amount) ? surcharge : { ...surcharge, ...partsWithin(parts, amount) }
}

/** A surcharge of the gateway's stays the same share of an amount that is approved in part, and within its cap. */
function cappedSurcharge({ surcharge_id, surcharge_amount, transaction_amount }: Charged, amount: bigint) {
  if (!surcharge_id || surcharge_amount === null) return surcharge_amount
  const share = amount < transaction_amount ? (surcharge_amount * amount) / transaction_amount : surcharge_amount
  const most = mostWithin(amount)
  return share < most ? share : most
}

type Charged = Pick<Amounts & AmountParts, 'surcharge_id' | 'surcharge_amount' | 'transaction_amount'>

function partsWithin(row: AmountParts, amount: bigint): ReducedParts {
  const reduced: ReducedParts = {}
  let excess = addedUp(row) - amount
  for (const name of ADDED) {
    const part = row[name] ?? 0n
    const taken = excess < part ? excess : part
    if (excess <= 0n || part === 0n) continue
    reduced[name] = part - taken
    excess -= taken
  }
  const rest = amount - addedUp({ ...row, ...reduced })
  if (row.subtotal_amount !== null && row.subtotal_amount > rest) reduced.subtotal_amount = rest
  return reduced
}

/**
 * Returns why parts do not go with an amount, by field; empty where they do. `kept` are those a transaction has
 * already: the caller who chooses an amount they are more than is asked to send them anew.
 */
export function partsProblems(sent: SentParts, amount: bigint, kept: SentParts = {}): Problems {
  const parts: SentParts = {}
  for (const name of NAMES) parts[name] = sent[name] ?? kept[name] ?? null
  const problems: Problems = {}
  if (fit(parts, amount)) return problems
  const is_kept = (name: keyof AmountParts) => sent[name] == null && (parts[name] ?? 0n) > 0n
  const too_much = addedUp(parts) > amount ? ADDED : []
  const unsent = too_much.filter(is_kept)
  for (const name of unsent)
    addProblem(problems, name, `${label(name)} is ${formatMoney(parts[name]!)} and has to be sent anew: ${TOO_MUCH}`)
  if (too_much.length > 0 && unsent.length === 0) addProblem(problems, 'transaction_amount', TOO_MUCH)
  if ((parts.subtotal_amount ?? 0n) > amount) {
    const again = is_kept('subtotal_amount') ? ' and has to be sent anew' : ''
    addProblem(problems, 'subtotal_amount', `Subtotal Amount is more than Transaction Amount${again}.`)
  }
  return problems
}

const TOO_MUCH = 'Transaction Amount includes tax, tip and surcharge and cannot be less than these.'
