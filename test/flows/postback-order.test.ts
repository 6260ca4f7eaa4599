import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, beforeEach, test } from 'node:test'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { httpsPoster } from '../../src/adapters/postback/https-poster.ts'
import { openLog } from '../../src/boot/log.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { dispatcher } from '../../src/postbacks/dispatcher.ts'
import { renderPostbacks } from '../../src/postbacks/render-postbacks.ts'
import { testApp } from '../support/app.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { postbackShop } from '../support/postback-shop.ts'
import { expectsFault } from '../support/server-faults.ts'
import { silentLog } from '../support/silent-log.ts'

const t = await testApp('postback_order')
const shop = await postReceiver()
const slow = await postReceiver()
after(async () => {
  await shop.close()
  await slow.close()
  await t.close()
})

const { configured, contact, rename, advance, logs, fresh } = postbackShop(t, shop)
beforeEach(async () => {
  await fresh()
  slow.posted.length = 0
  slow.answer(200)
})

/** The dispatcher of another process, as far as the database can tell. */
function another() {
  const log = openLog('silent', new Writable({ write: (_chunk, _encoding, done) => done() }))
  const poster = httpsPoster({ sandbox: true })
  const parts = {
    db: t.db,
    cipher: t.cipher,
    clock: t.clock,
    machine: machineClock,
    poster,
    log,
    health: async () => undefined,
    version: 'test',
  }
  return dispatcher({ ...parts, engine: t.app.engine })
}

test('postbacks of one record arrive in order although half of the tries fail, and other records do not wait for them', async () => {
  await configured({ number_of_attempts: 100, attempt_interval: 60 })
  const stubborn = await contact({ last_name: 'Stubborn' })
  await t.settle()
  shop.posted.length = 0
  const given: string[] = []
  // A fixed pattern, so that a failure can be found again.
  let turn = 0
  shop.answer((response, { data }) => {
    const fails = data.id === stubborn.id && (turn++ * 7) % 10 < 5
    if (!fails) given.push(`${data.last_name} ${data.city}`)
    if (fails && turn % 3 === 0) response.destroy()
    else response.writeHead(fails ? 500 : 200).end()
  })
  const cities = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  for (const city of cities) await rename(stubborn.id, city)
  const easy = await contact({ last_name: 'Easy', city: 'X' })
  await t.settle()
  assert.ok(given.includes('Easy X'), 'the other record did not wait')
  for (let minute = 0; minute < 40; minute += 1) await advance(60)
  assert.deepEqual(
    given.filter(each => each.startsWith('Stubborn')),
    cities.map(city => `Stubborn ${city}`),
  )
  assert.equal(given.filter(each => each === 'Easy X').length, 1)
  assert.ok(easy.id)
})

test('what comes behind a postback that is given up goes on', async () => {
  const config = await configured({ number_of_attempts: 2, attempt_interval: 60 })
  shop.answer((response, { body }) => response.writeHead(body.type === 'CREATE' ? 500 : 200).end())
  const { id } = await contact()
  await rename(id, 'Ithaca')
  await t.settle()
  assert.deepEqual(
    shop.posted.map(({ body }) => body.type),
    ['CREATE'],
  )
  await advance(60)
  assert.deepEqual(
    shop.posted.map(({ body }) => body.type),
    ['CREATE', 'CREATE', 'UPDATE'],
  )
  assert.deepEqual(
    (await logs(config)).map(({ postback_status_id }) => postback_status_id),
    [4, 2],
  )
})

test('a receiver that does not answer holds up neither another receiver nor its own other records for long', async () => {
  await configured({ url: slow.url })
  await configured()
  const waiting: (() => void)[] = []
  slow.answer((response, { data }) => {
    if (data.city === 'Stuck') waiting.push(() => response.end())
    else response.end()
  })
  await contact({ city: 'Stuck' })
  for (let index = 0; index < 3; index += 1) await contact({ city: 'Free' })
  const settled = t.settle()
  await Promise.all([shop.arrived(4), slow.arrived(4)])
  for (const end of waiting) end()
  await settled
  assert.equal(slow.posted.length, 4)
})

test('many couriers deliver everything once, and the records of each contact in order', async () => {
  await configured()
  const couriers = [another(), another(), another()]
  const people = []
  for (let index = 0; index < 10; index += 1) people.push(await contact({ city: '0' }))
  for (let round = 1; round <= 5; round += 1) await Promise.all(people.map(({ id }) => rename(id, String(round))))
  await Promise.all(couriers.map(each => each.settle()))
  assert.equal(shop.posted.length, 60)
  for (const { id } of people) {
    const cities = shop.posted.filter(({ data }) => data.id === id).map(({ data }) => data.city)
    assert.deepEqual(cities, ['0', '1', '2', '3', '4', '5'])
  }
  assert.equal(new Set(shop.posted.map(({ headers }) => headers['webhook-id'])).size, 60)
  await Promise.all(couriers.map(each => each.stop()))
})

