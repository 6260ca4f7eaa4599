import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import type { AnyField } from '../../src/definition/resource.ts'
import { type Client, type Json, type TestApp, testApp } from '../support/app.ts'
import { account, formAddress, payment as formPayment } from '../support/hosted-form.ts'
import { type Haystack, kept, leaks, recordingClient, type Secret } from '../support/leaks.ts'
import {
  amexNumber,
  bankNumber,
  cardNumber,
  password,
  secretFor,
  shortDigits,
  stripe,
  word,
} from '../support/secret-fields.ts'
import { bankBody, cardBody } from '../support/vaults.ts'

let t: TestApp
let api: Client
let place: string
let count = 0
const answers: Haystack[] = []
const secrets: Secret[] = []

before(async () => {
  t = await testApp('secrets')
  api = recordingClient(t.api, answers)
  place = t.merchants[0].location_id
  for (const { user, clerk } of t.merchants) {
    for (const { password, user_api_key, user_hash_key } of [user, clerk]) {
      for (const text of [password, user_api_key, user_hash_key]) secrets.push({ name: 'a seeded credential', text })
    }
  }
})
after(() => t.close())

/** Notes a text as a secret and returns it, to be put into a body. */
function secret(name: string, text: string, more: Partial<Secret> = {}): string {
  secrets.push({ name, text, ...more })
  return text
}

const number = () => secret('a card number', cardNumber())
const bank = () => secret('a bank account number', bankNumber())
const cvv = () => secret('a security code', shortDigits(4), { is_short: true })
const once = () => ({ 'idempotency-key': `secrets-${++count}` })

/** Sends a body twice under a key and once without, with fresh secrets where the body is made anew. */
async function sendAll(path: string, noun: string, bodyOf: () => Json, expected: number): Promise<Json> {
  const [key, body] = [once(), bodyOf()]
  const first = await api.post(path, { [noun]: body }, key)
  const replayed = await api.post(path, { [noun]: body }, key)
  const plain = await api.post(path, { [noun]: bodyOf() })
  assert.deepEqual(
    [first.status, replayed.text, plain.status],
    [expected, first.text, expected],
    `${path}: ${first.text}`,
  )
  return first.body[noun]
}

const swiped = () => {
  const card = number()
  return secret('a stripe', stripe(card))
}

const vault = (over: Json) => ({ payment_method: 'cc', location_id: place, ...over })
const payment = (over: Json) => ({
  action: 'sale',
  payment_method: 'cc',
  transaction_amount: '12.00',
  location_id: place,
  ...over,
})
const bankPayment = (over: Json) => {
  const { is_company: _, ...body } = bankBody(t.merchants[0].child_location_id, { account_number: bank() })
  return { ...body, action: 'debit', transaction_amount: '12.00', ach_sec_code: 'WEB', ...over }
}

test('accounts in clear go into every way of making a vault, accepted and refused', async () => {
  const avs = { run_avs: 1, billing_address: '5800 NW 39th AVE', billing_zip: '32606' }
  const denied = { run_avs: 1, billing_address: '2831 NW 41st St STE J', billing_zip: '32615' }
  await sendAll('accountvaults', 'accountvault', () => cardBody(place, { account_number: number() }), 201)
  await sendAll('accountvaults', 'accountvault', () => bankBody(place, { account_number: bank() }), 201)
  await sendAll('accountvaults', 'accountvault', () => vault({ track_data: swiped() }), 201)
  await sendAll('accountvaults', 'accountvault', () => cardBody(place, { account_number: number(), ...avs }), 201)
  await sendAll('accountvaults', 'accountvault', () => cardBody(place, { account_number: number(), ...denied }), 422)
  await sendAll(
    'accountvaults',
    'accountvault',
    () => cardBody(place, { account_number: number(), exp_date: '0120' }),
    422,
  )
  await sendAll(
    'accountvaults',
    'accountvault',
    () => cardBody(place, { account_number: number(), track_data: swiped() }),
    422,
  )
  await sendAll('accountvaults', 'accountvault', () => cardBody(place, { account_number: number(), cvv: cvv() }), 201)
  await sendAll(
    'accountvaults',
    'accountvault',
    () => bankBody(place, { account_number: bank(), routing: '072000327' }),
    422,
  )
  await sendAll(
    'accountvaults',
    'accountvault',
    () => vault({ account_number: number(), payment_method: number() }),
    422,
  )
  const { id } = await sendAll(
    'accountvaults',
    'accountvault',
    () => cardBody(place, { account_number: number() }),
    201,
  )
  await api.put(`accountvaults/${id}`, {
    accountvault: { account_number: number(), track_data: swiped(), title: 'Again' },
  })
  await api.get(`accountvaults/${id}/bininfo`)
})

