import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Registry } from 'prom-client'
import { moneyGauges } from '../../src/metrics/money-gauges.ts'
import { noteTrouble } from '../../src/payments/accounts/troubles.ts'
import { NO_RESPONSE_DATA, type Outcome } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { madeUp } from '../support/made-up-connector.ts'
import { paid, saleBody } from '../support/payments.ts'
import { resolveOnce } from '../support/power-cut.ts'
import { silentLog } from '../support/silent-log.ts'

/** A processor that refuses an account's settings. */
const acme = madeUp()
const t = await testApp('processor_troubles', {
  connectors: { acme: acme.connector },
  config: { notice_email: 'operator@gateway.example' },
})
after(() => t.close())

const { cc_product_transaction_id: product } = t.merchants[0]
await connectProducts(t, { connector: 'acme', secrets: { key: 'k' } }, [product])
const APPROVED: Outcome = { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage: 'APPROVED' }
const mails = async (): Promise<Json[]> => {
  await t.settle()
  return t.db.query<Json>(
    `select subject, text from outbox_message where reason = 'processor.trouble' order by created_ts`,
  )
}
const refused = () => {
  acme.next.outcome = {
    result: 'declined',
    reason_code_id: 1500,
    verbiage: 'E00007 key of user acme-42',
    misconfigured: 'Acme does not know this key:\n password=planted-secret-7d2b',
  }
  return paid(t.api, saleBody())
}
/** It is noted beside the payment. */
async function noted(): Promise<Json> {
  for (;;) {
    const [row] = await t.db.query<Json>('select * from processor_trouble')
    if (row) return row
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

test('the payer sees a set-up issue, and the operator why', async () => {
  const payment = await refused()
  assert.deepEqual([payment.status_id, payment.reason_code_id, payment.verbiage], [301, 1540, 'SETUP ISSUE'])
  const row = await noted()
  assert.match(row.problem, /^Acme does not know this key: /)
  const [mail, ...more] = await mails()
  assert.deepEqual(more, [])
  assert.match(mail.subject, /its processor refuses the settings$/)
  assert.ok(mail.text.includes(product) && mail.text.includes('Acme does not know this key'))
  assert.doesNotMatch(JSON.stringify([row, mail]) + t.logged(), /planted-secret/)
})

test('he is told once an hour, however many payments are declined', async () => {
  const note = () => noteTrouble({ db: t.db, clock: t.clock, log: silentLog })(product_account, 'wrong key')
  const [{ id: product_account }] = (await t.db.query<Json>(
    'select processor_account_id as id from processor_trouble',
  )) as [Json]
  for (let times = 0; times < 5; times += 1) note()
  await refused()
  assert.equal((await mails()).length, 1)
  await t.clock.moveTo(t.clock.seconds() + 3_700, t.app.worker)
  assert.equal((await mails()).length, 2, 'what was refused since the first mail')
  await t.clock.moveTo(t.clock.seconds() + 7_200, t.app.worker)
  assert.equal((await mails()).length, 2)
})

test('a monitor sees how many accounts are refused', async () => {
  const registry = new Registry()
  moneyGauges(registry, t)
  const read = () => registry.metrics()
  assert.doesNotMatch(await read(), /settings_refused\{/)
  await t.db.run('update processor_trouble set last_ts = $1', [t.clock.seconds()])
  assert.match(await read(), /tollgate_processor_settings_refused\{connector="acme"\} 1/)
})

test('what has to be given back waits until the settings are right again, and is given back then', async () => {
  const wrong = { result: 'declined', reason_code_id: 1500, misconfigured: 'Acme does not know this key' } as const
  // The answer is lost and nothing is found for as long as the caller waits, so that he is told that it failed.
  acme.next.outcome = { result: 'unknown', reason_code_id: 1531, verbiage: 'LOST' }
  acme.lost = true
  const told = await paid(t.api, saleBody())
  assert.equal(told.status_id, 301)
  acme.lost = false
  acme.found.set(told.id, { seen: true, outcome: APPROVED })
  acme.next.outcome = wrong
  await resolveOnce(t)
  const reversal = async () =>
    (
      await t.db.query<Json>(`select state, stuck_ts from attempt where transaction_id = $1 and purpose = 'reversal'`, [
        told.id,
      ])
    )[0]
  assert.deepEqual(await reversal(), { state: 'pending', stuck_ts: null })
  await resolveOnce(t)
  assert.deepEqual(await reversal(), { state: 'approved', stuck_ts: null })
})
