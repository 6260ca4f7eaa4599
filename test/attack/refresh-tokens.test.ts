import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { integration } from '../support/oauth.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const BACK = 'com.example.app:/cb'

/** A public client that has exchanged its code. */
async function opened() {
  const about = { name: 'App', description: 'An app', homepage_url: 'https://app.example' }
  const made = await t.api.post('oauthclients', { oauthclient: { ...about, redirect_urls: [BACK], is_public: true } })
  assert.equal(made.status, 201, made.text)
  const { client_id } = made.body.oauthclient
  const open = integration(t, { client_id, client_secret: '', redirect_uri: BACK })
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const code = await open.code({ code_challenge, code_challenge_method: 'S256' })
  return { open, one: (await open.exchange(code, { code_verifier })).body }
}

test('G23 a refresh token that is shown eight times at once is replaced once, and all get the same answer', async () => {
  const { open, one } = await opened()
  const mark = t.cipher.fingerprint('oauth_refresh', one.refresh_token)
  const made = (kind: string) =>
    t.db.query('select from oauth_token where predecessor = $1 and kind = $2', [mark, kind])
  const answers = await Promise.all(Array.from({ length: 8 }, () => open.refresh(one.refresh_token)))
  const [first] = answers
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, first!.body])
  assert.deepEqual([(await made('access')).length, (await made('refresh')).length], [1, 1])
  for (const { body } of answers) assert.equal((await open.me(body.access_token)).status, 200)
  const { body: next } = await open.refresh(first!.body.refresh_token)
  assert.equal((await open.me(next.access_token)).status, 200)
  assert.notEqual(next.refresh_token, first!.body.refresh_token)
})

test('G23 tokens that follow a refresh token cannot be computed from it without a key of the gateway', async () => {
  const { open, one } = await opened()
  const { body: two } = await open.refresh(one.refresh_token)
  const digest = (hash: string) => hash.replace(/^tg[ar]_/, '')
  for (const token of [two.access_token, two.refresh_token]) {
    assert.match(digest(token), /^[0-9a-z]{64}$/)
    assert.notEqual(digest(token), createHash('sha256').update(one.refresh_token).digest('hex'))
    assert.equal((await t.db.query('select from oauth_token where mark = $1', [digest(token)])).length, 0)
  }
  assert.notEqual(digest(two.access_token), digest(two.refresh_token))
})
