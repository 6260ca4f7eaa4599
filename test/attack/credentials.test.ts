import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialStore } from '../../src/auth/credential-store.ts'
import { hashKeyBinding } from '../../src/resources/user/user.ts'
import type { Json } from '../support/app.ts'
import { signature } from '../support/hosted-form.ts'
import { integration } from '../support/oauth.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { user, clerk, location_id, child_location_id } = t.merchants[0]
const keyless = { 'developer-id': t.developer_id }

test('a key that another process has just made is accepted at once', async () => {
  const elsewhere = credentialStore({ ...t, bindingOf: hashKeyBinding })
  assert.ok(await elsewhere.callerByKey(clerk.user_id, clerk.user_api_key))
  const made = await t.api.post(`users/${clerk.user_id}/generateuserapikey`)
  assert.ok(await elsewhere.callerByKey(clerk.user_id, made.body.user.user_api_key))
  assert.equal(await elsewhere.callerByKey(clerk.user_id, clerk.user_api_key), null)
})

test('a user whose zone is empty is in that of his location', async () => {
  const user = { username: 'denver', last_name: 'Moss', email: 'moss@example.com', user_type_id: 400, tz: '' }
  await t.api.put(`locations/${child_location_id}`, { location: { tz: 'America/Denver' } })
  const made = await t.api.post('users', {
    user: { ...user, primary_location_id: child_location_id, user_api_key: 'a-key-of-sixteen-letters' },
  })
  const store = credentialStore({ ...t, bindingOf: hashKeyBinding })
  const caller = (await store.callerByKey(made.body.user.id, 'a-key-of-sixteen-letters'))?.caller
  assert.equal(caller?.zone, 'America/Denver')
})

test('no stored response shows an integration or a signature what it may not see', async () => {
  const acts = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const { access_token } = (await acts.exchange(await acts.code())).body
  const granted = t.as({ ...keyless, authorization: `Bearer ${access_token}` })
  const key = (name: string) => ({ 'idempotency-key': name })
  const new_key = `users/${clerk.user_id}/generateuserapikey`
  const sale = { action: 'sale', payment_method: 'cc', account_number: '4111111111111111', exp_date: '0431' }
  const place = { location: { name: 'Juniper' } }
  const transaction = { ...sale, transaction_amount: '3.00', location_id }
  const own = await t.api.post(new_key, {}, key('order-1'))
  assert.equal(own.status, 200)
  assert.ok((await t.api.put(`locations/${location_id}`, place, key('order-2'))).body.location.location_api_key)
  const paid = await t.api.post('transactions?expand=location', { transaction }, key('order-3'))
  assert.ok(paid.body.transaction.location.location_api_key, paid.text)
  const tried = [
    await granted.post(new_key, {}, key('order-1')),
    await granted.put(`locations/${location_id}`, place, key('order-2')),
    await granted.post('transactions?expand=location', { transaction }, key('order-3')),
    await t.as(signature(t)).post('transactions?expand=location', { transaction }, key('order-3')),
  ]
  for (const { status, text } of tried) assert.deepEqual([status, /another request/.test(text)], [422, true], text)
  const login = { username: user.username, password: user.password, domain: user.domain }
  const { token } = (await t.as(keyless).post('/v2/token', login)).body.token
  const again = await t.as({ ...keyless, 'access-token': token }).post(new_key, {}, key('order-1'))
  assert.deepEqual(again.body, own.body, 'his own token is himself')
})

async function person(username: string, over: Json = {}): Promise<string> {
  const where = { primary_location_id: child_location_id, user_type_id: 400 }
  const made = await t.api.post('users', {
    user: { username, last_name: 'Moss', email: 'moss@example.com', ...where, ...over },
  })
  assert.equal(made.status, 201, made.text)
  return made.body.user.id
}
const signIn = (username: string, password: string) =>
  t.as(keyless).post('/v2/token', { username, password, domain: user.domain })

test('a name finds the one user that holds it, whatever its letters', async () => {
  const names = ['ÜNAL', 'İpek', 'STRAßE', 'ΣΊΣΥΦΟΣ']
  for (const [index, username] of names.entries()) {
    const id = await person(username, { password: `Quiet-harbour-77${index}` })
    const signed_in = await signIn(username, `Quiet-harbour-77${index}`)
    assert.deepEqual([signed_in.status, signed_in.body.token?.id], [201, id], username)
  }
})

