import { BEGINNINGS, STATUS, TRANSITIONS } from './transaction.states.ts'

/** What a bank makes of a payment after it was accepted here; nobody asks for these by an action. */
const BANK_STEPS: readonly (readonly [number, readonly number[]])[] = [
  [STATUS.ach_pending, [STATUS.ach_originating, STATUS.ach_rejected]],
  // A file that the bank refuses as a whole leaves its entries to the next file.
  [STATUS.ach_originating, [STATUS.ach_originated, STATUS.ach_rejected, STATUS.ach_pending]],
  [STATUS.ach_originated, [STATUS.ach_settled, STATUS.ach_reserved, STATUS.charged_back, STATUS.ach_rejected]],
  [STATUS.ach_settled, [STATUS.ach_reserved, STATUS.charged_back]],
  // Returned for lack of funds: it is presented again, or given up.
  [STATUS.ach_reserved, [STATUS.ach_originating, STATUS.charged_back]],
]

/** The statuses a transaction is written with: asked, refused without being asked, and the closing of a batch at a terminal. */
export const FIRST_STATUSES: readonly number[] = [STATUS.pending, STATUS.settled_deprecated, STATUS.declined]

/**
 * Every step from one status to another that there is, by the status it leads from. What has no entry is an end. The table `state_step`
 * of the database says the same, and refuses every other step.
 */
export const STEPS: ReadonlyMap<number, ReadonlySet<number>> = stepsOf()

function stepsOf(): Map<number, Set<number>> {
  const steps = new Map<number, Set<number>>()
  const add = (from: number, to: number) => steps.set(from, (steps.get(from) ?? new Set()).add(to))
  for (const methods of Object.values(BEGINNINGS)) {
    for (const { status_id } of Object.values(methods)) add(STATUS.pending, status_id)
  }
  add(STATUS.pending, STATUS.declined)
  for (const { from, to } of Object.values(TRANSITIONS)) {
    for (const status of from) if (to !== null) add(status, to)
  }
  for (const [from, tos] of BANK_STEPS) for (const to of tos) add(from, to)
  return steps
}
