import { type AccessScope, parseScopes, storedScopes } from '../../lib/access-scope.ts'
import type { OauthParts } from './end-grant.ts'
import { findClient, isWithdrawn, type OauthClient } from './store.ts'

/** The scope without a limit (contract 5.5). */
export const SCOPE = 'api'

/** An authorization request of a registered integration, to one of the redirect addresses it registered. */
export interface AuthorizationRequest {
  client: OauthClient
  redirect_url: string
  /** What it asks for; null: all that the user may do. */
  scopes: readonly AccessScope[] | null
  /** Returned to the client unchanged. */
  state: string | null
  /** The parameters as the library reads them. */
  query: Record<string, string>
}

/** Why a request is refused on a page: before client and address are verified, a redirect would be an open redirect. */
type Fault = 'no_client' | 'unknown_client' | 'withdrawn_client' | 'no_redirect' | 'unknown_redirect' | 'unclear'

export type ReadResult = { authorization: AuthorizationRequest } | { fault: Fault } | { location: string }

const NAMES = [
  ...['response_type', 'redirect_uri', 'client_id', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
]

/**
 * Reads an authorization request (contract 5.5): the request, a fault for a page, or the redirect that reports an
 * error.
 */
export async function readAuthorizationRequest(
  { db }: Pick<OauthParts, 'db'>,
  pairs: readonly (readonly [string, string])[],
): Promise<ReadResult> {
  const sent = pairs.filter(([name]) => NAMES.includes(name))
  const query = Object.fromEntries(sent)
  // A parameter must not be repeated (RFC 6749, 3.1): readers would differ in which one they take.
  if (sent.length !== Object.keys(query).length) return { fault: 'unclear' }
  if (!query.client_id) return { fault: 'no_client' }
  const client = await findClient(db, query.client_id)
  if (!client) return { fault: (await isWithdrawn(db, query.client_id)) ? 'withdrawn_client' : 'unknown_client' }
  if (!query.redirect_uri) return { fault: 'no_redirect' }
  const redirect_url = client.redirect_urls.find(url => url === query.redirect_uri)
  if (redirect_url === undefined) return { fault: 'unknown_redirect' }
  const { state, ...plain } = query
  const scopes = storedScopes(query.scope ?? SCOPE, SCOPE).scopes ?? null
  const authorization = { client, redirect_url, scopes, state: state ?? null, query: plain }
  const wrong = faultOf(plain, client.is_public)
  return wrong ? { location: errorLocation(authorization, ...wrong) } : { authorization }
}

function faultOf(query: Record<string, string>, is_public: boolean): [error: string, description: string] | null {
  const { response_type, scope, code_challenge, code_challenge_method } = query
  if (!response_type) return ['invalid_request', 'response_type is missing.']
  if (response_type !== 'code') return ['unsupported_response_type', 'response_type can only be code.']
  if (scope !== undefined && parseScopes(scope, SCOPE) === null)
    return ['invalid_scope', 'scope can only be api, or some of read, invoices and payments.']
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined) return ['invalid_request', 'code_challenge is missing.']
    return is_public ? ['invalid_request', 'A public client has to send a code_challenge.'] : null
  }
  if (code_challenge_method !== 'S256') return ['invalid_request', 'code_challenge_method can only be S256.']
  return /^[\w-]{43}$/.test(code_challenge) ? null : ['invalid_request', 'code_challenge is no SHA-256 in base64url.']
}

/** Returns the redirect that reports an error to the integration. */
export function errorLocation(authorization: AuthorizationRequest, error: string, error_description: string): string {
  return locationOf(authorization, { error, error_description })
}

/** Returns the registered address with these parameters and the state appended. */
export function locationOf({ redirect_url, state }: AuthorizationRequest, parameters: Record<string, string>): string {
  const { error, ...rest } = parameters
  const { code, ...others } = rest
  const first = error === undefined ? { code: code ?? '' } : { error }
  const entries = Object.entries({ ...first, ...(state === null ? {} : { state }), ...others })
  const text = entries.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
  return `${redirect_url}${redirect_url.includes('?') ? '&' : '?'}${text}`
}