test('capitals make no second user and no other way to sign in, in any alphabet', async () => {
  const spellings = [
    ['ÉLODIE', 'élodie', 'E\u0301lodie'],
    ['Żółć', 'żÓŁĆ', 'ŻÓŁĆ'],
    ['ДМИТРИЙ', 'дмитрий', 'Дмитрий'],
    ['ΑΡΗΣ', 'αρης', 'αρησ'],
    ['Ｋumi', 'kumi', 'KUMI'],
  ]
  for (const [first = '', ...others] of spellings) {
    const id = await person(first, { password: 'Quiet-harbour-7730' })
    for (const other of others) {
      const body = {
        primary_location_id: child_location_id,
        user_type_id: 400,
        last_name: 'Moss',
        email: 'm@example.com',
      }
      const twin = await t.api.post('users', { user: { ...body, username: other } })
      assert.deepEqual([twin.status, Object.keys(twin.body.errors ?? {})], [422, ['username']], other)
      const signed_in = await signIn(other, 'Quiet-harbour-7730')
      assert.deepEqual([signed_in.status, signed_in.body.token?.id], [201, id], other)
    }
  }
})

test('who had the name of another but for capitals before they were refused is found by his spelling alone', async () => {
  const first = await person('ÉTIENNE', { password: 'Quiet-harbour-7740' })
  const second = await person('etienne', { password: 'Quiet-harbour-7741' })
  await t.owner.transaction(async tx => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(`update "user" set username = 'étienne', username_twin = id where id = $1`, [second])
  })
  const found = async (name: string, password: string) => (await signIn(name, password)).body.token?.id
  assert.equal(await found('étienne', 'Quiet-harbour-7741'), second)
  assert.equal(await found('ÉTIENNE', 'Quiet-harbour-7740'), first)
  assert.equal(await found('Étienne', 'Quiet-harbour-7740'), first)
  const rename = async (username: string) => (await t.api.put(`users/${second}`, { user: { username } })).status
  assert.equal(await rename('stephen'), 200)
  assert.equal(await rename('étienne'), 422, 'he has given the name up')
})

test('a password that somebody else has set is good for replacing it, and for no other change', async () => {
  const id = await person('once')
  assert.equal((await t.api.put(`users/${id}`, { user: { password: 'Quiet-harbour-7720' } })).status, 200)
  const { token } = (await signIn('once', 'Quiet-harbour-7720')).body.token
  const holder = t.as({ ...keyless, 'access-token': token })
  const other = await holder.put(`users/${id}`, { user: { email: 'stranger@example.com' } })
  assert.deepEqual([other.status, Object.keys(other.body.errors)], [422, ['password']])
  const replaced = { old_password: 'Quiet-harbour-7720', password: 'Noisy-harbour-7721' }
  assert.equal((await holder.put(`users/${id}`, { user: replaced })).status, 200)
  assert.equal((await holder.put(`users/${id}`, { user: { email: 'own@example.com' } })).status, 200)
})

test('an integration gets no secret of a receiver, shown or sent to an address of its choice, and none is stored', async () => {
  const acts = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const { access_token } = (await acts.exchange(await acts.code())).body
  const granted = t.as({ ...keyless, authorization: `Bearer ${access_token}` })
  const names = ['basic_auth_username', 'basic_auth_password', 'signing_secret']
  const shown = `expand=${names.join(',')}`
  const receiver = { location_id, resource: 'contact', url: 'https://shop.example/hook', on_create: 1 }
  const secrets = { basic_auth_username: 'juniper', basic_auth_password: 'Quiet-Harbor-42' }
  const made = await t.api.post(
    `postbackconfigs?${shown}`,
    { postbackconfig: { ...receiver, ...secrets } },
    { 'idempotency-key': 'receiver' },
  )
  const { id, signing_secret } = made.body.postbackconfig
  assert.ok(signing_secret)
  for (const path of [`postbackconfigs/${id}?${shown}`, `postbackconfigs?${shown}`]) {
    const { status, text } = await granted.get(path)
    assert.equal(status, 200, text)
    for (const secret of [signing_secret, 'Quiet-Harbor-42']) assert.ok(!text.includes(secret), path)
  }
  const own = await granted.post(`postbackconfigs?${shown}`, { postbackconfig: receiver })
  assert.deepEqual([own.status, own.body.postbackconfig.signing_secret], [201, null])
  const own_id = own.body.postbackconfig.id
  assert.equal((await t.api.put(`postbackconfigs/${own_id}`, { postbackconfig: secrets })).status, 200)
  const moved = (over: Json, of = own_id) =>
    granted.put(`postbackconfigs/${of}`, { postbackconfig: { url: 'https://evil.example/hook', ...over } })
  assert.equal((await moved({ basic_auth_password: 'Own-Harbor-43' }, id)).status, 403)
  assert.deepEqual(Object.keys((await moved({})).body.errors), ['basic_auth_password'])
  assert.deepEqual(Object.keys((await moved({ basic_auth_username: 'other' })).body.errors), ['basic_auth_password'])
  assert.equal((await moved({ basic_auth_password: 'Own-Harbor-43' })).status, 200)
  const kept = await t.db.query<{ answer: string }>("select answer from idempotency where key = 'receiver'")
  assert.equal(kept.length, 1)
  assert.ok(!kept[0]!.answer.includes(signing_secret))
})
