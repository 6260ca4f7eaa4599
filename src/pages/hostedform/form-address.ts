import { formSignature } from '../../auth/authenticators/hmac.ts'
import type { CredentialStore } from '../../auth/credential-store.ts'
import type { Credentials } from '../../auth/identify.ts'
import type { SecretGuesses } from '../../auth/secret-guesses.ts'
import type { SignatureUses } from '../../auth/signature-uses.ts'
import { atRoot, type Caller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import { unauthorized } from '../../lib/problem.ts'
import { formSettings } from '../../resources/location/form-settings.ts'

interface AddressParts {
  store: Store
  credentials: CredentialStore
  signatures: SignatureUses
  guesses: SecretGuesses
}

/**
 * Takes the signature of an address for its form: from then on it opens nothing of the API, and this form with these
 * data only. Returns what tries to pay are counted by, which is the form's own signature. Throws 401 when the signature
 * was used for something else, does not cover the data where it has to, or has opened a form that opens once.
 */
export async function takeSignature(
  { store, credentials, signatures, guesses }: AddressParts,
  caller: Caller,
  request: Credentials,
  form: { location_id: string; api_id: string; pays_out: boolean; at_terminal: boolean },
): Promise<string> {
  const data = request.parameter('data') ?? ''
  if (caller.method !== 'hmac') return caller.user_id ?? ''
  const { signature, data_hash } = await formSignature({ store: credentials, guesses }, request, caller, data)
  const { data_hash_required, once } = await formSettings(store.reader(atRoot(caller)), form.location_id)
  if (data_hash_required && data_hash === null)
    throw unauthorized('This location takes forms with a data-hash only: the signature has to cover the data.')
  // Who gets an address could write a refund to his own card into it.
  if (form.pays_out && data_hash === null)
    throw unauthorized('A form that pays out opens with a data-hash only: the signature has to cover the data.')
  // Or an order of his own to the till of a shop, which then has the amount that he likes.
  if (form.at_terminal && data_hash === null)
    throw unauthorized(
      'A form that starts a terminal opens with a data-hash only: the signature has to cover the data.',
    )
  await signatures.openForm(signature, { path: request.path, data, api_id: form.api_id, data_hash, once })
  return data_hash?.toLowerCase() ?? `${signature.user_id} ${signature.signed_ts}`
}
