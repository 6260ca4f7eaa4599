import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { copyRows } from '../../bench/copy-rows.ts'
import { sealEvents } from '../../src/events/seal.ts'
import { testApp } from '../support/app.ts'
import { sentStatements } from '../support/sent-statements.ts'

/**
 * Lists of what is written with every change, of a merchant who has most of it: the plan that a connection keeps for a
 * prepared statement, which knows no values, reads a page in the order of an index and sorts nothing.
 */
const ROWS = 20_000
const t = await testApp('history_plans')
after(async () => {
  await session.end()
  await t.close()
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
  const events = { ...vary, record_id: `md5((n / 3)::text)`, verb: refused }
  await copyRows(t.owner, { table: 'event', id: event, count: ROWS, vary: events })
  const log = await id('select id from postback_log limit 1')
  await copyRows(t.owner, { table: 'postback_log', id: log, count: ROWS, vary: { ...vary, next_run_ts: 'null' } })
  for (const table of ['event', 'postback_log']) await t.owner.run(`vacuum analyze ${table}`)
})

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

const LISTS: [path: string, index: RegExp][] = [
  ['changelogs', /event_by_time/],
  ['changelogs?action=REFUSED', /event_by_action/],
  ['changelogs?credential=abc', /event_by_credential/],
  ['changelogs?model_id=000000000000000000000001', /event_by_(record|time)/],
  ['postbacklogs', /Index Scan Backward using postback_log_first_root_id_id/],
]

for (const [path, index] of LISTS) {
  test(`${path} is read by an index`, async () => {
    const plan = await planOf(path)
    assert.match(plan, index)
    assert.doesNotMatch(plan, /Seq Scan on (event|postback_log_first)/)
    if (!path.includes('model_id')) assert.doesNotMatch(plan, /^ *(-> +)?(Incremental )?Sort$/m)
  })
}

test('the trail is counted in its index alone, and nobody is looked up for it', async () => {
  // The total of the list before is still known.
  const plan = await planOf('changelogs?created_ts=0|99999999998')
  const counting = plan.slice(plan.indexOf('CTE counted'), plan.indexOf('InitPlan'))
  assert.match(counting, /Index Only Scan using event_by_time/)
  assert.doesNotMatch(counting, /user/)
})

test('postbacks are counted in an index alone', async () => {
  const plan = await planOf('postbacklogs?created_ts=0|99999999998')
  const counting = plan.slice(plan.indexOf('CTE counted'), plan.indexOf('InitPlan'))
  assert.match(counting, /Index Only Scan using postback_log_first_root_id/)
})

test('what is not sealed yet is read by an index, from where the sealing has come to', async () => {
  await sealEvents({ db: t.db, cipher: t.cipher, clock: t.clock })
  const plan = await explained('(select floor_id from event_sealing)')
  assert.match(plan, /Index Scan using event_by_xid on event e\n +Index Cond: \(\(?\(?xid >= /)
  assert.doesNotMatch(plan, /Seq Scan on event e$|^ *(-> +)?Sort$/m)
})

test('what a list shows of many is what was asked for', async () => {
  const { body } = await t.api.get('changelogs?action=REFUSED&page_size=50')
  const [expected] = await t.owner.query<{ n: number }>(
    `select count(*) as n from event where root_id = $1 and verb = 'refused'`,
    [root_id],
  )
  assert.equal(body.meta.pagination.totalCount, expected!.n)
})
