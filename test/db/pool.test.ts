import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { checkServer } from '../../src/db/check-server.ts'
import type { Database } from '../../src/db/database.ts'
import { LIMITS, lanesOf, onLane } from '../../src/db/lanes.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { RETRY_POLICY } from '../../src/payments/lifecycle/payment-context.ts'
import { createTestDatabase } from '../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-none-'))
const { url, database, drop } = await createTestDatabase('pool', folder)
after(async () => {
  await drop()
  rmSync(folder, { recursive: true })
})

const one = async (db: Database, text: string, values?: unknown[]) =>
  (await db.query<{ value: unknown }>(text, values))[0]?.value

test('int8 arrives as a number and an unsafe one is an error', async () => {
  assert.equal(await one(database, 'select 9007199254740991::int8 as value'), Number.MAX_SAFE_INTEGER)
  assert.deepEqual(await one(database, 'select array[1, null, 3]::int8[] as value'), [1, null, 3])
  await assert.rejects(one(database, 'select 9007199254740992::int8 as value'), /9007199254740992 does not fit/)
})

test('numeric and date stay strings, json is parsed', async () => {
  assert.equal(await one(database, 'select 0.10::numeric as value'), '0.10')
  assert.equal(await one(database, `select date '2026-02-28' as value`), '2026-02-28')
  assert.deepEqual(await one(database, `select '{"a": [1]}'::jsonb as value`), { a: [1] })
})

test('a bigint parameter reaches an int8 column unrounded', async () => {
  assert.equal(
    await one(database, 'select $1::int8::text as value', [9_223_372_036_854_775_807n]),
    '9223372036854775807',
  )
})

test('run answers the number of rows touched', async () => {
  await database.run('create table touched (id int)')
  assert.equal(await database.run('insert into touched select generate_series(1, 3)'), 3)
  assert.equal(await database.run('delete from touched where id > 10'), 0)
})

test('statements are prepared by name, and past 400 texts they are not', async () => {
  const narrow = openDatabase({ url, size: 1 })
  for (let index = 0; index < 410; index++) await narrow.query(`select ${index} as number`)
  const prepared = 'select count(*) as value from pg_prepared_statements'
  assert.equal(await one(narrow, prepared), 400)
  await narrow.close()
})

test('without prepare no statement has a name', async () => {
  const plain = openDatabase({ url, size: 1, prepare: false })
  await plain.query('select 1')
  assert.equal(await one(plain, 'select count(*) as value from pg_prepared_statements'), 0)
  await plain.close()
})

test('a statement prepared before a migration changed its columns works after it', async () => {
  await database.run('create table changing (id int)')
  await database.query('select * from changing')
  await database.run('alter table changing add column title text')
  await database.run(`insert into changing values (1, 'new')`)
  assert.deepEqual(await database.query('select * from changing'), [{ id: 1, title: 'new' }])
})

test('an error rolls the whole transaction back and gives the connection back', async () => {
  const narrow = openDatabase({ url, size: 1 })
  await narrow.run('create table rolled (id int primary key)')
  const refusal = new Error('refused')
  const attempt = narrow.transaction(async tx => {
    await tx.run('insert into rolled values (1)')
    throw refusal
  })
  await assert.rejects(attempt, error => error === refusal)
  assert.deepEqual(await narrow.query('select id from rolled'), [])
  await narrow.close()
})

test('work that swallows the error of a statement is not reported as committed', async () => {
  const attempt = database.transaction(async tx => {
    await tx.query('select * from no_such_table').catch(() => {})
    return 'stored'
  })
  await assert.rejects(attempt, /rolled back/)
})

test('plans of outcomes are made for whatever values', async () => {
  const lanes = openDatabase({ url, size: LANES })
  const modes = await Promise.all(
    (['requests', 'outcomes'] as const).map(lane =>
      onLane(lane, () => one(lanes, `select current_setting('plan_cache_mode') as value`)),
    ),
  )
  assert.deepEqual(modes, ['auto', 'force_generic_plan'])
  await lanes.close()
})

test('a deadlock is settled by trying the loser again', async () => {
  await database.run('create table ring (id int primary key, hits int not null default 0)')
  await database.run('insert into ring values (1), (2)')
  let runs = 0
  let holding = 0
  const bothHold = Promise.withResolvers<void>()
  const cross = (first: number, second: number) =>
    database.transaction(async tx => {
      runs += 1
      await tx.run(`set local deadlock_timeout = '20ms'`)
      await tx.run('update ring set hits = hits + 1 where id = $1', [first])
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await tx.run('update ring set hits = hits + 1 where id = $1', [second])
    })
  await Promise.all([cross(1, 2), cross(2, 1)])
  // The loser may be so quick to come again that it loses again.
  assert.ok(runs >= 3, String(runs))
  assert.deepEqual(await database.query('select hits from ring order by id'), [{ hits: 2 }, { hits: 2 }])
})

