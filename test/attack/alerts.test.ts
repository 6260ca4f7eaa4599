/** Each warning is found in the background, told once a day to who has to act, and can be silenced. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keyPlaces, purgeKeyPlaces } from '../../src/alerts/key-places.ts'
import { lookAtDisk } from '../../src/alerts/look-at-disk.ts'
import { lookForAttacks } from '../../src/alerts/look-for-attacks.ts'
import { type Raise, raising } from '../../src/alerts/raise-alert.ts'
import { verifyNewLinks } from '../../src/alerts/verify-new-links.ts'
import { purgeCounts, WINDOW } from '../../src/alerts/watch-counts.ts'
import { auditVerify } from '../../src/cli/audit.ts'
import { readConfig } from '../../src/config.ts'
import { diskSpace } from '../../src/db/disk-space.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { sealEvents } from '../../src/events/seal.ts'
import { MATTERS, type Matter } from '../../src/resources/alert/alert.ts'
import { type Json, testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { sealAll } from '../support/seal-all.ts'

const METRICS_TOKEN = 'a-token-for-the-monitor-only'
const thresholds = { refusals: 20, decline_points: 20 }
const t = await testApp('alerts', {
  config: {
    metrics_token: METRICS_TOKEN,
    notice_email: 'ops@example.com',
    country_header: 'x-country',
    alerts: { silenced: [], ...thresholds },
  },
})
const desk = await postReceiver()
after(async () => {
  await desk.close()
  await t.close()
})
const [{ user, location_id, clerk, child_location_id }, other] = t.merchants
const loud = raising({ store: t.app.store, clock: t.clock, silenced: [] })
const look = (raise: Raise = loud) => lookForAttacks({ db: t.db, clock: t.clock, raise, thresholds })

const alertsOf = (matter: Matter) =>
  t.db.query<{ root_id: string; subject: string; says: string }>(
    'select root_id, subject, says from alert where matter = $1 order by id',
    [matter],
  )

/** Counts and places are stored some seconds after the request. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTrue()) return
    await pause(50)
  }
  assert.fail('it was not stored')
}

const seenOf = async (what: string): Promise<number> => {
  const [row] = await t.db.query<{ seen: number }>(
    'select coalesce(sum(seen), 0)::int as seen from watched_count where what = $1 and root_id = $2',
    [what, location_id],
  )
  return row!.seen
}

const seal = () => sealAll({ db: t.db, cipher: t.cipher, clock: t.clock })

before(async () => {
  // Whoever was made before this test has been told of.
  await t.db.run('delete from granted_right')
  const config = { location_id, resource: 'alert', on_create: true, url: desk.url }
  const made = await t.api.post('postbackconfigs', { postbackconfig: config })
  assert.equal(made.status, 201, made.text)
})

test('many requests with wrong credentials are told of, once a day, by mail, by postback and in the list', async () => {
  const wrong = t.as({ ...t.keysOf(user), 'user-api-key': 'not-the-key-of-this-user-0' })
  for (let number = 0; number < thresholds.refusals; number += 1) await wrong.get('contacts')
  await until(async () => (await seenOf('unauthorized')) >= thresholds.refusals)
  assert.equal(await look(), 1)
  assert.equal(await look(), 0, 'the same is told once a day')
  await t.settle()
  const { body } = await t.api.get('alerts?matter=many_refusals')
  assert.deepEqual(
    body.alerts.map(({ subject, location_id: place }: Json) => [subject, place]),
    [['unauthorized', location_id]],
  )
  const mails = (await t.as({}).get('/sandbox/outbox')).text
  assert.match(mails, /Alert: many refusals/)
  assert.deepEqual(
    desk.posted.map(({ body, data }) => [body.type, body.resource, data.matter, data.subject]),
    [['CREATE', 'alert', 'many_refusals', 'unauthorized']],
  )
  const figures = await t.as({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  assert.match(figures.text, /^tollgate_alerts\{matter="many_refusals"\} 1$/m)
  await t.db.run('update alert set day = day - 1')
  assert.equal(await look(), 1, 'on the next day again')
})

test('who asks over and over for what he may not do is told of', async () => {
  for (let number = 0; number < thresholds.refusals; number += 1)
    assert.equal((await t.clerk.get('oauthclients')).status, 403)
  await until(async () => (await seenOf('forbidden')) >= thresholds.refusals)
  await t.clerk.get('locations')
  assert.equal(await seenOf('forbidden'), thresholds.refusals, 'what is left out of an answer is not refused')
  await look()
  assert.ok((await alertsOf('many_refusals')).some(({ subject }) => subject === 'forbidden'))
})

test('more declined payments than approved ones are told of, and each payment is counted by its product', async () => {
  const sale = {
    location_id,
    action: 'sale',
    payment_method: 'cc',
    account_number: '4111111111111111',
    exp_date: '1230',
  }
  for (let number = 0; number < thresholds.refusals; number += 1) {
    const made = await t.api.post('transactions', { transaction: { ...sale, transaction_amount: `6.15` } })
    assert.equal(made.body.transaction.status_id, 301, made.text)
  }
  await t.api.post('transactions', { transaction: { ...sale, transaction_amount: '11.00' } })
  await until(async () => (await seenOf('declined')) >= thresholds.refusals && (await seenOf('approved')) >= 1)
  await look()
  assert.ok((await alertsOf('many_refusals')).some(({ subject }) => subject === 'declined'))
  const subjects = await t.db.query('select from watched_count where what = $1 and length(subject) = 24', ['declined'])
  assert.ok(subjects.length > 0)
})

test('a product whose share of declines leaves that of its week is told of, one with few payments is not', async () => {
  const now = t.clock.seconds()
  const store = (subject: string, what: string, window_ts: number, seen: number) =>
    t.db.run('insert into watched_count values ($1, $2, $3, $4, $5)', [
      other.location_id,
      what,
      subject,
      window_ts,
      seen,
    ])
  for (const [subject, declined] of [
    ['steady', 10],
    ['broken', 60],
    ['small', 60],
  ] as const) {
    const size = subject === 'small' ? 0.2 : 1
    for (const days of [1, 3, 6]) {
      await store(subject, 'approved', now - days * 86_400, 90)
      await store(subject, 'declined', now - days * 86_400, 10)
    }
    await store(subject, 'approved', now, (100 - declined) * size)
    await store(subject, 'declined', now, declined * size)
  }
  await look()
  assert.deepEqual(
    (await alertsOf('decline_rate')).map(({ root_id, subject }) => [root_id, subject]),
    [[other.location_id, 'broken']],
  )
  assert.match((await alertsOf('decline_rate'))[0]!.says, /60 % were declined; in the week before it were 10 %/)
})

test('a key is learned where it is first used, and told of from another network or country', async () => {
  const from = (remoteAddress: string, country: string) =>
    t.app.http.inject({
      method: 'GET',
      url: '/v2/contacts',
      remoteAddress,
      headers: { ...t.keysOf(other.user), 'x-country': country },
    })
  const places = async () => (await t.db.query('select from key_place where root_id = $1', [other.location_id])).length
  await from('203.0.113.7', 'us')
  await until(async () => (await places()) === 2)
  await from('203.0.200.9', 'us')
  assert.equal((await alertsOf('key_place')).length, 0, 'the same network')
  await from('198.51.100.4', 'us')
  await until(async () => (await places()) === 3)
  await until(async () => (await alertsOf('key_place')).length === 1)
  const [told] = await alertsOf('key_place')
  assert.match(told!.says, new RegExp(`user ${other.user.user_id} was used from the network 198.51.0.0/16`))
  assert.equal(told!.root_id, other.location_id)
  const key = await t.db.query('select from key_place where credential = $1', [other.user.user_api_key])
  assert.equal(key.length, 0, 'a key is named by its hash')
})

test('places of a key are forgotten after 400 days, the one it came from last after three years', async () => {
  const place = (name: string, days: number) =>
    t.db.run(`insert into key_place values ($1, 'aged', 'network', $2, $3, $3)`, [
      ...[other.location_id, name],
      t.clock.seconds() - days * 86_400,
    ])
  const left = async () => {
    await purgeKeyPlaces(t.db, t.clock, new AbortController().signal)
    const rows = await t.db.query<{ place: string }>(`select place from key_place where credential = 'aged' order by 1`)
    return rows.map(row => row.place)
  }
  for (const [name, days] of Object.entries({ a: 1, b: 401, c: 399 })) await place(name, days)
  assert.deepEqual(await left(), ['a', 'c'])
  await t.db.run(`update key_place set used_ts = used_ts - 500 * 86400 where credential = 'aged'`)
  assert.deepEqual(await left(), ['a'], 'a key that sleeps is not learned anew from whoever wakes it')
  await t.db.run(`update key_place set used_ts = used_ts - 600 * 86400 where credential = 'aged'`)
  assert.deepEqual(await left(), [])
})

test('a place that a key still comes from stays known', async () => {
  const days = 86_400 * 300
  const used = async () => {
    const [row] = await t.db.query<{ used_ts: number }>(
      `select used_ts from key_place where root_id = $1 and place = '203.0.0.0/16'`,
      [other.location_id],
    )
    return row!.used_ts
  }
  await t.db.run('update key_place set used_ts = used_ts - $1', [days])
  const fresh = keyPlaces({ db: t.db, clock: t.clock, raise: loud })
  const [known] = await t.db.query<{ credential: string }>(
    `select credential from key_place where root_id = $1 and place = '203.0.0.0/16'`,
    [other.location_id],
  )
  const caller = { root_id: other.location_id, method: 'user-key', address: '203.0.113.9', user_id: other.user.user_id }
  const before = (await alertsOf('key_place')).length
  const note = () => fresh.note({ ...systemCaller('', 'test'), ...caller, credential: known!.credential }, null)
  note()
  // Midnight, before the first note was stored.
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  note()
  await fresh.flush()
  assert.ok((await used()) >= t.clock.seconds() - 5)
  assert.equal((await alertsOf('key_place')).length, before)
})

test('rights that are given are told of, whoever gives them', async () => {
  const person = { last_name: 'Reed', email: 'reed@example.com', primary_location_id: child_location_id }
  const made = await t.api.post('users', { user: { ...person, username: 'reed', user_type_id: 400 } })
  assert.equal(made.status, 201, made.text)
  assert.equal(await look(), 0, 'a clerk is nothing to tell of')
  const { id } = made.body.user
  await t.api.put(`users/${id}`, { user: { user_type_id: 250 } })
  // Past all rules.
  await t.db.run('update "user" set user_type_id = 200 where id = $1', [clerk.user_id])
  await t.db.run('update "user" set user_type_id = 400 where id = $1', [clerk.user_id])
  assert.equal(await look(), 2)
  const found = await alertsOf('privilege_granted')
  assert.deepEqual(found.map(({ subject }) => subject).toSorted(), [id, clerk.user_id].toSorted())
  assert.ok(
    found.some(({ says }) => says.includes(`has type 250 instead of 400, below the root, by user ${user.user_id}`)),
  )
})

test('a trail that was changed, or cut off, is told of within the hour, to the operator alone', async () => {
  const parts = { db: t.db, cipher: t.cipher, clock: t.clock, raise: loud, rest: 0 }
  await seal()
  assert.equal(await verifyNewLinks(parts), 0)
  const { body } = await t.api.post('tags', { tag: { location_id, title: 'Tag' } })
  await seal()
  await t.owner.run('alter table event disable trigger user')
  await t.owner.run('update event set user_id = null where record_id = $1', [body.tag.id])
  assert.equal(await verifyNewLinks(parts), 1)
  await t.owner.run('update event set user_id = $2 where record_id = $1', [body.tag.id, user.user_id])
  assert.equal(await verifyNewLinks(parts), 0, 'as it was')
  await t.owner.run('alter table event_seal disable trigger user')
  await t.owner.run(
    'delete from event_seal where root_id = $1 and position = (select max(position) from event_seal where root_id = $1)',
    [location_id],
  )
  assert.equal(await verifyNewLinks(parts), 1, 'its end is missing')
  const found = await alertsOf('chain_broken')
  assert.deepEqual(
    found.map(({ root_id, subject }) => [root_id, subject]),
    [['', location_id]],
  )
  assert.equal((await t.api.get('alerts?matter=chain_broken')).body.alerts.length, 0)
})

test('the watch goes on behind a break that the operator accepts, and names the next one', async () => {
  const parts = { db: t.db, cipher: t.cipher, clock: t.clock, raise: loud, rest: 0 }
  const accept = () =>
    operatorOf(t).run(auditVerify(['--accept', location_id, '--note', 'The restore of Sunday went wrong.']))
  const change = async () => {
    const { body } = await t.api.post('tags', { tag: { location_id, title: 'Tag' } })
    // The events of the link that is gone are never sealed again.
    await until(async () => {
      await sealEvents({ db: t.db, cipher: t.cipher, clock: t.clock })
      const [row] = await t.db.query(
        'select 1 from event_seal s, event e where e.record_id = $1 and e.id = any(s.event_ids)',
        [body.tag.id],
      )
      return row !== undefined
    })
    await t.owner.run('update event set user_id = null where record_id = $1', [body.tag.id])
  }
  assert.equal(await verifyNewLinks(parts), 1, 'the end is still missing')
  await accept()
  assert.equal(await verifyNewLinks(parts), 0)
  await change()
  assert.equal(await verifyNewLinks(parts), 1)
  assert.match(await accept(), /stays broken: event \w+ was changed; the watch goes on after link \d+$/)
  assert.equal(await verifyNewLinks(parts), 0)
  // The watch does not look there: the events of the link that was cut off are in none.
  assert.match(await accept(), /was added behind its seal/)
  await assert.rejects(accept(), /no link of .* is broken that was not accepted/)
  await change()
  assert.equal(await verifyNewLinks(parts), 1, 'the next one is found')
  const events = await t.db.query(`select 1 from event where verb = 'break_accepted'`)
  assert.equal(events.length, 3)
  assert.throws(() => auditVerify(['--accept', location_id]), /needs a --note/)
})

test('what is silenced is not told: a matter, or a matter of one merchant or subject', async () => {
  const warning = { root_id: location_id, matter: 'key_place', subject: 'silent', says: 'Something.' } as const
  for (const silenced of ['key_place', `key_place:${location_id}`, 'key_place:silent']) {
    const quiet = raising({ store: t.app.store, clock: t.clock, silenced: [silenced] })
    assert.equal(await quiet([warning]), 0, silenced)
  }
  assert.deepEqual(readConfig({ TOLLGATE_ALERTS_OFF: 'key_place, decline_rate:x' }).alerts.silenced, [
    'key_place',
    'decline_rate:x',
  ])
  assert.throws(() => readConfig({ TOLLGATE_ALERTS_OFF: 'keyplace' }), /must be names of alerts/)
})

test('of a thousand warnings of one day twenty are mailed, and all are listed', async () => {
  const warnings = Array.from({ length: 60 }, (_, number) => ({
    ...{ root_id: location_id, matter: 'key_place' as const, subject: `key-${number}`, says: 'Something.' },
  }))
  assert.equal(await loud(warnings), 60)
  const [row] = await t.db.query<{ mails: number }>(
    `select count(*)::int as mails from alert where subject like 'key-%' and notice_ts is not null`,
  )
  assert.equal(row!.mails, 20)
})

test('raised by two processes at once, the same is stored once', async () => {
  const warning = { root_id: location_id, matter: 'decline_rate', subject: 'twice', says: 'Something.' } as const
  const raised = await Promise.all([1, 2, 3, 4].map(() => loud([warning])))
  assert.equal(
    raised.reduce((sum, count) => sum + count, 0),
    1,
  )
})

test('counts are forgotten after eight days', async () => {
  await t.db.run('update watched_count set window_ts = window_ts - $1', [9 * 86_400 + WINDOW])
  assert.ok((await purgeCounts(t.db, t.clock)) > 0)
})

test('G65 a disk of the database that fills up is an alert of the operator, once a day, before it is full', async () => {
  const look = (free: number, is_low: boolean) =>
    lookAtDisk({ raise: loud, space: async () => ({ folder: '/srv/tollgate/postgres', free, is_low }) })
  assert.equal(await look(40e9, false), 0)
  assert.equal(await look(0.9e9, true), 1)
  assert.equal(await look(0.8e9, true), 0)
  const [found] = await alertsOf('database_disk_low')
  assert.equal(found!.root_id, '')
  assert.match(found!.says, /0\.9 GB free at \/srv\/tollgate\/postgres/)
  const here = await diskSpace(t.home)
  assert.ok(here.free > 0 && here.is_low === (here.free < 1e9 || here.free < here.size * 0.05))
})

test('each matter has its paragraph for the operator', async () => {
  const { readFileSync } = await import('node:fs')
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  for (const matter of MATTERS) assert.ok(page.includes(`\`${matter}\``), matter)
})
