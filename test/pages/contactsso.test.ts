import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newEncryptionKey } from '../../src/auth/encryption-key.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'

let t: TestApp
let count = 0

before(async () => {
  t = await testApp('contactsso')
})
after(() => t.close())

const hex = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('hex')

const said = (over: Json = {}) => ({
  timestamp: t.clock.seconds(),
  user_id: t.merchants[0].user.user_id,
  user_api_key: t.merchants[0].user.user_api_key,
  location_id: t.merchants[0].location_id,
  contact_api_id: `sso-${++count}`,
  first_name: 'Pat <b>',
  last_name: 'Example',
  ...over,
})

const open = (query: Record<string, string>, path = '/v2/contactsso') =>
  t.app.http.inject(`${path}?${new URLSearchParams({ 'developer-id': t.developer_id, ...query })}`)
const opened = async (over: Json = {}) => (await open({ data: hex(said(over)) })).statusCode

/** Follows a sign-on to the page: its path with the code. */
async function signOn(over: Json = {}): Promise<string> {
  const answer = await open({ data: hex(said(over)) })
  assert.equal(answer.statusCode, 302, answer.body)
  return String(answer.headers.location).replace('http://127.0.0.1:8080', '')
}
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';', 1)[0]!

test('GAP-29 AUTH-SSO-01 a generated address signs in, makes the contact, and leads to its page without a key in any address', async () => {
  const link = said()
  const answer = await open({ data: hex(link) })
  assert.equal(answer.statusCode, 302)
  const location = String(answer.headers.location)
  assert.match(location, /^http:\/\/127\.0\.0\.1:8080\/contact\/[0-9a-f]{24}\?code=[\w-]{32}$/)
  const { contacts } = (await t.api.get(`contacts?contact_api_id=${link.contact_api_id}`)).body
  assert.equal(contacts.length, 1)
  assert.ok(location.includes(contacts[0].id))

  const page = await t.app.http.inject(location.replace('http://127.0.0.1:8080', ''))
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /You are signed in as user\./)
  assert.match(page.body, /Pat &lt;b&gt; Example/)
  assert.doesNotMatch(page.body, /<dt>Address<\/dt>/, 'it has none')
  assert.match(
    String(page.headers['set-cookie']),
    /^tollgate_session=[A-Za-z0-9]{32}; Path=\/contact\/[0-9a-f]{24}; HttpOnly; SameSite=Lax$/,
  )
  for (const secret of [link.user_api_key, hex(link)]) {
    assert.ok(!page.body.includes(secret) && !location.includes(secret) && !t.logged().includes(secret))
  }
})

test('a contact sees the invoices that are open, with the way to pay them, and how payments ended in plain words', async () => {
  const link = said({ cell_phone: '2025550143' })
  await open({ data: hex(link) })
  const [contact] = (await t.api.get(`contacts?contact_api_id=${link.contact_api_id}`)).body.contacts
  const { location_id } = t.merchants[0]
  const quickinvoice = { location_id, contact_id: contact.id, title: 'Hedge', due_date: '2040-12-31' }
  const made = await t.api.post('quickinvoices', { quickinvoice: { ...quickinvoice, item_list: { Hedge: '80.00' } } })
  assert.equal(made.status, 201, made.text)
  const account = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1240' }
  const transaction = { location_id, contact_id: contact.id, action: 'sale', ...account, transaction_amount: '6.16' }
  await t.api.post('transactions', { transaction })
  const { body } = await t.app.http.inject(await signOn(link))
  assert.match(body, /\(202\) 555-0143/)
  assert.ok(body.includes(`href="/quickinvoice/?id=${made.body.quickinvoice.id}"`))
  assert.match(body, />Pay \$80\.00</)
  assert.match(body, />Declined</)
  assert.doesNotMatch(body, /INSUFFICIENT/)
})

test('AUTH-SSO-01 the same address again brings the contact up to date', async () => {
  const contact_api_id = `same-${++count}`
  const [first] = (await signOn({ contact_api_id })).split('?')
  const [second] = (await signOn({ contact_api_id, last_name: 'Changed' })).split('?')
  assert.equal(second, first)
  const { contacts } = (await t.api.get(`contacts?contact_api_id=${contact_api_id}`)).body
  assert.deepEqual([contacts.length, contacts[0].last_name], [1, 'Changed'])
})

