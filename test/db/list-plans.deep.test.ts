import assert from 'node:assert/strict'
import test, { before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { copyRows } from '../../bench/copy-rows.ts'
import type { Caller } from '../../src/definition/caller.ts'
import type { Resource } from '../../src/definition/resource.ts'
import { columnsOf } from '../../src/engine/columns.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { list } from '../../src/engine/list.ts'
import { transaction } from '../../src/resources/transaction/transaction.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { newInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/**
 * Large lists: PostgreSQL reads what a page shows by an index in the order of the list, and neither reads nor sorts all
 * records of a location.
 */
const ROWS = 20_000
const LOCATIONS = 10
const SIZE = 20

const t = await newMerchant()
const db = t.owner
const root_id = t.merchants[0].location_id
const PLACE = `lpad(to_hex(n % ${LOCATIONS}), 24, '0')`
const ONE = '000000000000000000000007'
const large = bareRegistry()
  .nouns.map(({ resource }) => resource)
  .filter(resource => listedOf(resource).length > 0)

/** Texts that are looked for, of the records that are filled below. */
const searched = [...large, bareRegistry().get('contact').resource].flatMap(resource =>
  Object.keys(resource.fields)
    .filter(column => resource.fields[column]!.kind.search)
    .map(column => ({ resource, column })),
)

function listedOf({ fields }: Resource): string[] {
  return Object.keys(fields).filter(column => fields[column]!.options.listed)
}

/** What differs between the copies of a record: values that are mixed over all locations. */
const VARY: Record<string, Record<string, string>> = {
  quickinvoice: { title: `'Invoice ' || md5(n::text)`, due_date: `date '2026-01-01' + n % 365` },
  transaction: {
    order_num: `md5(n::text)::varchar(12)`,
    last_four: `lpad((n * 7 % 9973)::text, 4, '0')`,
    transaction_amount: '100 + n % 5003',
    reference: 'null',
  },
  contact: { last_name: `'Name ' || md5(n::text)`, email: `md5(n::text) || '@example.com'`, contact_api_id: 'null' },
}
const STATUS: Record<string, string> = {
  quickinvoice: 'case when n / 10 % 3 = 0 then 1 else 2 end',
  transaction: 'case when n / 10 % 8 = 0 then 301 else 101 end',
}

let sale_id = ''
before(async () => {
  const sale = { action: 'sale', payment_method: 'cc', location_id: root_id, transaction_amount: '11.00' }
  const card = { account_number: '4111111111111111', exp_date: '1249' }
  const { body } = await t.api.post('/v2/transactions', { transaction: { ...sale, ...card } })
  sale_id = body.transaction.id
  const named = { last_name: 'Lindqvist', first_name: 'Rosa', company_name: 'Lindqvist', email: 'rosa@example.com' }
  const first: Record<string, string> = {
    quickinvoice: (await newInvoice(t)).id,
    transaction: sale_id,
    contact: (await t.api.contacts.create({ location_id: root_id, ...named })).id,
  }
  await db.transaction(async tx => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(
      `insert into location_tree (ancestor_id, descendant_id, root_id) select distinct ancestor, ${PLACE}, $1 from generate_series(1, ${LOCATIONS}) n, unnest(array[$1, ${PLACE}]) ancestor`,
      [root_id],
    )
  })
  const filled = [...large, ...searched.map(({ resource }) => resource)]
  for (const { table } of filled) {
    const checks = await db.query<{ name: string }>(
      `select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      [table],
    )
    for (const { name } of checks) await db.run(`alter table ${table} drop constraint ${name}`)
  }
  for (const resource of new Set(filled)) {
    const stamps = { created_ts: `1790000000 + n`, modified_ts: `1790000000 + n * 7919 % 1000003` }
    const status = resource.name in STATUS ? { status_id: STATUS[resource.name]! } : {}
    const vary = { location_id: PLACE, ...status, ...stamps, ...VARY[resource.name] }
    const columns = columnsOf(resource).names
    await copyRows(db, { table: resource.table, columns, id: first[resource.name]!, count: ROWS, vary })
    await db.run(
      `insert into tally (noun, root_id, place, shard, records) select $1, root_id, location_id, -1, count(*) from ${resource.table} where id < '00000001' group by 2, 3`,
      [resource.table],
    )
    await vacuum(resource.table)
  }
})

/**
 * Vacuums until all rows are visible to all, as in a table that is hours old. Tests commit without a flush, and
 * transactions of the gateway may be older than the rows.
 */
async function vacuum(table: string): Promise<void> {
  const visible = `select relallvisible >= relpages * 0.95 as is_done from pg_class where oid = $1::regclass`
  for (;;) {
    await db.run('checkpoint')
    await db.run(`vacuum analyze ${table}`)
    const [row] = await db.query<{ is_done: boolean }>(visible, [table])
    if (row?.is_done) return
    await pause(100)
  }
}

const caller: Caller = {
  user_id: null,
  user_type_id: 250,
  ...{ root_id, location_id: root_id, sees_root: true },
  ...{ zone: 'UTC', method: 'test', address: null },
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function engineOn(query: Engine['db']['query']): Engine {
  const clock = { seconds: () => 1_790_000_000, now: () => 1_790_000_000_000 }
  const engine = {
    db: { query },
    public_url: '',
    clock,
    permit: () => {},
    registry: bareRegistry(),
  }
  return engine as unknown as Engine
}

/** What a list reads of its table: to find its page, and to count. */
async function reads(resource: Resource, query: Record<string, string>): Promise<Read> {
  const plans: Plan[] = []
  const explained = async (text: string, values: unknown[]) => {
    const [row] = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${text}`, values)
    plans.push(row!['QUERY PLAN'][0]!.Plan)
    return []
  }
  await list(
    engineOn(explained as Engine['db']['query']),
    caller,
    resource,
    Object.entries({ page_size: String(SIZE), ...query }),
  )
  const read: Read = { rows: 0, scanned: [] }
  walk(plans[0]!, false, resource.table, read)
  return read
}

interface Read {
  /** Rows read to find the page. */
  rows: number
  /** How the table was read. */
  scanned: string[]
}

function walk(plan: Plan, counting: boolean, table: string, read: Read): void {
  const counts = counting || plan['Node Type'] === 'Aggregate'
  if (plan['Relation Name'] === table || plan['Index Name']?.startsWith(`${table}_`)) {
    read.scanned.push(plan['Index Name'] ?? plan['Node Type'])
    if (!counts) read.rows += (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  }
  for (const each of plan.Plans ?? []) walk(each, counts, table, read)
}

for (const resource of large) {
  const { name, table } = resource
  const listed = listedOf(resource)
  const status_id = name === 'transaction' ? '301' : '1'
  const scopes: [string, Record<string, string>, number][] = [
    ['of all locations', {}, LOCATIONS + 2],
    ['of a location', { location_id: ONE }, 1],
    ['of a location with a status', { location_id: ONE, status_id }, 1],
  ]
  for (const [scope, filters, places] of scopes) {
    for (const column of listed) {
      for (const sort of [column, `-${column}`]) {
        test(`${name}: a page ${scope} sorted by ${sort} is read by the index of ${column}`, async () => {
          const { rows, scanned } = await reads(resource, { ...filters, sort })
          assert.ok(!scanned.includes('Seq Scan'), scanned.join())
          assert.ok(rows <= SIZE * (places + 1), `${rows} rows were read by ${scanned}`)
          if (filters.status_id === undefined || column !== 'status_id')
            assert.ok(scanned.includes(`${table}_listed_by_${column}`), scanned.join())
        })
      }
    }
    test(`${name}: the default page ${scope} is read by an index`, async () => {
      const { rows, scanned } = await reads(resource, filters)
      assert.ok(rows <= SIZE * (places + 1), `${rows} rows were read by ${scanned}`)
    })
  }
  for (const column of listed) {
    test(`${name}: what has one value of ${column} is found by its index`, async () => {
      const [row] = await db.query<{ value: string }>(
        `select ${column}::text as value from ${table} where ${column} is not null limit 1`,
      )
      const { rows, scanned } = await reads(resource, { [column]: row?.value ?? '000000000000000000000000' })
      assert.ok(!scanned.includes('Seq Scan'), scanned.join())
      assert.ok(rows <= SIZE * (LOCATIONS + 3), `${rows} rows were read by ${scanned}`)
    })
  }
}

for (const { resource, column } of searched) {
  test(`G25 ${resource.name}: what is or contains a text of ${column} is found in its index`, async () => {
    const index = `${resource.table}_searched_by_${column}`
    for (const filters of [{}, { location_id: ONE }]) {
      const equal = await reads(resource, { ...filters, [column]: 'NAME 7' })
      assert.ok(equal.scanned.includes(index), equal.scanned.join())
      assert.ok(equal.rows <= SIZE, `${equal.rows} rows were read by ${equal.scanned}`)
      const inside = await reads(resource, { ...filters, [`${column}_contains`]: 'Nothing Has This' })
      const served = [index, `${resource.table}_listed_by_${column}`]
      // The records that were found are read by their ids.
      const others = inside.scanned.filter(each => ![...served, `${resource.table}_by_root`].includes(each))
      assert.ok(inside.scanned.some(each => served.includes(each)) && others.length === 0, inside.scanned.join())
    }
  })
}

const below: Caller = { ...caller, location_id: ONE, sees_root: false }

for (const resource of large) {
  for (const sort of listedOf(resource).flatMap(column => [column, `-${column}`])) {
    test(`${resource.name}: pages sorted by ${sort} hold what the order says, for who sees all and for who sees one location`, async () => {
      const column = sort.replace('-', '')
      const order = sort === column ? `${column} nulls first, id` : `${column} desc nulls last, id desc`
      for (const [asks, filters, where] of [
        [caller, {}, 'true'],
        [caller, { location_id: ONE }, `location_id = '${ONE}'`],
        [below, {}, `location_id = '${ONE}'`],
      ] as const) {
        const all = await db.query<{ id: string }>(
          `select id from ${resource.table} where root_id = $1 and ${where} order by ${order}`,
          [root_id],
        )
        const count = Math.ceil(all.length / SIZE)
        for (const page of [1, 2, Math.floor(count / 2), count - 1, count]) {
          const query = { ...filters, sort, page: String(page), page_size: String(SIZE) }
          const { records, meta } = await list(engineOn(db.query), asks, resource, Object.entries(query))
          assert.deepEqual(
            records.map(({ id }) => id),
            all.slice((page - 1) * SIZE, page * SIZE).map(({ id }) => id),
          )
          assert.equal((meta.pagination as { currentPage: number }).currentPage, page)
        }
      }
    })
  }
}

test('a page far down is found from a record of known place, whatever is made, deleted or moved meanwhile', async test => {
  let [time, statements] = [0, [] as string[]]
  const query: Engine['db']['query'] = (text, values, reading) => {
    statements.push(text)
    return db.query(text, values, reading)
  }
  test.mock.method(performance, 'now', () => time)
  const engine = engineOn(query)
  const resource = large.find(({ name }) => name === 'quickinvoice')!
  const compare = async (sort: 'id' | '-id', page = 600): Promise<boolean> => {
    statements = []
    const asked = { sort, page: String(page), page_size: String(SIZE) }
    const { records, meta } = await list(engine, caller, resource, Object.entries(asked))
    const expected = await db.query<{ id: string }>(
      `select id from quickinvoice where root_id = $1 and deleted_ts is null order by id ${sort === 'id' ? 'asc' : 'desc'} limit $2 offset $3`,
      [root_id, SIZE, (page - 1) * SIZE],
    )
    assert.deepEqual(
      records.map(({ id }) => id),
      expected.map(({ id }) => id),
    )
    const [count] = await db.query('select count(*) as n from quickinvoice where root_id = $1 and deleted_ts is null', [
      root_id,
    ])
    assert.equal((meta.pagination as { totalCount: number }).totalCount, count!.n)
    await pause(200)
    return statements.length === 1 && /and id [<>]= /.test(statements[0]!)
  }

  assert.equal(await compare('-id'), false)
  assert.equal(await compare('-id'), true)
  assert.equal(await compare('id'), true)
  await newInvoice(t)
  assert.equal(await compare('-id'), true)
  assert.equal(await compare('id'), true)

  const old = '000000000000000000000b00'
  assert.equal((await t.api.delete(`/v2/quickinvoices/${old}`)).status, 204)
  assert.equal(await compare('-id'), false)
  assert.equal(await compare('id'), false)
  time += 60_000
  assert.equal(await compare('-id'), false)
  assert.equal(await compare('id'), true)
  assert.equal(await compare('-id', 999), true)
  assert.equal(await compare('-id', 1_000), true)
})

test('the rules of new payments and their attempts look for other payments by key', async () => {
  const begun = { status_id: '0', outcome: `'pending'`, transaction_batch_id: 'null', captured_amount: '0' }
  const written = (table: string, names: readonly string[], set: Record<string, string>) =>
    `insert into ${table} (${names.map(name => `"${name}"`).join(', ')})
     select ${names.map(name => set[name] ?? `"${name}"`).join(', ')} from ${table} where id = '${sale_id}'`
  const attempt = [
    ...['id', 'root_id', 'transaction_id', 'processor_account_id', 'action', 'purpose', 'amount', 'created_ts'],
    ...['state', 'ask_ts', 'believe_ts'],
  ]
  const id = `'f00000000000000000000001'`
  const [seen] = await db.transaction(async tx => {
    await tx.run(written('transaction', columnsOf(transaction).names, { ...begun, id }))
    await tx.run(
      written('attempt', attempt, { id, transaction_id: id, state: `'pending'`, ask_ts: '0', believe_ts: '0' }),
    )
    return tx.query<{ rows: number }>(`select pg_stat_get_xact_tuples_returned('transaction'::regclass)::int as rows`)
  })
  assert.equal(seen!.rows, 0, 'rows of transactions were read one after another')
})
