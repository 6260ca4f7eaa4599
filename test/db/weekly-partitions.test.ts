import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { keepWeeks } from '../../src/db/weeks.ts'
import { newId } from '../../src/lib/id.ts'
import { createTestDatabase } from '../support/database.ts'
import { olderDatabase } from '../support/older-database.ts'

/** Postbacks and their attempts lie in partitions by week, which retention drops. The code that does it serves. */

const { database, owner, url, drop } = await createTestDatabase('weeks')
after(drop)

const DAY = 86_400
const at = (text: string): number => Temporal.Instant.from(`${text}Z`).epochMilliseconds / 1000
const idAt = (seconds: number): string => (seconds * 1000).toString(16).padStart(11, '0') + newId(0).slice(11)

async function addLog(seconds: number, next_run_ts: number | null = null): Promise<string> {
  const id = idAt(seconds)
  await database.run(
    `insert into postback_log (id, root_id, location_id, postback_config_id, resource, type, resource_id, postback_status_id,
       number_of_attempts, next_run_ts, message_id, data, created_ts, modified_ts)
     values ($1, 'r', 'r', 'c', 'contact', 'CREATE', 'c', 2, 1, $3, $1, '{}', $2, $2)`,
    [id, seconds, next_run_ts],
  )
  return id
}

async function addAttempt(seconds: number): Promise<string> {
  const id = idAt(seconds)
  await database.run(
    `insert into postback_attempt (id, root_id, location_id, postback_config_id, postback_log_id, number_of_attempts, succeeded, url,
       request_headers, duration_ms, created_ts, modified_ts) values ($1, 'r', 'r', 'c', 'l', 1, true, 'http://h', '{}', 1, $2, $2)`,
    [id, seconds],
  )
  return id
}

async function placeOf(table: string, id: string): Promise<string | undefined> {
  const rows = await database.query<{ place: string }>(
    `select tableoid::regclass::text as place from ${table} where id = $1`,
    [id],
  )
  return rows[0]?.place
}

const weekOf = (table: string, monday: string): string =>
  `${table}_${(at(`${monday}T00:00`) * 1000).toString(16).padStart(11, '0')}`

test('weeks are made ahead across the end of a year, and each row lies in its own', async () => {
  await keepWeeks(database, 'postback_attempt', at('2027-12-22T12:00'), 0)
  for (const [time, monday] of [
    ['2027-12-26T23:59:59', '2027-12-20'],
    ['2027-12-27T00:00', '2027-12-27'],
    ['2028-01-02T23:59:59', '2027-12-27'],
    ['2028-01-03T00:00', '2028-01-03'],
  ] as const)
    assert.equal(await placeOf('postback_attempt', await addAttempt(at(time))), weekOf('postback_attempt', monday))
  await keepWeeks(database, 'postback_attempt', at('2027-12-29T12:00'), 0)
  const place = await placeOf('postback_attempt', await addAttempt(at('2028-01-12T12:00')))
  assert.equal(place, weekOf('postback_attempt', '2028-01-10'))
})

test('a week is dropped when its last moment is old, and not before; postbacks that are still to be sent stay', async () => {
  await keepWeeks(database, 'postback_log', at('2028-02-07T12:00'), 0)
  const [early, late, next] = [
    await addLog(at('2028-02-07T00:00')),
    await addLog(at('2028-02-13T23:59:59')),
    await addLog(at('2028-02-14T00:00')),
  ]
  const open = await addLog(at('2028-02-08T00:00'), at('2028-04-01T00:00'))
  const present = async () => Promise.all([early, late, next, open].map(id => placeOf('postback_log', id)))
  const [first, second] = ['2028-02-07', '2028-02-14'].map(monday => weekOf('postback_log', monday))

  await keepWeeks(database, 'postback_log', at('2028-02-14T12:00'), at('2028-02-13T23:59:59'))
  assert.deepEqual(await present(), [first, first, second, first])
  await keepWeeks(database, 'postback_log', at('2028-02-14T12:00'), at('2028-02-14T00:00'))
  assert.deepEqual(await present(), [undefined, undefined, second, 'postback_log_rest'])

  await database.run('update postback_log set next_run_ts = null where id = $1', [open])
  await keepWeeks(database, 'postback_log', at('2028-02-14T12:00'), at('2028-02-14T00:00'))
  assert.equal(await placeOf('postback_log', open), undefined)
})

