import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LIFE_SECONDS } from '../../src/auth/access-tokens.ts'
import { type Answer, type Client, type Json, type TestApp, testApp } from '../support/app.ts'
import { outbox } from '../support/invoices.ts'
import { integration } from '../support/oauth.ts'

let t: TestApp
before(async () => {
  t = await testApp('sessions')
})
after(() => t.close())

const bearing = (token: string): Client => t.as({ 'developer-id': t.developer_id, 'access-token': token })

async function signIn(of: Json = t.merchants[0].user, agent = 'Till/2', remoteAddress = '192.0.2.44'): Promise<string> {
  const { username, password, domain } = of
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/v2/token',
    headers: { 'developer-id': t.developer_id, 'user-agent': agent },
    payload: { username, password, domain },
    remoteAddress,
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().token.token
}

const sessionsOf = async (client: Client): Promise<Json[]> => {
  const { status, body, text } = await client.get('users/sessions')
  assert.equal(status, 200, text)
  return body.sessions
}
const statusOf = async (answer: Promise<Answer>) => (await answer).status

test('G54 a user lists his own sign-ins: when, where, by what, until when, and which is this one', async () => {
  const [one, other] = [await signIn(), await signIn(t.merchants[0].user, 'Phone 4111111111111111', '2001:db8::9')]
  await signIn(t.merchants[0].clerk)
  await signIn(t.merchants[1].user)
  const at = t.clock.seconds()
  const sessions = await sessionsOf(bearing(one))
  assert.equal(sessions.length, 2, 'of no other user')
  const [mine] = sessions.filter(each => each.is_current === 1)
  assert.deepEqual(
    [mine.address, mine.user_agent, mine.page, mine.expire_ts - mine.used_ts],
    ['192.0.2.44', 'Till/2', null, 900],
  )
  assert.ok(Math.abs(mine.created_ts - at) < 60)
  const [theirs] = sessions.filter(each => each.is_current === 0)
  assert.equal(theirs.address, '2001:db8::9')
  assert.doesNotMatch(theirs.user_agent, /4111111111111111/)
  const text = JSON.stringify(sessions)
  assert.ok(!text.includes(one) && !text.includes(other))
  // By a key, none of them is this one.
  assert.ok((await sessionsOf(t.api)).every(each => each.is_current === 0))
})

test('G54 a user ends one of his sign-ins, or all others, and nobody else ends them', async () => {
  const tokens = [await signIn(), await signIn(), await signIn()] as const
  const [mine, other, third] = tokens.map(bearing) as [Client, Client, Client]
  const [current] = (await sessionsOf(other)).filter(each => each.is_current === 1)
  for (const stranger of [t.clerk, t.stranger, bearing(await signIn(t.merchants[1].user))])
    assert.equal(await statusOf(stranger.delete(`users/sessions?session_id=${current.id}`)), 404)
  for (const wrong of ['', 'f0'.repeat(12), '%00', 'x'.repeat(300)])
    assert.equal(await statusOf(mine.delete(`users/sessions?session_id=${wrong}`)), 404, wrong)
  assert.equal(await statusOf(other.get('users/me')), 200)
  assert.equal(await statusOf(mine.delete(`users/sessions?session_id=${current.id}`)), 204)
  assert.equal(await statusOf(other.get('users/me')), 401)
  assert.deepEqual([await statusOf(mine.get('users/me')), await statusOf(third.get('users/me'))], [200, 200])
  assert.equal(await statusOf(mine.delete(`users/sessions?session_id=${current.id}`)), 404, 'it has ended')
  assert.equal(await statusOf(mine.delete('users/sessions')), 204)
  assert.deepEqual([await statusOf(mine.get('users/me')), await statusOf(third.get('users/me'))], [200, 401])
  assert.deepEqual(
    (await sessionsOf(mine)).map(each => each.is_current),
    [1],
  )
  // A key ends them all.
  assert.equal(await statusOf(t.api.delete('users/sessions')), 204)
  assert.equal(await statusOf(mine.get('users/me')), 401)
})

test('G54 a user with more sign-ins than are listed ends any of them', async () => {
  const oldest = bearing(await signIn())
  const [current] = (await sessionsOf(oldest)).filter(each => each.is_current === 1)
  const later = `insert into access_token (mark, id, root_id, user_id, created_ts, used_ts)
    select 'later-' || n, 'later-' || n, root_id, user_id, created_ts, used_ts + 60
      from access_token, generate_series(1, 500) n where id = $1`
  await t.db.run(later, [current.id])
  const listed = await sessionsOf(t.api)
  assert.deepEqual([listed.length, listed.some(({ id }) => id === current.id)], [500, false])
  assert.equal(await statusOf(t.api.delete(`users/sessions?session_id=${current.id}`)), 204)
  assert.equal(await statusOf(oldest.get('users/me')), 401)
  assert.equal(await statusOf(t.api.delete('users/sessions')), 204)
})

