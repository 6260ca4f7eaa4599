import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leaveCard, OAuth, OAuthError, pkce, signCardTicket } from '../../packages/client/src/index.js'
import { clientSite } from '../support/client-site.ts'
import { integration } from '../support/oauth.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const site = await clientSite(t)
after(async () => {
  await site.close()
})
const [merchant] = t.merchants
const tollgate = site.client()
const none = { user_id: undefined, user_api_key: undefined }
const { client_id, client_secret } = t.oauth
const redirect_uri = t.oauth.redirect_uris[0]!
const oauth = new OAuth({ base_url: site.url, client_id, client_secret })

async function granted() {
  const { code_verifier, code_challenge } = await pkce()
  const address = new URL(oauth.authorizationAddress({ redirect_uri, state: 'order-17', code_challenge }))
  const asked = Object.fromEntries(address.searchParams)
  assert.equal(address.pathname, '/o/authorize')
  const code = await integration(t, { client_id, client_secret, redirect_uri }).code(asked)
  return oauth.exchange(code, { redirect_uri, code_verifier })
}

test('an integration exchanges a code, renews and ends what it was given', async () => {
  const given = await granted()
  assert.deepEqual([given.expires_in, given.user_id], [3600, merchant.user.user_id])
  const second = await oauth.refresh(given.refresh_token)
  const bearer = site.client({ ...none, access_token: second.access_token })
  assert.equal((await bearer.users.getCurrent()).username, merchant.user.username)
  await oauth.revoke(second.refresh_token)
  const ended = await oauth.refresh(second.refresh_token).catch(each => each)
  assert.ok(ended instanceof OAuthError, String(ended))
  assert.deepEqual([ended.error, ended.status], ['invalid_grant', 400])
})

test('a token that has ended is renewed by the caller, once', async () => {
  const given = await granted()
  let renewals = 0
  const renew_token = async () => {
    renewals += 1
    return (await oauth.refresh(given.refresh_token)).access_token
  }
  const bearer = site.client({ ...none, access_token: 'ended', renew_token })
  await bearer.users.getCurrent()
  await bearer.users.getCurrent()
  assert.equal(renewals, 1)
})

test('a run at a terminal is begun without waiting, and waited for', async () => {
  const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: '11.00' } as const
  const { location_id, terminal_id } = merchant
  const begun = await tollgate.routertransactions.start({ ...transaction, location_id, terminal_id })
  assert.equal(site.arrived.at(-1)!.headers.prefer, 'respond-async')
  const run = await tollgate.waitForRun(begun, { every_ms: 50 })
  assert.deepEqual([run.status, run.result], ['ended', 'approved'])
  assert.equal((await tollgate.transactions.get(run.transaction_id!)).status_id, 101)
})

test('a card is left for a ticket without keys, and the ticket pays', async () => {
  const { location_id, location_api_key, ticket_hash_key } = merchant
  const order = { location_api_key, ticket_hash_key, order_id: 'order-1', timestamp: t.clock.seconds() }
  const signed = await signCardTicket(order)
  const { id, last_four } = await leaveCard(site.url, signed, { card_number: '4111111111111111', exp_date: '1230' })
  assert.equal(last_four, '1111')
  const paid = { action: 'sale', payment_method: 'cc', transaction_amount: '11.00', location_id, ticket: id } as const
  assert.equal((await tollgate.transactions.create(paid)).status_id, 101)
})

test('the version of the gateway is read', async () => {
  assert.equal((await tollgate.health.getVersion()).api, 'v2')
})