test('AUTH-SSO-01 a form may send it as well, and its old path works', async () => {
  const payload = new URLSearchParams({ 'developer-id': t.developer_id, data: hex(said()) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const url of ['/v2/contactsso', '/custom/contactsso']) {
    assert.equal((await t.app.http.inject({ method: 'POST', url, headers, payload })).statusCode, 302)
  }
  assert.equal((await open({ data: hex(said()) }, '/custom/contactsso')).statusCode, 302)
})

test('GAP-29 AUTH-SSO-01 whatever is altered is refused: 400 unreadable, 401 old or wrong, 422 unfit', async () => {
  for (const data of ['', 'nothing', 'abc', hex('nothing'), hex('[]'), hex('7'), hex('null')]) {
    assert.equal((await open({ data })).statusCode, 400, data)
  }
  const { user } = t.merchants[0]
  for (const over of [
    { user_api_key: `${user.user_api_key}x` },
    { user_api_key: null },
    { user_api_key: t.merchants[1].user.user_api_key },
    { user_id: 'f0'.repeat(12) },
    { user_id: 7 },
    { timestamp: t.clock.seconds() - 16 * 60 },
    { timestamp: t.clock.seconds() + 16 * 60 },
    { timestamp: undefined },
    { timestamp: 'now' },
  ]) {
    assert.equal(await opened(over), 401, JSON.stringify(over))
  }
  for (const over of [
    { contact_api_id: undefined },
    { contact_api_id: 'x'.repeat(65) },
    { last_name: '' },
    { location_id: t.merchants[1].location_id },
    { location_id: undefined },
    { email: 'nobody' },
  ]) {
    const answer = await open({ data: hex(said(over)) })
    assert.equal(answer.statusCode, 422, JSON.stringify(over))
    assert.deepEqual(Object.keys(answer.json().errors), Object.keys(over))
  }
  assert.equal((await t.app.http.inject(`/v2/contactsso?data=${hex(said())}`)).statusCode, 401)
})

test('AUTH-SSO-01 a link may be encrypted with the key of the software', async () => {
  const key = (await newEncryptionKey(t.db, t.cipher, t.developer_id))!
  assert.equal(Buffer.from(key).length, 16)
  const encrypted = (text: string) => {
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-128-cbc', Buffer.from(key), iv)
    return Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('hex')
  }
  assert.equal((await open({ e_data: encrypted(JSON.stringify(said())) })).statusCode, 302)
  const good = encrypted(JSON.stringify(said()))
  const bodies = []
  for (const e_data of [`${good.slice(0, -2)}00`, good.slice(0, 40), hex(said()), encrypted('nothing'), 'zz']) {
    const answer = await open({ e_data })
    assert.equal(answer.statusCode, 400)
    const { request_id: _, ...told } = answer.json()
    bodies.push(JSON.stringify(told))
  }
  assert.equal(new Set(bodies).size, 1)
})

test('the code of an address is good once, for a moment, and for its own contact', async () => {
  const path = await signOn()
  const other = await signOn()
  const swapped = `${path.split('?')[0]}?${other.split('?')[1]}`
  assert.equal((await t.app.http.inject(swapped)).statusCode, 401)
  assert.equal((await t.app.http.inject(path)).statusCode, 200)
  assert.equal((await t.app.http.inject(path)).statusCode, 401)
  const late = await signOn()
  await t.clock.moveTo(t.clock.seconds() + 301, t.app.worker)
  assert.equal((await t.app.http.inject(late)).statusCode, 401)
})

test('the session opens the page of its contact alone and nothing of the API, rests for fifteen minutes at most, and ends', async () => {
  const path = await signOn()
  const own = path.split('?')[0]!.split('/').at(-1)!
  const first = await t.app.http.inject(path)
  const cookie = cookieOf(first.headers)
  const headers = { cookie }
  const show = async (id: string) => (await t.app.http.inject({ url: `/contact/${id}`, headers })).statusCode
  assert.equal(await show(own), 200)
  for (const other of [t.merchants[0].contact_id, t.merchants[1].contact_id, 'nothing'])
    assert.equal(await show(other), 401, other)
  const token = { 'developer-id': t.developer_id, 'access-token': cookie.split('=')[1]! }
  assert.equal((await t.as(token).get('users/me')).status, 401)
  const elsewhere = { ...headers, 'sec-fetch-site': 'cross-site' }
  const end = (over: Record<string, string>) =>
    t.app.http.inject({ method: 'POST', url: `/contact/${own}/sign-out`, headers: over })
  assert.equal((await end(elsewhere)).statusCode, 403)
  await t.clock.moveTo(t.clock.seconds() + 14 * 60, t.app.worker)
  assert.equal(await show(own), 200)
  assert.equal((await end(headers)).statusCode, 200)
  assert.equal(await show(own), 401)
})

test('a user without the right sees no contact', async () => {
  const made = await t.api.post('users', {
    user: {
      username: 'payer',
      last_name: 'Example',
      email: 'payer@juniper.example',
      primary_location_id: t.merchants[0].location_id,
      user_type_id: 100,
      user_api_key: 'an-invented-key-of-some-length',
    },
  })
  const { id } = made.body.user
  assert.equal(await opened({ user_id: id, user_api_key: 'an-invented-key-of-some-length' }), 403)
})

/** Opens a link that charges and returns its form: the fields that are hidden in it. */
async function chargeForm(over: Json, path = '/custom/sso'): Promise<{ document: string; hidden: URLSearchParams }> {
  const answer = await open({ data: hex(said(over)) }, path)
  assert.equal(answer.statusCode, 302, answer.body)
  const location = String(answer.headers.location)
  assert.match(location, /^http:\/\/127\.0\.0\.1:8080\/charge\?form=/)
  assert.ok(!location.includes(t.merchants[0].user.user_api_key))
  const page = await t.app.http.inject(location.replace('http://127.0.0.1:8080', ''))
  assert.equal(page.statusCode, 200, page.body)
  const fields = ['form', 'attempt', 'shown_amount'].flatMap(name => {
    const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1]
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  return { document: page.body, hidden: new URLSearchParams(fields) }
}

const CARD = {
  cc_account_number: '4111111111111111',
  cc_exp_date: '1245',
  cc_cvv: '999',
  payment_method: 'cc',
  cc_account_holder_name: 'Pat',
}

function pay(hidden: URLSearchParams, over: Record<string, string> = {}) {
  const payload = new URLSearchParams([...hidden, ...Object.entries({ ...CARD, ...over })]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://127.0.0.1:8080' }
  return t.app.http.inject({ method: 'POST', url: '/v2/payform', headers, payload })
}

test('AUTH-SSO-01 a link with an amount leads to a form that charges the contact once, with what the link says', async () => {
  const line_items = [
    { li_id: 1, qty: 2, tax_amount: 0.6, description: 'test', line_total: 10.6 },
    { li_id: 2, qty: 1, tax_amount: 0.3, description: 'test222', line_total: 5.3 },
  ]
  const link = { transaction_amt: 15.9, claim_id: '12345', tags: ['POS'], line_items, zip: '07302' }
  const { document, hidden } = await chargeForm(link, '/v2/contactsso')
  assert.match(document, /15\.90/)
  assert.match(document, /value="07302"/)
  const paid = await pay(hidden, { cc_billing_zip: '07302' })
  assert.match(paid.body, /Payment approved/)
  await pay(hidden, { cc_billing_zip: '07302' })
  const { transactions } = (await t.api.get('transactions?order_num=12345&expand=tags,contact')).body
  assert.equal(transactions.length, 1)
  const [{ transaction_amount, tax, description, contact, tags }] = transactions
  assert.deepEqual([transaction_amount, tax, description], [15.9, '0.90', 'test, test222'])
  assert.deepEqual([contact.last_name, tags[0].title], ['Example', 'POS'])
})

test('AUTH-SSO-01 a virtual terminal is opened for nobody in particular, and asks for what the link leaves out', async () => {
  const none = { contact_api_id: undefined, first_name: undefined, last_name: undefined, route: 'virtualterminal' }
  const fixed = await chargeForm({
    ...none,
    params: { transaction_amount: '1.00', order_num: 'VT1', billing_zip: '31405' },
  })
  assert.match(fixed.document, /value="31405"/)
  assert.match((await pay(fixed.hidden, { cc_billing_zip: '31405' })).body, /Payment approved/)

  const typed = await chargeForm({ ...none, params: { order_num: 'VT2', room_number: '12' } })
  assert.match((await pay(typed.hidden, { amount: '7.25' })).body, /Payment approved/)
  const { transactions } = (await t.api.get('transactions?order_num=VT2')).body
  assert.deepEqual(
    [transactions[0].transaction_amount, transactions[0].contact_id, transactions[0].room_num],
    [7.25, null, '12'],
  )
})

test('AUTH-SSO-01 a charge is refused where the software reads it, and its address is good for a quarter of an hour', async () => {
  for (const over of [
    { transaction_amt: '0' },
    { transaction_amt: 'x' },
    { transaction_amt: '1', line_items: [{ tax_amount: 'x' }] },
  ]) {
    assert.equal((await open({ data: hex(said(over)) })).statusCode, 422, JSON.stringify(over))
  }
  const strange = { route: 'virtualterminal', contact_api_id: undefined, location_id: t.merchants[1].location_id }
  assert.equal((await open({ data: hex(said(strange)) })).statusCode, 422)
  assert.equal((await t.app.http.inject('/charge?form=nothing')).statusCode, 400)
  const { headers } = await open({ data: hex(said({ transaction_amt: '2.00' })) })
  const path = String(headers.location).replace('http://127.0.0.1:8080', '')
  await t.clock.moveTo(t.clock.seconds() + 901, t.app.worker)
  assert.equal((await t.app.http.inject(path)).statusCode, 410)
})
