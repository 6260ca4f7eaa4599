import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { trimNotifications } from '../../src/payments/accounts/notifications.ts'
import { NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { madeUp } from '../support/made-up-connector.ts'
import { paid, saleBody, transactionOf } from '../support/payments.ts'

/** What a processor sends to `/processors/<connector>/<product>`. */
const acme = madeUp()
const t = await testApp('processor_notifications', { connectors: { acme: acme.connector } })
after(() => t.close())

const [{ cc_product_transaction_id: product }, { cc_product_transaction_id: strange }] = t.merchants
const settings = { url: 'https://acme.example' }
const connect = (key: string, url = settings.url) =>
  connectProducts(t, { connector: 'acme', settings: { url }, secrets: { key } }, [product])
await connect('key-one')

let count = 0
function event(about: Json): Json {
  count += 1
  return { id: `evt-${count}`, event: 'payment.changed', ...about }
}

async function send(events: Json, key = 'key-one', at = `acme/${product}`) {
  const body = typeof events === 'string' ? events : JSON.stringify({ events })
  const headers = { 'content-type': 'application/json', 'x-acme-key': key }
  const { statusCode, payload } = await t.app.http.inject({
    method: 'POST',
    url: `/processors/${at}`,
    headers,
    payload: body,
  })
  return { status: statusCode, text: payload }
}
const jobs = () => t.db.query<Json>(`select payload from job where task = 'processor.notified'`)

test('what is not signed by the account it is addressed to is refused, whatever is there', async () => {
  const refused = { status: 401, text: 'The signature does not fit.' }
  const of = [event({})]
  assert.deepEqual(await send(of, 'another'), refused)
  assert.deepEqual(await send(of, 'key-one', `acme/${strange}`), refused)
  assert.deepEqual(await send(of, 'key-one', `simulator/${product}`), refused)
  assert.deepEqual(await send(of, 'key-one', `constructor/${product}`), refused)
  assert.deepEqual(await send(of, 'key-one', 'acme/nobody'), refused)
  assert.deepEqual(await t.db.query('select from processor_notification'), [])
})

test('a payment that is held is asked about at once, and believed when the processor says the same', async () => {
  acme.next.outcome = { result: 'held', verbiage: 'HELD FOR REVIEW' }
  const { id, status_id } = await paid(t.api, saleBody())
  assert.equal(status_id, 0)
  await t.db.run(`update attempt set ask_ts = ask_ts + 3600 where id = $1`, [id])
  const approved = { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage: 'APPROVED' } as const
  acme.found.set(id, { seen: true, outcome: { ...approved, auth_amount: 1000n, processor_reference: `ACME${id}` } })
  await t.app.payments.resolve()
  assert.equal((await transactionOf(t, id)).status_id, 0, 'it is not due for an hour')
  assert.deepEqual(await send([event({ processor_reference: `ACME${id}` })]), { status: 200, text: 'ok' })
  assert.equal((await transactionOf(t, id)).status_id, 0, 'a notification is never believed by itself')
  await t.app.payments.resolve()
  assert.equal((await transactionOf(t, id)).status_id, 101)
})

test('a notification that comes twice, or ten times at once, is taken once', async () => {
  const { id } = await paid(t.api, saleBody())
  const one = event({ reference: id })
  const answers = await Promise.all(Array.from({ length: 10 }, () => send([one])))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal((await jobs()).length, 1)
  assert.equal((await t.db.query(`select from processor_notification where notification_id = $1`, [one.id])).length, 1)
})

test('a finished payment is looked at again, by what is sent and not by what was told', async () => {
  const { id } = await paid(t.api, saleBody())
  await send([event({ reference: id })])
  await t.settle()
  assert.ok(acme.asked.includes(id))
  assert.equal((await transactionOf(t, id)).status_id, 101)
  assert.deepEqual(await jobs(), [])
})

test('what concerns no payment of this account is noted, and changes nothing', async () => {
  const { id } = await paid(t.stranger, saleBody())
  assert.equal(
    (await send([event({ reference: id }), event({}), event({ reference: 'x\u0000y'.repeat(99) })])).status,
    200,
  )
  assert.deepEqual(await jobs(), [])
})

test('earlier versions of the account are recognised too', async () => {
  await connect('key-two', 'https://acme.example/other')
  const { id } = await paid(t.api, saleBody())
  assert.equal((await send([event({})], 'key-one')).status, 200)
  assert.equal((await send([event({ reference: id })], 'key-two')).status, 200)
  assert.equal((await jobs()).length, 1)
})

test('what is signed and makes no sense, is too large or is no text is refused', async () => {
  assert.deepEqual((await send('{')).status, 400)
  assert.equal((await send('x'.repeat(600 * 1024))).status, 413)
})

test('they are forgotten after a month', async () => {
  assert.equal(await trimNotifications(t), 0)
  await t.db.run('update processor_notification set created_ts = created_ts - 31 * 86400')
  assert.ok((await trimNotifications(t)) > 0)
})
