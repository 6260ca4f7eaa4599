import { setTimeout as wait } from 'node:timers/promises'
import { NO_RESPONSE_DATA, type Outcome } from '../../src/ports/processor.ts'
import type { Fault, Faults } from './faults.ts'
import { stateRefusals, type Verdict } from './triggers.ts'

/** Faults of queries and voids of earlier orders. In memory only. */
export interface Misbehaviour {
  note(reference: string, faults: Faults): void
  /** Returns whether this query fails, and counts it. */
  isHidden(reference: string): boolean
  /** Returns whether this query is answered as if the order had never arrived, and counts it. */
  isUnseen(reference: string): boolean
  /** Returns what this query is told instead of the outcome, and counts it. */
  isUnderway(reference: string): Underway | null
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
      for (const fault of ['hide', 'unseen', 'held', 'pending', 'slow_find', 'keep', 'settled', 'no_refund'] as const) {
        const number = faults.get(fault)
        if (number !== undefined) of(fault).set(reference, number)
      }
    },
    isHidden: reference => counted('hide', reference),
    isUnseen: reference => counted('unseen', reference),
    isUnderway: reference => UNDERWAY.find(fault => counted(fault, reference)) ?? null,
    delayOf: reference => of('slow_find').get(reference) ?? 0,
    refusalOf(action, original) {
      const has = (fault: Fault) => original !== undefined && of(fault).has(original)
      if (action === 'void' && has('settled')) return stateRefusals.settled
      if (action === 'void' && has('keep')) return stateRefusals.not_in_this_state
      return action === 'refund' && has('no_refund') ? stateRefusals.not_in_this_state : undefined
    },
  }
}

const UNDERWAY = ['held', 'pending'] as const
type Underway = (typeof UNDERWAY)[number]

/** Returns what is told of an order instead of its outcome; null where no fault says so. */
export function underwayBy(faults: Faults): Underway | null {
  return UNDERWAY.find(fault => faults.has(fault)) ?? null
}

/** Returns an outcome that is decided later: nothing of the decision is told. */
export function underway(result: Underway, { processor_reference }: Outcome): Outcome {
  const verbiage = result === 'held' ? 'HELD FOR REVIEW' : 'PENDING'
  return { ...NO_RESPONSE_DATA, result, reason_code_id: 1531, verbiage, processor_reference }
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
