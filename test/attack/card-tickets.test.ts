import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { sweepTickets } from '../../src/payments/vault/redeem-ticket.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { signedOrder } from '../support/card-tickets.ts'
import { saleBody } from '../support/payments.ts'
import { refused, storeVault } from '../support/vaults.ts'

/** A card goes from the browser of a payer straight to the gateway, and what strangers make of that endpoint. */

const SHOP = 'https://shop.example'
const CARD = '4111111111111111'

let t: TestApp
let count = 0

before(async () => {
  t = await testApp('card_tickets', {
    config: { payer_tries: 1000, sign_in: { ...readConfig({}).sign_in, wrong_keys_per_address: 30 } },
  })
  const { location_id } = t.merchants[0]
  assert.equal((await t.api.put(`locations/${location_id}`, { location: { ticket_origins: [SHOP] } })).status, 200)
})
after(() => t.close())

const order = (merchant = t.merchants[0], seconds = t.clock.seconds()): Json => {
  count += 1
  return signedOrder(merchant, seconds, `order ${count}`)
}
const card = (over: Json = {}): Json => ({ card_number: CARD, exp_date: '1230', cvv: '999', ...over })

const URL_OF_TICKETS = '/v2/cardtickets'

async function post(body: unknown, headers: Record<string, string> = {}, remoteAddress = '192.0.2.4') {
  const type = { 'content-type': 'application/json', origin: SHOP }
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return t.app.http.inject({
    method: 'POST',
    url: URL_OF_TICKETS,
    headers: { ...type, ...headers },
    payload,
    remoteAddress,
  })
}

const preflight = (origin: string) => t.app.http.inject({ method: 'OPTIONS', url: URL_OF_TICKETS, headers: { origin } })

const leave = (signed: Json, over: Json = {}, headers = {}) =>
  post({ cardticket: { ...signed, ...card(over) } }, headers)

async function ticketOf(signed = order(), over: Json = {}): Promise<Json> {
  const answer = await leave(signed, over)
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().cardticket
}

const sale = (ticket: string, api = t.api) => {
  const { account_number: _, exp_date: __, cvv: ___, ...body } = saleBody() as Json
  return api.post('transactions', { transaction: { ...body, ticket } })
}
const sealed = () => t.db.query<Json>('select id from instrument')

test('a browser of the shop leaves a card, and the server charges it by the ticket, once', async () => {
  const made = await ticketOf(order(), { account_holder_name: 'Rosa Lindqvist', billing_zip: '14850' })
  assert.deepEqual(Object.keys(made).toSorted(), [
    ...['account_type', 'exp_date', 'expire_ts', 'first_six', 'id', 'last_four', 'order_id', 'ticket', 'ticket_number'],
  ])
  assert.deepEqual([made.last_four, made.account_type, made.ticket], ['1111', 'visa', made.id])
  const read = (await t.api.get(`tickets/${made.id}`)).body.ticket
  assert.deepEqual([read.order_id, read.location_id, read.used_ts], [made.order_id, t.merchants[0].location_id, null])
  assert.equal((await sale(made.id)).status, 201)
  assert.deepEqual(refused(await sale(made.id)), ['ticket'])
})

test('a ticket stores an account as well, by its nine digits', async () => {
  const { ticket_number: ticket } = await ticketOf()
  const { location_id } = t.merchants[0]
  assert.equal((await storeVault(t.api, { payment_method: 'cc', location_id, ticket })).status, 201)
})

test('the card is in no log, no answer, no event and no job, and its code nowhere', async () => {
  await ticketOf(order(), { card_number: '4012888888881881', cvv: '738' })
  await leave(order(), { card_number: '4012888888881882' })
  const written = JSON.stringify([
    await t.db.query('select * from event'),
    await t.db.query('select * from job'),
    await t.db.query('select * from ticket'),
  ])
  for (const text of [written, t.logged()]) assert.doesNotMatch(text, /401288888888188|"738"/)
})

test('another merchant, and another location of the same, cannot use the ticket', async () => {
  const { id } = await ticketOf()
  assert.deepEqual(refused(await sale(id, t.stranger)), ['ticket'])
  assert.equal((await t.stranger.get(`tickets/${id}`)).status, 404)
  const { child_location_id: location_id } = t.merchants[0]
  assert.deepEqual(refused(await storeVault(t.api, { payment_method: 'cc', location_id, ticket: id })), ['ticket'])
})

test('the signature has to be of this location, order and time, and of the last quarter of an hour', async () => {
  const now = t.clock.seconds()
  const good = order()
  const other = order(t.merchants[1])
  const wrong: Json[] = [
    { ...good, order_id: 'another' },
    { ...good, timestamp: now - 1 },
    { ...good, signature: '0'.repeat(64) },
    { ...good, signature: 'x' },
    { ...good, location_api_key: other.location_api_key },
    { ...other, location_api_key: good.location_api_key },
    { ...good, location_api_key: '0'.repeat(36) },
    order(t.merchants[0], now - 901),
    order(t.merchants[0], now + 120),
    signedOrder(t.merchants[0], now * 10, 'longer'),
  ]
  for (const signed of wrong) {
    const answer = await leave(signed)
    assert.equal(answer.statusCode, 401, answer.body)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  }
  assert.equal((await leave(good)).statusCode, 201)
})

