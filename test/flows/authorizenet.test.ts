import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processor } from '../../src/cli/processor.ts'
import { type AuthorizeNetHost, LOGIN, openAuthorizeNet, SIGNATURE_KEY } from '../hosts/authorizenet/index.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { changed, debitBody, paid, postTransaction, putTransaction, saleBody } from '../support/payments.ts'
import { cardBody, storedVault } from '../support/vaults.ts'

/** The whole gateway, whose products an operator has given to Authorize.Net's host. */
let t: TestApp
let host: AuthorizeNetHost
let seconds = () => Math.floor(Date.now() / 1000)
let operator: ReturnType<typeof operatorOf>
let product: string

const run = (...args: string[]): Promise<string> => operator.run(processor(args))
function set(at: string, over: Record<string, string> = {}): Promise<string> {
  const path = join(t.home, 'authorizenet.json')
  writeFileSync(path, JSON.stringify({ url: host.url, ...LOGIN, signature_key: SIGNATURE_KEY, ...over }))
  return run('set', '--product', at, '--connector', 'authorizenet', '--settings', path)
}
/** A running gateway reads settings again once a second. */
const aSecond = (): Promise<void> => pause(1_100)

before(async () => {
  host = await openAuthorizeNet(() => seconds())
  t = await testApp('authorizenet', { retry_policy: { find_ms: [10], poll_ms: 500 } })
  seconds = () => t.clock.seconds()
  operator = operatorOf(t)
  product = t.merchants[0].cc_product_transaction_id
  await set(product)
  await set(t.merchants[0].ach_product_transaction_id)
})
after(async () => {
  await t.close()
  await host.close()
})

test('an operator sets, checks and certifies a product, and sees no key', async () => {
  assert.equal(await run('check', '--product', product), 'address and credentials work')
  const report = await run('certify', '--product', product)
  assert.match(report, /, 0 failed/)
  const shown = await run('show', '--product', product)
  assert.match(shown, new RegExp(LOGIN.login_id))
  for (const secret of [LOGIN.transaction_key, SIGNATURE_KEY, '4111111111111111'])
    assert.ok(!`${shown}${report}${t.logged()}`.includes(secret))
})

test('a wrong key is a plain line for the operator, a set-up issue for the payer, and put right', async () => {
  await set(product, { transaction_key: 'planted-wrong-7' })
  await assert.rejects(run('check', '--product', product), {
    message: /does not accept login_id and transaction_key\.$/,
  })
  await aSecond()
  const { status_id, reason_code_id } = await paid(t.api, saleBody({ transaction_amount: '1.10' }))
  assert.deepEqual([status_id, reason_code_id], [301, 1540])
  await set(product)
  await aSecond()
  assert.equal((await paid(t.api, saleBody({ transaction_amount: '1.20' }))).status_id, 101)
  assert.ok(!`${t.logged()}${operator.printed.join()}`.includes('planted-wrong-7'))
})

const shown = async (id: string): Promise<Json> => (await t.api.get(`transactions/${id}`)).body.transaction
/** The resolver's next round, with the leases of whoever asked before expired. */
async function resolved(): Promise<void> {
  await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
  await t.app.payments.resolve()
}
const last = () => host.book.entries.at(-1)!

test('a sale, a partial capture, a void and a refund', async () => {
  const sale = await paid(t.api, saleBody({ order_num: 'A-12' }))
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.auth_code.length], [101, 1000, 6])
  const id = last().id
  const hold = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '20.00' }))
  assert.equal(hold.status_id, 102)
  const captured = await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '15.00' })
  assert.deepEqual([captured.status_id, captured.transaction_amount], [101, 15])
  const voided = await paid(t.api, saleBody({ transaction_amount: '3.00' }))
  assert.equal((await changed(t.api, voided.id, { action: 'void' })).status_id, 201)
  assert.equal(last().status, 'voided')
  host.book.close()
  const refund = {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: sale.id,
    transaction_amount: '4.00',
  }
  assert.equal((await paid(t.api, refund)).status_id, 111)
  assert.deepEqual([last().status, last().settles, last().original_id], ['refundPendingSettlement', 400n, id])
})

test('a decline is one, with its reason', async () => {
  host.book.verdicts.push('4')
  const { status_id, reason_code_id } = await paid(t.api, saleBody())
  assert.deepEqual([status_id, reason_code_id], [301, 1520])
})

test('a sale whose answer was lost is found while the caller waits', async () => {
  host.faults.push('lost_after')
  assert.equal((await paid(t.api, saleBody({ transaction_amount: '5.50' }))).status_id, 101)
})

test('one that nothing is said of is told as failed, and given back once it is found', async () => {
  const silence = Array<'lost_after'>(40).fill('lost_after')
  host.faults.push(...silence)
  const sale = await paid(t.api, saleBody({ transaction_amount: '6.50' }))
  host.faults.splice(0)
  assert.deepEqual([sale.status_id, sale.reason_code_id], [301, 1531])
  const entry = host.book.entries.find(({ requested }) => requested === 650n)!
  assert.equal(entry.status, 'capturedPendingSettlement')
  for (let round = 0; round < 3; round += 1) await resolved()
  assert.equal(entry.status, 'voided')
  assert.equal((await shown(sale.id)).status_id, 301)
})

