import { Refusal } from '../../lib/problem.ts'
import { LANGUAGES, type Words } from '../../words/words.ts'

/** Why a page takes no payment, in the payer's own words and language. */
export class PayerRefusal extends Refusal {
  constructor(text: string) {
    super(422, text)
  }
}

/**
 * Returns a refusal for a payer. Those of the API are written for people, in English; their field names mean nothing to
 * a payer.
 */
export function refusalText(refusal: Refusal, words: Words): string {
  if (refusal instanceof PayerRefusal) return refusal.message
  if (words !== LANGUAGES[0]) return words.nothing_paid.not_possible
  return refusal.problems ? Object.values(refusal.problems).flat().join(' ') : refusal.message
}
