import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Queryable } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { SERVING_ROLE } from '../../src/db/serving-role.ts'
import { dropWeeks } from '../../src/db/weeks.ts'
import { keepEventParts, trimEvents } from '../../src/events/trim-events.ts'
import { unsealed, verifySeals } from '../../src/events/verify-seals.ts'
import { newId } from '../../src/lib/id.ts'
import { createTestDatabase } from '../support/database.ts'
import { olderDatabase } from '../support/older-database.ts'
import { sealAll } from '../support/seal-all.ts'

/** The trail lies in partitions of four weeks, which retention drops when all of one is over. The code serves. */

const PART = 28 * 86_400
const fingerprint = (place: string, text: string): string => hash('sha256', `${place} ${text}`)
const cipher = {
  fingerprint,
  fingerprintLike: (_like: string, place: string, text: string) => fingerprint(place, text),
}
const idAt = (seconds: number): string => (seconds * 1000).toString(16).padStart(11, '0') + newId(0).slice(11)
const INSERT = `insert into event (id, root_id, noun, record_id, verb, method, created_ts)
  select id, $2, 'tag', 'x', 'made', 'test', ts from unnest($1::text[], $3::bigint[]) as made (id, ts)`

const drops: (() => Promise<void>)[] = []
after(() => Promise.all(drops.map(drop => drop())))

/** Drops what the server's own upkeep may have been reading a moment before. */
async function dropped(db: Queryable, before: number): Promise<void> {
  while ((await dropWeeks(db, 'event', before)).is_read);
}

/** An empty trail. Times are in parts since the end of the part that every database begins with. */
async function newTrail() {
  const { database: db, owner, url, drop } = await createTestDatabase('event_parts')
  drops.push(drop)
  const [first] = await db.query<{ ends: string }>(`select ends from weeks_of('event') where starts = ''`)
  const begins = Number.parseInt(first!.ends, 16) / 1000
  const at = (time: number): number => Math.floor(begins + time * PART)
  let now = begins
  const parts = { db, cipher, clock: { now: () => now * 1000, seconds: () => now } }
  const place = async (id: string): Promise<string | number | undefined> => {
    const [row] = await db.query<{ name: string }>('select tableoid::regclass::text as name from event where id = $1', [
      id,
    ])
    const name = row?.name.replace('event_', '')
    return name && /^[0-9a-f]{11}$/.test(name) ? (Number.parseInt(name, 16) / 1000 - begins) / PART : name
  }
  return {
    ...{ db, owner, url, at, parts },
    async moveTo(time: number) {
      now = at(time)
      await keepEventParts(db, now, null)
    },
    /** Adds one event for each time, and returns their ids. */
    async add(times: readonly number[], root_id = 'a') {
      const ids = times.map(time => idAt(at(time)))
      await db.run(INSERT, [ids, root_id, times.map(at)])
      return ids
    },
    seal: () => sealAll(parts),
    async trim(time: number): Promise<number> {
      const gone = await trimEvents(parts, at(time))
      await dropped(db, at(time))
      return gone
    },
    /** The numbers of the parts in which these events lie. */
    places: (ids: readonly string[]) => Promise.all(ids.map(place)),
    async holds() {
      for await (const { broken } of verifySeals(parts)) assert.equal(broken, null)
    },
    async links(): Promise<(number | null)[]> {
      const rows = await db.query<{ trimmed_ts: number | null }>(
        `select trimmed_ts from event_seal where root_id = 'a' order by position`,
      )
      return rows.map(({ trimmed_ts }) => trimmed_ts)
    },
    /** How many events the trail itself says were trimmed. */
    async noted(): Promise<number> {
      const [row] = await db.query<{ events: number }>(
        `select coalesce(sum((changes->>'events')::int), 0)::int as events from event where verb = 'trimmed'`,
      )
      return row!.events
    },
  }
}

test('parts of four weeks are made ahead, each event lies in its own, and what belongs to none in the rest', async () => {
  const t = await newTrail()
  await t.moveTo(0.5)
  assert.deepEqual(await t.places(await t.add([-0.01, 0, 0.99, 1, 2.99, 3])), ['first', 0, 0, 1, 2, 'rest'])
  const starts = await t.db.query<{ starts: string }>(`select starts from weeks_of('event') where starts <> ''`)
  for (const { starts: id } of starts)
    assert.equal(Temporal.Instant.fromEpochMilliseconds(Number.parseInt(id, 16)).toZonedDateTimeISO('UTC').dayOfWeek, 1)
})

