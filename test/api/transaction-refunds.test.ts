import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer, Json, Shop } from '../support/app.ts'
import {
  arrived,
  changed,
  debitBody,
  ledgerBalance,
  paid,
  postTransaction,
  putTransaction,
  refusedOn,
  saleBody,
} from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
before(async () => {
  t = await newMerchant()
})

const refundBody = (sale: Json, transaction_amount: string, over: Json = {}): Json => ({
  action: 'refund',
  payment_method: sale.payment_method,
  previous_transaction_id: sale.id,
  transaction_amount,
  ...over,
})
const refund = (sale: Json, amount: string): Promise<Answer> => postTransaction(t.api, refundBody(sale, amount))

async function held(id: string): Promise<Json> {
  const [row] = await t.db.query(
    'select captured_amount, refunded_amount, refund_pending_amount from transaction where id = $1',
    [id],
  )
  return row
}

test('a sale is refunded in parts until nothing is left', async () => {
  const sale = await paid(t.api, saleBody())
  const part = (await refund(sale, '4.00')).body.transaction
  assert.deepEqual([part.status_id, part.type_id, part.reason_code_id, part.transaction_amount], [111, 30, 1000, 4])
  assert.deepEqual([part.last_four, part.account_type, part.previous_transaction_id], ['1111', 'visa', sale.id])
  assert.equal(part.product_transaction_id, sale.product_transaction_id)
  refusedOn(await refund(sale, '6.01'), 'transaction_amount')
  assert.equal((await refund(sale, '6.00')).body.transaction.status_id, 111)
  refusedOn(await refund(sale, '0.01'), 'action')
  assert.deepEqual(await held(sale.id), { captured_amount: 1000, refunded_amount: 1000, refund_pending_amount: 0 })
  const expanded = (await t.api.get(`transactions/${sale.id}?expand=is_refundable`)).body.transaction
  assert.deepEqual([expanded.is_refundable, expanded.status_id], [false, 101])
})

test('only what was captured can be refunded, not an authorization, a refund or a void', async () => {
  const authorized = await paid(t.api, saleBody({ action: 'authonly' }))
  refusedOn(await refund(authorized, '1.00'), 'action')
  const sale = await paid(t.api, saleBody())
  const back = (await refund(sale, '1.00')).body.transaction
  refusedOn(await refund(back, '1.00'), 'action')
  const voided = await paid(t.api, saleBody())
  await changed(t.api, voided.id, { action: 'void' })
  refusedOn(await refund(voided, '1.00'), 'action')
})

test('what was refunded in part can no longer be voided; a voided refund can be made again', async () => {
  const sale = await paid(t.api, saleBody())
  const part = (await refund(sale, '4.00')).body.transaction
  refusedOn(await putTransaction(t.api, sale.id, { action: 'void' }), 'action')
  await changed(t.api, part.id, { action: 'void' })
  assert.deepEqual(await held(sale.id), { captured_amount: 1000, refunded_amount: 0, refund_pending_amount: 0 })
  assert.equal((await refund(sale, '10.00')).body.transaction.status_id, 111)
})

test('twenty refunds at once never give back more than the sale', async () => {
  const before = await ledgerBalance(t)
  const sale = await paid(t.api, saleBody({ transaction_amount: '100.00' }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(sale, '15.00')))
  const made = answers.filter(each => each.status === 201)
  assert.equal(made.length, 6)
  assert.ok(made.every(each => each.body.transaction.status_id === 111))
  for (const each of answers) if (each.status !== 201) refusedOn(each, 'transaction_amount')
  assert.deepEqual(await held(sale.id), { captured_amount: 10000, refunded_amount: 9000, refund_pending_amount: 0 })
  assert.equal((await ledgerBalance(t)) - before, 1000n)
})