test('tickets are taken, used by a vault, and refused', async () => {
  const ticket = () => ({ location_id: place, account_number: number(), exp_date: '1230', cvv: cvv() })
  const { id } = await sendAll('tickets', 'ticket', ticket, 201)
  assert.equal((await api.post('accountvaults', { accountvault: vault({ ticket: id }) })).status, 201)
  await sendAll('tickets', 'ticket', () => ({ ...ticket(), exp_date: '0120' }), 422)
  await sendAll('tickets', 'ticket', () => ({ ...ticket(), cvv: cvv() + cvv() }), 422)
})

test('accounts in clear go into transactions of every kind, accepted, declined and refused', async () => {
  const card = (over: Json = {}) => payment({ account_number: number(), exp_date: '1230', cvv: cvv(), ...over })
  await sendAll('transactions', 'transaction', () => card(), 201)
  await sendAll('transactions', 'transaction', () => card({ transaction_amount: '5.00' }), 201)
  await sendAll('transactions', 'transaction', () => card({ action: 'authonly' }), 201)
  await sendAll('transactions', 'transaction', () => card({ action: 'avsonly', transaction_amount: undefined }), 201)
  await sendAll('transactions', 'transaction', () => card({ exp_date: '0120' }), 422)
  await sendAll('transactions', 'transaction', () => payment({ track_data: swiped() }), 201)
  await sendAll('transactions', 'transaction', () => bankPayment({}), 201)
  await sendAll('transactions', 'transaction', () => bankPayment({ account_number: `${bank()}99999` }), 422)
})

test('passwords and keys go into users and their changes', async () => {
  const credentials = () => ({
    password: secret('a password', password()),
    user_api_key: secret('an api key', word(40)),
  })
  const person = () => ({
    username: `pat-${word(8)}`,
    email: `pat-${word(8)}@juniper.example`,
    last_name: 'Example',
    primary_location_id: place,
    user_type_id: 400,
    ...credentials(),
  })
  const { id } = await sendAll('users', 'user', person, 201)
  await sendAll('users', 'user', () => ({ ...person(), user_type_id: 1 }), 422)
  for (const body of [credentials(), { ...credentials(), old_password: secret('a wrong password', password()) }]) {
    await api.put(`users/${id}`, { user: body }, once())
    await api.put(`users/${t.merchants[0].user.user_id}`, { user: body }, once())
  }
  const key = once()
  for (const headers of [{}, key, key]) {
    const { body } = await api.post(`users/${id}/generateuserapikey`, {}, headers)
    if (body.user) secret('a generated api key', body.user.user_api_key, { in_answers: true })
  }
})

test('passwords and tokens go through signing in and out, right and wrong', async () => {
  const { username, domain, password: right } = t.merchants[0].user
  const client = recordingClient(t.as({ 'developer-id': t.developer_id }), answers)
  for (const given of [right, secret('a wrong password', password())]) {
    await client.post('token', { username, domain, password: given }, once())
    await client.post('token', { username, domain: 7, password: given })
  }
  const { token } = (await client.post('token', { username, domain, password: right })).body.token
  secret('a token', token, { in_answers: true })
  await client.get(`tags?access-token=${token}&sort=nothing`)
  await client.get('tags', { 'access-token': token })
  await client.get(`token/${token}`)
  assert.equal((await client.delete(`token/${token}`)).status, 204)
})

