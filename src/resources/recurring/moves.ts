import { invalidField } from '../../lib/problem.ts'
import type { Status } from './recurring.ts'

interface Move {
  from: readonly Status[]
  /** The status afterwards; null where it stays what it was. A move that uses up all payments ends the recurring instead. */
  to: Status | null
}

/** What may be done to a recurring in which status (contract 3.3). Nothing leads out of `ended`. */
export const MOVES = {
  update: { from: ['active', 'on hold'], to: null },
  skipPayment: { from: ['active'], to: 'active' },
  deferPayment: { from: ['active'], to: 'active' },
  placeOnHold: { from: ['active'], to: 'on hold' },
  activate: { from: ['on hold'], to: 'active' },
  remove: { from: ['active', 'on hold', 'ended'], to: 'ended' },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

/** Throws a 422 on `status` when the recurring is not in a status from which the move leads. */
export function mustAllow(status: Status, move: MoveName): void {
  const from: readonly Status[] = MOVES[move].from
  if (from.includes(status)) return
  throw invalidField(
    'status',
    status === 'ended' ? 'Recurring has ended and cannot be changed.' : `Recurring is ${status}.`,
  )
}
