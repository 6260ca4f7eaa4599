import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome } from '../../src/ports/processor.ts'
import type { Fault, Faults } from './faults.ts'
import { stateRefusals, type Verdict } from './triggers.ts'

/** Faults of queries and voids of earlier orders. In memory only. */
export interface Misbehaviour {
  note(reference: string, faults: Faults): void
  /** Returns whether this query fails, and counts it. */
  isHidden(reference: string): boolean
  /** Returns whether this query is answered as if the order had never arrived, and counts it. */
  isUnseen(reference: string): boolean
  /** Returns the delay of queries in milliseconds. */
  delayOf(reference: string): number
  /** Returns why an order on this one is refused whatever its state. */
  refusalOf(action: string, original: string | undefined): Verdict | undefined
}

export function misbehaviour(): Misbehaviour {
  const numbers: Partial<Record<Fault, Map<string, number>>> = {}
  const of = (fault: Fault): Map<string, number> => {
    const known = numbers[fault] ?? new Map<string, number>()
    numbers[fault] = known
    return known
  }
  const counted = (fault: Fault, reference: string): boolean => {
    const left = of(fault).get(reference) ?? 0
    if (left > 1) of(fault).set(reference, left - 1)
    else of(fault).delete(reference)
    return left > 0
  }
  return {
    note(reference, faults) {
      for (const fault of ['hide', 'unseen', 'slow_find', 'keep', 'settled', 'no_refund'] as const) {
        const number = faults.get(fault)
        if (number !== undefined) of(fault).set(reference, number)
      }
    },
    isHidden: reference => counted('hide', reference),
    isUnseen: reference => counted('unseen', reference),
    delayOf: reference => of('slow_find').get(reference) ?? 0,
    refusalOf(action, original) {
      const has = (fault: Fault) => original !== undefined && of(fault).has(original)
      if (action === 'void' && has('settled')) return stateRefusals.settled
      if (action === 'void' && has('keep')) return stateRefusals.not_in_this_state
      return action === 'refund' && has('no_refund') ? stateRefusals.not_in_this_state : undefined
    },
  }
}

/** Waits, but not beyond the end of the process. Returns false when that came first. */
export async function pause(ms: number, closing: AbortSignal): Promise<boolean> {
  if (ms > 0) await wait(ms, undefined, { signal: closing }).catch(() => undefined)
  return !closing.aborted
}

/** Returns the outcome with the opposite result, which its reason contradicts. */
export function flipped(outcome: Outcome): Outcome {
  return { ...outcome, result: outcome.result === 'approved' ? 'declined' : 'approved' }
}

/** Returns a consistent outcome of the opposite kind, as if of another order. */
export function opposite(outcome: Outcome): Outcome {
  const { reason_code_id, verbiage, response_message } = stateRefusals.not_in_this_state
  if (outcome.result === 'approved')
    return {
      ...outcome,
      result: 'declined',
      reason_code_id,
      verbiage,
      response_message,
      auth_code: null,
      auth_amount: null,
    }
  return {
    ...outcome,
    result: 'approved',
    reason_code_id: 1000,
    verbiage: 'APPROVAL',
    auth_code: '000000',
    auth_amount: 1n,
  }
}
