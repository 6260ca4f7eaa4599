import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { COPY, copyRows } from '../../bench/copy-rows.ts'
import { makeWeeks } from '../../src/db/weeks.ts'
import { sealEvents } from '../../src/events/seal.ts'
import { sentStatements } from '../support/sent-statements.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/**
 * Lists of what is written with every change, of a merchant who has most of it: the plan that a connection keeps for a
 * prepared statement, which knows no values, reads a page in the order of an index and sorts nothing. The trail lies in
 * several parts, whose pages are merged.
 */
const ROWS = 20_000
const t = await newMerchant()
after(async () => {
  await session.end()
})
const root_id = t.merchants[0].location_id

before(async () => {
  const { location_id } = t.merchants[0]
  const url = 'http://127.0.0.1:9/hook'
  await t.api.post('postbackconfigs', { postbackconfig: { location_id, resource: 'contact', url, on_create: 1 } })
  await t.api.post('contacts', { contact: { location_id, last_name: 'Many' } })
  const id = async (text: string) => (await t.owner.query<{ id: string }>(text))[0]!.id
  const other = `case when n % 2 = 0 then t.root_id else lpad(to_hex(n % 199), 24, 'f') end`
  const vary = { root_id: other, created_ts: 't.created_ts - n' }
  const event = await id(`select id from event where noun = 'contact' and verb = 'created' limit 1`)
  const refused = `case when n % 1000 = 0 then 'refused' else t.verb end`
  // The first part, those that are made ahead, and the rest.
  await makeWeeks(t.db, 'event', t.clock.seconds())
  const spread = `case n / 4 % 4 when 0 then ${COPY} else id_of_part('event', t.created_ts, n / 4 % 4) || lpad(to_hex(n), 13, '0') end`
  const events = { ...vary, id: spread, record_id: `md5((n / 3)::text)`, verb: refused, xid: 'n % 500 + 3' }
  await copyRows(t.owner, { table: 'event', id: event, count: ROWS, vary: events })
  const log = await id('select id from postback_log limit 1')
  await copyRows(t.owner, { table: 'postback_log', id: log, count: ROWS, vary: { ...vary, next_run_ts: 'null' } })
  // Of a table in parts PostgreSQL looks after the parts.
  for (const { part } of await t.owner.query<{ part: string }>(PARTS)) await t.owner.run(`vacuum analyze ${part}`)
})

const PARTS = `select inhrelid::regclass::text as part from pg_inherits
  where inhparent in ('event'::regclass, 'postback_log'::regclass)`

const session = new pg.Client({ connectionString: t.owner_url })
await session.connect()

/** The plan of the list at this path, one line for each step, as PostgreSQL keeps it. */
async function planOf(path: string): Promise<string> {
  const { status, body } = await t.api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return explained('with counted as materialized')
}

/** The plan of the last statement with these words. */
async function explained(words: string): Promise<string> {
  const list = sent.findLast(text => text.includes(words))!
  // The extended protocol wants values, which such a plan has none of.
  const { rows: lines } = await session.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${list}`)
  return lines.map(line => line['QUERY PLAN']).join('\n')
}

const sent = sentStatements()

/** What reads each of four parts by the index of this name, which in later ones has a name of its columns. */
const merged = (name: string, columns: string): RegExp =>
  new RegExp(`Merge Append[^]*event_first_by_${name} [^]*(event_\\w+_${columns}\\w* [^]*){3}`)

const LISTS: [path: string, index: RegExp][] = [
  ['changelogs', merged('time', 'root_id_created_ts')],
  ['changelogs?action=REFUSED', merged('action', 'root_id_(case|expr)')],
  ['changelogs?credential=abc', merged('credential', 'root_id_credential')],
  ['changelogs?model_id=000000000000000000000001', /event_first_by_(record|time)/],
  ['postbacklogs', /Index Scan Backward using postback_log_first_root_id_id/],
]

for (const [path, index] of LISTS) {
  test(`${path} is read by an index`, async () => {
    const plan = await planOf(path)
    assert.match(plan, index)
    assert.doesNotMatch(plan, /Seq Scan on (event_|postback_log_first)/)
    if (!path.includes('model_id')) assert.doesNotMatch(plan, /^ *(-> +)?(Incremental )?Sort$/m)
  })
}

test('the trail is counted in its index alone, and nobody is looked up for it', async () => {
  // The total of the list before is still known.
  const plan = await planOf('changelogs?created_ts=0|99999999998')
  const counting = plan.slice(plan.indexOf('CTE counted'), plan.indexOf('InitPlan'))
  assert.match(counting, /Index Only Scan using event_first_by_time/)
  assert.equal(counting.match(/Scan using event_/g)?.length, 4)
  assert.doesNotMatch(counting, /Index Scan|Seq Scan on event_/)
  assert.doesNotMatch(counting, /user/)
})

test('postbacks are counted in an index alone', async () => {
  const plan = await planOf('postbacklogs?created_ts=0|99999999998')
  const counting = plan.slice(plan.indexOf('CTE counted'), plan.indexOf('InitPlan'))
  assert.match(counting, /Index Only Scan using postback_log_first_root_id/)
})

test('what is not sealed yet is read by an index, from where the sealing has come to', async () => {
  await sealEvents({ db: t.db, cipher: t.cipher, clock: t.clock })
  assert.ok(sent.some(text => text.includes(`set_config('enable_sort', 'off', true)`)))
  await session.query('set enable_sort = off')
  const plan = await explained('(select floor_id from event_sealing)')
  await session.query('reset enable_sort')
  assert.match(plan, /Merge Append/)
  assert.equal(
    plan.match(/Index Scan using event_\w*xid\w* on event_\w+ e_\d\n +Index Cond: \(\(?\(?xid >= /g)?.length,
    4,
  )
  assert.doesNotMatch(plan, /Seq Scan on event_(?!sealing)|^ *(-> +)?Sort$/m)
})

test('what a list shows of many is what was asked for', async () => {
  const { body } = await t.api.get('changelogs?action=REFUSED&page_size=50')
  const [expected] = await t.owner.query<{ n: number }>(
    `select count(*) as n from event where root_id = $1 and verb = 'refused'`,
    [root_id],
  )
  assert.equal(body.meta.pagination.totalCount, expected!.n)
})
