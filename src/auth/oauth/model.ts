import type OAuth2Server from '@node-oauth/oauth2-server'
import type { Caller } from '../../definition/caller.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import { type Parameters, provenClient } from './client-credentials.ts'
import { endGrant, type OauthParts } from './parts.ts'
import * as oauthStore from './store.ts'

/** The only scope there is (contract 5.5). */
const SCOPE = 'api'
const CODE_SECONDS = 300
export const ACCESS_SECONDS = 3600

/** The library compares ends with the machine's time. Ours follow the clock port and were looked at before it is asked. */
const NEVER = new Date(8.64e15)

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

/** Whom a code or token acts for, as it goes through the library. */
interface Holder {
  grant_id: string
  root_id: string
  user_id: string
}

/** What the library asks while a user grants something. The grant is a record like any other, written in his name. */
export function grantingModel({ db, store, cipher, clock }: OauthParts, owner: Caller): Partial<Model> {
  return {
    async getClient(id) {
      const client = await oauthStore.findClient(db, id)
      return client && shownToLibrary(client)
    },
    validateScope: async (_user, _client, scope) => knownScope(scope),
    generateAuthorizationCode: async () => oauthStore.newToken('oauth_code'),
    async saveAuthorizationCode(code, client, user) {
      await store.transaction({ caller: owner }, async work => {
        const grant = await work.insert(oauthgrant, {
          location_id: owner.location_id,
          user_id: owner.user_id!,
          oauthclient_id: client.id,
          client_root_id: client.root_id,
          name: client.name,
          scope: SCOPE,
        })
        await oauthStore.keepCode(work, {
          mark: oauthStore.markOf(cipher, 'oauth_code', code.authorizationCode),
          grant_id: grant.id,
          root_id: grant.root_id,
          redirect_url: code.redirectUri,
          code_challenge: code.codeChallenge ?? null,
          expires_ts: clock.seconds() + CODE_SECONDS,
        })
      })
      return { ...code, client, user }
    },
  }
}

/** What the library asks at the token endpoint, about one request. */
export function tokenModel(parts: OauthParts, parameters: Parameters): Partial<Model> {
  const { db, cipher, clock } = parts
  const keep = (token: string, kind: 'access' | 'refresh', { grant_id, root_id }: Holder) =>
    oauthStore.keepToken(db, {
      mark: oauthStore.markOf(cipher, `oauth_${kind}`, token),
      grant_id,
      root_id,
      kind,
      expires_ts: kind === 'access' ? clock.seconds() + ACCESS_SECONDS : null,
      created_ts: clock.seconds(),
    })
  return {
    async getClient(id, secret) {
      const client = await provenClient(parts, id, secret)
      return client && shownToLibrary(client)
    },
    validateScope: async (_user, _client, scope) => knownScope(scope),
    generateAccessToken: async () => oauthStore.newToken('oauth_access'),
    generateRefreshToken: async () => oauthStore.newToken('oauth_refresh'),
    async getAuthorizationCode(code) {
      const held = await oauthStore.findCode(db, oauthStore.markOf(cipher, 'oauth_code', code))
      if (!(await isUsable(parts, held)) || !held) return null
      // The contract's token request names no redirect URI. One that is sent has to be that of the code.
      const redirectUri = parameters.redirect_uri === undefined ? '' : held.redirect_url
      const challenge = held.code_challenge && { codeChallenge: held.code_challenge, codeChallengeMethod: 'S256' }
      return { authorizationCode: code, expiresAt: NEVER, redirectUri, ...challenge, ...libraryHeld(held) }
    },
    async revokeAuthorizationCode(code) {
      const mark = oauthStore.markOf(cipher, 'oauth_code', code.authorizationCode)
      return spentOnce(parts, await oauthStore.spendCode(db, mark, clock.seconds()), mark, 'code')
    },
    async getRefreshToken(token) {
      const held = await oauthStore.findToken(db, oauthStore.markOf(cipher, 'oauth_refresh', token), 'refresh')
      if (!(await isUsable(parts, held)) || !held) return null
      return { refreshToken: token, ...libraryHeld(held) }
    },
    async revokeToken(token) {
      const mark = oauthStore.markOf(cipher, 'oauth_refresh', token.refreshToken)
      return spentOnce(parts, await oauthStore.spendRefresh(db, mark, clock.seconds()), mark, 'refresh')
    },
    async saveToken(token, client, user) {
      await keep(token.accessToken, 'access', user as Holder)
      if (token.refreshToken) await keep(token.refreshToken, 'refresh', user as Holder)
      return { ...token, client, user }
    },
  }
}

function shownToLibrary(client: oauthStore.OauthClient): OAuth2Server.Client {
  const { id, root_id, name, redirect_urls } = client
  return { id, root_id, name, redirectUris: redirect_urls, grants: ['authorization_code', 'refresh_token'] }
}

function libraryHeld({ oauthclient_id, grant_id, root_id, user_id }: oauthStore.Held) {
  const client = { id: oauthclient_id, grants: [] }
  return { scope: [SCOPE], client, user: { grant_id, root_id, user_id } satisfies Holder }
}

function knownScope(scope: string[] | undefined): string[] | false {
  return (scope ?? [SCOPE]).every(each => each === SCOPE) ? [SCOPE] : false
}

/** What was spent before comes from somebody who must not have it: the whole grant ends (RFC 6749, 4.1.2; RFC 9700, 4.14). */
async function isUsable(parts: OauthParts, held: oauthStore.Held | null): Promise<boolean> {
  if (!held) return false
  if (held.spent_ts !== null) {
    await endGrant(parts, held)
    return false
  }
  return held.lives && (held.expires_ts === null || held.expires_ts > parts.clock.seconds())
}

/** Of two uses at the same moment one was second, and is answered as such. */
async function spentOnce(
  parts: OauthParts,
  is_first: boolean,
  mark: string,
  what: 'code' | 'refresh',
): Promise<boolean> {
  if (is_first) return true
  const held =
    what === 'code' ? await oauthStore.findCode(parts.db, mark) : await oauthStore.findToken(parts.db, mark, what)
  if (held) await endGrant(parts, held)
  return false
}