test('PB-12 PB-29 in natural time a retry comes not before the interval is over, to the millisecond', async () => {
  await configured({ number_of_attempts: 3, attempt_interval: 1 })
  shop.answer(500)
  const natural = another()
  natural.start()
  await contact()
  natural.wake()
  const [first, second, third] = (await shop.arrived(3)).map(({ at }) => at) as [number, number, number]
  assert.ok(second - first >= 990, `${second - first} ms`)
  assert.ok(third - second >= 990, `${third - second} ms`)
  await natural.stop()
})

test('a postback that cannot be put together is given up and does not keep the others', async () => {
  expectsFault('could not be rendered', 'its record cannot be read')
  const config = await configured()
  await contact()
  await t.db.run(
    `update postback_log set record = '{"id": {"no": "id"}, "created_ts": "yesterday"}' where data is null`,
  )
  await contact({ last_name: 'Fine' })
  await t.settle()
  assert.deepEqual(
    shop.posted.map(({ data }) => data.last_name),
    ['Fine'],
  )
  assert.deepEqual(
    (await logs(config)).map(({ postback_status_id }) => postback_status_id),
    [4, 2],
  )
})

test('the clock gets on although a postback was stored while the one before it was being written down as failed', async () => {
  await configured({ number_of_attempts: 3, attempt_interval: 1800 })
  shop.answer(503)
  const { id } = await contact()
  await t.settle()
  await rename(id, 'Late')
  // Its statement saw the earlier one as it was before the try: due at once, behind one that is not.
  await t.db.run('update postback_log set next_run_ts = $2 where resource_id = $1 and number_of_attempts = 0', [
    id,
    t.clock.seconds(),
  ])
  shop.answer(200)
  shop.posted.length = 0
  await advance(1200)
  assert.equal(shop.posted.length, 0)
  await advance(1200)
  assert.deepEqual(
    shop.posted.map(({ body }) => body.type),
    ['CREATE', 'UPDATE'],
  )
})

test('G42 a postback of one merchant is rendered and sent among the first, however many wait for another', async () => {
  await configured()
  const [, { location_id }] = t.merchants
  const theirs = { location_id, resource: 'contact', url: shop.url, on_create: 1, on_update: 1, on_delete: 1 } as const
  const config = await t.stranger.postbackconfigs.create(theirs)
  await contact()
  await t.db.run(
    `insert into postback_log
     select (json_populate_record(log, json_build_object('id', left(id, 14) || lpad(n::text, 10, '0'), 'resource_id', n::text))).*
       from postback_log log, generate_series(1, 1000) n where data is null and next_run_ts is not null`,
  )
  await t.stranger.contacts.create({ location_id, last_name: 'Single' })
  const { db, app } = t
  const waiting = async (config_id: string) =>
    (await db.query('select from postback_log where postback_config_id = $1 and data is null', [config_id])).length
  assert.equal(await waiting(config.id), 1)
  await renderPostbacks({ db, engine: app.engine, log: silentLog })
  assert.equal(await waiting(config.id), 0)
  await db.run("update postback_log set next_run_ts = null where resource_id ~ '^[0-9]{1,4}$'")
  await t.stranger.postbackconfigs.delete(config.id)
  await t.settle()
})

test('G64 rendering that takes long ends its transaction with what is done, and goes on in the next one', async () => {
  await configured()
  const [, { location_id }] = t.merchants
  const theirs = { location_id, resource: 'contact', url: shop.url, on_create: 1, on_update: 1, on_delete: 1 } as const
  const config = await t.stranger.postbackconfigs.create(theirs)
  await contact()
  await t.stranger.contacts.create({ location_id, last_name: 'Single' })
  const parts = { db: t.db, engine: t.app.engine, log: silentLog }
  const rendered = [await renderPostbacks(parts, 0), await renderPostbacks(parts, 0), await renderPostbacks(parts, 0)]
  assert.deepEqual(rendered, [1, 1, 0])
  await t.stranger.postbackconfigs.delete(config.id)
  await t.settle()
})

test('G81 a database that cannot be read while a postback is rendered loses no postback', async () => {
  await configured()
  const { id } = await contact()
  const away = { ...t.db, query: () => Promise.reject(new Unavailable(true, new Error('no free connection'))) }
  const parts = { db: t.db, engine: { ...t.app.engine, db: away }, log: silentLog }
  await assert.rejects(renderPostbacks(parts), Unavailable)
  await t.settle()
  assert.deepEqual(
    shop.posted.map(({ data }) => data.id),
    [id],
  )
})
