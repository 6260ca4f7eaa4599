import type { OauthParts } from './parts.ts'
import { findClient, type OauthClient } from './store.ts'

/** What an integration asks a user for; its redirect address is one of those it registered. */
export interface Asked {
  client: OauthClient
  redirect_url: string
  /** As it came, whatever it is: it goes back unchanged. */
  state: string | null
  /** The parameters as the library reads them. */
  query: Record<string, string>
}

/** Why a request is answered with a page: sending anybody anywhere would be wrong. */
export type Fault = 'unknown_client' | 'unknown_redirect' | 'unclear'

export type Looked = { asked: Asked } | { fault: Fault } | { location: string }

const NAMES = [
  ...['response_type', 'redirect_uri', 'client_id', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
]

/** Reads an authorization request (contract 5.5). Nobody is redirected before client and address are known to belong together. */
export async function lookAt(
  { db }: Pick<OauthParts, 'db'>,
  pairs: readonly (readonly [string, string])[],
): Promise<Looked> {
  const known = pairs.filter(([name]) => NAMES.includes(name))
  const query = Object.fromEntries(known)
  // Two of one name: which of them is meant depends on who reads it (RFC 6749, 3.1).
  if (known.length !== Object.keys(query).length) return { fault: 'unclear' }
  const client = await findClient(db, query.client_id ?? '')
  if (!client) return { fault: 'unknown_client' }
  const redirect_url = client.redirect_urls.find(url => url === query.redirect_uri)
  if (redirect_url === undefined) return { fault: 'unknown_redirect' }
  const { state, ...plain } = query
  const asked = { client, redirect_url, state: state ?? null, query: plain }
  const wrong = faultOf(plain, client.is_public)
  return wrong ? { location: errorLocation(asked, ...wrong) } : { asked }
}

function faultOf(query: Record<string, string>, is_public: boolean): [error: string, description: string] | null {
  const { response_type, scope, code_challenge, code_challenge_method } = query
  if (!response_type) return ['invalid_request', 'response_type is missing.']
  if (response_type !== 'code') return ['unsupported_response_type', 'response_type can only be code.']
  if (scope !== undefined && scope.trim() !== 'api') return ['invalid_scope', 'scope can only be api.']
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined) return ['invalid_request', 'code_challenge is missing.']
    return is_public ? ['invalid_request', 'A public client has to send a code_challenge.'] : null
  }
  if (code_challenge_method !== 'S256') return ['invalid_request', 'code_challenge_method can only be S256.']
  return /^[\w-]{43}$/.test(code_challenge) ? null : ['invalid_request', 'code_challenge is no SHA-256 in base64url.']
}

/** Back to the integration without a code. */
export function errorLocation(asked: Asked, error: string, error_description: string): string {
  return locationOf(asked, { error, error_description })
}

/** The registered address as it is, with these parameters behind it and the state as it came. */
export function locationOf({ redirect_url, state }: Asked, parameters: Record<string, string>): string {
  const { error, ...rest } = parameters
  const { code, ...others } = rest
  const first = error === undefined ? { code: code ?? '' } : { error }
  const entries = Object.entries({ ...first, ...(state === null ? {} : { state }), ...others })
  const text = entries.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
  return `${redirect_url}${redirect_url.includes('?') ? '&' : '?'}${text}`
}