test('G54 an integration and a limited key neither see nor end the sign-ins of their user', async () => {
  const token = await signIn()
  const redirect_uri = t.oauth.redirect_uris[0]!
  const app = integration(t, { ...t.oauth, redirect_uri })
  const { access_token } = (await app.exchange(await app.code())).body
  const program = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${access_token}` })
  const user_api_key = 'A-limited-key-of-a-clerk-5f20'
  const made = await t.api.post('users', {
    user: {
      username: 'limited',
      last_name: 'Example',
      email: 'limited@juniper.example',
      primary_location_id: t.merchants[0].location_id,
      user_type_id: 400,
      user_api_key,
      user_api_key_scope: 'read',
    },
  })
  assert.equal(made.status, 201, made.text)
  const limited = t.as({
    'developer-id': t.developer_id,
    'user-id': made.body.user.id,
    'user-api-key': user_api_key,
  })
  for (const client of [program, limited]) {
    assert.equal(await statusOf(client.get('users/sessions')), 403)
    assert.equal(await statusOf(client.delete('users/sessions')), 403)
  }
  assert.equal(await statusOf(bearing(token).get('users/me')), 200)
})

test('G54 a token that is always in use ends twelve hours after its sign-in, and is listed no more', async () => {
  const token = await signIn()
  const began = t.clock.seconds()
  for (const at of [LIFE_SECONDS / 3, (LIFE_SECONDS * 2) / 3, LIFE_SECONDS - 60]) {
    // As if it had been used all the time.
    await t.db.run('update access_token set used_ts = $1', [began + at - 60])
    await t.clock.moveTo(began + at, t.app.worker)
    assert.equal(await statusOf(bearing(token).get('users/me')), 200, `after ${at} seconds`)
  }
  const [last] = (await sessionsOf(bearing(token))).filter(each => each.is_current === 1)
  assert.equal(last.expire_ts, last.created_ts + LIFE_SECONDS)
  await t.clock.moveTo(last.expire_ts, t.app.worker)
  assert.equal(await statusOf(bearing(token).get('users/me')), 401)
  assert.ok((await sessionsOf(t.api)).every(({ id }) => id !== last.id))
  assert.equal(await statusOf(t.api.delete(`users/sessions?session_id=${last.id}`)), 404)
})

test('G54 a user is mailed about a sign-in from an address that is new, not about the first one or a known one', async () => {
  const { clerk } = t.merchants[1]
  const record = await t.db.query<{ email: string }>('select email from "user" where id = $1', [clerk.user_id])
  const mails = async () => {
    await t.app.worker.drain()
    return outbox(t, record[0]!.email)
  }
  await signIn(clerk, 'Till/2', '192.0.2.60')
  await signIn(clerk, 'Till/2', '192.0.2.60')
  assert.deepEqual(await mails(), [])
  await signIn(clerk, 'Till/2', '198.51.100.61')
  await signIn(clerk, 'Till/2', '198.51.100.61')
  const [mail, ...more] = await mails()
  assert.equal(more.length, 0)
  assert.match(mail!.subject, /^New sign-in to your /)
  assert.match(mail!.text, /198\.51\.100\.61/)
  assert.match(mail!.text, /change your password/)
})

test('G54 the mail about a sign-in by IPv6 names the whole address, and its /64 is known from then on', async () => {
  const { clerk } = t.merchants[1]
  const record = await t.db.query<{ email: string }>('select email from "user" where id = $1', [clerk.user_id])
  const before = (await outbox(t, record[0]!.email)).length
  await signIn(clerk, 'Till/2', '192.0.2.60')
  for (const address of ['2001:db8:1:2::5', '2001:db8:1:2::9', '::ffff:192.0.2.62'])
    await signIn(clerk, 'Till/2', address)
  await t.app.worker.drain()
  const [v6, v4, ...more] = (await outbox(t, record[0]!.email)).slice(before)
  assert.equal(more.length, 0)
  assert.match(v6!.text, /^Address +2001:db8:1:2::5$/m)
  assert.match(v4!.text, /^Address +192\.0\.2\.62$/m)
})