test('refunds and a void at the same moment: either the void or the refunds happen', async () => {
  for (let round = 0; round < 4; round += 1) {
    const before = await ledgerBalance(t)
    const sale = await paid(t.api, saleBody())
    const [voided, ...refunds] = await Promise.all([
      putTransaction(t.api, sale.id, { action: 'void' }),
      ...Array.from({ length: 4 }, () => refund(sale, '5.00')),
    ])
    const made = refunds.filter(each => each.status === 201).length
    assert.equal(voided.status === 200 ? made : 0, 0)
    assert.ok(made <= 2)
    const row = await held(sale.id)
    assert.equal(row.refunded_amount, made * 500)
    assert.equal(row.refund_pending_amount, 0)
    const taken = (await ledgerBalance(t)) - before
    assert.equal(taken, 1000n - BigInt(made * 500))
  }
})

test('the database itself refuses a refund beyond the captured amount', async () => {
  const sale = await paid(t.api, saleBody())
  await assert.rejects(
    t.db.run('update transaction set refund_pending_amount = 1001 where id = $1', [sale.id]),
    /transaction_refunds_within_capture/,
  )
})

test('a bank debit is refunded in full and only once it has arrived', async () => {
  const debit = await paid(t.api, debitBody(t.merchants[0].ach_product_transaction_id))
  refusedOn(await refund(debit, '25.00'), 'action')
  await arrived(t.db, debit.id)
  refusedOn(await refund(debit, '10.00'), 'transaction_amount')
  const back = (await refund(debit, '25.00')).body.transaction
  assert.deepEqual([back.status_id, back.type_id, back.batch, back.routing], [131, 30, null, '072000326'])
  refusedOn(await refund(debit, '25.00'), 'action')
})

test('a refund the processor declines frees the amount again', async () => {
  const sale = await paid(t.api, saleBody())
  // The processor's ledger says that this sale was reversed already, whatever the gateway has stored.
  const [row] = await t.db.query<{ reference: string }>('select reference from transaction where id = $1', [sale.id])
  const voided = await paid(t.api, saleBody())
  await changed(t.api, voided.id, { action: 'void' })
  const [gone] = await t.db.query<{ reference: string }>('select reference from transaction where id = $1', [voided.id])
  await t.db.run('update transaction set reference = $2 where id = $1', [sale.id, gone!.reference])
  const declined = (await refund(sale, '10.00')).body.transaction
  assert.deepEqual([declined.status_id, declined.reason_code_id], [301, 1609])
  assert.deepEqual(await held(sale.id), { captured_amount: 1000, refunded_amount: 0, refund_pending_amount: 0 })
  await t.db.run('update transaction set reference = $2 where id = $1', [sale.id, row!.reference])
  assert.equal((await refund(sale, '10.00')).body.transaction.status_id, 111)
})

test('what a product took can be given back after the product is out of use; the payer stays the same', async () => {
  const { cc_product_transaction_id: product, contact_id } = t.merchants[0]
  const sale = await paid(t.api, saleBody({ contact_id }))
  await t.api.put(`producttransactions/${product}`, { producttransaction: { active: false } })
  const back = (await refund(sale, '10.00')).body.transaction
  assert.deepEqual([back.status_id, back.contact_id], [111, contact_id])
  await t.api.put(`producttransactions/${product}`, { producttransaction: { active: true } })
})

test('a location that defaults to the product of another one pays through it, also for a caller who cannot see it', async () => {
  const { child_location_id, cc_product_transaction_id: shared, child_cc_product_transaction_id: own } = t.merchants[0]
  const setDefault = (default_cc: string) => t.api.put(`locations/${child_location_id}`, { location: { default_cc } })
  assert.equal((await setDefault(shared)).status, 200)
  const sale = await paid(t.clerk, saleBody())
  assert.deepEqual([sale.location_id, sale.product_transaction_id, sale.status_id], [child_location_id, shared, 101])
  const back = await postTransaction(t.clerk, refundBody(sale, '4.00'))
  assert.equal(back.status, 201, back.text)
  const held = await paid(t.clerk, saleBody({ action: 'authonly' }))
  assert.equal((await putTransaction(t.clerk, held.id, { action: 'authcomplete' })).body.transaction.status_id, 101)
  await setDefault(own)
  refusedOn(
    await postTransaction(t.api, saleBody({ location_id: child_location_id, product_transaction_id: shared })),
    'product_transaction_id',
  )
})