test('every input field of every noun takes a secret, on POST and on PUT, with a key and without', async () => {
  let taken = 0
  for (const { resource, commands } of t.app.engine.registry.nouns) {
    const { id } = (await api.get(`${resource.plural}?page_size=1`)).body?.[resource.plural]?.[0] ?? {}
    const body = () => inputsOf(resource.fields)
    taken += Object.keys(body()).length
    for (const headers of [{}, once()]) {
      await api.post(
        resource.plural,
        { [resource.name]: { location_id: place, payment_method: 'cc', ...body() } },
        headers,
      )
      if (id) await api.put(`${resource.plural}/${id}`, { [resource.name]: body() }, headers)
      for (const command of commands.filter(each => each.input && each.method !== 'GET')) {
        const path = `${resource.plural}${command.on === 'one' ? `/${id}` : ''}${command.path ?? `/${command.name}`}`
        await api[command.method === 'PUT' ? 'put' : 'post'](
          path,
          { [resource.name]: inputsOf(command.input!) },
          headers,
        )
      }
    }
  }
  assert.ok(taken > 15, `only ${taken} input fields were found`)
})

/** A fresh secret for every field that is read and not stored. */
function inputsOf(fields: Record<string, AnyField>): Json {
  const made: Json = {}
  for (const [name, field] of Object.entries(fields)) {
    const found = field.options.reach === 'input' ? secretFor(name, field) : null
    if (!found) continue
    secrets.push(found)
    made[name] = found.text
  }
  return made
}

test('accounts in clear go into the pay page of an invoice, by card and by bank, paid and refused', async () => {
  const card = (over: Json = {}) => ({
    payment_method: 'cc',
    cc_account_number: secret('a card number', amexNumber()),
    cc_exp_date: '12/30',
    cc_cvv: cvv(),
    cc_account_holder_name: 'Pat Example',
    cc_billing_zip: '14850',
    ...over,
  })
  const ach = (over: Json = {}) => {
    const account = bank()
    return {
      payment_method: 'ach',
      ach_routing: '072000326',
      ach_account_number: account,
      ach_account_number_again: account,
      ach_account_type: 'checking',
      ach_is_company: '0',
      ach_account_holder_name: 'Pat Example',
      ach_authorize: '1',
      ...over,
    }
  }
  assert.equal(await submitPage(card()), 303)
  assert.equal(await submitPage(ach()), 303)
  assert.equal(await submitPage(card({ cc_exp_date: '01/20' })), 422)
  assert.equal(await submitPage(card({ cc_account_number: `${number()}1` })), 422)
  assert.equal(await submitPage(ach({ ach_account_number_again: bank() })), 422)
})

/** Opens the page of a new invoice, submits its form and follows to the receipt; the status of the submission. */
async function submitPage(fields: Record<string, string>): Promise<number> {
  const { child_location_id: location_id } = t.merchants[0]
  const quickinvoice = { location_id, title: 'Hedge', due_date: '2030-01-31', item_list: { Hedge: 12 } }
  const { id } = (await api.post('quickinvoices', { quickinvoice })).body.quickinvoice
  const url = `/quickinvoice/?id=${id}`
  const attempt = /name="attempt" value="([0-9a-f]{32})"/.exec((await t.app.http.inject(url)).body)?.[1] ?? ''
  const response = await t.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ attempt, shown_amount: '1200', ...fields }).toString(),
  })
  const receipt = response.headers.location ? (await t.app.http.inject(String(response.headers.location))).body : ''
  const text = [JSON.stringify(response.headers), response.body, receipt].join('\n')
  answers.push({ place: `the pay page, ${response.statusCode}`, kind: 'answer', text })
  return response.statusCode
}

