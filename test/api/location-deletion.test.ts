import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { invoiceBody } from '../support/invoices.ts'
import {
  changed,
  closeBatch,
  debitBody,
  ownProduct,
  paid,
  refundBody,
  refusedOn,
  saleBody,
} from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** `DELETE /v2/locations/{id}` (statement LOC-39): what stands in its way, and what remains. */

const t = await newMerchant()
const [mine] = t.merchants
const ROOT = mine.location_id

async function made(plural: string, noun: string, record: Json): Promise<Json> {
  const answer = await t.api.post(plural, { [noun]: record })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[noun]
}
const newLocation = (over: Json = {}): Promise<Json> =>
  made('locations', 'location', { parent_id: ROOT, name: 'Kiosk', branding_domain_url: 'kiosk.example', ...over })
const remove = (id: string) => t.api.delete(`locations/${id}`)

/** Expects a refusal whose only reason matches. */
async function kept(id: string, reason: RegExp): Promise<void> {
  const { status, body, text } = await remove(id)
  assert.equal(status, 409, text)
  assert.deepEqual(Object.keys(body.errors), ['id'])
  assert.equal(body.errors.id.length, 1, text)
  assert.match(body.errors.id[0], reason)
}

test('LOC-39 an empty location is deleted: 204, then it is gone from reads, lists, expands and references', async () => {
  const { id } = await newLocation()
  const { status, text } = await remove(id)
  assert.deepEqual([status, text], [204, ''])
  assert.equal((await t.api.get(`locations/${id}`)).status, 404)
  assert.equal((await t.api.put(`locations/${id}`, { location: { name: 'Again' } })).status, 404)
  assert.equal((await remove(id)).status, 404)
  assert.equal((await t.api.get(`locations?id=${id}`)).body.meta.pagination.totalCount, 0)
  assert.equal((await t.api.get(`locationinfos?id=${id}&relationship=all`)).body.meta.pagination.totalCount, 0)
  refusedOn(await t.api.post('tags', { tag: { title: 'late', location_id: id } }), 'location_id')
  refusedOn(
    await t.api.post('locations', { location: { parent_id: id, name: 'x', branding_domain_url: 'x.example' } }),
    'parent_id',
  )
  const [log] = (await t.api.get(`changelogs?model=Location&model_id=${id}&action=DELETE`)).body.changelogs
  assert.equal(log.user_id, mine.user.user_id)
})

test('LOC-39 who may not: another merchant 404, managers and clerks 403', async () => {
  const { id } = await newLocation()
  assert.equal((await t.stranger.delete(`locations/${id}`)).status, 404)
  assert.equal((await t.clerk.delete(`locations/${mine.child_location_id}`)).status, 403)
  assert.equal((await t.api.get(`locations/${id}`)).status, 200)
})

test('LOC-39 the topmost location stays, and every reason is told at once', async () => {
  const { status, body } = await remove(ROOT)
  assert.equal(status, 409)
  assert.match(body.errors.id.join('\n'), /topmost.*\n.*below it.*\n.*users.*\n.*active products/)
})

test('LOC-39 a location stays while there are others below it', async () => {
  const { id } = await newLocation()
  const lower = await newLocation({ parent_id: id })
  await kept(id, /locations below it/)
  assert.equal((await remove(lower.id)).status, 204)
  assert.equal((await remove(id)).status, 204)
})

