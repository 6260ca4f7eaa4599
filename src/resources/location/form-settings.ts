import type { Reader } from '../../definition/rules.ts'
import { location } from './location.ts'

interface FormSettings {
  data_hash_required: boolean
  once: boolean
  /** Whether sign-on links need a signature. */
  sso_signature_required: boolean
}

/** Returns what is set for a location or above it: no location below asks less of addresses of forms and pages. */
export async function formSettings(read: Pick<Reader, 'maybe'>, location_id: string): Promise<FormSettings> {
  const settings: FormSettings = { data_hash_required: false, once: false, sso_signature_required: false }
  let place = await read.maybe(location, location_id)
  while (place) {
    settings.data_hash_required ||= place.form_data_hash_required
    settings.once ||= place.form_opens_once
    settings.sso_signature_required ||= place.sso_signature_required
    place = await read.maybe(location, place.parent_id)
  }
  return settings
}
