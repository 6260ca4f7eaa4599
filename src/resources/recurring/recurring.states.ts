import { invalidField } from '../../lib/problem.ts'
import type { Status } from './recurring.ts'

interface Transition {
  from: readonly Status[]
  /** The status afterwards; null where it does not change. A command that uses up all payments ends the recurring. */
  to: Status | null
}

/** What may be done to a recurring in which status (contract 3.3). Nothing leads out of `ended`. */
export const TRANSITIONS = {
  update: { from: ['active', 'on hold'], to: null },
  skipPayment: { from: ['active'], to: 'active' },
  deferPayment: { from: ['active'], to: 'active' },
  placeOnHold: { from: ['active'], to: 'on hold' },
  activate: { from: ['on hold'], to: 'active' },
  remove: { from: ['active', 'on hold', 'ended'], to: 'ended' },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof TRANSITIONS

/** Throws a 422 on `status` when the transition does not start from this status. */
export function checkTransition(status: Status, name: TransitionName): void {
  const from: readonly Status[] = TRANSITIONS[name].from
  if (from.includes(status)) return
  throw invalidField(
    'status',
    status === 'ended' ? 'Recurring has ended and cannot be changed.' : `Recurring is ${status}.`,
  )
}