test('one that was settled before it was found is refunded', async () => {
  host.faults.push(...Array<'lost_after'>(40).fill('lost_after'))
  const sale = await paid(t.api, saleBody({ transaction_amount: '7.50' }))
  host.faults.splice(0)
  const entry = host.book.entries.find(({ requested }) => requested === 750n)!
  host.book.close()
  for (let round = 0; round < 5; round += 1) await resolved()
  const refund = host.book.entries.find(({ original_id }) => original_id === entry.id)
  assert.deepEqual([refund?.status, refund?.settles], ['refundPendingSettlement', 750n])
  assert.equal((await shown(sale.id)).status_id, 301)
})

test('a void whose answer was lost becomes what it was', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '8.50' }))
  host.faults.push(...Array<'lost_after'>(40).fill('lost_after'))
  const asked = await putTransaction(t.api, sale.id, { action: 'void' })
  host.faults.splice(0)
  assert.equal(asked.status, 200)
  for (let round = 0; round < 2; round += 1) await resolved()
  assert.equal((await shown(sale.id)).status_id, 201)
})

test('a capture and a refund whose answers were lost become what they were', async () => {
  const hold = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '8.80' }))
  host.faults.push('lost_after')
  assert.equal((await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '8.00' })).status_id, 101)
  host.book.close()
  const refund = {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: hold.id,
    transaction_amount: '2.00',
  }
  host.faults.push(null, 'lost_after')
  assert.equal((await paid(t.api, refund)).status_id, 111)
  const count = host.book.entries.length
  host.faults.push('lost_before')
  const unsent = await paid(t.api, refund)
  assert.deepEqual([unsent.status_id, unsent.reason_code_id, host.book.entries.length], [301, 1530, count])
})

test('a review that has ended is told by a webhook, and believed when it is asked about', async () => {
  host.book.review = 'FDSPendingReview'
  const { id } = await paid(t.api, saleBody({ transaction_amount: '9.60' }))
  host.book.review = null
  await t.db.run('update attempt set ask_ts = ask_ts + 3600 where id = $1', [id])
  const there = last().id
  host.book.decide(there, false)
  const { headers, body } = host.webhook(there, 'net.authorize.payment.fraud.declined')
  const send = (payload: string) =>
    t.app.http.inject({
      method: 'POST',
      url: `/processors/authorizenet/${product}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  assert.equal((await send(body.replace('declined', 'approved'))).statusCode, 401)
  assert.equal((await send(body)).statusCode, 200)
  assert.equal((await send(body)).statusCode, 200)
  await t.app.payments.resolve()
  const { status_id, reason_code_id } = await shown(id)
  assert.deepEqual([status_id, reason_code_id], [301, 1624])
})

test('a payment that is held for a review waits for it', async () => {
  host.book.review = 'FDSAuthorizedPendingReview'
  const { status, body } = await postTransaction(t.api, saleBody({ transaction_amount: '9.50' }))
  host.book.review = null
  assert.deepEqual([status, body.transaction.status_id], [201, 0])
  await resolved()
  assert.equal((await shown(body.transaction.id)).status_id, 0)
  host.book.decide(last().id, true)
  await resolved()
  assert.equal((await shown(body.transaction.id)).status_id, 101)
})

test('a bank debit is sent by Authorize.Net, and leaves in no file of ours', async () => {
  const product = t.merchants[0].ach_product_transaction_id
  const debit = await paid(t.api, debitBody(product))
  assert.equal(debit.status_id, 131)
  assert.equal(last().echeck_type, 'WEB')
  const [row] = await t.db.query('select originate_ts from transaction where id = $1', [debit.id])
  assert.equal((row as Json).originate_ts, null)
})

test('the payments of a recurring name the first of their series', async () => {
  const { location_id } = t.merchants[0]
  const { id: account_vault_id } = await storedVault(t.api, cardBody(location_id))
  const series = { account_vault_id, transaction_amount: '12.34', interval: '1', interval_type: 'd' }
  const tomorrow = Temporal.Instant.fromEpochMilliseconds((seconds() + 86_400) * 1000)
    .toString()
    .slice(0, 10)
  const made = await t.api.post('recurrings', { recurring: { location_id, ...series, start_date: tomorrow } })
  assert.equal(made.status, 201, made.text)
  await t.clock.moveTo(seconds() + 4 * 86_400, t.app.worker)
  const sent = host.received
    .map(({ body }) => JSON.parse(body).createTransactionRequest?.transactionRequest)
    .filter(request => request?.amount === '12.34')
  assert.ok(sent.length >= 2)
  assert.deepEqual(sent[0].processingOptions, { isFirstRecurringPayment: true })
  for (const each of sent.slice(1)) assert.deepEqual(each.processingOptions, { isSubsequentAuth: true })
  const [first] = host.book.entries.filter(({ requested }) => requested === 1234n)
  assert.deepEqual(sent.at(-1).subsequentAuthInformation, { originalNetworkTransId: first!.network_id })
})

test('a batch is closed here, and settled there', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '13.50' }))
  const { transaction_batch_id } = await shown(sale.id)
  const settled = await t.api.post(`transactionbatches/${transaction_batch_id}/settle`)
  assert.equal(settled.status, 200, settled.text)
})
