import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { formAddress, formData, payment, signature } from '../support/hosted-form.ts'
import { CARD_FORM } from '../support/pay-page.ts'
import { servedRoutes } from '../support/served-routes.ts'

/** What a payer can do with the address of his form: he sees all of it. */

let t: TestApp

before(async () => {
  t = await testApp('form_attacks', { config: { payer_tries: 2 } })
})
after(() => t.close())

const open = (url: string) => t.app.http.inject({ url })
const queryOf = (address: string) => address.split('?')[1]!
const statusOf = async (url: string) => (await open(url)).statusCode
/** The query of a form that a payer has opened. */
async function opened(): Promise<string> {
  const address = formAddress(t, 'payform', payment(t))
  assert.equal(await statusOf(address), 200)
  return queryOf(address)
}
/** The same address with other data, as a payer writes it who would pay less. */
function rewritten(address: string, over: Json): string {
  const query = new URLSearchParams(queryOf(address))
  query.set('data', formData('payform', payment(t, over)))
  return `/v2/payform?${query}`
}
const set = async (change: Json) =>
  assert.equal((await t.api.put(`locations/${t.merchants[0].location_id}`, { location: change })).status, 200)

test('the address of a form that was opened opens no endpoint', async () => {
  const query = await opened()
  const id = t.merchants[0].contact_id
  const tried = routesOf(bareRegistry().nouns)
  assert.ok(tried.length > 150)
  for (const { method, path } of tried) {
    const url = `${path.replace(/\{\w+\}/g, id)}?${query}`
    const headers = { 'content-type': 'application/json' }
    const sent = method === 'GET' ? {} : { headers, payload: '{}' }
    const { statusCode, body } = await t.app.http.inject({ method, url, ...sent })
    assert.equal(statusCode, 401, `${method} ${path} ${body}`)
  }
  const header = Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => name !== 'data'))
  for (const path of ['transactions', 'accountvaults', 'salestax'])
    assert.equal((await t.as(header).get(path)).status, 401, path)
})

test('the address of a form that was opened shows nothing more at any page than no credential does', async () => {
  const query = await opened()
  const pages = servedRoutes(t.app).filter(route => route.startsWith('GET ') && !/ \/(v2|sandbox|assets)\//.test(route))
  assert.ok(pages.length > 15, String(pages.length))
  const { name, user } = t.merchants[0]
  for (const page of pages) {
    const path = page.slice(4).replace(/\{\w+\}/g, t.merchants[0].contact_id)
    const [bare, tried] = [await open(path), await open(`${path}?${query}`)]
    assert.equal(tried.statusCode, bare.statusCode, page)
    // Links to other languages repeat the address that was asked for.
    const told = tried.body.replaceAll(/href="[^"]*lang=es"/g, '')
    for (const secret of [name, user.username, user.user_id])
      assert.ok(bare.body.includes(secret) || !told.includes(secret), `${page} ${secret}`)
  }
})

test('a form that was opened for 100.00 is not opened for 1.00; two forms of one second are two forms', async () => {
  const data = payment(t, { transaction_amount: '100.00' })
  const over = { timestamp: String(t.clock.seconds() - 650) }
  const address = formAddress(t, 'payform', data, { over })
  assert.equal(await statusOf(address), 200)
  assert.equal(await statusOf(address), 200, 'a reload')
  for (const other of [{ transaction_amount: '1.00' }, { location_id: t.merchants[0].location_id }]) {
    const cheap = await open(rewritten(address, { ...data, ...other }))
    assert.equal(cheap.statusCode, 401)
    assert.match(cheap.json().message, /with other data/)
  }
  assert.equal(await statusOf(formAddress(t, 'payform', payment(t), { over })), 200)
})

test('what a server has signed for itself may open a form, and from then on opens nothing of the API', async () => {
  const signs = signature(t, { over: { timestamp: String(t.clock.seconds() - 660) } })
  assert.equal((await t.as(signs).get('accountvaults')).status, 200)
  const query = new URLSearchParams({ ...signs, data: formData('payform', payment(t)) })
  assert.equal(await statusOf(`/v2/payform?${query}`), 200)
  assert.equal((await t.as(signs).get('accountvaults')).status, 401)
})

test('of two that open a form with other data at the same moment, one does', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const data = payment(t)
    const address = formAddress(t, 'payform', data)
    const other = rewritten(address, { ...data, transaction_amount: '1.00' })
    const statuses = (await Promise.all([open(address), open(other)])).map(({ statusCode }) => statusCode)
    assert.deepEqual(statuses.toSorted(), [200, 401], String(statuses))
  }
})

test('a time in the future is no signature, but for a minute in which clocks differ', async () => {
  const ahead = async (seconds: number) => {
    const timestamp = String(t.clock.seconds() + seconds)
    return statusOf(formAddress(t, 'payform', payment(t), { over: { timestamp } }))
  }
  assert.equal(await ahead(50), 200)
  assert.equal(await ahead(70), 401)
  assert.equal(await ahead(14 * 60), 401)
})

