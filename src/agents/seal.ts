import type { Binding } from '../ports/cipher.ts'

/** What the seal of an answer is bound to: it can be opened as the answer of this call and of no other. */
export function answerBinding(id: string): Binding {
  return { location_id: 'agentcall', record_id: id, field: 'answer' }
}
