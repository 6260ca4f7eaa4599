import type OAuth2Server from '@node-oauth/oauth2-server'
import type { AuditEvent } from '../../events/record-events.ts'
import {
  type AuthorizationRequest,
  errorLocation,
  locationOf,
  type ReadResult,
  readAuthorizationRequest,
  SCOPE,
} from './authorization-request.ts'
import { authenticateClient, type Parameters, withBasic } from './client-credentials.ts'
import { endGrant, type OauthParts } from './end-grant.ts'
import { ACCESS_SECONDS, type Approver, grantingModel, type Holder, tokenModel } from './model.ts'
import * as oauthStore from './store.ts'

interface Sender {
  /** The Authorization header. */
  authorization: string | undefined
  address: string | null
}

export interface OauthResponse {
  status: number
  body: Record<string, unknown> | null
  /** Seconds. */
  retry_after?: number
}

/** The authorization server of contract 5.5, on @node-oauth/oauth2-server. */
export interface AuthorizationServer {
  readRequest(pairs: readonly (readonly [string, string])[]): Promise<ReadResult>
  /**
   * Returns where to redirect the browser after the user approved, with a code that is valid once and for five minutes;
   * as after a denial when the password that he signed in with was changed meanwhile.
   */
  approve(authorization: AuthorizationRequest, owner: Approver): Promise<string>
  /** Returns where to redirect the browser after the user denied access. */
  deny(authorization: AuthorizationRequest): string
  /** Issues an access token for a code or a refresh token. */
  token(parameters: Parameters, from: Sender): Promise<OauthResponse>
  /** Revokes an access token, or with a refresh token the whole grant (RFC 7009). */
  revoke(parameters: Parameters, from: Sender): Promise<OauthResponse>
}

const INVALID_CLIENT = errorResponse(
  401,
  'invalid_client',
  'client_id and client_secret are not those of a registered client.',
)

export function authorizationServer(parts: OauthParts): AuthorizationServer {
  return {
    readRequest: pairs => readAuthorizationRequest(parts, pairs),
    approve: (authorization, owner) => approve(parts, authorization, owner),
    deny: authorization => errorLocation(authorization, 'access_denied', 'The user refused.'),
    token: (parameters, from) => issueToken(parts, parameters, from),
    revoke: (parameters, from) => revoke(parts, parameters, from),
  }
}

/** It is loaded by the first request for a grant or a token: most gateways never see one. */
async function loadLibrary(): Promise<typeof OAuth2Server> {
  return (await import('@node-oauth/oauth2-server')).default
}

async function approve(parts: OauthParts, authorization: AuthorizationRequest, approver: Approver): Promise<string> {
  const owner = approver.caller
  const library = await loadLibrary()
  const server = new library({
    model: grantingModel(parts, library, approver) as OAuth2Server.AuthorizationCodeModel,
    authenticateHandler: { handle: () => owner },
    // The state is added to the redirect afterwards: the library accepts some characters only.
    allowEmptyState: true,
  })
  const request = new library.Request({ method: 'POST', headers: {}, query: authorization.query, body: {} })
  try {
    const { authorizationCode } = await server.authorize(request, new library.Response({}))
    return locationOf(authorization, { code: authorizationCode, user_id: owner.user_id! })
  } catch (error) {
    if (!(error instanceof library.AccessDeniedError)) throw error
    return errorLocation(authorization, 'access_denied', error.message)
  }
}

async function issueToken(parts: OauthParts, sent: Parameters, from: Sender): Promise<OauthResponse> {
  const parameters = withBasic(sent, from.authorization)
  const client = parameters && (await authenticateClient(parts, parameters.client_id, parameters.client_secret))
  const wait = await parts.guesses.secondsToWait(from.address, client?.id ?? null, { of: parameters?.client_id })
  if (!client || wait !== null) return refuseClient(parts, from, wait)
  const library = await loadLibrary()
  const server = new library({
    model: tokenModel(parts, library, parameters) as OAuth2Server.AuthorizationCodeModel,
    accessTokenLifetime: ACCESS_SECONDS,
    // The model authenticates clients; the library would demand a secret of public clients too.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    // A confidential client keeps its refresh token (contract 5.5), which is of use with its secret only; a public one
    // gets a new one each time (RFC 9700, 4.14).
    alwaysIssueNewRefreshToken: client.is_public || client.rotates_refresh_token,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' }
  const request = new library.Request({ method: 'POST', headers, query: {}, body: { ...parameters } })
  try {
    const token = await server.token(request, new library.Response({}))
    await parts.trail.note(tokenIssued(token.user as Holder, from))
    const scope = (token.user as Holder).scope.join(' ')
    const body = {
      access_token: token.accessToken,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: token.refreshToken ?? parameters.refresh_token,
      state: parameters.state ?? null,
      user_id: token.user.user_id as string,
      ...(scope === SCOPE ? {} : { scope }),
    }
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof library.OAuthError) || error.code >= 500) throw error
    await parts.refused('oauth', from.address)
    return errorResponse(error.name === 'invalid_client' ? 401 : 400, error.name, error.message)
  }
}

function tokenIssued({ grant_id, root_id, user_id }: Holder, { address }: Sender): AuditEvent {
  return {
    caller: { root_id, user_id, method: 'oauth', credential: grant_id, address },
    location_id: null,
    noun: 'oauthgrant',
    record_id: grant_id,
    verb: 'token_issued',
    details: null,
  }
}

async function revoke(parts: OauthParts, sent: Parameters, from: Sender): Promise<OauthResponse> {
  const parameters = withBasic(sent, from.authorization)
  const client = parameters && (await authenticateClient(parts, parameters.client_id, parameters.client_secret))
  const wait = await parts.guesses.secondsToWait(from.address, client?.id ?? null, { of: parameters?.client_id })
  if (!client || wait !== null) return refuseClient(parts, from, wait)
  const { token } = parameters
  if (!token) return errorResponse(400, 'invalid_request', 'token is missing.')
  const kind = token.startsWith(oauthStore.ACCESS_PREFIX) ? 'access' : 'refresh'
  const marks = oauthStore.marksOf(parts.cipher, `oauth_${kind}`, token)
  const issued = await oauthStore.findToken(parts.db, marks, kind)
  // The response is the same for another client's token, one that is gone and one that never existed.
  if (issued?.oauthclient_id === client.id) {
    if (kind === 'refresh') await endGrant(parts, issued, 'oauth-revoke')
    else {
      await oauthStore.deleteToken(parts.db, marks)
      await parts.invalidateCredentials()
    }
  }
  return { status: 204, body: null }
}

async function refuseClient({ refused }: OauthParts, { address }: Sender, wait: number | null): Promise<OauthResponse> {
  await refused('oauth-client', address)
  if (wait === null) return INVALID_CLIENT
  const text = 'Too many wrong secrets came from this address.'
  return { ...errorResponse(429, 'temporarily_unavailable', text), retry_after: wait }
}

function errorResponse(status: number, error: string, error_description: string): OauthResponse {
  return { status, body: { error, error_description } }
}
