import type OAuth2Server from '@node-oauth/oauth2-server'
import { systemCaller } from '../../definition/caller.ts'
import { parseScopes } from '../../lib/access-scope.ts'
import { oauthclient } from '../../resources/oauthclient/oauthclient.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import { user } from '../../resources/user/user.ts'
import { SCOPE } from './authorization-request.ts'
import { authenticateClient, type Parameters } from './client-credentials.ts'
import { endGrant, type OauthParts } from './end-grant.ts'
import * as oauthStore from './store.ts'

const CODE_SECONDS = 300
export const ACCESS_SECONDS = 3600

/** The library compares expiries with the machine's time. Ours follow the clock port and are checked here. */
// biome-ignore lint/plugin/machine-time: the library needs a Date, and this one never expires
const NEVER = new Date(8.64e15)

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

/** The user of a code or token, as it passes through the library. */
export interface Holder {
  grant_id: string
  root_id: string
  user_id: string
  /** The scope of the grant, in words. */
  scope: string[]
}

/** The user who approves, with the mark of the password that he signed in with. */
export type Approver = Pick<oauthStore.ResourceOwner, 'caller' | 'password_mark'>

/** Model for the approval of a request. The grant is a record like any other, written in the user's name. */
export function grantingModel(
  { db, store, cipher, clock }: OauthParts,
  { AccessDeniedError }: Pick<typeof OAuth2Server, 'AccessDeniedError'>,
  { caller: owner, password_mark }: Approver,
): Partial<Model> {
  return {
    async getClient(id) {
      const client = await oauthStore.findClient(db, id)
      return client && libraryClient(client)
    },
    validateScope: async (_user, _client, scope) => askedScope(scope),
    generateAuthorizationCode: async () => oauthStore.newToken('oauth_code'),
    async saveAuthorizationCode(code, client, approver) {
      // The page has resolved this integration. If it is the operator's it belongs to no merchant, so it is in no
      // user's scope.
      const in_scope = new Set([`${oauthclient.name} ${client.id}`])
      await store.transaction({ caller: owner, in_scope }, async work => {
        // A new password ends the grants that there are: one that came later would outlive it.
        const held = await work.lock(user, owner.user_id!)
        if (held?.password_mark !== password_mark) throw new AccessDeniedError('The password was changed meanwhile.')
        const grant = await work.insert(oauthgrant, {
          location_id: owner.location_id,
          user_id: owner.user_id!,
          oauthclient_id: client.id,
          client_root_id: client.root_id,
          name: client.name,
          scope: (code.scope ?? [SCOPE]).join(' '),
        })
        await oauthStore.storeCode(work, {
          mark: oauthStore.markOf(cipher, 'oauth_code', code.authorizationCode),
          grant_id: grant.id,
          root_id: grant.root_id,
          redirect_url: code.redirectUri,
          code_challenge: code.codeChallenge ?? null,
          expires_ts: clock.seconds() + CODE_SECONDS,
        })
      })
      return { ...code, client, user: approver }
    },
  }
}

