import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Registry } from 'prom-client'
import { moneyGauges } from '../../src/metrics/money-gauges.ts'
import { testApp } from '../support/app.ts'

const METRICS_TOKEN = 'a-token-of-the-monitor-of-a-test'
const t = await testApp('metrics', { config: { metrics_token: METRICS_TOKEN } })
after(() => t.close())

const [{ location_id }] = t.merchants
const NUMBER = '4111111111111111'

const scrape = async (): Promise<string> => {
  const { status, text } = await t.as({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  assert.equal(status, 200)
  return text
}

const pay = (transaction_amount: string) =>
  t.api.post('transactions', {
    transaction: {
      location_id,
      action: 'sale',
      payment_method: 'cc',
      account_number: NUMBER,
      exp_date: '1230',
      transaction_amount,
    },
  })

/** Returns the value of a sample; undefined where there is none. */
const valueIn = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

test('requests are counted by route template and class of status, payments by connector and outcome', async () => {
  const { body } = await pay('11.00')
  await pay('6.15')
  await t.api.get(`transactions/${body.transaction.id}`)
  await t.api.get('transactions/nobody')
  await t.as({}).get('/no/such/path')
  const text = await scrape()
  const requests = (labels: string) => valueIn(text, `tollgate_http_request_duration_seconds_count{${labels}}`)
  assert.equal(requests('method="POST",route="/v2/transactions",status="2xx"'), 2)
  assert.equal(requests('method="GET",route="/v2/transactions/:id",status="2xx"'), 1)
  assert.equal(requests('method="GET",route="/v2/transactions/:id",status="4xx"'), 1)
  assert.equal(requests('method="GET",route="none",status="4xx"'), 1)
  const sales = (outcome: string) =>
    valueIn(text, `tollgate_processor_requests_total{connector="simulator",action="sale",outcome="${outcome}"}`)
  assert.deepEqual([sales('approved'), sales('declined'), sales('unknown')], [1, 1, undefined])
  assert.equal(valueIn(text, 'tollgate_processor_request_duration_seconds_count{connector="simulator"}'), 2)
})

test('the queue, postbacks, batches, connections and the process have their figures', async () => {
  await pay('12.00')
  const { address, port } = { address: '127.0.0.1', port: 9 }
  const postbackconfig = { location_id, resource: 'contact', url: `http://${address}:${port}/`, on_create: 1 }
  assert.equal((await t.api.post('postbackconfigs', { postbackconfig })).status, 201)
  await t.api.post('contacts', { contact: { location_id, last_name: 'Waits' } })
  await t.db.run('update postback_log set next_run_ts = next_run_ts - 100 where next_run_ts is not null')
  await t.db.run(`update job set run_at = run_at - 10000000 where id = (select min(id) from job)`)
  const text = await scrape()
  assert.equal(valueIn(text, 'tollgate_database_up'), 1)
  assert.ok(valueIn(text, 'tollgate_batches{state="open"}')! >= 1)
  assert.equal(valueIn(text, 'tollgate_postbacks_waiting'), 1)
  assert.ok(valueIn(text, 'tollgate_postbacks_lag_seconds')! >= 100)
  assert.ok(valueIn(text, 'tollgate_jobs_lag_seconds')! >= 0)
  assert.equal(valueIn(text, 'tollgate_database_connections{lane="requests",state="waiting"}'), 0)
  assert.ok(valueIn(text, 'process_resident_memory_bytes')! > 0)
  assert.ok(valueIn(text, 'process_cpu_seconds_total')! > 0)
})

test('every figure is documented, named by the conventions, and says nothing about anybody', async () => {
  const text = await scrape()
  const page = readFileSync(join(import.meta.dirname, '../../docs/metrics.md'), 'utf8')
  const types = [...text.matchAll(/^# TYPE (tollgate_\w+) (\w+)$/gm)]
  assert.ok(types.length >= 14)
  for (const [, name = '', type] of types) {
    assert.ok(page.includes(`| \`${name}\` | ${type} |`), `${name}, a ${type}, is not in docs/metrics.md`)
    assert.equal(name.endsWith('_total'), type === 'counter', name)
    assert.doesNotMatch(name, /_(ms|milliseconds|minutes|percent|kb|mb)(_|$)/)
  }
  const known = types.map(([, name]) => name)
  const listed = [...page.matchAll(/^\| `(tollgate_\w+)`/gm)].map(([, name]) => name!)
  assert.deepEqual(
    listed.filter(name => !known.includes(name)),
    [],
  )
  const labels = [...text.matchAll(/\{[^}]*\}/g)].join(' ')
  assert.doesNotMatch(labels, /[0-9a-f]{24}|1111|4111|cedar/i)
})

test('without the database the figures of the process are still there', async () => {
  const registry = new Registry()
  const db = { query: () => Promise.reject(new Error('gone')), run: () => Promise.reject(new Error('gone')) }
  moneyGauges(registry, { db, clock: t.clock })
  const text = await registry.metrics()
  assert.equal(valueIn(text, 'tollgate_database_up'), 0)
  assert.deepEqual(
    text.split('\n').filter(line => /^tollgate_/.test(line)),
    ['tollgate_database_up 0'],
  )
})
