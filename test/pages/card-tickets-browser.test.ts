import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { presentInventory } from '../../src/pages/watch/inventory.ts'
import { signedOrder } from '../support/card-tickets.ts'
import { gatewayVisits } from '../support/gateway-visit.ts'

const { t, visit, address } = await gatewayVisits('card_tickets_browser')
const [merchant] = t.merchants

/** The shop: its page, and what reached its server. */
const received: string[] = []
let shop = ''
let order_id = ''
const server = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => {
    body += chunk
  })
  request.on('end', () => {
    if (request.method === 'POST') received.push(body)
    response.setHeader('content-type', 'text/html')
    response.end(request.method === 'POST' ? '<h1>Ordered</h1>' : page())
  })
})

function page(): string {
  const { href, integrity } = presentInventory().scripts['tickets-1.js']!
  const signed = signedOrder(merchant, t.clock.seconds(), order_id)
  return `<!doctype html><link rel="icon" href="data:,"><form method="post" data-tollgate-ticket
 data-location-api-key="${signed.location_api_key}" data-timestamp="${signed.timestamp}" data-order-id="${order_id}" data-signature="${signed.signature}">
<input name="colour" value="blue">
<label>Number <input data-card="card_number"></label><p data-card-error="card_number"></p>
<label>Expiry <input data-card="exp_date"></label>
<label>Code <input data-card="cvv"></label>
<button>Order</button></form>
<script src="${address()}${href}" integrity="${integrity}" crossorigin="anonymous"></script>`
}

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const location = { ticket_origins: [shop] }
  assert.equal((await t.api.put(`locations/${merchant.location_id}`, { location })).status, 200)
})
after(() => server.close())

test('a payer orders in a shop: its server gets a ticket that it charges, and never the number', async () => {
  order_id = 'A-1'
  const visitor = await visit('/healthz')
  await visitor.goto(shop)
  await visitor.getByLabel('Number').fill('4111 1111 1111 1111')
  await visitor.getByLabel('Expiry').fill('12/30')
  await visitor.getByLabel('Code').fill('999')
  await visitor.getByRole('button', { name: 'Order' }).click()
  await visitor.getByRole('heading', { name: 'Ordered' }).waitFor()
  const [sent, ...others] = received.splice(0)
  const fields = Object.fromEntries(new URLSearchParams(sent))
  assert.deepEqual([others, Object.keys(fields).toSorted()], [[], ['colour', 'ticket']])
  const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: 12, ticket: fields.ticket }
  const { status, body, text } = await t.api.post('transactions', { transaction })
  assert.equal(status, 201, text)
  assert.equal(body.transaction.last_four, '1111')
})
