import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type Json, testApp } from '../support/app.ts'
import { type Posted, postReceiver } from '../support/post-receiver.ts'
import { postbackShop } from '../support/postback-shop.ts'

const t = await testApp('postback_tools')
const shop = await postReceiver()
const other = await postReceiver()
after(async () => {
  await shop.close()
  await other.close()
  await t.close()
})

const { configured, contact, rename, advance, logs, fresh } = postbackShop(t, shop)
beforeEach(async () => {
  await fresh()
  other.posted.length = 0
})

const command = (id: string, name: string, body: object = {}) =>
  t.api.post(`postbackconfigs/${id}/${name}`, { postbackconfig: body })
const secretOf = async (id: string): Promise<string> =>
  (await t.api.get(`postbackconfigs/${id}?expand=signing_secret`)).body.postbackconfig.signing_secret

/** The reference library compares with the machine's time; the test's clock may be ahead of it. */
function accepts(secret: string, { text, headers }: Posted): boolean {
  const webhook = new Webhook(secret)
  const id = headers['webhook-id']!
  const signed = webhook.sign(id, new Date(Number(headers['webhook-timestamp']) * 1000), text)
  return headers['webhook-signature']!.split(' ').includes(signed)
}

test('every try is signed by Standard Webhooks, and the reference library accepts it, also after the clock was moved', async () => {
  const config = await configured({ number_of_attempts: 2, attempt_interval: 1 })
  shop.answer(response => response.writeHead(shop.posted.length === 1 ? 500 : 200).end())
  const { id } = await contact()
  await t.settle()
  await advance(2)
  await advance(30 * 86_400)
  await contact()
  await t.settle()
  const secret = await secretOf(config.id)
  for (const { text, headers } of shop.posted) {
    assert.equal((new Webhook(secret).verify(text, headers) as Json).resource, 'contact')
  }
  const [first, second] = shop.posted as [Posted, Posted]
  assert.equal(first.headers['webhook-id'], second.headers['webhook-id'])
  assert.notEqual(first.headers['webhook-signature'], second.headers['webhook-signature'])
  assert.match(first.headers['user-agent'] ?? '', /^Tollgate\//)
  assert.equal(first.data.id, id)
})

test('a new secret signs beside the old one until the overlap is over', async () => {
  const config = await configured()
  const old = await secretOf(config.id)
  const { status, body } = await command(config.id, 'rotatesecret', { overlap: 3600 })
  assert.equal(status, 200)
  const { signing_secret, old_secret_until_ts } = body.postbackconfig
  assert.notEqual(signing_secret, old)
  assert.equal(await secretOf(config.id), signing_secret)
  await contact()
  await t.settle()
  assert.deepEqual([accepts(signing_secret, shop.posted[0]!), accepts(old, shop.posted[0]!)], [true, true])
  await t.clock.moveTo(old_secret_until_ts, t.app.worker)
  await contact()
  await t.settle()
  assert.deepEqual([accepts(signing_secret, shop.posted[1]!), accepts(old, shop.posted[1]!)], [true, false])
})

test('the signing secret is for those only who may change the configuration', async () => {
  const [merchant] = t.merchants
  const config = await configured({ location_id: merchant.child_location_id })
  assert.equal('signing_secret' in config, false)
  assert.equal((await t.clerk.get(`postbackconfigs/${config.id}?expand=signing_secret`)).status, 403)
  for (const name of ['rotatesecret', 'ping', 'replay'])
    assert.equal((await t.clerk.post(`postbackconfigs/${config.id}/${name}`, {})).status, 403, name)
  assert.equal((await t.stranger.post(`postbackconfigs/${config.id}/rotatesecret`, {})).status, 404)
  const kept = await t.db.query<{ all: string }>('select row_to_json(postbackconfig)::text as all from postbackconfig')
  assert.equal(
    kept
      .map(row => row.all)
      .join()
      .includes('whsec_'),
    false,
  )
  assert.equal(t.logged().includes('whsec_'), false)
})

test('a ping is a signed postback that tells of nothing', async () => {
  const config = await configured({ basic_auth_username: 'juniper', basic_auth_password: 'Quiet-Harbor-42' })
  const { status, body } = await command(config.id, 'ping')
  assert.equal(status, 200)
  await t.settle()
  const [posted] = shop.posted
  assert.deepEqual([posted?.body.type, posted?.body.resource, posted?.data], ['PING', 'contact', { id: config.id }])
  assert.equal(accepts(await secretOf(config.id), posted!), true)
  assert.ok(posted?.headers.authorization)
  const log = (await t.api.get(`postbacklogs/${body.postbackconfig.postback_log_id}?expand=attempts`)).body.postback_log
  assert.deepEqual([log.type, log.postback_status_id, log.attempts.length], ['PING', 2, 1])
})

test('every try is kept with its request and its answer, without credentials', async () => {
  const config = await configured({ basic_auth_username: 'juniper', basic_auth_password: 'Quiet-Harbor-42' })
  shop.answer(response =>
    response
      .writeHead(418, { 'set-cookie': 'session=abc123' })
      .end(`{"password":"hunter2","card":"4111111111111111","nul":"\u0000"}${'x'.repeat(9000)}`),
  )
  await contact()
  await t.settle()
  const { body } = await t.api.get(`postbackattempts?postback_config_id=${config.id}`)
  assert.equal(body.meta.pagination.totalCount, 1)
  const [attempt] = body.postbackattempts
  assert.deepEqual([attempt.response_status, attempt.succeeded, attempt.url], [418, false, shop.url])
  assert.equal(attempt.request_headers.authorization, 'Basic [redacted]')
  assert.equal(attempt.request_headers['webhook-id'], shop.posted[0]?.headers['webhook-id'])
  assert.match(attempt.request_headers['x-request-id'], /^[0-9a-f]{24}$/)
  assert.ok(attempt.response_body.length <= 4096 && attempt.response_body.startsWith('{"password":'))
  const sandbox = await t.as({}).get(`/sandbox/postbacks?config_id=${config.id}`)
  const [delivery] = sandbox.body.deliveries
  assert.equal(delivery.request.body, shop.posted[0]?.text)
  assert.equal(delivery.response.status, 418)
  const told = JSON.stringify([body, sandbox.body]) + t.logged()
  for (const secret of ['Quiet-Harbor-42', btoa('juniper:Quiet-Harbor-42'), 'hunter2', '4111111111111111', 'abc123'])
    assert.equal(told.includes(secret), false, secret)
  assert.equal((await t.stranger.get(`postbackattempts/${attempt.id}`)).status, 404)
  assert.deepEqual((await t.stranger.get('postbackattempts')).body.postbackattempts, [])
  assert.deepEqual((await t.as({}).get('/sandbox/postbacks?config_id=%00')).body.deliveries, [])
})

test('one postback is sent again, with the same data and webhook-id, to the same or another address', async () => {
  const config = await configured({ basic_auth_username: 'juniper' })
  const { id } = await contact({ city: 'First' })
  await rename(id, 'Second')
  await t.settle()
  const [log] = await logs(config)
  const replay = (body: object) => t.api.post(`postbacklogs/${log.id}/replay`, { postback_log: body })
  const again = await replay({})
  assert.equal(again.status, 201)
  assert.equal(again.body.postback_log.replay_of_id, log.id)
  assert.equal((await replay({ url: other.url })).status, 201)
  await t.settle()
  const [first, , third] = shop.posted
  assert.deepEqual([third?.text, third?.headers['webhook-id']], [first?.text, first?.headers['webhook-id']])
  assert.equal(other.posted[0]?.text, first?.text)
  assert.ok(first?.headers.authorization)
  assert.equal(other.posted[0]?.headers.authorization, undefined, 'credentials go where they were entered for')
  assert.ok(other.posted[0]?.headers['webhook-signature'])
  for (const url of ['http://10.0.0.1/', 'ftp://shop.example/', 'http://169.254.169.254/latest/meta-data/'])
    assert.ok((await replay({ url })).body.errors.url, url)
  assert.equal((await t.stranger.post(`postbacklogs/${log.id}/replay`, {})).status, 404)
})

test('a range of what never arrived is sent again in its order; what arrived is not, unless it is asked for', async () => {
  const config = await configured()
  await contact({ last_name: 'Arrived' })
  await t.settle()
  shop.answer(500)
  const names = ['One', 'Two', 'Three', 'Four']
  for (const last_name of names) {
    await contact({ last_name })
    await t.settle()
    await advance(10)
  }
  const failed = (await logs(config)).filter(({ postback_status_id }) => postback_status_id === 4)
  assert.equal(failed.length, 4)
  shop.posted.length = 0
  shop.answer(200)
  const { body } = await command(config.id, 'replay', { from_ts: failed[1].created_ts, to_ts: failed[2].created_ts })
  assert.deepEqual(body.postbackconfig, { id: config.id, replayed: 2 })
  await t.settle()
  assert.deepEqual(shop.posted.map(({ data }) => data.last_name).toSorted(), ['Three', 'Two'])
  const arrived = await command(config.id, 'replay', {
    postback_status_id: 2,
    to_ts: failed[0].created_ts,
    url: other.url,
  })
  assert.equal(arrived.body.postbackconfig.replayed, 1)
  await t.settle()
  assert.equal(other.posted[0]?.data.last_name, 'Arrived')
  await t.api.put(`postbackconfigs/${config.id}`, { postbackconfig: { is_active: 0 } })
  assert.ok((await command(config.id, 'replay')).body.errors.is_active)
})

test('a receiver that takes nothing for days is switched off, the location is told, and PUT switches it on again', async () => {
  const config = await configured({ number_of_attempts: 5, attempt_interval: 3600 })
  shop.answer(500)
  for (let day = 0; day < 7; day += 1) {
    await contact()
    await t.settle()
    await advance(86_400)
  }
  const shown = async () => (await t.api.get(`postbackconfigs/${config.id}`)).body.postbackconfig
  const off = await shown()
  assert.equal(off.is_active, 0)
  assert.ok(off.disabled_ts > config.created_ts)
  assert.match(off.disabled_reason, /^No postback was accepted for 5 days\.$/)
  const { body } = await t.as({}).get('/sandbox/outbox')
  const mails = body.messages.filter((each: Json) => each.reason === 'postbackconfig.disabled')
  assert.equal(mails.length, 1)
  assert.ok(mails[0].text.includes(shop.url))
  const count = shop.posted.length
  await contact()
  await t.settle()
  assert.equal(shop.posted.length, count)

  shop.answer(200)
  await t.api.put(`postbackconfigs/${config.id}`, { postbackconfig: { is_active: 1 } })
  const on = await shown()
  assert.deepEqual([on.is_active, on.disabled_ts, on.disabled_reason], [1, null, null])
  await contact()
  await t.settle()
  assert.equal(shop.posted.length, count + 1)
})

test('PB-04 an address inside is refused where it is entered', async () => {
  const [{ location_id }] = t.merchants
  for (const url of [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'http://0xA000001/',
  ]) {
    const { status, body } = await t.api.post('postbackconfigs', {
      postbackconfig: { location_id, resource: 'contact', url },
    })
    assert.deepEqual([status, body.errors?.url], [422, ['Url must not lead into a private network.']], url)
  }
  const config = await configured()
  const { status } = await t.api.put(`postbackconfigs/${config.id}`, { postbackconfig: { url: 'http://192.168.1.1/' } })
  assert.equal(status, 422)
})

test('finished postbacks and attempts go with their week, 30 days after its end; open postbacks stay', async () => {
  const { purgePostbacks } = await import('../../src/postbacks/queue.ts')
  const config = await configured({ number_of_attempts: 100, attempt_interval: 86_400 })
  await contact()
  await t.settle()
  shop.answer(500)
  await contact()
  await t.settle()
  const purge = (days: number) => {
    const seconds = () => t.clock.seconds() + days * 86_400
    return purgePostbacks(t.db, { seconds, now: () => seconds() * 1000 })
  }
  assert.equal((await logs(config)).length, 2)
  await purge(29)
  assert.equal((await logs(config)).length, 2)
  // All that is stored when a database is made lies in one part until the week after.
  await purge(45)
  assert.deepEqual(
    (await logs(config)).map(({ postback_status_id }) => postback_status_id),
    [3],
  )
  const { body } = await t.api.get(`postbackattempts?postback_config_id=${config.id}`)
  assert.equal(body.postbackattempts.length, 0)
})

test('credentials that cannot be opened make a failed try that says so, and no endless one', async () => {
  const config = await configured({ basic_auth_username: 'juniper', number_of_attempts: 2, attempt_interval: 60 })
  await t.db.run(`update postbackconfig set basic_auth_username_sealed = 'nonsense' where id = $1`, [config.id])
  await contact()
  await t.settle()
  await advance(60)
  const [log] = await logs(config, { expand: ['attempts'] })
  assert.equal(log.postback_status_id, 4)
  const says = 'the credentials of the configuration could not be opened'
  assert.deepEqual(
    log.attempts.map(({ error }: Json) => error),
    [says, says],
  )
  assert.equal(shop.posted.length, 0)
})

test('an answer that is no text can be kept too', async () => {
  const config = await configured()
  shop.answer(response => {
    response.writeHead(200, { 'x-odd': 'caf\u00e9 \u00ff' })
    response.end(Buffer.from([0, 1, 2, 0xff, 0xfe, 0xd8, 0x00, 0x41]))
  })
  await contact()
  await t.settle()
  const [log] = await logs(config, { expand: ['attempts'] })
  assert.deepEqual([log.postback_status_id, log.attempts.length], [2, 1])
  assert.ok(log.attempts[0].response_body.includes('A'))
})