test('guesses of a signature are counted as guesses of any secret', async () => {
  const address = '198.51.100.77'
  const guess = () => post({ cardticket: { ...order(), signature: '1'.repeat(64), ...card() } }, {}, address)
  let last = 401
  for (let tries = 0; tries < 100 && last === 401; tries += 1) last = (await guess()).statusCode
  assert.equal(last, 429)
  assert.equal((await post({ cardticket: { ...order(), ...card() } }, {}, address)).statusCode, 429)
  await ticketOf()
})

test('scripts of an origin that the location does not name get nothing, nor may they ask', async () => {
  for (const origin of [
    'https://thief.example',
    'https://shop.example.thief.example',
    'http://shop.example',
    'null',
    '*',
  ]) {
    const answer = await leave(order(), {}, { origin })
    assert.equal(answer.statusCode, 403, origin)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
    const asked = await preflight(origin)
    assert.deepEqual([asked.statusCode, asked.headers['access-control-allow-origin']], [403, undefined], origin)
  }
  const asked = await preflight(SHOP)
  const { vary, ...headers } = asked.headers
  assert.deepEqual([asked.statusCode, vary, headers['access-control-allow-origin']], [204, 'origin', SHOP])
  assert.deepEqual(
    [
      headers['access-control-allow-methods'],
      headers['access-control-allow-headers'],
      headers['access-control-allow-credentials'],
    ],
    ['POST', 'content-type', undefined],
  )
  assert.equal((await leave(order(t.merchants[1]))).statusCode, 403, 'named by another merchant only')
  const plain = await t.app.http.inject({ method: 'OPTIONS', url: '/v2/transactions', headers: { origin: SHOP } })
  assert.equal(plain.headers['access-control-allow-origin'], undefined)
})

test('only JSON is taken, so that no page can send it without being asked for its origin', async () => {
  const body = JSON.stringify({ cardticket: { ...order(), ...card() } })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
    assert.equal((await post(body, { 'content-type': type })).statusCode, 415, type)
  assert.equal((await post('{')).statusCode, 400)
  assert.equal((await post('[]')).statusCode, 400)
  assert.equal((await post('{}')).statusCode, 422)
  assert.equal((await post(JSON.stringify({ ...order(), ...card() }))).statusCode, 201, 'without a wrapper')
  const got = await t.app.http.inject({ method: 'GET', url: '/v2/cardtickets' })
  assert.equal(got.statusCode, 405)
})

test('what is wrong with a card is told on its field, and the script may read it', async () => {
  const answer = await leave(order(), { card_number: '4111111111111112', exp_date: '1330', cvv: 'x' })
  assert.equal(answer.statusCode, 422)
  assert.deepEqual(Object.keys(answer.json().errors).toSorted(), ['card_number', 'cvv', 'exp_date'])
  assert.ok(!answer.body.includes('411111'))
  assert.equal(answer.headers['access-control-allow-origin'], SHOP)
  assert.deepEqual(Object.keys((await leave(order(), { card_number: undefined })).json().errors), ['card_number'])
})

test('a signature has one ticket: a second card takes the place of the first, and none that of a used one', async () => {
  const signed = order()
  const kept = (await sealed()).length
  const first = await ticketOf(signed)
  const second = await ticketOf(signed, { card_number: '5454545454545454' })
  await sweepTickets(t.db, t.clock)
  assert.equal((await sealed()).length, kept + 1, 'the first card is gone')
  assert.deepEqual(refused(await sale(first.id)), ['ticket'])
  assert.equal((await sale(second.id)).status, 201)
  const replayed = await leave(signed)
  assert.equal(replayed.statusCode, 422)
  assert.match(replayed.body, /was used/)
})

test('of two uses of a ticket at the same moment one is charged', async () => {
  const { id } = await ticketOf()
  const uses = await Promise.all(Array.from({ length: 4 }, () => sale(id)))
  assert.deepEqual(uses.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
})

test('of a card and a sale at the same moment the sale has the card of its ticket, or is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const signed = order()
    const first = await ticketOf(signed)
    const [used, replaced] = await Promise.all([sale(first.id), leave(signed, { card_number: '5454545454545454' })])
    if (used.status === 201) assert.equal(used.body.transaction.last_four, '1111')
    else assert.deepEqual(refused(used), ['ticket'])
    assert.ok([201, 422].includes(replaced.statusCode), replaced.body)
    assert.ok(used.status === 201 || replaced.statusCode === 201)
  }
})

test('an expired ticket is refused, and its card is erased', async () => {
  const { id, expire_ts } = await ticketOf()
  const kept = (await sealed()).length
  await t.clock.moveTo(expire_ts, t.app.worker)
  assert.deepEqual(refused(await sale(id)), ['ticket'])
  await sweepTickets(t.db, t.clock)
  assert.ok((await sealed()).length < kept)
})

test('the script is served to pages of shops, with the hash that they may name', async () => {
  const url = '/assets/tickets-1.js'
  const { headers, statusCode } = await t.app.http.inject({ url, headers: { origin: SHOP } })
  assert.deepEqual(
    [statusCode, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']],
    [200, '*', 'cross-origin'],
  )
  const other = await t.app.http.inject({ url: '/assets/parent.866a0e55399117a4.js' })
  assert.equal(other.headers['access-control-allow-origin'], undefined)
})

test('origins are written as browsers write them', async () => {
  const { location_id } = t.merchants[0]
  for (const origin of ['*', 'https://shop.example/', 'shop.example', 'https://*.example']) {
    const answer = await t.api.put(`locations/${location_id}`, { location: { ticket_origins: [origin] } })
    assert.deepEqual(refused(answer), ['ticket_origins'], origin)
  }
})