test('a transaction that always loses is given up after five attempts', async () => {
  let runs = 0
  const attempt = database.transaction(async tx => {
    runs += 1
    await tx.run(`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`)
  })
  await assert.rejects(attempt, ({ cause }: Error) => /lost/.test((cause as Error).message))
  assert.equal(runs, 5)
})

test('connections cut by the server, idle or lent, do not end the process', async () => {
  const victim = openDatabase({ url, size: 2, application_name: 'victim' })
  const cut = `select count(pg_terminate_backend(pid, 5000)) as value from pg_stat_activity where application_name = 'victim'`
  await victim.query('select 1')
  assert.equal(await one(database, cut), 1)
  const attempt = victim.transaction(async tx => {
    await tx.query('select 1')
    await database.query(cut)
    await tx.query('select 1')
  })
  await assert.rejects(attempt)
  assert.equal(await one(victim, 'select 1 as value'), 1)
  await victim.close()
})

const LANES = { requests: 1, outcomes: 1, jobs: 1, lists: 1, pages: 1 }

const isUnavailable = (is_undone: boolean, code?: string) => (error: unknown) => {
  assert.ok(error instanceof Unavailable, String(error))
  assert.equal(error.is_undone, is_undone)
  if (code) assert.equal((error.cause as { code?: string }).code, code)
  return true
}

test('work of one lane finds a connection while those of another are all in use', async () => {
  const db = openDatabase({ url, size: LANES })
  await onLane('lists', () =>
    db.transaction(async () => {
      for (const lane of ['requests', 'outcomes', 'jobs', 'pages'] as const)
        assert.equal(await onLane(lane, () => one(db, 'select 1 as value')), 1, lane)
    }),
  )
  await db.close()
})

test('an outcome takes a free connection of requests where its own are in use', async () => {
  const db = openDatabase({ url, size: LANES })
  await onLane('outcomes', () =>
    db.transaction(async () => {
      assert.equal(await one(db, 'select 1 as value'), 1)
      await onLane('requests', () => db.transaction(() => assert.rejects(one(db, 'select 1'), isUnavailable(true))))
    }),
  )
  await db.close()
})

test('G64 a frozen process loses its locks before an outcome that waits for them is given up', () => {
  for (const lane of ['requests', 'outcomes', 'jobs', 'pages'] as const)
    assert.ok(LIMITS[lane].idle_ms < RETRY_POLICY.store_ms, lane)
})

test('fewer connections than lanes are shared by all', async () => {
  const db = openDatabase({ url, size: lanesOf(2) })
  assert.equal(await onLane('lists', () => one(db, 'select 1 as value')), 1)
  await db.close()
  for (const total of [5, 6, 10, 20, 200]) {
    const sizes = Object.values(lanesOf(total))
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      total,
    )
    assert.ok(Math.min(...sizes) >= 1)
  }
})

test('waiting for a lock has a limit, also for poolers that take no start parameters', async () => {
  await database.run('create table contended (id int primary key)')
  await database.run('insert into contended values (1)')
  const plain = openDatabase({ url, size: LANES, prepare: false })
  const update = 'update contended set id = 1'
  const hold = (work: () => Promise<unknown>) =>
    database.transaction(async tx => {
      await tx.run(update)
      await work()
    })
  // The second in the queue for a row may wait once more when the first gives up: longer than most lanes may hold it.
  await onLane('lists', () =>
    hold(() =>
      Promise.all([
        assert.rejects(
          onLane('outcomes', () => database.run(update)),
          isUnavailable(true, '55P03'),
        ),
        assert.rejects(
          onLane('outcomes', () => plain.transaction(own => own.run(update))),
          isUnavailable(true, '55P03'),
        ),
      ]),
    ),
  )
  await plain.close()
})

test('a statement that takes too long ends, and nothing of it is stored', async () => {
  const attempt = database.transaction(async tx => {
    await tx.run('set local statement_timeout = 20')
    await tx.run('select pg_sleep(60)')
  })
  await assert.rejects(attempt, isUnavailable(true, '57014'))
})

