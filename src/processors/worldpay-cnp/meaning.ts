import type { Outcome, Result } from '../../ports/processor.ts'

/** What a response code of cnpAPI stands for. */
export interface Meaning {
  result: Exclude<Result, 'unknown' | 'held'>
  reason_code_id: number
  decline_class?: NonNullable<Outcome['decline_class']>
  /** Ours: what Worldpay writes beside a code could repeat something that was sent. */
  text: string
  /** Mastercard's merchant advice code that the code stands for. */
  advice_code?: string | undefined
  /** The merchant's profile at Worldpay has to be changed. */
  is_setup?: true
}

type Row = (reason_code_id: number, text: string, advice_code?: string) => Meaning

export const approved: Row = (reason_code_id, text) => ({ result: 'approved', reason_code_id, text })
export const soft: Row = (reason_code_id, text, advice_code) => declined('soft', reason_code_id, text, advice_code)
export const hard: Row = (reason_code_id, text, advice_code) => declined('hard', reason_code_id, text, advice_code)
export const never: Row = (reason_code_id, text, advice_code) => declined('never', reason_code_id, text, advice_code)
export const setUp: Row = (...row) => ({ ...hard(...row), is_setup: true })

function declined(
  decline_class: NonNullable<Outcome['decline_class']>,
  reason_code_id: number,
  text: string,
  advice_code: string | undefined,
): Meaning {
  return { result: 'declined', reason_code_id, decline_class, text, ...(advice_code ? { advice_code } : {}) }
}
