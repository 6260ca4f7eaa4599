import { BEGINNINGS, STATUS, TRANSITIONS } from '../../src/resources/transaction/transaction.states.ts'

/** What banks may do to a payment after it was accepted; no request asks for these. */
const BANK: Record<number, readonly number[]> = {
  [STATUS.ach_pending]: [STATUS.ach_originating, STATUS.ach_rejected],
  // A file that the bank refuses as a whole leaves its entries to the next file.
  [STATUS.ach_originating]: [STATUS.ach_originated, STATUS.ach_rejected, STATUS.ach_pending],
  [STATUS.ach_originated]: [STATUS.ach_settled, STATUS.ach_reserved, STATUS.charged_back, STATUS.ach_rejected],
  [STATUS.ach_settled]: [STATUS.ach_reserved, STATUS.charged_back],
  // Returned for lack of funds: presented again, or given up.
  [STATUS.ach_reserved]: [STATUS.ach_originating, STATUS.charged_back],
}

/** What a decline becomes whose approval could not be reversed, and that a person keeps. */
const KEPT: readonly number[] = [STATUS.sale, STATUS.authorized, STATUS.refunded, STATUS.ach_pending]

/** What a processor takes back: a refund or sale that it had approved, and a void that did not happen. */
export const TAKEN_BACK: readonly string[] = [
  `${STATUS.sale}>${STATUS.declined}`,
  `${STATUS.refunded}>${STATUS.declined}`,
  ...[STATUS.sale, STATUS.authorized, STATUS.refunded, STATUS.ach_pending].map(to => `${STATUS.voided}>${to}`),
]

/** A refused bank payment whose override was made. */
export const OVERRIDDEN = `${STATUS.declined}>${STATUS.voided}`

/**
 * The statuses a transaction may be created with: pending, the closing of a batch at a terminal, declined without an
 * order.
 */
export const FIRST: readonly number[] = [STATUS.pending, STATUS.settled_deprecated, STATUS.declined]

/** Every step there is, as `from>to`, by the tables of the code. */
export function transactionSteps(): Set<string> {
  const steps = [`${STATUS.pending}>${STATUS.declined}`]
  for (const methods of Object.values(BEGINNINGS))
    for (const { status_id } of Object.values(methods)) steps.push(`${STATUS.pending}>${status_id}`)
  for (const { from, to } of Object.values(TRANSITIONS))
    for (const status of to === null ? [] : from) steps.push(`${status}>${to}`)
  for (const status of KEPT) steps.push(`${STATUS.declined}>${status}`)
  steps.push(OVERRIDDEN, ...TAKEN_BACK)
  for (const [from, tos] of Object.entries(BANK)) for (const to of tos) steps.push(`${from}>${to}`)
  return new Set(steps)
}
