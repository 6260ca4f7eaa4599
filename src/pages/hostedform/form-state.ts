import type { Cipher } from '../../ports/cipher.ts'
import type { FormData, FormNoun } from './form-data.ts'

/** What a form brings back: who had it made and what for. Sealed, so that nobody who fills it in can change or read it. */
export interface FormState extends FormData {
  noun: FormNoun
  user_id: string
  /** The same for all forms of one signed address; tries are counted by it. */
  page_id: string
  expire_ts: number
}

/** A form that is open for longer has to be loaded again, like the signature it was made with. */
export const FORM_SECONDS = 15 * 60

const binding = { location_id: 'form', record_id: 'hosted', field: 'state' }

type Seal = Pick<Cipher, 'seal' | 'open'>

export function sealState(cipher: Seal, state: FormState): string {
  return cipher.seal(JSON.stringify(state), binding)
}

/** Null for what was not sealed here. */
export function openState(cipher: Seal, sealed: string | null): FormState | null {
  if (!sealed || sealed.length > 16_000) return null
  try {
    return JSON.parse(cipher.open(sealed, binding)) as FormState
  } catch {
    return null
  }
}
