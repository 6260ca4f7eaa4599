import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localDate } from '../../src/lib/local-date.ts'
import type { Answer, Json } from '../support/app.ts'
import { sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { cardBody, storedVault } from '../support/vaults.ts'

const t = await newMerchant()
const developer = { 'developer-id': t.developer_id }
const { user } = t.merchants[0]
const { location_id } = t.merchants[0]

function hintsOf({ body }: Answer): string[] {
  return body.hints ?? []
}

test('a body without its wrapper is told the wrapper, and the fields that are missing as before', async () => {
  const bare = await t.api.post('contacts', { location_id, last_name: 'Berg' })
  assert.equal(bare.status, 422)
  assert.deepEqual(bare.body.errors.last_name, ['Last Name cannot be blank.'])
  assert.deepEqual(hintsOf(bare), ['The body has no contact. Wrap the fields under that name: {"contact": {…}}.'])
  assert.match(bare.body.doc_url, /\/docs\/errors\/wrapper-missing$/)
  const none = await t.api.post('contacts')
  assert.match(hintsOf(none)[0]!, /^The request has no body\./)
  const wrong = await t.api.put(`locations/${location_id}`, { name: 'x' })
  assert.match(hintsOf(wrong)[0]!, /^The body has no location\./)
})

test('VER-02 no other version is served', async () => {
  for (const path of ['/v1/tags', '/v3/tags', '/tags']) assert.equal((await t.api.get(path)).status, 404, path)
})

test('a misspelt field is told the right one, on a refusal and on success', async () => {
  const refused = await t.api.post('contacts', { contact: { location_id, lastName: 'Berg', colour: 1 } })
  assert.deepEqual(Object.keys(refused.body.errors), ['last_name'])
  assert.deepEqual(hintsOf(refused), ['There is no field lastName. Did you mean last_name?'])
  assert.equal(refused.headers['tollgate-ignored-fields'], 'lastName, colour')
  assert.match(refused.body.doc_url, /\/docs\/errors\/misspelt-field$/)
  const taken = await t.api.post('contacts', { contact: { location_id, last_name: 'Berg', emial: 'a@example.com' } })
  assert.equal(taken.status, 201)
  assert.equal(taken.headers['tollgate-hints'], 'There is no field emial. Did you mean email?')
  assert.equal(taken.headers['tollgate-ignored-fields'], 'emial')
})

test('names that hold a card number, or are no names, are said nowhere', async () => {
  const sent = { '4111111111111111': 1, 'last name\r\n': 1, last_nam: 1 }
  const { text, headers } = await t.api.post('contacts', { contact: { location_id, ...sent } })
  assert.equal(headers['tollgate-ignored-fields'], 'last_nam')
  assert.ok(!text.includes('4111111111111111'))
})

test('a misspelt filter is told the column', async () => {
  const refused = await t.api.get('contacts?last_nam=Berg')
  assert.deepEqual(hintsOf(refused), ['There is no column last_nam. Did you mean last_name?'])
})

test('a 401 says which header is missing, and the same whether an id exists or not', async () => {
  const hintOf = async (headers: Record<string, string>) => {
    const answer = await t.as(headers).get('contacts')
    assert.equal(answer.status, 401)
    return hintsOf(answer).join(' ')
  }
  assert.equal(await hintOf({}), 'developer-id is missing: send it as a header.')
  assert.match(await hintOf(developer), /^There are no credentials/)
  assert.equal(
    await hintOf({ ...developer, 'user-id': user.user_id }),
    'user-api-key is missing: send it beside user-id.',
  )
  assert.equal(await hintOf({ ...developer, 'user-api-key': 'x' }), 'user-id is missing: send it beside user-api-key.')
  assert.equal(
    await hintOf({ ...developer, 'user-id': user.user_id, 'hash-key': 'x' }),
    'A signature needs user-id, timestamp and hash-key: timestamp is missing.',
  )
  const known = await hintOf({ ...developer, 'user-id': user.user_id, 'user-api-key': 'x'.repeat(32) })
  const unknown = await hintOf({ ...developer, 'user-id': '0'.repeat(24), 'user-api-key': 'x'.repeat(32) })
  assert.equal(known, unknown)
})

test('GAP-35 every error has the id of its request and the page that explains it', async () => {
  const answers = [
    await t.as({}).get('contacts'),
    await t.api.get(`contacts/${'0'.repeat(24)}`),
    await t.api.get('/nowhere'),
    await t.api.put('contacts', {}),
    await t.api.post('contacts', '{'),
    await t.api.post('contacts', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    await t.api.post('transactions', { transaction: { location_id, exp_date: '2027-12', payment_method: 'card' } }),
    await t.clerk.delete(`locations/${location_id}`),
    await t.api.get('/v2/%zz'),
  ]
  for (const { status, body, headers } of answers) {
    assert.ok(status >= 400)
    assert.equal(body.request_id, headers['x-request-id'])
    const page = await t.as({}).get(new URL(body.doc_url).pathname)
    assert.equal(page.status, 200, body.doc_url)
  }
})

test('the same refusal under an Idempotency-Key names the request that was refused first', async () => {
  const key = { 'idempotency-key': 'errors-1' }
  const send = () => t.api.post('contacts', { contact: { location_id, lastname: 'Berg' } }, key)
  const [first, again] = [await send(), await send()]
  assert.equal(again.text, first.text)
  assert.equal(first.body.request_id, first.headers['x-request-id'])
})

test('a value of another form is told the form', async () => {
  const card = { location_id, account_number: '4111111111111111', payment_method: 'cc', action: 'sale' }
  const said = async (sent: object) =>
    (await t.api.post('transactions', { transaction: { ...card, ...sent } })).body.errors
  assert.match((await said({ exp_date: '12/2027' })).exp_date[0], /MMYY/)
  assert.match((await said({ transaction_amount: '$5' })).transaction_amount[0], /such as 10\.50/)
  assert.match((await said({ payment_method: 'card' })).payment_method[0], /one of cc, ach/)
  const { body } = await t.api.post('contacts', { contact: { location_id, last_name: 'x', date_of_birth: '1.2.1990' } })
  assert.match(body.errors.date_of_birth[0], /yyyy-mm-dd/)
})

test('decision 41 a conflict with a record is a 409 with errors; a key in use is a 409 without', async () => {
  const own = await t.api.delete(`users/${t.merchants[0].user.user_id}`)
  assert.deepEqual([own.status, Object.keys(own.body)], [409, ['errors', 'request_id', 'doc_url']])
  const contact = await sampleOf({ api: t.api, merchant: t.merchants[0] }, 'contact')
  const sent = Array.from({ length: 12 }, () => t.api.post('contacts', { contact }, { 'idempotency-key': 'in-use' }))
  const answers = await Promise.all(sent)
  const refused = answers.filter(({ status }) => status === 409)
  assert.ok(refused.length > 0)
  const keys = ['name', 'message', 'code', 'status', 'request_id', 'doc_url']
  for (const { body } of refused) assert.deepEqual(Object.keys(body), keys)
})

test('G9 a start or due date more than a year back is 422, and so is one that an invoice is moved to', async () => {
  const { contact_id } = t.merchants[0]
  const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
  const invoice = { location_id, title: 'Chairs', item_list: { Chairs: '5.00' } }
  const recurring = {
    location_id,
    account_vault_id: vault.id,
    interval: 1,
    interval_type: 'm',
    transaction_amount: '5.00',
  }
  const today = localDate(Math.floor(Date.now() / 1000), 'America/New_York')
  const [old, recent] = [today.subtract({ years: 1, days: 2 }).toString(), today.subtract({ months: 11 }).toString()]
  for (const date of ['1970-01-01', old]) {
    const refused = await t.api.post('quickinvoices', { quickinvoice: { ...invoice, due_date: date } })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['due_date']])
    const never = await t.api.post('recurrings', { recurring: { ...recurring, start_date: date } })
    assert.deepEqual([never.status, Object.keys(never.body.errors)], [422, ['start_date']])
  }
  const made = await t.api.post('quickinvoices', { quickinvoice: { ...invoice, due_date: recent } })
  assert.equal(made.status, 201)
  const moved = await t.api.put(`quickinvoices/${made.body.quickinvoice.id}`, { quickinvoice: { due_date: old } })
  assert.deepEqual([moved.status, Object.keys(moved.body.errors)], [422, ['due_date']])
})

