import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { exportList } from '../../src/exports/export-list.ts'
import { requestedFormat } from '../../src/exports/formats.ts'
import { parseCsv } from '../../src/lib/csv.ts'
import { type Json, testApp } from '../support/app.ts'

const t = await testApp('large_exports')
after(t.close)
const [home] = t.merchants
const payment = await t.api.transactions.create({
  payment_method: 'cc',
  action: 'sale',
  transaction_amount: '1.00',
  location_id: home.location_id,
  account_number: '4111111111111111',
  exp_date: '1235',
})
const columns: string[] = (
  await t.db.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'transaction' and is_generated = 'NEVER' order by ordinal_position`,
  )
).map(({ name }) => name)

/** As the one payment, in numbers: with nulls, equals, dates, lists and JSON to sort by. */
const VARIED: Record<string, string> = {
  id: `substr(x.id, 1, 16) || lpad(to_hex(n), 8, '0')`,
  description: `case when n % 3 = 0 then null else 'd' || (n % 7) end`,
  clerk_number: `case when n % 2 = 0 then 'Zoé' || (n % 5) else 'zoe,' || (n % 5) end`,
  tip_amount: 'case when n % 4 = 0 then null else n % 11 end',
  effective_date: `case when n % 5 = 0 then null else date '2026-01-01' + n % 9 end`,
  created_ts: 'x.created_ts - n % 13',
  custom_data: `case when n % 6 = 0 then null else json_build_object('n', n % 8) end`,
  tag_records: `case when n % 10 = 0 then '[]' else json_build_array(json_build_object('id', x.location_id, 'title', 't' || n % 3)) end`,
  reference: 'null',
  order_num: 'n::text',
}

async function more(from: number, to: number): Promise<void> {
  await t.owner.transaction(async tx => {
    await tx.run("set local session_replication_role = 'replica'")
    const values = columns.map(name => VARIED[name] ?? `x."${name}"`).join(', ')
    const names = columns.map(name => `"${name}"`).join(', ')
    await tx.run(
      `insert into transaction (${names}) select ${values} from transaction x, generate_series($2::int, $3::int) n where x.id = $1`,
      [payment.id, from, to],
    )
  })
  await t.owner.run('analyze transaction')
}

await more(1, 1799)

const SORTS = [
  '',
  'id',
  '-id',
  'description',
  '-description',
  'created_ts',
  '-clerk_number,description',
  '-tip_amount,-description',
  'tip_amount,-description,id',
  'effective_date',
  '-effective_date,id',
  'tags',
  '-tags',
  '-custom_data,-created_ts',
  'is_recurring,transaction_amount',
]

test('a file of many pieces has every row once, in the order of the list, whatever it is sorted by', async () => {
  for (const sort of SORTS) {
    const query = (sort && { sort: sort.split(',') }) as Json
    const list = await Array.fromAsync(t.api.transactions.list({ ...query, page_size: 5000 }))
    const file = await t.api.transactions.list(query).file('csv')
    const [, ...rows] = parseCsv(await file.text())
    assert.equal(rows.length, 1800)
    assert.deepEqual(
      rows.map(([id]) => id),
      list.map(({ id }) => id),
      sort,
    )
  }
})

test('filters hold in every piece', async () => {
  const file = await t.api.transactions.list({ clerk_number: 'zoe', sort: '-description' }).file('tsv')
  const lines = (await file.text()).trimEnd().split('\n')
  assert.equal(lines.length, 1 + 900)
})

test('a file is read from the database piece by piece, as its reader takes it, and holds nothing open between', async () => {
  await more(1800, 9_999)
  const noun = t.app.engine.registry.get('transaction')
  const asked: string[] = []
  const query: Database['query'] = (text, values, reading) => {
    asked.push(text)
    return t.db.query(text, values, reading)
  }
  const engine = { ...t.app.engine, db: { ...t.db, query } }
  const caller = systemCaller(home.location_id, 'test')
  const pieces = exportList(engine, caller, noun, { query: [], filters: [] }, requestedFormat('csv')!)
  const sizes: number[] = []
  for await (const piece of pieces) {
    sizes.push(piece.length)
    assert.equal(asked.length, 1 + sizes.length, 'nobody reads ahead')
  }
  assert.equal(sizes.length, 10_000 / 500)
  assert.ok(Math.max(...sizes) < 1_000_000, String(Math.max(...sizes)))
  const open = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  assert.deepEqual(await t.db.query(open), [])
})

test('a reader who leaves halfway stops the reading, and the others are served', async () => {
  const address = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const asked = { headers: t.keysOf(home.user), signal: leaving.signal }
  const answer = await fetch(`${address}/v2/transactions?_format=csv`, asked)
  assert.equal(answer.status, 200)
  const reader = answer.body!.getReader()
  await reader.read()
  leaving.abort()
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  })
  const whole = await fetch(`${address}/v2/transactions?_format=csv`, { headers: t.keysOf(home.user) })
  assert.equal((await whole.text()).split('\r\n').length, 1 + 10_000 + 1)
  const log = t.logged()
  assert.ok(!log.includes('"level":50'), log.slice(-2000))
})
