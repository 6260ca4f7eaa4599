import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectsFault } from '../support/server-faults.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const secret = { basic_auth_username: 'juniper', basic_auth_password: 'Quiet-Harbor-42' }
const config = {
  location_id: merchant.child_location_id,
  resource: 'contact',
  url: 'https://shop.example/postback',
  ...secret,
}
const both = 'expand=basic_auth_username,basic_auth_password'

async function created() {
  const { status, body } = await t.api.post('postbackconfigs', { postbackconfig: config })
  assert.equal(status, 201, JSON.stringify(body))
  return body.postbackconfig
}

const put = (id: string, change: object) => t.api.put(`postbackconfigs/${id}`, { postbackconfig: change })

test('PB-13 PB-14 the credentials are in an answer only when expand names them', async () => {
  const made = await created()
  const names = Object.keys(made)
  assert.equal(
    names.some(name => name.startsWith('basic_auth')),
    false,
  )
  assert.deepEqual(Object.keys((await t.api.get(`postbackconfigs/${made.id}`)).body.postbackconfig), names)

  const one = await t.api.get(`postbackconfigs/${made.id}?expand=basic_auth_username`)
  assert.equal(one.body.postbackconfig.basic_auth_username, 'juniper')
  assert.equal('basic_auth_password' in one.body.postbackconfig, false)
  const list = await t.api.get(`postbackconfigs?id=${made.id}&${both}`)
  assert.deepEqual(list.body.postbackconfigs, [{ ...made, ...secret }])
  const answered = await t.api.post(`postbackconfigs?${both}`, { postbackconfig: config })
  assert.equal(answered.body.postbackconfig.basic_auth_password, secret.basic_auth_password)
})

test('PB-13 who may not change a configuration does not get its credentials', async () => {
  const made = await created()
  assert.equal((await t.clerk.get(`postbackconfigs/${made.id}`)).status, 200)
  for (const path of [
    `postbackconfigs/${made.id}?expand=basic_auth_password`,
    'postbackconfigs?expand=basic_auth_username',
  ]) {
    const { status, text } = await t.clerk.get(path)
    assert.equal(status, 403)
    assert.equal(text.includes(secret.basic_auth_username) || text.includes(secret.basic_auth_password), false)
  }
})

test('PB-13 PB-14 PUT changes one credential and leaves the other; empty or null takes it away', async () => {
  const { id } = await created()
  await put(id, { basic_auth_password: 'Other-Harbor-43' })
  const changed = (await t.api.get(`postbackconfigs/${id}?${both}`)).body.postbackconfig
  assert.deepEqual([changed.basic_auth_username, changed.basic_auth_password], ['juniper', 'Other-Harbor-43'])
  await put(id, { basic_auth_username: '', basic_auth_password: null })
  const cleared = (await t.api.get(`postbackconfigs/${id}?${both}`)).body.postbackconfig
  assert.deepEqual([cleared.basic_auth_username, cleared.basic_auth_password], [null, null])
})

test('a user name with a colon cannot be sent as Basic authorization and is refused', async () => {
  const { status, body } = await t.api.post('postbackconfigs', {
    postbackconfig: { ...config, basic_auth_username: 'a:b' },
  })
  assert.equal(status, 422)
  assert.deepEqual(body.errors, { basic_auth_username: ['Basic Auth Username must not contain a colon.'] })
})

test('credentials are stored sealed, bound to their record, and told to nobody', async () => {
  expectsFault(500, 'a seal was moved to another record')
  const first = await created()
  const second = await created()
  await put(first.id, { basic_auth_password: 'Other-Harbor-43' })
  const rows = await t.db.query<{ all: string }>(
    `select row_to_json(postbackconfig)::text as all from postbackconfig
     union all select row_to_json(event)::text from event where noun = 'postbackconfig'`,
  )
  const kept = rows.map(row => row.all).join('\n') + t.logged()
  for (const plain of ['juniper"', 'Quiet-Harbor-42', 'Other-Harbor-43'])
    assert.equal(kept.includes(plain), false, plain)

  await t.db.query(
    `update postbackconfig set basic_auth_password_sealed = (select basic_auth_password_sealed from postbackconfig where id = $1) where id = $2`,
    [second.id, first.id],
  )
  const moved = await t.api.get(`postbackconfigs/${first.id}?expand=basic_auth_password`)
  assert.equal(moved.status, 500, 'a seal from another record must not open')
})