test('LOC-39 a location stays while users, active products or stored accounts belong to it', async () => {
  const { id: location_id } = await newLocation()
  const user = await made('users', 'user', {
    ...{ username: 'kiosk', email: 'kiosk@example.com', last_name: 'Kiosk', user_type_id: 400 },
    primary_location_id: location_id,
  })
  await kept(location_id, /primary location of users/)
  await t.api.delete(`users/${user.id}`)
  const product = await ownProduct(t, { location_id })
  await kept(location_id, /active products/)
  await t.api.put(`producttransactions/${product}`, { producttransaction: { active: 0 } })
  const vault = await made('accountvaults', 'accountvault', {
    ...{ location_id, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1235' },
  })
  await kept(location_id, /stored accounts/)
  await t.api.delete(`accountvaults/${vault.id}`)
  assert.equal((await remove(location_id)).status, 204)
  // What takes payments does not come back to where nothing is.
  const again = await t.api.put(`producttransactions/${product}`, { producttransaction: { active: 1 } })
  refusedOn(again, 'location_id')
})

test('LOC-39 a location stays while a recurring of it has not ended', async () => {
  const { id: location_id } = await newLocation()
  const product_transaction_id = await ownProduct(t, { location_id })
  const vault = await made('accountvaults', 'accountvault', {
    ...{ location_id, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1235' },
  })
  const recurring = await made('recurrings', 'recurring', {
    ...{ location_id, account_vault_id: vault.id, product_transaction_id, transaction_amount: '5.00' },
    ...{ interval: 1, interval_type: 'm', start_date: '2031-01-01' },
  })
  await t.api.put(`producttransactions/${product_transaction_id}`, { producttransaction: { active: 0 } })
  const { body } = await remove(location_id)
  assert.match(body.errors.id.join('\n'), /stored accounts.*\n.*recurrings/)
  assert.equal((await t.api.delete(`recurrings/${recurring.id}`)).status, 204)
  assert.equal((await t.api.delete(`accountvaults/${vault.id}`)).status, 204)
  assert.equal((await remove(location_id)).status, 204)
})

test('LOC-39 a location stays until its payments are settled; its history stays readable above', async () => {
  const { id: location_id } = await newLocation()
  const product_transaction_id = await ownProduct(t, { location_id })
  const sale = await paid(t.api, saleBody({ location_id, product_transaction_id }))
  const held = await paid(t.api, saleBody({ location_id, product_transaction_id, action: 'authonly' }))
  const invoice = (
    await t.api.post('quickinvoices', invoiceBody(location_id, { cc_product_transaction_id: product_transaction_id }))
  ).body.quickinvoice
  await t.api.put(`producttransactions/${product_transaction_id}`, { producttransaction: { active: 0 } })
  const { body } = await remove(location_id)
  assert.match(body.errors.id.join('\n'), /batches.*\n.*payments/)
  await changed(t.api, held.id, { action: 'void' })
  await closeBatch(t.api, sale.transaction_batch_id, 2)
  assert.equal((await remove(location_id)).status, 204)

  const read = await t.api.get(`transactions/${sale.id}?expand=location,product_transaction`)
  assert.deepEqual([read.status, read.body.transaction.location_id], [200, location_id])
  assert.equal(read.body.transaction.location, null)
  const listed = await t.api.get(`transactions?location_id=${location_id}`)
  assert.equal(listed.body.meta.pagination.totalCount, 2)
  assert.equal((await t.api.get(`quickinvoices/${invoice.id}`)).status, 200)
  // Nothing is taken for it any more, by nobody.
  const page = await t.app.http.inject(`/quickinvoice/?id=${invoice.id}`)
  assert.match(page.body, /not available|no longer available/i)
  refusedOn(await t.api.post('transactions', { transaction: refundBody(sale.id, '1.00') }), 'location_id')
})

test('LOC-39 a location stays while another one has payments on their way by its product', async () => {
  const { id: location_id } = await newLocation()
  const bank = await made('producttransactions', 'producttransaction', {
    ...{ location_id, title: 'Bank', payment_method: 'ach', processor: 'ach', industry_type: 'ecommerce' },
  })
  const user = await newLocation({ default_ach: bank.id })
  const debit = await paid(t.api, debitBody(bank.id, { location_id: user.id }))
  await t.api.put(`producttransactions/${bank.id}`, { producttransaction: { active: 0 } })
  await kept(location_id, /payments/)
  await changed(t.api, debit.id, { action: 'void' })
  assert.equal((await remove(location_id)).status, 204)
})

test('LOC-39 a deletion waits for what is just being added to the location, which then stays', async () => {
  const { id: location_id } = await newLocation()
  const vault = await made('accountvaults', 'accountvault', {
    ...{ location_id: ROOT, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1235' },
  })
  const waits = async () => {
    const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await t.owner.query(text)).length === 0) await new Promise(resolve => setTimeout(resolve, 20))
  }
  let answer: ReturnType<typeof remove> | undefined
  await t.db.transaction(async tx => {
    await tx.run('update accountvault set location_id = $1 where id = $2', [location_id, vault.id])
    answer = remove(location_id)
    await Promise.race([answer, waits()])
  })
  const { status, body } = await answer!
  assert.equal(status, 409)
  assert.match(body.errors.id.join(), /stored accounts/)
})