test('a signature over the data: it cannot be rewritten or left out, and forms of one second stay apart', async () => {
  const over = { timestamp: String(t.clock.seconds() - 750) }
  const signed = (data: Json) => formAddress(t, 'payform', data, { data_hash: true, over })
  const [mine, yours] = [signed(payment(t)), signed(payment(t))]
  assert.equal(await statusOf(mine), 200)
  assert.equal(await statusOf(yours), 200)
  assert.equal(await statusOf(mine), 200)
  const cheap = await open(rewritten(mine, { transaction_amount: '1.00' }))
  assert.equal(cheap.statusCode, 401)
  assert.equal(cheap.json().message, 'Data hash is invalid')
  const bare = new URLSearchParams(queryOf(mine))
  bare.delete('data-hash')
  assert.equal(await statusOf(`/v2/payform?${bare}`), 401)
  assert.equal(await statusOf(`/v2/transactions?${queryOf(mine)}`), 401)
})

test('a location that says so takes forms with a signature over their data only, and so do those below it', async () => {
  await set({ form_data_hash_required: true })
  const refused = await open(formAddress(t, 'payform', payment(t)))
  assert.equal(refused.statusCode, 401)
  assert.match(refused.json().message, /data-hash/)
  assert.equal(await statusOf(formAddress(t, 'payform', payment(t), { data_hash: true })), 200)
  await set({ form_data_hash_required: false })
  assert.equal(await statusOf(formAddress(t, 'payform', payment(t))), 200)
})

test('nobody writes a refund to his own card into an address, opened or not', async () => {
  const refund = payment(t, { action: 'refund', transaction_amount: '5000.00' })
  const address = formAddress(t, 'payform', payment(t))
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await open(rewritten(address, refund))
    assert.equal(answer.statusCode, 401, answer.body)
    assert.match(answer.json().message, /pays out/)
    assert.equal(await statusOf(address), 200)
  }
  assert.equal(await statusOf(formAddress(t, 'payform', refund, { data_hash: true })), 200)
})

test('a payer who writes the id of another payment into his address sees nothing of it, and has not paid', async () => {
  const order = randomUUID()
  const paid = { ...payment(t), action: 'sale', payment_method: 'cc', transaction_api_id: order, exp_date: '0431' }
  const made = await t.api.post('transactions', { transaction: { ...paid, account_number: '5454545454545454' } })
  assert.equal(made.status, 201, made.text)
  await t.clock.moveTo(t.clock.seconds() + 1, t.app.worker)
  const shown = { parent_origin: 'https://shop.example', parent_send_message: true }
  const form = await open(formAddress(t, 'payform', payment(t, { ...shown, transaction_api_id: order })))
  for (const cc_account_number of ['4111111111111111', '5454545454545454']) {
    const { body } = await send({ ...CARD_FORM, ...hiddenOf(form.body), cc_account_number })
    assert.match(body, /Nothing was charged/)
    assert.ok(!body.includes(made.body.transaction.id) && !body.includes('approved'))
  }
})

test('where addresses open their form once, a second opening is refused, however it is signed', async () => {
  await set({ form_opens_once: true })
  for (const data_hash of [false, true]) {
    const address = formAddress(t, 'payform', payment(t), { data_hash })
    const answers = await Promise.all([open(address), open(address), open(address)])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 401, 401])
    const fields = hiddenOf(answers.find(({ statusCode }) => statusCode === 200)!.body)
    assert.match((await send({ ...CARD_FORM, ...fields })).body, /Payment approved/)
  }
  await set({ form_opens_once: false })
})

/** A user of the child location, whose key is known. */
async function formsOnly(change: Json): Promise<{ user_id: string; user_hash_key: string; user_api_key: string }> {
  const user_api_key = 'Quiet-Harbour-7719-lamp'
  const { merchants, api } = t
  const person = { username: `forms${t.clock.now()}`, last_name: 'Forms', email: 'forms@juniper.example' }
  const where = { primary_location_id: merchants[0].child_location_id, user_type_id: 400, user_api_key }
  const made = await api.post('users', { user: { ...person, ...where, ...change } })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.user
  const { hashKeyBinding } = await import('../../src/resources/user/user.ts')
  const [row] = await t.db.query<{ id: string; root_id: string; user_hash_key_sealed: string }>(
    'select * from "user" where id = $1',
    [id],
  )
  return {
    user_id: id,
    user_api_key,
    user_hash_key: await t.cipher.open(row!.user_hash_key_sealed, hashKeyBinding(row!)),
  }
}

const signOnAnswer = ({ user_id, user_api_key }: { user_id: string; user_api_key: string }) => {
  const contact = { contact_api_id: user_id, last_name: 'Payer', location_id: t.merchants[0].child_location_id }
  const link = JSON.stringify({ timestamp: t.clock.seconds(), user_id, user_api_key, ...contact })
  return open(`/v2/contactsso?developer-id=${t.developer_id}&data=${Buffer.from(link).toString('hex')}`)
}
const signOn = async (user: Parameters<typeof signOnAnswer>[0]) => (await signOnAnswer(user)).statusCode
/** Follows a sign-on to its page. Returns what opens that page again and gives its status. */
async function follow({ headers }: Awaited<ReturnType<typeof signOnAnswer>>): Promise<() => Promise<number>> {
  const { pathname, search } = new URL(String(headers.location))
  const first = await open(pathname + search)
  const cookie = String(first.headers['set-cookie']).split(';', 1)[0]!
  return async () => (await t.app.http.inject({ url: pathname, headers: { cookie } })).statusCode
}

