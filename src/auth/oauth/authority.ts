import OAuth2Server from '@node-oauth/oauth2-server'
import type { Caller } from '../../definition/caller.ts'
import { type Asked, errorLocation, type Looked, locationOf, lookAt } from './asked.ts'
import { type Parameters, provenClient, withBasic } from './client-credentials.ts'
import { ACCESS_SECONDS, grantingModel, tokenModel } from './model.ts'
import { endGrant, type OauthParts } from './parts.ts'
import * as oauthStore from './store.ts'

/** Who sent a request, as far as its headers and its address tell. */
export interface Sender {
  authorization: string | undefined
  address: string | null
}

/** An answer to a program. */
export interface OauthAnswer {
  status: number
  body: Record<string, unknown> | null
}

/** The authorization server of contract 5.5, on @node-oauth/oauth2-server. */
export interface Authority {
  look(pairs: readonly (readonly [string, string])[]): Promise<Looked>
  /** Where the browser goes after the user allowed it: with a code that is good once and for five minutes. */
  allow(asked: Asked, owner: Caller): Promise<string>
  refuse(asked: Asked): string
  /** Codes and refresh tokens become access tokens. */
  token(parameters: Parameters, from: Sender): Promise<OauthAnswer>
  /** Ends what a token stands for: with a refresh token the whole grant (RFC 7009). */
  revoke(parameters: Parameters, from: Sender): Promise<OauthAnswer>
}

const INVALID_CLIENT = answer(
  401,
  'invalid_client',
  'client_id and client_secret are not those of a registered client.',
)

export function authority(parts: OauthParts): Authority {
  return {
    look: pairs => lookAt(parts, pairs),
    allow: (asked, owner) => allow(parts, asked, owner),
    refuse: asked => errorLocation(asked, 'access_denied', 'The user refused.'),
    token: (parameters, from) => giveToken(parts, parameters, from),
    revoke: (parameters, from) => revoke(parts, parameters, from),
  }
}

async function allow(parts: OauthParts, asked: Asked, owner: Caller): Promise<string> {
  const server = new OAuth2Server({
    model: grantingModel(parts, owner) as OAuth2Server.AuthorizationCodeModel,
    authenticateHandler: { handle: () => owner },
    // The state is put into the answer as it came: the library would take some characters only.
    allowEmptyState: true,
  })
  const request = new OAuth2Server.Request({ method: 'POST', headers: {}, query: asked.query, body: {} })
  const { authorizationCode } = await server.authorize(request, new OAuth2Server.Response({}))
  return locationOf(asked, { code: authorizationCode, user_id: owner.user_id! })
}

async function giveToken(parts: OauthParts, sent: Parameters, from: Sender): Promise<OauthAnswer> {
  const parameters = withBasic(sent, from.authorization)
  const client = parameters && (await provenClient(parts, parameters.client_id, parameters.client_secret))
  if (!client) return refuse(parts, from)
  const server = new OAuth2Server({
    model: tokenModel(parts, parameters) as OAuth2Server.AuthorizationCodeModel,
    accessTokenLifetime: ACCESS_SECONDS,
    // Whether a client needs one is known to the model; the library would ask public ones too.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    // Who can keep a secret keeps the refresh token too (contract 5.5); a public client gets a new one each time (RFC 9700, 4.14).
    alwaysIssueNewRefreshToken: client.is_public,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' }
  const request = new OAuth2Server.Request({ method: 'POST', headers, query: {}, body: { ...parameters } })
  try {
    const token = await server.token(request, new OAuth2Server.Response({}))
    const body = {
      access_token: token.accessToken,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: token.refreshToken ?? parameters.refresh_token,
      state: parameters.state ?? null,
      user_id: token.user.user_id as string,
    }
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error
    return answer(error.name === 'invalid_client' ? 401 : 400, error.name, error.message)
  }
}

async function revoke(parts: OauthParts, sent: Parameters, from: Sender): Promise<OauthAnswer> {
  const parameters = withBasic(sent, from.authorization)
  const client = parameters && (await provenClient(parts, parameters.client_id, parameters.client_secret))
  if (!client) return refuse(parts, from)
  const { token } = parameters
  if (!token) return answer(400, 'invalid_request', 'token is missing.')
  const kind = token.startsWith(oauthStore.ACCESS_PREFIX) ? 'access' : 'refresh'
  const mark = oauthStore.markOf(parts.cipher, `oauth_${kind}`, token)
  const held = await oauthStore.findToken(parts.db, mark, kind)
  // Another client's token, one that is gone and one that never was are answered alike.
  if (held?.oauthclient_id === client.id) {
    if (kind === 'refresh') await endGrant(parts, held, 'oauth-revoke')
    else {
      await oauthStore.dropToken(parts.db, mark)
      await parts.forget()
    }
  }
  return { status: 204, body: null }
}

async function refuse({ refused }: OauthParts, { address }: Sender): Promise<OauthAnswer> {
  await refused('oauth-client', address)
  return INVALID_CLIENT
}

function answer(status: number, error: string, error_description: string): OauthAnswer {
  return { status, body: { error, error_description } }
}