test('accounts, signatures and keys go through hosted forms and sign-on links', async () => {
  const form = { cc_exp_date: '12/30', cc_account_holder_name: 'Pat Example', payment_method: 'cc' }
  for (const [name, data, expected] of [
    ['payform', formPayment(t), 200],
    ['payform', formPayment(t, { transaction_amount: '5.00', account_number: number(), cvv: cvv() }), 200],
    ['accountform', account(t), 200],
    ['accountform', account(t, { run_avs: 1, billing_address: '2831 NW 41st St STE J', billing_zip: '32615' }), 422],
  ] as const) {
    const address = formAddress(t, name, data)
    secret('a signature', new URLSearchParams(address.split('?')[1]).get('hash-key')!)
    const opened = await seenAt(name, { method: 'GET', url: address })
    const hidden = [...opened.body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [
      key,
      value,
    ])
    const fields = { ...form, ...Object.fromEntries(hidden), cc_account_number: amexOnce(), cc_cvv: cvv() }
    const sent = await seenAt(name, {
      method: 'POST',
      url: `/v2/${name}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    assert.equal(sent.statusCode, expected, sent.body)
  }
  const { user, location_id } = t.merchants[0]
  const said = { timestamp: t.clock.seconds(), location_id, last_name: 'Example', contact_api_id: word(12) }
  for (const user_api_key of [user.user_api_key, secret('a wrong key', word(40))]) {
    const data = Buffer.from(JSON.stringify({ ...said, user_id: user.user_id, user_api_key })).toString('hex')
    secret('the data of a link', data)
    const url = `/v2/contactsso?developer-id=${t.developer_id}&data=${data}`
    const { headers } = await seenAt('contactsso', { method: 'GET', url })
    const page = String(headers.location ?? '').replace('http://127.0.0.1:8080', '')
    if (page === '') continue
    secret('a code', page.split('code=')[1]!, { in_answers: true })
    const { headers: shown } = await seenAt('the page of a contact', { method: 'GET', url: page })
    secret('a session', /tollgate_session=(\w+)/.exec(String(shown['set-cookie']))![1]!, { in_answers: true })
  }
})

const amexOnce = () => secret('a card number', amexNumber())

/** A request to a page; its answer is searched in the end. */
async function seenAt(place: string, request: InjectOptions) {
  const response = await t.app.http.inject(request)
  const text = [JSON.stringify(response.headers), response.body].join('\n')
  answers.push({ place: `${place}, ${response.statusCode}`, kind: 'answer', text })
  return response
}

test('secrets in places where they do not belong are not kept either', async () => {
  await api.get(`accountvaults/${number()}`)
  await api.get(`accountvaults?account_number=${number()}`)
  // The links of a list repeat the query of its caller.
  await api.get(`accountvaults?last_four=${secret('a filter', cardNumber(), { in_answers: true })}`)
  await api.post(
    `accountvaults?track_data=${encodeURIComponent(swiped())}`,
    `{"accountvault": {"account_number": "${number()}", `,
  )
  await api.post('accountvaults', { account_number: number(), exp_date: '1230' })
  await api.post('accountvaults', { accountvault: [{ account_number: number() }] })
  await api.post('accountvaults', { accountvault: { account_number: { value: number() }, exp_date: [number()] } })
  await api.post('accountvaults', {
    accountvault: cardBody(number(), { account_number: number(), contact_id: number() }),
  })
  await api.post('accountvaults', `accountvault[account_number]=${number()}&accountvault[cvv]=${cvv()}`)
  const key = secret('an api key', word(40))
  await recordingClient(t.as({ 'developer-id': t.developer_id }), answers).get(
    `accountvaults?user-id=x&user-api-key=${key}`,
  )
  const { user } = t.merchants[0]
  await recordingClient(t.as({}), answers).get(
    `accountvaults?developer-id=${t.developer_id}&user-id=${user.user_id}&user-api-key=${user.user_api_key}`,
  )
})

test('none of it is in any table, in the log, in a file or in an answer', async () => {
  assert.ok(secrets.length > 100, `only ${secrets.length} secrets were sent`)
  assert.ok(answers.length > 100, `only ${answers.length} answers were seen`)
  // Jobs are rows that go when they are done, so they are looked at before and what they leave behind after.
  assert.deepEqual(leaks(secrets, [...(await kept(t)), ...answers]), [])
  await t.settle()
  assert.deepEqual(leaks(secrets, await kept(t)), [])
})

test('what is planted is found: in a table, in the log, in an answer', async () => {
  const planted = { name: 'a planted number', text: cardNumber() }
  const seen: Haystack[] = []
  const client = recordingClient(t.api, seen)
  const { body } = await client.post('tags', { tag: { location_id: place, title: 'Planted' } })
  // The API refuses a card number here.
  await t.db.run('update tag set title = $2 where id = $1', [body.tag.id, planted.text])
  await client.get(`tags/${body.tag.id}`)
  t.app.http.log.info(Buffer.from(planted.text).toString('base64'))
  const places = leaks([planted], [...(await kept(t)), ...seen]).map(text => text.split(' is in ')[1])
  assert.deepEqual(places.toSorted(), [`get tags/${body.tag.id}, 200`, 'table tag', 'the log'])
})