test('no part lets anybody change or delete an event, those that are made later as little', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  await t.add([-1, 0, 1, 9])
  const parts = await t.owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass`,
  )
  assert.equal(parts.length, 5)
  for (const table of ['event', ...parts.map(({ name }) => name)])
    for (const change of [`update ${table} set verb = ''`, `delete from ${table}`, `truncate ${table}`]) {
      await assert.rejects(t.owner.run(change), /can only be added to/, change)
      if (table === 'event') continue
      const trimming = t.owner.transaction(async tx => {
        await tx.run(`set local tollgate.trimming = 'on'`)
        await tx.run(change)
      })
      await assert.rejects(trimming, /can only be added to/, change)
      await assert.rejects(t.db.run(change), { code: '42501' }, change)
    }
})

test('a part goes when all of it is old, its links stay, and an early event of a link that is not over moves', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const old = await t.add([0, 0.5])
  await t.seal()
  const across = await t.add([0.99, 1])
  await t.seal()
  const later = await t.add([1.5, 2.5])
  const other = await t.add([0.5, 1.5], 'b')
  await t.seal()
  await t.moveTo(3)

  assert.equal(await t.trim(0.99), 0)
  assert.deepEqual(await t.places([...old, ...across]), [0, 0, 0, 1])
  assert.equal(await t.trim(1), 2)
  assert.deepEqual(await t.places(old), [undefined, undefined])
  assert.deepEqual(await t.places([...across, ...later, ...other]), ['rest', 1, 1, 2, 'rest', 1])
  assert.deepEqual(await t.links(), [t.at(3), null, null])
  await t.seal()
  await t.holds()

  assert.equal(await t.trim(1.99), 0)
  assert.equal(await t.trim(2), 4)
  assert.deepEqual(await t.places([...across, ...later, ...other]), [...Array(2), 'rest', 2, ...Array(2)])
  assert.equal(await t.trim(3), 2)
  assert.deepEqual(await t.places(later), [undefined, undefined])
  assert.equal(await t.noted(), 8)
  await t.seal()
  await t.holds()
})

test('what ends between the marks and the drop leaves a chain that holds, and the next run drops', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const ids = await t.add([0, 0.5])
  await t.seal()
  await t.moveTo(2)
  await t.db.query(`select trim_audit('a', $1, $2, 100, 100)`, [t.at(1), t.at(2)])
  assert.deepEqual(await t.places(ids), [0, 0])
  assert.deepEqual(await t.links(), [t.at(2)])
  assert.equal(await unsealed(t.db), 0)
  await t.holds()
  await keepEventParts(t.db, t.at(2), t.at(1))
  await dropped(t.db, t.at(1))
  assert.deepEqual(await t.places(ids), [undefined, undefined])
  await t.holds()
})

test('a run that is stopped drops nothing', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const ids = await t.add([0])
  await t.moveTo(2)
  assert.equal(await trimEvents(t.parts, t.at(1), AbortSignal.abort()), 0)
  assert.deepEqual(await t.places(ids), [0])
})

test('a part stays until its events are sealed and its links are trimmed', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const ids = await t.add([0])
  await t.moveTo(2)
  await dropped(t.db, t.at(1))
  await t.seal()
  await dropped(t.db, t.at(1))
  assert.deepEqual(await t.places(ids), [0])
  assert.equal(await t.trim(1), 1)
  assert.deepEqual(await t.places(ids), [undefined])
})

test('a part with more than some thousand events of links that lie across its end stays until those are over', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  for (let tree = 0; tree < 11; tree += 1) {
    await t.db.run(
      `insert into event (id, root_id, noun, record_id, verb, method, created_ts)
       select $1 || lpad(to_hex(n), 13, '0'), $2, 'tag', 'x', 'made', 'test', $3 from generate_series(1, 460) n`,
      [idAt(t.at(0.99)).slice(0, 11), `tree ${tree}`, t.at(0.99)],
    )
    await t.add([1], `tree ${tree}`)
    await t.seal()
  }
  const ids = await t.add([0])
  await t.seal()
  await t.moveTo(3)
  assert.equal(await t.trim(1), 1)
  assert.deepEqual(await t.places(ids), [0])
  assert.equal(await t.trim(2), 11 * 461)
  assert.deepEqual(await t.places(ids), [undefined])
  await t.seal()
  await t.holds()
})

test('while somebody reads for long a part stays, and what is written waits for nothing', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const ids = await t.add([0])
  await t.seal()
  await t.moveTo(2)
  const reader = new pg.Client({ connectionString: t.url })
  await reader.connect()
  try {
    await reader.query('begin')
    await reader.query('select count(*) from event')
    const trimming = trimEvents(t.parts, t.at(1))
    const waits: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const began = performance.now()
      await t.add([2])
      waits.push(performance.now() - began)
    }
    assert.equal(await trimming, 1)
    assert.ok(Math.max(...waits) < 5_000, waits.join())
    assert.deepEqual(await t.places(ids), [0])
    assert.deepEqual(await dropWeeks(t.db, 'event', t.at(1)), { rows: 0, is_read: true })
    await reader.query('commit')
  } finally {
    await reader.end()
  }
  await dropped(t.db, t.at(1))
  assert.deepEqual(await t.places(ids), [undefined])
  await t.seal()
  await t.holds()
})

test('of the first part events are deleted link by link until it is over, as in a database that was restored', async () => {
  const t = await newTrail()
  await t.moveTo(-0.9)
  const ids = await t.add([-0.8, -0.5])
  await t.seal()
  const young = await t.add([-0.3])
  await t.seal()
  await t.moveTo(-0.1)
  assert.equal(await t.trim(-0.4), 2)
  assert.deepEqual(await t.places([...ids, ...young]), [undefined, undefined, 'first'])
  await t.moveTo(2)
  await t.trim(0)
  assert.deepEqual(await t.places(young), [undefined])
  const [first] = await t.db.query(`select to_regclass('event_first') as name`)
  assert.deepEqual(first, { name: null })
  await t.seal()
  await t.holds()
})

test('what a clock writes that has jumped far ahead lies in the rest and is deleted from there', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const early = await t.add([0])
  const jumped = await t.add([130, 130.5])
  await t.seal()
  await t.moveTo(130.6)
  const next = await t.add([131])
  await t.seal()
  assert.deepEqual(await t.places([...early, ...jumped, ...next]), [0, 'rest', 'rest', 131])
  await t.moveTo(144)
  assert.equal(await t.trim(130.4), 0)
  assert.deepEqual(await t.places(early), ['rest'])
  assert.equal(await t.trim(130.6), 3)
  assert.deepEqual(await t.places([...early, ...jumped, ...next]), [undefined, undefined, undefined, 131])
  assert.equal(await t.trim(132), 1)
  await t.seal()
  await t.holds()
})

test('to keep a hundred years drops nothing', async () => {
  const t = await newTrail()
  await t.moveTo(0)
  const ids = await t.add([-1, 0])
  await t.seal()
  await t.moveTo(2)
  assert.equal(await trimEvents(t.parts, -1_000_000_000), 0)
  assert.deepEqual(await t.places(ids), ['first', 0])
})

test('a live installation keeps the parts of the last twelve months, whoever asks', async () => {
  const t = await newTrail()
  await t.owner.run(`insert into installation (id, canary, is_live, created_ts) values (1, 'c', true, 1)`)
  const young = 'extract(epoch from now())::bigint - 300 * 86400'
  for (const call of [`drop_week('event', ${young})`, `trim_audit('a', ${young}, 0, 10, 10)`])
    await assert.rejects(t.db.query(`select ${call}`), /events of the last twelve months stay/)
  await t.db.query(`select drop_week('event', extract(epoch from now())::bigint - 370 * 86400)`)
  await assert.rejects(t.db.query(`select trim_rest('event', 9000000000, 1)`), /nothing is trimmed of event/)
})

test('what was stored before is one part without being rewritten, and its view shows all parts', async () => {
  const old = await olderDatabase('0330', new Map())
  try {
    await old.database.run(
      `insert into event (id, root_id, noun, record_id, verb, method, created_ts)
       select lpad(to_hex(1790000000000 + n * 1000), 11, '0') || 'aaaaaaaaaaaaa', 'r', 'tag', n, 'updated', 'test', 1790000000 + n
         from generate_series(1, 5000) n`,
    )
    await old.database.run(`grant select, insert on event to ${SERVING_ROLE}`)
    await old.database.run(`grant select on event_log to ${SERVING_ROLE}`)
    const node = `select pg_relation_filenode($1::regclass) as node`
    const [before] = await old.database.query(node, ['event'])
    await migrate(old.url)
    assert.deepEqual((await old.database.query(node, ['event_first']))[0], before)
    const far = idAt(4_000_000_000)
    await old.database.run(INSERT, [[far], 'r', [4_000_000_000]])
    const [row] = await old.database.query(
      `select (select count(*) from event_log) as shown, count(*) as n, count(distinct tableoid) as parts from event`,
    )
    assert.deepEqual(row, { shown: 5001, n: 5001, parts: 2 })
    const indexes = await old.database.query<{ count: number }>(
      `select count(*) as count from pg_index where indrelid in ('event'::regclass, 'event_first'::regclass, 'event_rest'::regclass)
        group by indrelid`,
    )
    assert.deepEqual(new Set(indexes.map(({ count }) => count)), new Set([6]))
    const [held] = await old.database.query(
      `select has_table_privilege($1, 'event', 'select') and has_table_privilege($1, 'event', 'insert')
              and has_table_privilege($1, 'event_log', 'select') as whole,
              has_table_privilege($1, 'event', 'delete') or has_table_privilege($1, 'event_first', 'select') as more`,
      [SERVING_ROLE],
    )
    assert.deepEqual(held, { whole: true, more: false }, 'who still serves writes on')
    await assert.rejects(old.database.run('delete from event_first'), /can only be added to/)
  } finally {
    await old.drop()
  }
})
