import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test, { after } from 'node:test'
import { cardToken } from '../../sandbox/processor/tokens.ts'
import { type Answer, testApp } from '../support/app.ts'
import { ownProduct } from '../support/payments.ts'
import { approval, decline, scriptedTerminal } from '../support/scripted-terminal.ts'

const device = scriptedTerminal()
/** Only the scripted device knows what it authorised, so the processor of these tests settles whatever it is sent. */
const t = await testApp('router', {
  terminal: device,
  processor: real => ({ ...real, settle: async () => ({ result: 'settled', message: 'Accepted' }) }),
})
after(t.close)

const [home] = t.merchants
const asked = {
  payment_method: 'cc',
  action: 'sale',
  location_id: home.location_id,
  terminal_id: home.terminal_id,
  transaction_amount: '10.00',
}

const post = (fields: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  t.api.post('routertransactions', { routertransaction: { ...asked, ...fields } }, headers)

/** Posts, lets the device answer, and gives back what the caller got. */
async function carried(fields: object, outcome = approval): Promise<Answer> {
  const answer = post(fields)
  const { order, answer: say } = await device.next()
  say(outcome(order))
  return answer
}

async function refused(fields: object, ...names: string[]): Promise<void> {
  const { status, body } = await post(fields)
  assert.equal(status, 422, JSON.stringify(body))
  assert.deepEqual(Object.keys(body.errors), names)
}

test('RT-38 RT-39 RT-28 the request stays open until the terminal is done and answers the transaction', async () => {
  let is_answered = false
  const answer = post()
  void answer.then(() => {
    is_answered = true
  })
  const { order, answer: say } = await device.next()
  assert.equal(is_answered, false)
  assert.equal(order.amount, 1000n)
  say(approval(order))
  const { status, body } = await answer
  assert.equal(status, 201)
  assert.equal(body.transaction.id, order.reference)
  assert.equal(body.transaction.transaction_amount, 10)
  assert.equal(body.transaction.status_id, 101)
  assert.equal(body.transaction.entry_mode_id, 'C')
  assert.equal(body.transaction.first_six, '545454')
  assert.equal(body.transaction.last_four, '5454')
  assert.equal(body.transaction.terminal_id, home.terminal_id)
  assert.deepEqual(body.transaction.emv_receipt_data, {
    AID: 'a0000000042203',
    APPLAB: 'US Maestro',
    CVM: 'Pin Verified',
  })
  assert.match(body.transaction._links.self.href, /\/v2\/transactions\//)
  assert.equal(body.transaction.batch, '1')
})

test('RT-41 what was made at a terminal is seen and changed among the transactions, not here', async () => {
  const { body } = await carried({})
  const { id } = body.transaction
  assert.equal((await t.api.get(`routertransactions/${id}`)).status, 404)
  assert.equal((await t.api.get(`transactions/${id}`)).body.transaction.id, id)
  assert.equal((await t.stranger.get(`transactions/${id}`)).status, 404)
})

test('RT-37 a decline is a transaction like any other', async () => {
  const { status, body } = await carried({}, () => decline())
  assert.equal(status, 201)
  assert.equal(body.transaction.status_id, 301)
  assert.equal(body.transaction.reason_code_id, 1500)
})

test('nothing authorised is a 422 on the terminal in the words of the device, and leaves no transaction', async () => {
  const before = (await t.api.get('transactions?page_size=1')).body.meta.totalCount
  const answer = post()
  const { answer: say } = await device.next()
  say({ result: 'failed', why: 'unreachable', text: 'CONNECT ERROR' })
  assert.deepEqual((await answer).body.errors, { terminal_id: ['CONNECT ERROR'] })
  assert.equal((await t.api.get('transactions?page_size=1')).body.meta.totalCount, before)
})

test('GAP-26 RT-01 RT-02 RT-03 RT-05 RT-06 RT-07 RT-08 RT-09 RT-10 RT-12 RT-13 RT-14 RT-15 RT-17 RT-22 RT-24 RT-25 requests that do not fit are refused field by field', async () => {
  await refused({ payment_method: 'ach' }, 'payment_method')
  await refused({ payment_method: undefined }, 'payment_method')
  await refused({ action: undefined }, 'action')
  await refused({ action: 'dance' }, 'action')
  await refused({ action: 'void' }, 'action')
  await refused({ action: 'x'.repeat(25) }, 'action')
  await refused({ auth_code: '123456' }, 'auth_code')
  await refused({ action: 'force' }, 'auth_code')
  await refused({ action: 'force', auth_code: '1234567' }, 'auth_code')
  await refused({ batch: '1' }, 'batch')
  await refused({ location_id: undefined }, 'location_id')
  await refused({ terminal_id: undefined }, 'terminal_id')
  for (const terminal_id of [t.merchants[1].terminal_id, '0'.repeat(24)]) await refused({ terminal_id }, 'terminal_id')
  await refused({ transaction_amount: undefined }, 'transaction_amount')
  await refused({ transaction_amount: '12345678.90' }, 'transaction_amount')
  await refused({ transaction_amount: '0.00' }, 'transaction_amount')
  await refused({ transaction_amount: '1.00', tax: 0.6, tip_amount: '0.60' }, 'transaction_amount')
  await refused({ billing_zip: '1'.repeat(11) }, 'billing_zip')
  await refused({ billing_street: 'x'.repeat(65) }, 'billing_street')
  for (const contact_id of [t.merchants[1].contact_id, '0'.repeat(24)]) await refused({ contact_id }, 'contact_id')
  await refused({ description: 'x'.repeat(65) }, 'description')
  await refused({ order_num: 'x'.repeat(33) }, 'order_num')
  await refused({ po_number: 'x'.repeat(25) }, 'po_number')
  await refused({ transaction_api_id: 'x'.repeat(65) }, 'transaction_api_id')
  await refused({ tip_amount: '12345678.90' }, 'tip_amount')
  await refused({ ticket: 1234567890 }, 'ticket')
  await refused({ checkin_date: '21/11/2026' }, 'checkin_date')
  await refused({ checkout_date: '2026-2-1' }, 'checkout_date')
  await refused({ room_num: 'x'.repeat(13) }, 'room_num')
  await refused({ action: undefined, billing_zip: '1'.repeat(11), batch: 'x' }, 'action', 'billing_zip')
  assert.equal(device.waiting.length, 0)
})

test('RT-03 RT-10 force takes an auth_code of six characters', async () => {
  const { status, body } = await carried({ action: 'force', auth_code: '123456' })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.transaction.status_id, 101)
})

test('F14 order_num and po_number are any printable text of their length, and reach the terminal', async () => {
  const texts = { order_num: 'No. 17/4_b #ü', po_number: 'A.B#C/D_E' }
  const answer = post(texts)
  const { order, answer: say } = await device.next()
  say(approval(order))
  const { body } = await answer
  assert.deepEqual([body.transaction.order_num, body.transaction.po_number], Object.values(texts))
  assert.deepEqual([order.order_num, order.po_number], Object.values(texts))
  for (const broken of ['a\nb', 'a\u001cb'])
    await refused({ order_num: broken, po_number: broken }, 'order_num', 'po_number')
})

test('RT-18 RT-19 RT-21 RT-23 RT-24 RT-26 RT-33 tax and tip are parts of the amount; lodging fields come back as sent', async () => {
  const stay = { checkin_date: '2026-11-21', checkout_date: '2026-11-23', room_num: '12', room_rate: 80 }
  const { body } = await carried({
    ...stay,
    transaction_amount: '11.00',
    tax: 1,
    tip_amount: '2.00',
    advance_deposit: true,
    notification_email_address: 'guest@example.com',
  })
  assert.equal(body.transaction.transaction_amount, 11)
  assert.equal(body.transaction.tip_amount, '2.00')
  assert.equal(body.transaction.tax, '1.00')
  assert.equal(body.transaction.checkin_date, '2026-11-21')
  assert.equal(body.transaction.checkout_date, '2026-11-23')
  assert.equal(body.transaction.room_num, '12')
  assert.equal(body.transaction.room_rate, '80.00')
  assert.equal(body.transaction.advance_deposit, true)
  assert.equal(body.transaction.no_show, false)
  assert.equal(body.transaction.notification_email_address, 'guest@example.com')
  assert.equal((await carried({ ...stay, no_show: true })).body.transaction.no_show, true)
})

test('a tip chosen on the device comes on top', async () => {
  const { body } = await carried({}, order => approval(order, { tip: 150n, auth_amount: order.amount + 150n }))
  assert.equal(body.transaction.transaction_amount, 11.5)
  assert.equal(body.transaction.tip_amount, '1.50')
  assert.equal(body.transaction.auth_amount, '11.50')
})

test('RT-20 save_account stores the card for the contact, and for nobody without one', async () => {
  const token = cardToken({ first_six: '545454', last_four: '5454', brand: 'mc' }, '0123456789abcdef01234567')
  const tokened = (order: { amount: bigint }) => approval(order, { token })
  const { body } = await carried({ save_account: 1, contact_id: home.contact_id }, tokened)
  const saved = await t.api.get(`transactions/${body.transaction.id}?expand=saved_account`)
  const vault = saved.body.transaction.saved_account
  assert.equal(vault.contact_id, home.contact_id)
  assert.equal(vault.last_four, '5454')
  assert.ok(!saved.text.includes(token))

  const again = await t.api.post('transactions', {
    transaction: {
      action: 'sale',
      payment_method: 'cc',
      account_vault_id: vault.id,
      transaction_amount: '25.00',
      location_id: home.location_id,
    },
  })
  assert.equal(again.body.transaction.status_id, 101, again.text)

  const nobody = await carried({ save_account: 1 }, tokened)
  const none = await t.api.get(`transactions/${nobody.body.transaction.id}?expand=saved_account`)
  assert.equal(none.body.transaction.saved_account, null)
})

test('F7 a billing_street of 64 characters is kept whole, and as much of it as fits with a stored card', async () => {
  const billing_street = 'The Third House Behind the Old Mill at the End of Long Orchard Rd'.slice(0, 64)
  const token = cardToken({ first_six: '545454', last_four: '5454', brand: 'mc' }, '0123456789abcdef01234568')
  const tokened = (order: { amount: bigint }) => approval(order, { token })
  const { body } = await carried({ billing_street, save_account: 1, contact_id: home.contact_id }, tokened)
  const { transaction } = (await t.api.get(`transactions/${body.transaction.id}?expand=saved_account`)).body
  assert.equal(transaction.billing_street, billing_street)
  assert.equal(transaction.saved_account.billing_address, billing_street.slice(0, 32))
  const copied = { payment_method: 'cc', location_id: home.location_id, previous_transaction_id: transaction.id }
  const copy = await t.api.post('accountvaults', { accountvault: copied })
  assert.deepEqual(
    [copy.status, copy.body.accountvault?.billing_address],
    [201, billing_street.slice(0, 32)],
    copy.text,
  )
})

test('a signature is kept with the transaction', async () => {
  const { body } = await carried({}, order => approval(order, { signature_png_base64: 'iVBORw0KGgo=' }))
  const { body: shown } = await t.api.get(`transactions/${body.transaction.id}?expand=signature`)
  assert.equal(shown.transaction.signature.signature, 'iVBORw0KGgo=')
})

test('RT-16 a location with several deposit accounts asks which one', async () => {
  const product_transaction_id = await ownProduct(t)
  await refused({}, 'product_transaction_id')
  const { status } = await carried({ product_transaction_id })
  assert.equal(status, 201)
  await t.api.put(`producttransactions/${product_transaction_id}`, { producttransaction: { active: false } })
})

test('one request at a terminal at a time; the second is told so', async () => {
  const first = post()
  const { order, answer: say } = await device.next()
  const { status, body } = await post()
  assert.equal(status, 422)
  assert.deepEqual(body.errors, { terminal_id: ['Terminal is busy with another request.'] })
  say(approval(order))
  assert.equal((await first).status, 201)
})

test('the same transaction_api_id joins the run in progress, and gets its result afterwards', async () => {
  const seen = device.seen.length
  const first = post({ transaction_api_id: 'till-1' })
  const { order, answer: say } = await device.next()
  const second = post({ transaction_api_id: 'till-1' })
  assert.equal((await post({ transaction_api_id: 'till-1', transaction_amount: '11.00' })).status, 422)
  say(approval(order))
  const [one, two] = await Promise.all([first, second])
  assert.equal(one.body.transaction.id, two.body.transaction.id)
  const third = await post({ transaction_api_id: 'till-1' })
  assert.equal(third.body.transaction.id, one.body.transaction.id)
  assert.equal(device.seen.length, seen + 1)
})

test('the same Idempotency-Key joins the run in progress, and gets its result afterwards', async () => {
  const seen = device.seen.length
  const key = { 'idempotency-key': 'till-key-1' }
  const first = post({}, key)
  const { order, answer: say } = await device.next()
  const second = post({}, key)
  say(approval(order))
  const [one, two] = await Promise.all([first, second])
  assert.equal(two.status, 201, two.text)
  assert.equal(two.body.transaction.id, one.body.transaction.id)
  const third = await post({}, key)
  assert.equal(third.headers['idempotency-hit'], 'true')
  assert.equal(third.body.transaction.id, one.body.transaction.id)
  assert.equal(device.seen.length, seen + 1)
})

test('who does not want to wait gets a link, can look, and can cancel', async () => {
  const { status, body, headers } = await post({}, { prefer: 'respond-async' })
  assert.equal(status, 202)
  const { id } = body.terminalrun
  assert.match(headers.location!, new RegExp(`/v2/terminalruns/${id}$`))
  assert.equal(body.terminalrun.status, 'running')
  await device.next()
  assert.equal((await t.stranger.get(`terminalruns/${id}`)).status, 404)
  assert.equal((await t.stranger.post(`terminalruns/${id}/cancel`)).status, 404)
  assert.equal((await t.api.post(`terminalruns/${id}/cancel`)).status, 200)
  const ended = await untilEnded(id)
  assert.equal(ended.result, 'failed')
  assert.equal(ended.message, 'ABORTED')
  assert.equal((await t.api.post(`terminalruns/${id}/cancel`)).status, 422)
})

test('an unknown outcome is shown as pending, and becomes what the device tells later', async () => {
  const answer = post()
  const { order, answer: say } = await device.next()
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  const { status, body } = await answer
  assert.equal(status, 201)
  assert.equal(body.transaction.status_id, 0)
  assert.equal(body.transaction.reason_code_id, 1531)
  assert.equal((await t.api.put(`transactions/${order.reference}`, { transaction: { action: 'void' } })).status, 422)

  device.work.set(order.reference, { state: 'ended', outcome: approval(order) })
  assert.equal((await untilEnded(order.reference)).result, 'approved')
  const { body: later } = await t.api.get(`transactions/${order.reference}`)
  assert.equal(later.transaction.status_id, 101)
  assert.equal(later.transaction.batch, '1')
})

test('an unknown outcome of which the device knows nothing becomes a decline', async () => {
  const answer = post()
  const { order, answer: say } = await device.next()
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  await answer
  device.work.set(order.reference, { state: 'none' })
  assert.equal((await untilEnded(order.reference)).result, 'failed')
  const { body } = await t.api.get(`transactions/${order.reference}`)
  assert.equal(body.transaction.status_id, 301)
  assert.equal(body.transaction.reason_code_id, 1531)
})

test('RT-04 RT-11 settle closes the open batch of the product on the terminal', async () => {
  await refused({ action: 'settle', batch: '77', transaction_amount: undefined }, 'batch')
  const answer = post({ action: 'settle', transaction_amount: undefined })
  const { answer: say } = await device.next()
  say(approval({ amount: 12345n }))
  const { status, body } = await answer
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.transaction.batch, '1')
  const { body: batches } = await t.api.get('transactionbatches?is_open=0')
  assert.equal(batches.transactionbatches[0].processing_status_id, 2)
  assert.equal((await post({ action: 'settle', transaction_amount: undefined })).status, 422)
})

