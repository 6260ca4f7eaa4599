import type { Outcome } from '../../ports/processor.ts'

/** Characters our columns hold of each text. */
const LONGEST = {
  verbiage: 255,
  response_message: 255,
  auth_code: 24,
  avs: 16,
  avs_enhanced: 1,
  cvv_response: 1,
  processor_reference: 64,
} as const

/**
 * An outcome as it can be stored. Money has moved by now: a text that is longer than anybody thought, or that the
 * database cannot hold, must not keep us from writing down that it did.
 */
export function truncateOutcome(outcome: Outcome): Outcome {
  const fit = (name: keyof typeof LONGEST): string | null => {
    const text = outcome[name]
    return text === null ? null : text.toWellFormed().replaceAll('\u0000', '').slice(0, LONGEST[name])
  }
  return {
    ...outcome,
    verbiage: fit('verbiage') ?? '',
    response_message: fit('response_message'),
    auth_code: fit('auth_code'),
    avs: fit('avs'),
    avs_enhanced: fit('avs_enhanced'),
    cvv_response: fit('cvv_response'),
    processor_reference: fit('processor_reference'),
  }
}
