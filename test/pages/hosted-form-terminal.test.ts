import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { account, formAddress, payment, type Signing } from '../support/hosted-form.ts'
import { approval, decline, scriptedTerminal } from '../support/scripted-terminal.ts'

const device = scriptedTerminal()
const t = await testApp('hosted_form_terminal', { terminal: device })
after(t.close)

const [home, other] = t.merchants
const order = (over: Json = {}): Json =>
  payment(t, { location_id: home.location_id, terminal_id: home.terminal_id, entry_method: 'terminal', ...over })
const open = (data: Json, signing: Signing = { data_hash: true }, form: 'payform' | 'accountform' = 'payform') =>
  t.app.http.inject({ url: formAddress(t, form, data, signing) })

/** Opens the form, and presses the button that starts the terminal. */
async function start(data: Json) {
  const opened = await open(data)
  assert.equal(opened.statusCode, 200, opened.body)
  const form = /name="form" value="([^"]*)"/.exec(opened.body)![1]!
  const press = (also: Record<string, string> = {}) =>
    t.app.http.inject({
      method: 'POST',
      url: '/v2/payform',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({ form, at_terminal: '1', ...also }).toString(),
    })
  return { opened, press }
}
const made = async ({ transaction_api_id }: Json): Promise<Json[]> =>
  (await t.api.get(`transactions?transaction_api_id=${transaction_api_id}`)).body.transactions

test('a form for a terminal has no field for a card; its button starts the terminal and shows the result', async () => {
  const data = order({ order_num: 'T-1', parent_origin: 'https://shop.example', parent_send_message: true })
  const { opened, press } = await start(data)
  assert.doesNotMatch(opened.body, /account_number|routing/)
  assert.match(opened.body, /<h1 id="pay-title">At the terminal<\/h1>/)
  assert.match(opened.body, /Amount: <strong>\$12\.00<\/strong>\./)
  const answer = press()
  const asked = await device.next()
  assert.deepEqual([asked.order.amount, asked.order.order_num], [1200n, 'T-1'])
  asked.answer(approval(asked.order))
  const { statusCode, body } = await answer
  assert.equal(statusCode, 200, body)
  assert.match(body, /Payment approved/)
  const [paid, ...others] = await made(data)
  assert.deepEqual([others.length, paid.id, paid.status_id, paid.last_four], [0, asked.order.reference, 101, '5454'])
  const message = /data-message="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"')
  assert.equal(JSON.parse(message).transaction.id, paid.id)
})

test('a form for a terminal is read in another language without starting it', async () => {
  const { opened, press } = await start(order())
  assert.match(opened.body, /name="lang" value="es"/)
  const { body } = await press({ lang: 'es' })
  assert.match(body, /<h1 id="pay-title">En la terminal<\/h1>[\s\S]*Iniciar la terminal/)
  assert.deepEqual(device.waiting, [])
})

test('a form that is sent twice asks the customer once', async () => {
  const data = order()
  const { press } = await start(data)
  const answers = [press(), press()]
  const asked = await device.next()
  asked.answer(approval(asked.order))
  for (const { body } of await Promise.all(answers)) assert.match(body, /Payment approved/)
  assert.match((await press()).body, /Payment approved/)
  assert.equal((await made(data)).length, 1)
  assert.equal(device.seen.filter(({ reference }) => reference === asked.order.reference).length, 1)
})

test('a decline is shown; where the terminal failed the form is there again, and may start it once more', async () => {
  const declined = await start(order())
  const answer = declined.press()
  ;(await device.next()).answer(decline())
  assert.match((await answer).body, /Payment declined/)

  const data = order()
  const { press } = await start(data)
  const first = press()
  ;(await device.next()).answer({ result: 'failed', why: 'timeout', text: 'TIMEOUT' })
  const failed = await first
  assert.equal(failed.statusCode, 422)
  assert.match(failed.body, /Nothing was charged[\s\S]*The terminal says: TIMEOUT[\s\S]*Start the terminal/)
  assert.deepEqual(await made(data), [])
  const second = press()
  const asked = await device.next()
  asked.answer(approval(asked.order))
  assert.match((await second).body, /Payment approved/)
})

test('a form for both has fields for accounts, and the terminal below them', async () => {
  const data = order({ entry_method: 'both', action: 'authonly' })
  const { opened, press } = await start(data)
  assert.match(opened.body, /cc_account_number[\s\S]*<h2>At the terminal<\/h2>[\s\S]*Start the terminal/)
  const answer = press()
  const asked = await device.next()
  assert.equal(asked.order.action, 'authonly')
  asked.answer(approval(asked.order))
  await answer
  assert.equal((await made(data))[0]!.status_id, 102)
  const typed = await open(order({ entry_method: 'both', terminal_id: undefined }), {})
  assert.equal(typed.statusCode, 200)
  assert.doesNotMatch(typed.body, /Start the terminal/)
})

test('the data of a form that starts a terminal are signed, and name a terminal of the location', async () => {
  for (const entry_method of ['terminal', 'both'])
    assert.equal((await open(order({ entry_method }), {})).statusCode, 401, entry_method)
  const refused = async (over: Json) => {
    const answer = await open(order(over))
    assert.equal(answer.statusCode, 422, answer.body)
    return Object.keys(answer.json().errors)
  }
  assert.deepEqual(await refused({ terminal_id: undefined }), ['terminal_id'])
  assert.deepEqual(await refused({ terminal_id: other.terminal_id }), ['terminal_id'])
  assert.deepEqual(await refused({ location_id: home.child_location_id }), ['terminal_id'])
  assert.deepEqual(await refused({ action: 'debit' }), ['entry_method'])
  assert.deepEqual(await refused({ payment_method: 'ach' }), ['entry_method'])
  assert.deepEqual(await refused({ surcharge_amount: '0.30' }), ['surcharge_amount'])
  const vault = await open(account(t, { entry_method: 'terminal' }), {}, 'accountform')
  assert.match(vault.json().errors.entry_method[0], /routeraccountvaults/)
  assert.deepEqual(device.waiting, [])
})