test('RV-01 RV-02 RV-03 RV-04 RV-05 RV-06 RV-07 RV-08 RV-09 the request stays open until a card was read, which is kept for the contact', async () => {
  const wanted = {
    payment_method: 'cc',
    action: 'store',
    location_id: home.location_id,
    contact_id: home.contact_id,
    terminal_id: home.terminal_id,
  }
  for (const name of Object.keys(wanted)) {
    const { status, body } = await t.api.post('routeraccountvaults', {
      routeraccountvault: { ...wanted, [name]: undefined },
    })
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body.errors), [name])
  }
  const other = await t.api.post('routeraccountvaults', { routeraccountvault: { ...wanted, action: 'sale' } })
  assert.deepEqual([other.status, Object.keys(other.body.errors)], [422, ['action']])
  let is_answered = false
  const answer = t.api.post('routeraccountvaults', { routeraccountvault: wanted }).finally(() => {
    is_answered = true
  })
  const { order, answer: say } = await device.next()
  assert.equal(is_answered, false)
  say(approval(order, { token: 'tk_fedcba9876543210' }))
  const { status, body } = await answer
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['accountvault'])
  assert.equal(body.accountvault.first_six, '545454')
  assert.equal(body.accountvault.last_four, '5454')
  assert.equal(body.accountvault.contact_id, home.contact_id)
  assert.equal(body.accountvault.title, '')
  assert.equal('account_number' in body.accountvault, false)
  assert.equal((await t.api.delete(`accountvaults/${body.accountvault.id}`)).status, 204)
})