test('G9 what is over at its birth, or begins in the past, is made with a hint', async () => {
  const { contact_id, cc_product_transaction_id } = t.merchants[0]
  const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
  const past = localDate(Math.floor(Date.now() / 1000), 'America/New_York').subtract({ days: 3 })
  const [date, later] = [past.toString(), past.add({ years: 1 }).toString()]
  const invoice = { location_id, title: 'Chairs', item_list: { Chairs: '5.00' }, due_date: date }
  const link = { location_id, cc_product_transaction_id, amount_due: '5.00' }
  const recurring = {
    location_id,
    account_vault_id: vault.id,
    interval: 1,
    interval_type: 'm',
    transaction_amount: '5.00',
  }
  const hintOf = async (plural: string, body: Json): Promise<unknown> => {
    const { status, headers } = await t.api.post(plural, body)
    assert.equal(status, 201)
    return headers['tollgate-hints']
  }
  assert.match(String(await hintOf('quickinvoices', { quickinvoice: { ...invoice, expire_date: date } })), /has passed/)
  assert.match(String(await hintOf('paylinks', { paylink: { ...link, expire_date: date } })), /closed/)
  assert.match(String(await hintOf('recurrings', { recurring: { ...recurring, start_date: date } })), /first payment/)
  assert.equal(await hintOf('quickinvoices', { quickinvoice: { ...invoice, expire_date: later } }), undefined)
  assert.equal(await hintOf('paylinks', { paylink: { ...link, expire_date: later } }), undefined)
  assert.equal(await hintOf('recurrings', { recurring: { ...recurring, start_date: later } }), undefined)
})