test('a week of which a thousand and more are still to be sent stays', async () => {
  const now = at('2028-05-02T12:00')
  await keepWeeks(database, 'postback_log', now, 0)
  await owner.run(
    `insert into postback_log (id, root_id, location_id, postback_config_id, resource, type, resource_id, postback_status_id,
       number_of_attempts, next_run_ts, message_id, data, created_ts, modified_ts)
     select $1 || lpad(to_hex(n), 13, '0'), 'r', 'r', 'c', 'contact', 'CREATE', 'c', 1, 0, $2, 'm', '{}', $2, $2
       from generate_series(1, 1001) n`,
    [idAt(now).slice(0, 11), now],
  )
  const week = weekOf('postback_log', '2028-05-01')
  const stored = async () => (await database.query(`select from pg_class where relname = $1`, [week])).length
  await keepWeeks(database, 'postback_log', now, now + 30 * DAY)
  assert.equal(await stored(), 1)
  await database.run('update postback_log set next_run_ts = null where created_ts = $1', [now])
  await keepWeeks(database, 'postback_log', now, now + 30 * DAY)
  assert.equal(await stored(), 0)
})

test('while somebody reads for long a week stays, and what is written waits for nothing', async () => {
  const now = at('2028-08-02T12:00')
  await keepWeeks(database, 'postback_log', now, 0)
  const id = await addLog(now)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  try {
    await reader.query('begin')
    await reader.query('select count(*) from postback_log')
    const dropping = keepWeeks(database, 'postback_log', now, now + 30 * DAY)
    const waits: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const began = performance.now()
      await addLog(now + 60 * DAY)
      waits.push(performance.now() - began)
    }
    await dropping
    assert.ok(Math.max(...waits) < 5_000, waits.join())
    assert.notEqual(await placeOf('postback_log', id), undefined)
    await reader.query('commit')
  } finally {
    await reader.end()
  }
  await keepWeeks(database, 'postback_log', now, now + 30 * DAY)
  assert.equal(await placeOf('postback_log', id), undefined)
})

test('what no week was made for is kept in the rest, which keeps its place, and is deleted row by row', async () => {
  const now = at('2029-03-07T12:00')
  const id = await addAttempt(now)
  assert.equal(await placeOf('postback_attempt', id), 'postback_attempt_rest')
  await keepWeeks(database, 'postback_attempt', now, now - DAY)
  assert.equal(await placeOf('postback_attempt', await addAttempt(now)), 'postback_attempt_rest')
  const place = await placeOf('postback_attempt', await addAttempt(now + 7 * DAY))
  assert.equal(place, weekOf('postback_attempt', '2029-03-12'))
  await keepWeeks(database, 'postback_attempt', now, now + 1)
  assert.equal(await placeOf('postback_attempt', id), undefined)
})

test('the role that serves has no rights on the parts, and makes and drops no others', async () => {
  const held = await database.query(
    `select relname from pg_class, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
      where relispartition and relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, p)`,
  )
  assert.deepEqual(held, [])
  for (const call of [`make_weeks('job', 0, 0)`, `drop_week('job', 9000000000)`, `trim_rest('job', 9000000000, 1)`])
    await assert.rejects(database.query(`select ${call}`), /of job/)
  const indexes = await owner.query<{ table: string; count: number }>(
    `select inhparent::regclass::text as "table", (select count(*) from pg_index where indrelid = inhrelid) as count
       from pg_inherits where inhparent in ('postback_log'::regclass, 'postback_attempt'::regclass) group by 1, 2`,
  )
  assert.deepEqual(new Set(indexes.map(({ table, count }) => `${table} ${count}`)).size, 2)
})

test('what was stored before is one part without being rewritten, and each row is found', async () => {
  const old = await olderDatabase('0260', new Map())
  try {
    await old.database.transaction(async tx => {
      await tx.run('set local session_replication_role = replica')
      await tx.run(
        `insert into postback_log (id, root_id, location_id, postback_config_id, resource, type, resource_id, postback_status_id,
           number_of_attempts, message_id, data, created_ts, modified_ts)
         select lpad(to_hex(1790000000000 + n * 1000), 11, '0') || 'aaaaaaaaaaaaa', 'r', 'r', 'c', 'contact', 'CREATE', 'c', 2, 1, 'm', '{}', 1, 1
           from generate_series(1, 5000) n`,
      )
    })
    const text = `select pg_relation_filenode($1::regclass) as node`
    const [before] = await old.database.query(text, ['postback_log'])
    await migrate(old.url)
    const [first] = await old.database.query(text, ['postback_log_first'])
    assert.deepEqual(first, before)
    const [row] = await old.database.query(`select count(*) as n, count(distinct tableoid) as parts from postback_log`)
    assert.deepEqual(row, { n: 5000, parts: 1 })
    const plan = await old.database.query<{ 'QUERY PLAN': string }>(
      `explain select from postback_log where id = '01a0000000000aaaaaaaaaaaaa'`,
    )
    assert.match(plan.map(line => line['QUERY PLAN']).join('\n'), /on postback_log_first/)
  } finally {
    await old.drop()
  }
})
