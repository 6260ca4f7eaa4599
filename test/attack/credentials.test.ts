import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { credentialStore } from '../../src/auth/credential-store.ts'
import { hashKeyBinding } from '../../src/resources/user/user.ts'
import { testApp } from '../support/app.ts'

const t = await testApp('credentials')
after(t.close)
const { clerk, child_location_id } = t.merchants[0]

test('a key that another process has just made is accepted at once', async () => {
  const elsewhere = credentialStore(t.db, t.cipher, hashKeyBinding)
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
  const store = credentialStore(t.db, t.cipher, hashKeyBinding)
  const caller = await store.callerByKey(made.body.user.id, 'a-key-of-sixteen-letters')
  assert.equal(caller?.zone, 'America/Denver')
})
