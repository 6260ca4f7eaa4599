import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { type Json, testApp } from '../support/app.ts'

const t = await testApp('oauth_client')
const insecure = { [oauth.allowInsecureRequests]: true }
const BACK = 'http://127.0.0.1:9999/callback'
let issuer: URL

before(async () => {
  const address = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
  t.app.setPublicUrl(address)
  issuer = new URL(address)
})
after(() => t.close())

/**
 * Acts as the person at the browser: opens the address, signs in, grants, and returns the address the browser is sent
 * to.
 */
async function allow(address: URL): Promise<URL> {
  const { domain, username, password } = t.merchants[0].user
  const page = await (await fetch(address)).text()
  const action = /<form [^>]*action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  assert.ok(action)
  const body = new URLSearchParams({ domain, username, password, decision: 'allow' })
  const answer = await fetch(new URL(action, address), { method: 'POST', body, redirect: 'manual' })
  assert.equal(answer.status, 302)
  return new URL(answer.headers.get('location')!)
}

for (const kind of ['secret in a Basic header', 'secret in the body', 'public'] as const) {
  test(`AUTH-OA-03 AUTH-OA-13 AUTH-OA-16 AUTH-OA-19 AUTH-OA-20 an independent client goes the whole way: ${kind}`, async () => {
    const registered = await t.api.oauthclients.create({
      name: `Client (${kind})`,
      description: 'Written by others',
      homepage_url: 'https://client.example',
      redirect_urls: [BACK],
      is_public: kind === 'public',
    })
    const { client_id, client_secret } = registered as Json
    const client: oauth.Client = { client_id }
    const proof = {
      'secret in a Basic header': () => oauth.ClientSecretBasic(client_secret),
      'secret in the body': () => oauth.ClientSecretPost(client_secret),
      public: () => oauth.None(),
    }[kind]()

    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, found)
    const code_verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(as.authorization_endpoint!)
    address.search = new URLSearchParams({
      client_id,
      redirect_uri: BACK,
      response_type: 'code',
      scope: 'api',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    }).toString()
    const back = oauth.validateAuthResponse(as, client, await allow(address), state)
    const answer = await oauth.authorizationCodeGrantRequest(as, client, proof, back, BACK, code_verifier, insecure)
    const given = await oauth.processAuthorizationCodeResponse(as, client, answer)
    assert.deepEqual([given.token_type, given.expires_in], ['bearer', 3600])
    assert.equal(given.user_id, t.merchants[0].user.user_id)

    const me = async (token: string) => {
      const headers = new Headers({ 'developer-id': t.developer_id })
      const url = new URL('/v2/users/me', issuer)
      return oauth.protectedResourceRequest(token, 'GET', url, headers, null, insecure)
    }
    assert.equal((await me(given.access_token)).status, 200)

    const renewed = await oauth.refreshTokenGrantRequest(as, client, proof, given.refresh_token!, insecure)
    const second = await oauth.processRefreshTokenResponse(as, client, renewed)
    assert.equal((await me(second.access_token)).status, 200)

    // RFC 7009 answers 200, the contract 204.
    const revoked = await oauth.revocationRequest(as, client, proof, second.refresh_token!, insecure)
    assert.equal(revoked.status, 200)
    await assert.rejects(me(second.access_token), oauth.WWWAuthenticateChallengeError)
    const ended = await oauth.refreshTokenGrantRequest(as, client, proof, second.refresh_token!, insecure)
    await assert.rejects(
      oauth.processRefreshTokenResponse(as, client, ended),
      (error: unknown) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant',
    )
  })
}
