import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '../support/app.ts'
import { saleBody } from '../support/payments.ts'
import { approval, scriptedTerminal } from '../support/scripted-terminal.ts'

const METRICS_TOKEN = 'a-token-of-the-monitor-of-a-test'
const device = scriptedTerminal()
let t: TestApp
before(async () => {
  t = await testApp('merchants_beside', { terminal: device, config: { metrics_token: METRICS_TOKEN } })
})
after(() => t.close())

/** The second merchant asks one thing after another until it is told to stop, and is answered every time. */
function asking(): () => Promise<void> {
  const [, { location_id }] = t.merchants
  let is_over = false
  const all = (async () => {
    while (!is_over) {
      await t.stranger.locations.get(location_id)
      await pause(20)
    }
  })()
  return () => {
    is_over = true
    return all
  }
}

test('large pages wait for each other, even those of a merchant that is alone', async () => {
  const before = t.app.http.admission.use().waited
  await Promise.all(Array.from({ length: 20 }, () => t.api.tags.list({ page_size: 1000 }).page()))
  assert.ok(t.app.http.admission.use().waited > before)
  const { waited } = t.app.http.admission.use()
  await Promise.all(Array.from({ length: 20 }, () => t.api.tags.list({ page_size: 100 }).page()))
  assert.equal(t.app.http.admission.use().waited, waited)
})

test('a merchant with more requests than its share has them answered one after another, beside one with few', async () => {
  const stop = asking()
  await Promise.all(Array.from({ length: 16 }, () => t.api.tags.list().page()))
  await stop()
  assert.deepEqual({ ...t.app.http.admission.use(), waited: 0 }, { working: 0, waiting: 0, waited: 0 })
  const { text } = await t.as({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  assert.match(text, /^tollgate_http_requests_held_back_total [1-9]/m)
  assert.match(text, /^tollgate_http_requests\{state="waiting"\} 0/m)
})

test('what waits for a processor or a terminal keeps nothing of its merchant waiting', async () => {
  const stop = asking()
  const late = { 'tollgate-sandbox-fault': 'late:2000' }
  const sales = Array.from({ length: 12 }, () => t.api.transactions.create(saleBody(), { headers: late }))
  const { location_id, terminal_id } = t.merchants[0]
  const run = t.api.routertransactions.create({
    payment_method: 'cc',
    action: 'sale',
    location_id,
    terminal_id,
    transaction_amount: '9.90',
  })
  const { answer, order } = await device.next()
  while (t.app.http.admission.use().waiting > 0) await pause(5)
  await t.api.transactions.list().page()
  answer(approval(order))
  await Promise.all([run, ...sales])
  await stop()
})