test('a user for forms only opens forms, and is refused everywhere else by each of his credentials', async () => {
  const user = await formsOnly({ forms_only: true, password: 'Quiet-harbour-7719' })
  assert.equal(await statusOf(formAddress(t, 'payform', payment(t), { user })), 200)
  const keys = { 'developer-id': t.developer_id, 'user-id': user.user_id, 'user-api-key': user.user_api_key }
  for (const { method, path } of routesOf(bareRegistry().nouns)) {
    const headers = { ...keys, 'content-type': 'application/json' }
    const url = path.replace(/\{\w+\}/g, t.merchants[0].contact_id)
    const sent = method === 'GET' ? {} : { payload: '{}' }
    const answer = await t.app.http.inject({ method, url, headers, ...sent })
    assert.equal(answer.statusCode, 403, `${method} ${path} ${answer.body}`)
  }
  for (const path of ['transactions', 'accountvaults', 'salestax'])
    assert.equal((await t.as(signature(t, { user })).get(path)).status, 403, path)
  const [{ username }] = (await t.db.query<{ username: string }>('select username from "user" where id = $1', [
    user.user_id,
  ])) as [{ username: string }]
  const login = { username, password: 'Quiet-harbour-7719', domain: t.merchants[0].user.domain }
  const signedIn = await t.as({ 'developer-id': t.developer_id }).post('/v2/token', login)
  assert.equal(signedIn.status, 403, signedIn.text)
  assert.equal(await signOn(user), 403)
  assert.equal((await t.api.put(`users/${user.user_id}`, { user: { forms_only: false } })).status, 200)
  assert.equal((await t.as(keys).get('contacts')).status, 200)
})

test('whose rights become those of forms loses the page that he has signed on to', async () => {
  const user = await formsOnly({ username: `page${t.clock.now()}` })
  const page = await follow(await signOnAnswer(user))
  assert.equal(await page(), 200)
  assert.equal((await t.api.put(`users/${user.user_id}`, { user: { forms_only: true } })).status, 200)
  assert.equal(await page(), 401)
})

test('nobody takes the rest of his own rights from himself by mistake', async () => {
  const { user_id } = t.merchants[0].user
  const answer = await t.api.put(`users/${user_id}`, { user: { forms_only: true } })
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['forms_only']])
})

test('declines through forms that are signed anew each time stop the location they are paid at, and no other', async () => {
  await t.clock.moveTo(t.clock.seconds() + 900 - (t.clock.seconds() % 900), t.app.worker)
  const location_id = t.merchants[0].child_location_id
  const window_ts = t.clock.seconds() - (t.clock.seconds() % 900)
  const pay = async (where: Json) => {
    const { body } = await open(formAddress(t, 'payform', payment(t, { transaction_amount: '5.00', ...where })))
    return send({ ...CARD_FORM, ...hiddenOf(body) })
  }
  assert.match((await pay({})).body, /Payment declined/)
  const counted = await t.db.query<{ who: string; tries: number }>(
    "select who, tries from counted_try where window_ts = $1 and who like 'declined location%'",
    [window_ts],
  )
  assert.deepEqual(counted, [{ who: `declined location ${location_id}`, tries: 1 }])
  await t.db.run("update counted_try set tries = 50, last_ts = 0 where who like 'declined location%'")
  await t.db.run("delete from counted_try where who like 'declined card%' or who like 'declined address%'")
  assert.equal((await pay({})).statusCode, 429)
  assert.match((await pay({ location_id: t.merchants[0].location_id })).body, /Payment declined/)
})

test('uses of signatures are forgotten once these are over, and not before', async () => {
  const address = formAddress(t, 'payform', payment(t))
  assert.equal(await statusOf(address), 200)
  const count = async () => (await t.db.query<{ n: number }>('select count(*)::int as n from signature_use'))[0]!.n
  await t.clock.moveTo(t.clock.seconds() + 20 * 60, t.app.worker)
  await t.app.worker.drain()
  assert.equal(await statusOf(address), 401)
  const { signatureUses } = await import('../../src/auth/signature-uses.ts')
  await signatureUses(t).purge()
  assert.equal(await count(), 0)
})

const hiddenIn = (document: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(document)?.[1]
function hiddenOf(document: string): Record<string, string> {
  const fields = ['form', 'attempt', 'shown_amount'].map(name => [name, hiddenIn(document, name)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
const send = (fields: Record<string, string>) =>
  t.app.http.inject({
    method: 'POST',
    url: '/v2/payform',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams(fields).toString(),
  })
