import type { Identify } from '../auth/identify.ts'
import type { ApiParts } from '../http/request.ts'
import type { Core } from './parts.ts'

/** Returns the identification of callers; who it is, and from where keys are used, is noted. */
export function notedIdentify({ config: { country_header }, places, auth, ...given }: Core): Identify {
  const identify = given.identify ?? auth.identify
  return async credentials => {
    const caller = await identify(credentials)
    credentials.identified?.(caller)
    places.note(caller, country_header && (credentials.header(country_header) ?? null))
    return caller
  }
}

/** Files that hold many records, and reads of the audit trail itself, are in the trail (PCI DSS 10.2.1.3). */
export function noteAccess({ auth: { trail } }: Core): ApiParts['accessed'] {
  return (caller, noun, verb, record_id) =>
    verb === 'exported' || noun === 'changelog'
      ? trail.note({ caller, location_id: caller.location_id, noun, record_id, verb, details: null })
      : undefined
}