test('a server that is lost before the commit has stored nothing; lost at the commit, nobody knows', async () => {
  const dying = `do $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); end $$`
  await assert.rejects(
    database.transaction(tx => tx.run(dying)),
    isUnavailable(true, '57P01'),
  )
  await assert.rejects(database.run(dying), isUnavailable(false, '57P01'))
  await database.run('create table fatal (id int)')
  await database.run(
    `create function die() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); end'`,
  )
  await database.run(
    'create constraint trigger die after insert on fatal initially deferred for each row execute function die()',
  )
  const attempt = database.transaction(tx => tx.run('insert into fatal values (1)'))
  await assert.rejects(attempt, isUnavailable(false, '57P01'))
})

test('close may be called twice', async () => {
  const short = openDatabase({ url })
  await short.query('select 1')
  await Promise.all([short.close(), short.close()])
})

test('checkServer accepts this server and says in one line without a password why another is refused', async () => {
  await checkServer(database)
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => free.once('listening', resolve))
  const { port } = free.address() as { port: number }
  await new Promise(resolve => free.close(resolve))
  const nowhere = openDatabase({ url: `postgresql://tollgate:hidden@127.0.0.1:${port}/tollgate` })
  await assert.rejects(checkServer(nowhere), ({ message }: Error) => {
    assert.match(message, /^PostgreSQL does not answer: .*ECONNREFUSED.*$/)
    assert.doesNotMatch(message, /hidden/)
    return true
  })
  const old = { query: async () => [{ number: 140_002, version: '14.2' }] } as unknown as Database
  await assert.rejects(checkServer(old), { message: 'PostgreSQL 15 or newer is needed; this server is 14.2' })
})

test('the columns of a prepared statement are asked for once on each connection', async c => {
  const narrow = openDatabase({ url, size: 1 })
  const describe = c.mock.method(pg.Connection.prototype, 'describe')
  const text = `select $1::int8 as number, null::text as nothing, array['a', null] as list, 'x' as "__proto__x"`
  const row = { number: 7, nothing: null, list: ['a', null], __proto__x: 'x' }
  assert.deepEqual(await narrow.query(text, [7]), [row])
  assert.deepEqual(await narrow.query(text, [7]), [row])
  assert.equal(describe.mock.callCount(), 1)
  await assert.rejects(narrow.query(text, ['no number']), /invalid input syntax/)
  assert.deepEqual(await narrow.query(text, [7]), [row])
  assert.equal(describe.mock.callCount(), 1)
  assert.deepEqual(await narrow.query(text, [null]), [{ ...row, number: null }])
  await narrow.close()
})

const COUNTED = 'select n as value from generate_series(1, $1::int) n'

test('a long answer is read a portion at a time, and other work gets on after each', async () => {
  let turn = 0
  let is_over = false
  const count = (): void => {
    turn += 1
    if (!is_over) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  const kept = await database.query<number>(COUNTED, [1000], {
    most: 1000,
    keep({ value }) {
      turns.push(turn)
      return (value as number) * 2
    },
  })
  is_over = true
  assert.deepEqual(
    kept,
    Array.from({ length: 1000 }, (_, index) => 2 * (index + 1)),
  )
  const most = Math.max(
    ...Map.groupBy(turns, each => each)
      .values()
      .map(rows => rows.length),
  )
  assert.ok(most <= 25, `${most} rows in one turn`)
})

test('a long answer may be short or empty, and is the same where statements have no names', async () => {
  const reading = { most: 1000, keep: (row: Record<string, unknown>) => row.value as number }
  const unnamed = openDatabase({ url, size: 1, prepare: false })
  try {
    for (const db of [database, unnamed])
      for (const rows of [0, 1, 25, 26, 60])
        assert.equal((await db.query<number>(COUNTED, [rows], reading)).length, rows)
  } finally {
    await unnamed.close()
  }
})

test('a long answer that fails half way is an error, and its connection goes on', async () => {
  const db = openDatabase({ url, size: 1 })
  const keep = ({ value }: Record<string, unknown>) => {
    if (value === 40) throw new Error('not this one')
    return value
  }
  const who = 'select pg_backend_pid() as value'
  try {
    const connection = await one(db, who)
    await assert.rejects(db.query(COUNTED, [1000], { most: 1000, keep }), /not this one/)
    const failing = 'select 1 / (n - 500) as value from generate_series(1, $1::int) n'
    await assert.rejects(db.query(failing, [1000], { most: 1000, keep }), /division by zero/)
    assert.equal((await db.query(COUNTED, [39], { most: 1000, keep })).length, 39)
    assert.equal(await one(db, who), connection)
  } finally {
    await db.close()
  }
})
