import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, test } from 'node:test'
import type { Client, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop

before(async () => {
  t = await newMerchant()
})

interface Over {
  age?: number
  key?: string
  user_id?: string
  timestamp?: string
}

/** What a caller sends who signs his user id and the time. */
function signed({ age = 0, ...over }: Over = {}) {
  const { user } = t.merchants[0]
  const { user_id = user.user_id, timestamp = String(t.clock.seconds() - age), key = user.user_hash_key } = over
  return {
    'user-id': user_id,
    timestamp,
    'hash-key': createHmac('sha256', key)
      .update(user_id + timestamp)
      .digest('hex'),
  }
}
const actor = (headers: Record<string, string>): Client => t.as({ 'developer-id': t.developer_id, ...headers })
const vaults = async (headers: Record<string, string>) => (await actor(headers).get('accountvaults')).status

test('GAP-28 AUTH-HMAC-01 AUTH-HMAC-03 USR-23 the signature is over user id and time, under the user_hash_key', async () => {
  assert.equal(await vaults(signed()), 200)
  const good = signed()
  const { user, clerk } = t.merchants[0]
  for (const wrong of [
    signed({ key: clerk.user_hash_key }),
    signed({ key: user.user_api_key }),
    { ...good, 'user-id': clerk.user_id },
    { ...good, timestamp: String(Number(good.timestamp) + 1) },
    { ...good, 'hash-key': good['hash-key'].slice(1) },
    { ...good, 'hash-key': `${good['hash-key']}00` },
    { ...good, 'hash-key': '' },
    { ...good, 'hash-key': 'x'.repeat(64) },
    { ...good, 'hash-key': Buffer.from(good['hash-key'], 'hex').toString('base64') },
    { 'user-id': good['user-id'], 'hash-key': good['hash-key'] },
    { timestamp: good.timestamp, 'hash-key': good['hash-key'] },
    signed({ user_id: 'f0'.repeat(12) }),
  ]) {
    assert.equal(await vaults(wrong), 401, JSON.stringify(wrong))
  }
  assert.equal((await actor(signed({ key: 'x' })).get('accountvaults')).body.message, 'Hash key is invalid')
  assert.equal((await t.as(good).get('accountvaults')).status, 401)
})

test('AUTH-HMAC-03 a signature has the rights of its user, and ends with him', async () => {
  const made = await t.api.post('users', {
    user: {
      username: 'signer',
      last_name: 'Example',
      email: 'signer@juniper.example',
      primary_location_id: t.merchants[0].location_id,
      user_type_id: 500,
    },
  })
  const { id } = made.body.user
  const { hashKeyBinding } = await import('../../src/resources/user/user.ts')
  const [row] = await t.db.query<{ id: string; root_id: string; user_hash_key_sealed: string }>(
    'select * from "user" where id = $1',
    [id],
  )
  const key = t.cipher.open(row!.user_hash_key_sealed, hashKeyBinding(row!))
  const own = () => signed({ user_id: id, key })
  assert.equal(await vaults(own()), 200)
  const refused = await actor(own()).post('accountvaults', { accountvault: {} })
  assert.equal(refused.status, 403)
  await t.api.put(`users/${id}`, { user: { status_id: 0 } })
  assert.equal(await vaults(own()), 401)
})
