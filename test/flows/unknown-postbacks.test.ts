import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice, readInvoice, saleElsewhere } from '../support/invoices.ts'
import { changed, paid, saleBody } from '../support/payments.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { postbackShop } from '../support/postback-shop.ts'
import { resolveNow } from '../support/power-cut.ts'

const t = await testApp('unknown_postbacks')
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await t.close()
})
const { configured } = postbackShop(t, shop)
const [{ cc_product_transaction_id: product_transaction_id }] = t.merchants
await configured({ resource: 'transaction', product_transaction_id })

/** The postbacks that the shop has received since the last call. */
async function told(): Promise<string[]> {
  await t.settle()
  return shop.posted.splice(0).map(({ body, data }) => `${body.type} ${data.status_id} ${data.reason_code_id}`)
}

const asking = (fault: string) => ({ 'tollgate-sandbox-fault': fault })

test('a void nobody could tell about is told of with an UPDATE when it is known', async () => {
  const sale = await paid(t.api, saleBody())
  assert.deepEqual(await told(), ['CREATE 101 1000'])
  const answer = await t.api.transactions.update(sale.id, { action: 'void' }, { headers: asking('drop_after,hide:4') })
  assert.equal(answer.reason_code_id, 1531)
  assert.deepEqual(await told(), ['UPDATE 101 1531'])
  await resolveNow(t)
  assert.deepEqual(await told(), ['UPDATE 201 1000'])
})

test('a void that never arrived leaves the sale as it was, says so, and can be made again', async () => {
  const sale = await paid(t.api, saleBody())
  await t.api.transactions.update(sale.id, { action: 'void' }, { headers: asking('drop_before') })
  await told()
  await resolveNow(t)
  assert.deepEqual(await told(), ['UPDATE 101 1531'])
  assert.equal((await changed(t.api, sale.id, { action: 'void' })).status_id, 201)
})

test('a payment that was told as not known is told once as a decline, and again when that has come true', async () => {
  await told()
  const transaction = await t.api.transactions.create(saleBody(), { headers: asking('drop_after,hide:4') })
  assert.deepEqual(await told(), ['CREATE 301 1531'])
  await resolveNow(t)
  assert.deepEqual(await told(), ['UPDATE 301 1531'])
  assert.deepEqual(
    (await t.ledger(transaction.id)).map(({ action }) => action),
    ['sale', 'void'],
  )
})

test('an invoice owes what is left until the truth is known, and after it; what is not known counts as on its way', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '10.00' } })
  const owed = async () => (await readInvoice(t, invoice.id)).remaining_balance
  const pay = async (fault: string) => {
    await t.api.request('POST', '/sandbox/faults', { body: { fault, action: 'sale' } })
    return saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: invoice.id })
  }
  const lost = await pay('drop_after,hide:4')
  assert.deepEqual([lost.status_id, lost.outcome, await owed()], [301, 'unknown', '10.00'])
  await assert.rejects(pay('twice'), 'a second payment of it waits')
  await t.api.request('DELETE', '/sandbox/faults')
  await resolveNow(t)
  assert.equal(await owed(), '10.00')
  assert.equal((await pay('twice')).status_id, 101)
  const { remaining_balance, status_id } = await readInvoice(t, invoice.id)
  assert.deepEqual([remaining_balance, status_id], ['0.00', 2])
})
