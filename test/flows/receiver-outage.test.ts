import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { saleBody } from '../support/payments.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { postbackShop } from '../support/postback-shop.ts'

const t = await testApp('postback_story')
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await t.close()
})
const { configured, advance } = postbackShop(t, shop)
const tollgate = t.api
const [merchant] = t.merchants

/** What arrived since the last look, in one line each. */
function told(): string[] {
  return shop.posted
    .splice(0)
    .map(({ body, data }) => `${body.resource} ${body.type} ${body.number_of_attempts} ${stateOf(body.resource, data)}`)
}

function stateOf(resource: string, data: Json): string {
  if (resource === 'quickinvoice') return `${data.remaining_balance} ${data.payment_status_id}`
  return resource === 'transaction' ? `${data.auth_amount} ${data.status_id}` : String(data.title ?? data.id)
}

test('an invoice is made, paid while the shop is down, voided, and the shop hears all of it in order', async () => {
  const product_transaction_id = merchant.cc_product_transaction_id
  const patient = { number_of_attempts: 5, attempt_interval: 300 }
  await configured({ resource: 'quickinvoice', ...patient })
  await configured({ resource: 'transaction', product_transaction_id, expands: 'quick_invoice', ...patient })

  const { location_id } = merchant
  const items = { due_date: '2099-01-31', item_list: { Hedge: '20.00' } }
  const invoice = await tollgate.quickinvoices.create({ location_id, title: 'Hedge', ...items })
  await t.settle()
  assert.deepEqual(told(), ['quickinvoice CREATE 1 20.00 1'])

  shop.answer(503)
  const sale = await tollgate.transactions.create(saleBody({ transaction_amount: '20.00' }))
  await tollgate.transactions.update(sale.id, { quick_invoice_id: invoice.id })
  await t.settle()
  assert.deepEqual(told().toSorted(), ['quickinvoice UPDATE 1 0.00 2', 'transaction CREATE 1 20.00 101'])

  assert.equal((await tollgate.transactions.void(sale.id)).status_id, 201)
  await t.settle()
  assert.deepEqual(told(), [], 'what happened later waits behind what has not arrived')

  const { events } = await advance(300)
  assert.deepEqual(
    events.filter(({ resource }) => ['transaction', 'quickinvoice'].includes(resource)),
    [],
  )
  assert.deepEqual(told().toSorted(), ['quickinvoice UPDATE 2 0.00 2', 'transaction CREATE 2 20.00 101'])

  shop.answer(200)
  await advance(300)
  const rest = told()
  assert.deepEqual(
    rest.filter(line => line.startsWith('quickinvoice')),
    ['quickinvoice UPDATE 3 0.00 2', 'quickinvoice UPDATE 1 20.00 1'],
  )
  assert.deepEqual(
    rest.filter(line => line.startsWith('transaction')),
    ['transaction CREATE 3 20.00 101', 'transaction UPDATE 1 20.00 101', 'transaction UPDATE 1 20.00 201'],
  )
  await advance(86_400)
  assert.deepEqual(told(), [])
})
