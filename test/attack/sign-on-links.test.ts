import assert from 'node:assert/strict'
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { signOnAddress } from '../../packages/client/src/index.js'
import { newEncryptionKey } from '../../src/auth/encryption-key.ts'
import type { Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let count = 0

before(async () => {
  t = await newMerchant()
})

const hex = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('hex')

const said = (over: Json = {}) => ({
  timestamp: t.clock.seconds(),
  user_id: t.merchants[0].user.user_id,
  user_api_key: t.merchants[0].user.user_api_key,
  location_id: t.merchants[0].location_id,
  contact_api_id: `link-${++count}`,
  last_name: 'Example',
  ...over,
})

const open = (query: Record<string, string>) =>
  t.app.http.inject(`/v2/contactsso?${new URLSearchParams({ 'developer-id': t.developer_id, ...query })}`)

/** The query of a signed link. */
function signedLink(data: string, over: Json = {}, user: Json = t.merchants[0].user): Record<string, string> {
  const timestamp = String(over.timestamp ?? t.clock.seconds())
  const text = over.text ?? `contactsso.${user.user_id}.${timestamp}.${data}`
  const signature = createHmac('sha256', over.key ?? user.user_hash_key)
    .update(text)
    .digest('hex')
  return { 'user-id': user.user_id, timestamp, [over.name ?? 'data']: data, signature }
}

const unkeyed = (over: Json = {}): string => {
  const { user_api_key: _, user_id: __, timestamp: ___, ...fields } = said()
  return hex({ ...fields, ...over })
}

test('G52 a signed link signs on without an API key, by GET, form and encrypted data', async () => {
  const contact_api_id = `signed-${++count}`
  const answer = await open(signedLink(unkeyed({ contact_api_id })))
  assert.equal(answer.statusCode, 302, answer.body)
  assert.match(String(answer.headers.location), /\/contact\/[0-9a-f]{24}\?code=/)
  assert.equal((await t.api.get(`contacts?contact_api_id=${contact_api_id}`)).body.contacts.length, 1)
  const payload = new URLSearchParams({ 'developer-id': t.developer_id, ...signedLink(unkeyed()) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await t.app.http.inject({ method: 'POST', url: '/v2/contactsso', headers, payload })).statusCode, 302)
  const key = (await newEncryptionKey(t.db, t.cipher, t.developer_id))!
  const vector = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(key), vector)
  const text = Buffer.from(unkeyed(), 'hex')
  const e_data = Buffer.concat([vector, cipher.update(text), cipher.final()]).toString('hex')
  assert.equal((await open(signedLink(e_data, { name: 'e_data' }))).statusCode, 302)
  const charge = await open(signedLink(unkeyed({ transaction_amt: '12.00' })))
  assert.match(String(charge.headers.location), /\/charge\?form=/)
  // The client makes the same.
  const { user } = t.merchants[0]
  const signer = { base_url: 'https://pay.example', developer_id: t.developer_id, ...user }
  const fields = { location_id: t.merchants[0].location_id, contact_api_id: `client-${++count}`, last_name: 'Example' }
  const address = await signOnAddress(signer, fields, { timestamp: t.clock.seconds() })
  assert.equal((await t.app.http.inject(address.replace('https://pay.example', ''))).statusCode, 302)
})

test('G52 what is changed in a signed link, or signed for something else, opens nothing', async () => {
  const { user } = t.merchants[0]
  const good = signedLink(unkeyed())
  const at = t.clock.seconds()
  const data = unkeyed()
  const wrong: Record<string, string>[] = [
    { ...good, data: unkeyed({ last_name: 'Other' }) },
    { ...good, 'user-id': t.merchants[1].user.user_id },
    { ...good, timestamp: String(at - 1) },
    { ...good, signature: 'f'.repeat(64) },
    { ...good, signature: 'x' },
    { signature: good.signature!, data: good.data! },
    signedLink(data, { timestamp: at - 16 * 60 }),
    signedLink(data, { timestamp: at + 16 * 60 }),
    signedLink(data, { key: t.merchants[1].user.user_hash_key }),
    signedLink(data, { key: user.user_api_key }),
    // What a payer sees of the address of a form, and what signs a request of the API.
    signedLink(data, { text: `${user.user_id}${at}${data}` }),
    signedLink(data, { text: `${user.user_id}${at}` }),
  ]
  for (const query of wrong) assert.equal((await open(query)).statusCode, 401, JSON.stringify(query))
  // A signature stands for a key: with both, the key is not read.
  const both = hex({ ...said(), user_api_key: 'not looked at' })
  assert.equal((await open(signedLink(both))).statusCode, 302)
  assert.equal((await open({ ...signedLink(hex(said())), signature: 'f'.repeat(64) })).statusCode, 401)
})

test('G52 a location switches links without a signature off, for itself and those below it', async () => {
  const { location_id, child_location_id, user, clerk } = t.merchants[0]
  const set = async (id: string, setting: Json) =>
    assert.equal((await t.api.put(`locations/${id}`, { location: setting })).status, 200)
  const keyed = (over: Json = {}) => open({ data: hex(said(over)) })
  const below = { user_id: clerk.user_id, user_api_key: clerk.user_api_key, location_id: child_location_id }
  await set(child_location_id, { sso_signature_required: 1 })
  try {
    assert.equal((await keyed()).statusCode, 302, 'the location above still takes them')
    assert.equal((await keyed({ location_id: child_location_id })).statusCode, 401, 'a contact of that location')
    assert.equal((await keyed(below)).statusCode, 401, 'a user of that location')
    await set(child_location_id, { sso_signature_required: 0 })
    assert.equal((await keyed(below)).statusCode, 302)
    await set(location_id, { sso_signature_required: 1 })
    for (const over of [{}, below]) {
      const refused = await keyed(over)
      assert.equal(refused.statusCode, 401)
      assert.match(refused.body, /need a signature/)
    }
    assert.doesNotMatch(
      (await keyed({ user_api_key: 'wrong' })).body,
      /need a signature/,
      'told to who has the key only',
    )
    assert.equal((await open(signedLink(unkeyed(), {}, user))).statusCode, 302)
    assert.equal((await open(signedLink(unkeyed({ location_id: child_location_id }), {}, clerk))).statusCode, 302)
  } finally {
    for (const id of [location_id, child_location_id]) await set(id, { sso_signature_required: 0 })
  }
})

test('G52 where a location says so, a signed link opens once, of two at the same moment too', async () => {
  const { location_id } = t.merchants[0]
  const again = signedLink(unkeyed())
  assert.deepEqual([(await open(again)).statusCode, (await open(again)).statusCode], [302, 302])
  await t.api.put(`locations/${location_id}`, { location: { form_opens_once: 1 } })
  try {
    const link = signedLink(unkeyed())
    const capitals = { ...link, signature: link.signature!.toUpperCase() }
    const both = await Promise.all([open(link), open(capitals)])
    assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [302, 401])
    assert.equal((await open(link)).statusCode, 401)
    assert.equal((await open(signedLink(unkeyed()))).statusCode, 302, 'another one')
  } finally {
    await t.api.put(`locations/${location_id}`, { location: { form_opens_once: 0 } })
  }
})
