import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { refusedOn } from '../support/payments.ts'
import { sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** Roles of users (`/v2/authroleusers`): another way to say and to change their `user_type_id`. */

const t = await newMerchant()
const [mine, theirs] = t.merchants
let count = 0

async function newUser(over: Json = {}): Promise<Json> {
  count += 1
  const sample = await sampleOf({ api: t.api, merchant: mine }, 'user')
  const user_api_key = `Zp4-k8vQ2m_Xw7Rt${count}`
  const made = await t.api.post('users', { user: { ...sample, user_api_key, ...over } })
  assert.equal(made.status, 201, made.text)
  return { ...made.body.user, user_api_key }
}
const give = (user_id: string, auth_role_id: unknown, api = t.api) =>
  api.post('authroleusers', { authroleuser: { user_id, auth_role_id } })
const as = ({ id, user_api_key }: Json) => t.user({ user_id: id, user_api_key })

test('2.13 a role is the type of its user: given, read, filtered and listed by it', async () => {
  const user = await newUser()
  const read = await t.api.get(`authroleusers/${user.id}?expand=user`)
  assert.deepEqual([read.status, read.body.authroleuser.auth_role_id], [200, '400'])
  assert.equal(read.body.authroleuser.user.id, user.id)

  const given = await give(user.id, '300')
  assert.equal(given.status, 201, given.text)
  const { id, user_id, auth_role_id, _links } = given.body.authroleuser
  assert.deepEqual([id, user_id, auth_role_id], [user.id, user.id, '300'])
  assert.match(_links.self.href, new RegExp(`/v2/authroleusers/${user.id}$`))
  assert.equal((await t.api.get(`users/${user.id}`)).body.user.user_type_id, 300)

  const { authroleusers, meta } = (await t.api.get(`authroleusers?user_id=${user.id}`)).body
  assert.deepEqual([authroleusers.length, meta.pagination.totalCount], [1, 1])
  const managers = (await t.api.get('authroleusers?auth_role_id=300')).body.authroleusers
  assert.deepEqual(
    managers.map((each: Json) => each.user_id),
    [user.id],
  )
  refusedOn(await t.api.get('authroleusers?auth_role_id=100'), 'auth_role_id')
  const all = (await t.api.get('authroleusers?page_size=500')).body
  assert.ok(all.authroleusers.length > 2 && all.authroleusers.length === all.meta.pagination.totalCount)
})

test('2.13 a role has its rights at once, and without one a user has none of the merchant', async () => {
  const user = await newUser()
  const makes = () => as(user).post('tags', { tag: { title: `t${++count}`, location_id: mine.location_id } })
  assert.equal((await makes()).status, 201)
  assert.equal((await give(user.id, 500)).status, 201)
  assert.deepEqual([(await makes()).status, (await as(user).get('tags')).status], [403, 200])

  assert.equal((await t.api.delete(`authroleusers/${user.id}`)).status, 204)
  assert.deepEqual([(await makes()).status, (await as(user).get('tags')).status], [403, 403])
  assert.equal((await t.api.get(`authroleusers/${user.id}`)).status, 404)
  assert.equal((await t.api.delete(`authroleusers/${user.id}`)).status, 404)
  assert.equal((await t.api.get(`authroleusers?user_id=${user.id}`)).body.meta.pagination.totalCount, 0)
  assert.equal((await t.api.get(`users/${user.id}`)).body.user.user_type_id, 100)

  assert.equal((await give(user.id, '400')).status, 201)
  assert.equal((await makes()).status, 201)
})

test('2.13 roles that do not exist, and those above the own, are 422; the own one stays', async () => {
  const user = await newUser()
  for (const role of ['132', '100', '0', '', 'admin', null]) refusedOn(await give(user.id, role), 'auth_role_id')
  refusedOn(await give(user.id, '200'), 'auth_role_id')
  refusedOn(await t.api.post('authroleusers', { authroleuser: {} }), 'user_id', 'auth_role_id')
  const own = await t.api.delete(`authroleusers/${mine.user.user_id}`)
  assert.deepEqual([own.status, Object.keys(own.body.errors)], [409, ['id']])
})

test('2.13 managers and clerks only read roles, and nobody reaches those of another merchant', async () => {
  const user = await newUser()
  const manager = await newUser({ user_type_id: 300 })
  for (const api of [t.clerk, as(manager)]) {
    assert.equal((await give(user.id, '500', api)).status, 403)
    assert.equal((await api.delete(`authroleusers/${user.id}`)).status, 403)
  }
  assert.equal((await as(manager).get(`authroleusers/${user.id}`)).status, 200)
  refusedOn(await give(user.id, '500', t.stranger), 'user_id')
  assert.equal((await t.stranger.get(`authroleusers/${user.id}`)).status, 404)
  assert.equal((await t.stranger.delete(`authroleusers/${user.id}`)).status, 404)
  refusedOn(await give(theirs.user.user_id, '500'), 'user_id')
  assert.equal(
    (await t.api.get('authroleusers')).body.authroleusers.some((each: Json) => each.user_id === theirs.user.user_id),
    false,
  )
})

test('2.13 the changelog of the user says who changed the role, and from which', async () => {
  const user = await newUser()
  await give(user.id, '300')
  const [log] = (await t.api.get(`changelogs?model=User&model_id=${user.id}`)).body.changelogs
  assert.equal(log.user_id, mine.user.user_id)
  assert.deepEqual(
    log.changelog_details.map(({ field, old_value }: Json) => [field, old_value]),
    [['user_type_id', 400]],
  )
})