test('F4 decision 18 routeraccountvault is served with and without s, by key and by signature', async () => {
  const { user } = home
  for (const path of ['/v2/routeraccountvault', '/v2/routeraccountvaults', '/v2/routeraccountvault/']) {
    const timestamp = String(t.clock.seconds())
    const hash = createHmac('sha256', user.user_hash_key)
      .update(user.user_id + timestamp)
      .digest('hex')
    const signed = { 'developer-id': t.developer_id, 'user-id': user.user_id, timestamp, 'hash-key': hash }
    for (const client of [t.api, t.as(signed)]) {
      const { status, body } = await client.post(path, { routeraccountvault: {} })
      assert.deepEqual([status, 'terminal_id' in (body.errors ?? {})], [422, true], path)
    }
    assert.equal((await t.as({ 'developer-id': t.developer_id }).post(path, {})).status, 401)
  }
  assert.equal((await t.api.get('/v2/routeraccountvault')).status, 405)
  assert.equal((await t.api.post('/v2/routeraccountvaulted', {})).status, 404)
  const wanted = { payment_method: 'cc', action: 'store', location_id: home.location_id, contact_id: home.contact_id }
  const answer = t.api.post('routeraccountvault', { routeraccountvault: { ...wanted, terminal_id: home.terminal_id } })
  const { order, answer: say } = await device.next()
  say(approval(order, { token: 'tk_fedcba9876543211' }))
  assert.equal((await answer).status, 201)
})

/** Lets the resolver look until the run has ended. */
async function untilEnded(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    await t.app.runs.recover()
    const { body } = await t.api.get(`terminalruns/${id}`)
    if (body.terminalrun.status === 'ended') return body.terminalrun
    await new Promise(resolve => setImmediate(resolve))
  }
}
