import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { integration } from '../support/oauth.ts'

const t = await testApp('sign_in')
after(t.close)
const { user, location_id } = t.merchants[0]

const PASSWORD = 'Correct-horse-1'
const OFFICE = '203.0.113.10'
let count = 0

async function person(): Promise<{ id: string; username: string }> {
  const username = `person${++count}`
  const record = { username, password: PASSWORD, last_name: 'P', email: 'p@example.com', user_type_id: 400 }
  const { status, body, text } = await t.api.post('users', { user: { ...record, primary_location_id: location_id } })
  assert.equal(status, 201, text)
  return { id: body.user.id, username }
}

const signIn = async (username: string, remoteAddress: string, password = PASSWORD): Promise<number> => {
  const payload = { username, password, domain: user.domain }
  const headers = { 'developer-id': t.developer_id }
  return (await t.app.http.inject({ method: 'POST', url: '/v2/token', headers, payload, remoteAddress })).statusCode
}
const guess = async (username: string, times: number, address: (index: number) => string): Promise<void> => {
  for (let index = 0; index < times; index++) await signIn(username, address(index), `Wrong-${index}.wrong`)
}
const forward = async (seconds: number) => void (await t.clock.moveTo(t.clock.seconds() + seconds, t.app.worker))

test('a stranger who guesses locks himself out, not the owner where he has signed in before', async () => {
  const { username } = await person()
  assert.equal(await signIn(username, OFFICE), 201)
  const stranger = '198.51.100.20'
  await guess(username, 6, () => stranger)
  assert.equal(await signIn(username, stranger), 401)
  assert.equal(await signIn(username, OFFICE), 201)
  assert.equal(await signIn(username, '192.0.2.77'), 201, 'nor elsewhere, where nobody guessed')
  await forward(31 * 60)
  assert.equal(await signIn(username, stranger), 201)
})

test('a stranger with many addresses locks all places that are not known, and those that are stay open', async () => {
  const { username } = await person()
  assert.equal(await signIn(username, OFFICE), 201)
  await guess(username, 12, index => `198.51.100.${100 + index}`)
  assert.equal(await signIn(username, '192.0.2.78'), 401)
  assert.equal(await signIn(username, OFFICE), 201)
  assert.equal(await signIn(username, '192.0.2.78'), 401, 'the owner’s sign-in gives no new guesses elsewhere')
  await forward(31 * 60)
  assert.equal(await signIn(username, '192.0.2.78'), 201)
})

test('a known place is locked by its own failures', async () => {
  const { username } = await person()
  assert.equal(await signIn(username, OFFICE), 201)
  await guess(username, 6, () => OFFICE)
  assert.equal(await signIn(username, OFFICE), 401)
})

test('a new password from an administrator ends all locks', async () => {
  const { id, username } = await person()
  assert.equal(await signIn(username, OFFICE), 201)
  await guess(username, 6, () => OFFICE)
  await guess(username, 12, index => `198.51.100.${150 + index}`)
  assert.equal(await signIn(username, OFFICE), 401)
  await forward(1)
  assert.equal((await t.api.put(`users/${id}`, { user: { password: 'Another-horse-2' } })).status, 200)
  assert.equal(await signIn(username, OFFICE, 'Another-horse-2'), 201)
})

test('of IPv6 a stranger’s whole network counts as one address', async () => {
  const { username } = await person()
  await guess(username, 6, index => `2001:db8:1:1::${index + 1}`)
  assert.equal(await signIn(username, '2001:db8:1:1::ffff'), 401)
  assert.equal(await signIn(username, '2001:db8:1:2::1'), 201)
})

test('guesses of old_password count as failed sign-ins do, and their lock is the same', async () => {
  const { id, username } = await person()
  const { user_api_key } = (await t.api.post(`users/${id}/generateuserapikey`)).body.user
  const self = t.as({ 'developer-id': t.developer_id, 'user-id': id, 'user-api-key': user_api_key })
  const change = (old_password: string) =>
    self.put(`users/${id}`, { user: { password: 'Another-horse-2', old_password } })
  for (let index = 0; index < 6; index++) assert.equal((await change(`Wrong-${index}.wrong`)).status, 422)
  assert.equal((await change(PASSWORD)).status, 422, 'the right one is refused as well')
  assert.equal(await signIn(username, '127.0.0.1'), 401, 'at every way in')
  await forward(31 * 60)
  assert.equal((await change(PASSWORD)).status, 200)
})

test('failures are kept where every process sees them, and are forgotten in pieces', async () => {
  const { id, username } = await person()
  await guess(username, 2, () => '198.51.100.30')
  const places = () => t.db.query<Json>('select failures from sign_in_place where user_id = $1', [id])
  assert.deepEqual(await places(), [{ failures: 2 }])
  await forward(3 * 86_400)
  await t.settle()
  const { purgePlaces } = await import('../../src/auth/sign-in-places.ts')
  await purgePlaces(t.db, t.clock.seconds(), new AbortController().signal)
  assert.deepEqual(await places(), [])
})

test('nothing is opened by a password that is changed between its check and what it opens', async () => {
  await t.owner.run(`
    create function changes_meanwhile() returns trigger language plpgsql as $$
    begin update "user" set password_mark = 'another one' where id = new.record_id and username like 'person%'; return null; end $$`)
  await t.owner.run(`
    create trigger changes_meanwhile after insert on event for each row when (new.verb = 'signed_in')
    execute function changes_meanwhile()`)
  const signed_in = await person()
  assert.equal(await signIn(signed_in.username, OFFICE), 401)
  const of_user = (table: string, id: string) => t.db.query(`select from ${table} where user_id = $1`, [id])
  assert.deepEqual(await of_user('access_token', signed_in.id), [])
  const approves = await person()
  const acts = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const answer = await acts.decide('allow', {}, { username: approves.username, password: PASSWORD })
  assert.deepEqual([answer.status, answer.headers.location], [401, undefined])
  assert.deepEqual(await of_user('oauthgrant', approves.id), [])
  await t.owner.run('drop function changes_meanwhile cascade')
})