/** Model for one request to the token endpoint. */
export function tokenModel(
  parts: OauthParts,
  { InvalidGrantError }: Pick<typeof OAuth2Server, 'InvalidGrantError'>,
  parameters: Parameters,
): Partial<Model> {
  const { db, cipher, clock } = parts
  /** The refresh token that is replaced by this request. */
  let replaced: { token: string; mark: string; marks: string[] } | null = null
  let is_retry = false
  const made = (purpose: 'oauth_access' | 'oauth_refresh'): string =>
    replaced ? oauthStore.nextToken(cipher, purpose, replaced.token) : oauthStore.newToken(purpose)
  const newToken = (token: string, kind: 'access' | 'refresh', { grant_id, root_id }: Holder) => ({
    mark: oauthStore.markOf(cipher, `oauth_${kind}`, token),
    marks: oauthStore.marksOf(cipher, `oauth_${kind}`, token),
    grant_id,
    root_id,
    kind,
    expires_ts: kind === 'access' ? clock.seconds() + ACCESS_SECONDS : null,
    created_ts: clock.seconds(),
    predecessor: replaced?.mark ?? null,
  })
  return {
    async getClient(id, secret) {
      const client = await authenticateClient(parts, id, secret)
      return client && libraryClient(client)
    },
    // Tokens have the scope of their grant: a client that asks for another one asks for another grant.
    validateScope: async (holder, _client, scope) => {
      const granted = (holder as Holder).scope
      return (scope ?? granted).toSorted().join(' ') === granted.toSorted().join(' ') ? granted : false
    },
    generateAccessToken: async () => made('oauth_access'),
    generateRefreshToken: async () => made('oauth_refresh'),
    async getAuthorizationCode(code) {
      const issued = await oauthStore.findCode(db, oauthStore.marksOf(cipher, 'oauth_code', code))
      if (!(await isUsable(parts, issued)) || !issued) return null
      // The contract's token request names no redirect URI. One that is sent has to be that of the code.
      const redirectUri = parameters.redirect_uri === undefined ? '' : issued.redirect_url
      const challenge = issued.code_challenge && { codeChallenge: issued.code_challenge, codeChallengeMethod: 'S256' }
      return { authorizationCode: code, expiresAt: NEVER, redirectUri, ...challenge, ...libraryCredential(issued) }
    },
    async revokeAuthorizationCode(code) {
      const marks = oauthStore.marksOf(cipher, 'oauth_code', code.authorizationCode)
      return usedOnce(parts, await oauthStore.redeemCode(db, marks, clock.seconds()), marks, 'code')
    },
    async getRefreshToken(token) {
      const marks = oauthStore.marksOf(cipher, 'oauth_refresh', token)
      const issued = await oauthStore.findToken(db, marks, 'refresh')
      if (!(await isUsable(parts, issued, marks)) || !issued) return null
      return { refreshToken: token, ...libraryCredential(issued) }
    },
    async revokeToken(token) {
      const marks = oauthStore.marksOf(cipher, 'oauth_refresh', token.refreshToken)
      const mark = oauthStore.markOf(cipher, 'oauth_refresh', token.refreshToken)
      replaced = { token: token.refreshToken, mark, marks }
      const is_first = await oauthStore.replaceRefreshToken(db, marks, clock.seconds())
      is_retry = !is_first && (await oauthStore.isRetry(db, marks, clock.seconds()))
      return usedOnce(parts, is_first || is_retry, marks, 'refresh')
    },
    async saveToken(token, client, user) {
      const holder = user as Holder
      const access = newToken(token.accessToken, 'access', holder)
      const refresh = token.refreshToken ? newToken(token.refreshToken, 'refresh', holder) : null
      const kept = [...access.marks, ...(refresh?.marks ?? [])]
      const is_stored = await parts.store.transaction({ caller: systemCaller(holder.root_id, 'oauth') }, async work => {
        if (replaced && !(await oauthStore.withdrawSuccessors(work, replaced.marks, clock.seconds(), kept)))
          return false
        await oauthStore.storeToken(work, access)
        if (refresh) await oauthStore.storeToken(work, refresh)
        return true
      })
      if (!is_stored) {
        await endGrant(parts, holder)
        throw new InvalidGrantError('Invalid grant: refresh token is invalid')
      }
      // Where the key of fingerprints was replaced meanwhile, the access token of the lost answer has ended.
      if (is_retry) await parts.invalidateCredentials()
      return { ...token, client, user }
    },
  }
}

function libraryClient(client: oauthStore.OauthClient): OAuth2Server.Client {
  const { id, root_id, name, redirect_urls } = client
  return { id, root_id, name, redirectUris: redirect_urls, grants: ['authorization_code', 'refresh_token'] }
}

function libraryCredential({
  oauthclient_id,
  grant_id,
  root_id,
  user_id,
  scope: granted,
}: oauthStore.IssuedCredential) {
  const client = { id: oauthclient_id, grants: [] }
  const scope = granted.split(' ')
  return { scope, client, user: { grant_id, root_id, user_id, scope } satisfies Holder }
}

function askedScope(scope: string[] | undefined): string[] | false {
  const asked = scope ?? [SCOPE]
  return parseScopes(asked.join(' '), SCOPE) === null ? false : asked
}

/**
 * A code or token that is used a second time was stolen: the whole grant ends (RFC 6749, 4.1.2; RFC 9700, 4.14). A
 * refresh token (`marks`) may be shown again for a moment, by several at once or after a lost answer.
 */
async function isUsable(
  parts: OauthParts,
  issued: oauthStore.IssuedCredential | null,
  marks?: readonly string[],
): Promise<boolean> {
  if (!issued) return false
  const { clock, db } = parts
  if (issued.used_up_ts !== null && !(marks && (await oauthStore.isRetry(db, marks, clock.seconds())))) {
    await endGrant(parts, issued)
    return false
  }
  return issued.is_live && (issued.expires_ts === null || issued.expires_ts > clock.seconds())
}

/**
 * Returns whether this use was the first. Ends the grant when it was not: of two uses at the same moment one is the
 * second.
 */
async function usedOnce(
  parts: OauthParts,
  is_first: boolean,
  marks: readonly string[],
  what: 'code' | 'refresh',
): Promise<boolean> {
  if (is_first) return true
  const issued =
    what === 'code' ? await oauthStore.findCode(parts.db, marks) : await oauthStore.findToken(parts.db, marks, what)
  if (issued) await endGrant(parts, issued)
  return false
}
