import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { localDate } from '../../src/lib/local-date.ts'
import type { Json, Shop } from '../support/app.ts'
import {
  changed,
  debitBody,
  paid,
  postTransaction,
  putTransaction,
  refundBody,
  refusedOn,
  saleBody,
  transactionOf,
} from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
before(async () => {
  t = await newMerchant()
})

const hold = (over: Json = {}) => paid(t.api, saleBody({ action: 'authonly', transaction_amount: '50.00', ...over }))
const refuses = async (id: string, body: Json, ...fields: string[]) =>
  refusedOn(await putTransaction(t.api, id, body), ...fields)

test('a void takes a sale, an authorization and a refund back, and shows the day', async () => {
  const sale = await paid(t.api, saleBody())
  const refunded = await paid(t.api, saleBody())
  const refund = await paid(t.api, refundBody(refunded.id, '4.00'))
  for (const made of [sale, await hold(), refund]) {
    const voided = await changed(t.api, made.id, { action: 'void', description: 'taken back' })
    assert.deepEqual(
      [voided.status_id, voided.type_id, voided.transaction_amount, voided.auth_amount],
      [201, made.type_id, 0, made.auth_amount],
    )
    assert.match(voided.void_date, /^\d{4}-\d\d-\d\d$/)
    assert.equal(voided.description, 'taken back')
    await refuses(made.id, { action: 'void' }, 'action')
  }
  const whole = await paid(t.api, refundBody(refunded.id, '10.00'))
  assert.equal(whole.status_id, 111)
})

test('a void is of everything: another amount is refused', async () => {
  const sale = await paid(t.api, saleBody())
  await refuses(sale.id, { action: 'void', transaction_amount: '9.99' }, 'transaction_amount')
  assert.equal((await changed(t.api, sale.id, { action: 'void', transaction_amount: '10.00' })).status_id, 201)
})

test('a declined transaction can neither be voided nor completed nor refunded', async () => {
  const declined = await paid(t.api, saleBody({ transaction_amount: '5.00' }))
  for (const action of ['void', 'authcomplete']) await refuses(declined.id, { action }, 'action')
  for (const action of ['authincrement', 'partialreversal', 'tipadjust'])
    await refuses(declined.id, { action, transaction_amount: '1.00' }, 'action')
  const refund = refundBody(declined.id, '1.00')
  refusedOn(await postTransaction(t.api, refund), 'action')
})

test('an authorization is completed for all or less of it, once, and joins the batch', async () => {
  const all = await changed(t.api, (await hold()).id, { action: 'authcomplete' })
  assert.deepEqual(
    [all.status_id, all.reason_code_id, all.transaction_amount, all.auth_amount],
    [101, 1001, 50, '50.00'],
  )
  assert.ok(all.transaction_batch_id)
  const held = await hold()
  await refuses(held.id, { action: 'authcomplete', transaction_amount: '50.01' }, 'transaction_amount')
  await refuses(held.id, { action: 'authcomplete', transaction_amount: '0.00' }, 'transaction_amount')
  const less = await changed(t.api, held.id, { action: 'authcomplete', transaction_amount: '30.00', tax: '2.00' })
  assert.deepEqual([less.transaction_amount, less.auth_amount, less.tax], [30, '30.00', '2.00'])
  await refuses(held.id, { action: 'authcomplete' }, 'action')
  const refund = refundBody(held.id, '30.01')
  refusedOn(await postTransaction(t.api, refund), 'transaction_amount')
})

test('an authorization grows to a new total, which can then be completed', async () => {
  const held = await hold()
  await refuses(held.id, { action: 'authincrement' }, 'transaction_amount')
  await refuses(held.id, { action: 'authincrement', transaction_amount: '50.00' }, 'transaction_amount')
  const grown = await changed(t.api, held.id, { action: 'authincrement', transaction_amount: '80.00' })
  assert.deepEqual(
    [grown.status_id, grown.transaction_amount, grown.auth_amount, grown.reason_code_id],
    [102, 80, '50.00', 1000],
  )
  const done = await changed(t.api, held.id, { action: 'authcomplete', transaction_amount: '80.00' })
  assert.deepEqual([done.status_id, done.auth_amount], [101, '80.00'])
})

test('a declined increment is told by its reason; the authorization stays as it was', async () => {
  const held = await hold({ transaction_amount: '4.00' })
  const refused = await changed(t.api, held.id, { action: 'authincrement', transaction_amount: '5.00' })
  assert.deepEqual([refused.status_id, refused.transaction_amount, refused.reason_code_id], [102, 4, 1500])
  assert.equal((await changed(t.api, held.id, { action: 'void' })).status_id, 201)
})

test('a partial reversal leaves the lower amount, of a sale and of an authorization', async () => {
  const sale = await paid(t.api, saleBody())
  await refuses(sale.id, { action: 'partialreversal', transaction_amount: '10.00' }, 'transaction_amount')
  await refuses(sale.id, { action: 'partialreversal' }, 'transaction_amount')
  const less = await changed(t.api, sale.id, { action: 'partialreversal', transaction_amount: '6.00' })
  assert.deepEqual([less.status_id, less.transaction_amount, less.auth_amount], [101, 6, '6.00'])
  const held = await changed(t.api, (await hold()).id, { action: 'partialreversal', transaction_amount: '20.00' })
  assert.deepEqual([held.status_id, held.transaction_amount], [102, 20])
  await refuses(held.id, { action: 'authcomplete', transaction_amount: '20.01' }, 'transaction_amount')
})

test('less than the parts it has is taken only with the parts sent anew', async () => {
  const parts = { tax: '5.00', surcharge_amount: '10.00', subtotal_amount: '35.00' }
  const held = await hold(parts)
  const capture = { action: 'authcomplete', transaction_amount: '12.00' }
  const errors = await refuses(held.id, capture, 'surcharge_amount', 'tax', 'subtotal_amount')
  assert.match(errors.surcharge_amount[0], /^Surcharge Amount is 10\.00 and has to be sent anew/)
  await refuses(held.id, { ...capture, surcharge_amount: '8.00', subtotal_amount: '4.00' }, 'tax')
  const wrong = { ...capture, surcharge_amount: '8.00', tax: '4.01', subtotal_amount: '0.00' }
  await refuses(held.id, wrong, 'transaction_amount')
  assert.deepEqual((await transactionOf(t, held.id)).transaction_amount, 50)
  const done = await changed(t.api, held.id, { ...wrong, tax: '1.00', subtotal_amount: '3.00' })
  assert.deepEqual(
    [done.transaction_amount, done.tax, done.surcharge_amount, done.subtotal_amount],
    [12, '1.00', '8.00', '3.00'],
  )
  const sale = await paid(t.api, saleBody({ tax: '2.00' }))
  await refuses(sale.id, { action: 'partialreversal', transaction_amount: '1.00' }, 'tax')
  const less = await changed(t.api, sale.id, { action: 'partialreversal', transaction_amount: '2.00' })
  assert.deepEqual([less.transaction_amount, less.tax], [2, '2.00'])
})

test('an action without an amount takes no parts that are more than what it works on', async () => {
  const held = await hold()
  await refuses(held.id, { action: 'authcomplete', surcharge_amount: '50.01' }, 'transaction_amount')
  assert.equal((await changed(t.api, held.id, { action: 'authcomplete', tax: '50.00' })).tax, '50.00')
})

test('a void shows the parts that were taken back', async () => {
  const sale = await paid(t.api, saleBody({ tax: '2.00', tip_amount: null }))
  const voided = await changed(t.api, sale.id, { action: 'void' })
  assert.deepEqual([voided.transaction_amount, voided.tax], [0, '2.00'])
})

test('an increment that is approved in part counts what was approved, where partial approvals are taken', async () => {
  const { cc_product_transaction_id: product } = t.merchants[0]
  const partly = (allow: number) =>
    t.api.put(`producttransactions/${product}`, { producttransaction: { allow_partial_authorization: allow } })
  await partly(0)
  const held = await hold({ transaction_amount: '1.00' })
  const more = { action: 'authincrement', transaction_amount: '2.02', tax: '1.60' }
  const refused = await changed(t.api, held.id, more)
  assert.deepEqual([refused.transaction_amount, refused.reason_code_id, refused.tax], [1, 1661, '0.00'])
  await partly(1)
  const grown = await changed(t.api, held.id, more)
  assert.deepEqual(
    [grown.transaction_amount, grown.reason_code_id, grown.auth_amount, grown.tax],
    [1.5, 1201, '1.00', '1.50'],
  )
  await refuses(held.id, { action: 'authcomplete', transaction_amount: '1.51', tax: '0.00' }, 'transaction_amount')
  const done = await changed(t.api, held.id, { action: 'authcomplete' })
  assert.deepEqual([done.status_id, done.auth_amount], [101, '1.50'])
})

test('of a partial approval tip and tax are what was approved of them', async () => {
  const { cc_product_transaction_id: product } = t.merchants[0]
  const settings = { allow_partial_authorization: 1, industry_type: 'retail' }
  await t.api.put(`producttransactions/${product}`, { producttransaction: settings })
  const parts = { tax: '0.80', tip_amount: '0.40', subtotal_amount: '0.81' }
  const partial = await paid(t.api, saleBody({ transaction_amount: '2.01', ...parts }))
  assert.deepEqual(
    [partial.reason_code_id, partial.auth_amount, partial.tax, partial.tip_amount, partial.subtotal_amount],
    [1201, '1.00', '0.80', '0.20', '0.00'],
  )
  const before = { allow_partial_authorization: 1, industry_type: 'ecommerce' }
  await t.api.put(`producttransactions/${product}`, { producttransaction: before })
})

test('a check of an address has no amount and no parts, and no subtotal is more than its amount', async () => {
  const checked = await paid(t.api, saleBody({ action: 'avsonly', tax: '1.00', tip_amount: null }))
  assert.deepEqual([checked.transaction_amount, checked.tax], [0, '0.00'])
  refusedOn(await postTransaction(t.api, saleBody({ subtotal_amount: '10.01' })), 'subtotal_amount')
})

test('a tip is added where tips are given', async () => {
  const { cc_product_transaction_id: product } = t.merchants[0]
  const sale = await paid(t.api, saleBody())
  const tip = { action: 'tipadjust', transaction_amount: '12.00', tip_amount: '2.00' }
  await refuses(sale.id, tip, 'action')
  await t.api.put(`producttransactions/${product}`, { producttransaction: { industry_type: 'restaurant' } })
  const tipped = await changed(t.api, sale.id, tip)
  assert.deepEqual(
    [tipped.status_id, tipped.transaction_amount, tipped.tip_amount, tipped.auth_amount],
    [101, 12, '2.00', '12.00'],
  )
  await t.api.put(`producttransactions/${product}`, { producttransaction: { industry_type: 'ecommerce' } })
})

test('an edit changes words, contact, tags and custom fields, and no money', async () => {
  const { contact_id } = t.merchants[0]
  const sale = await paid(t.api, saleBody({ contact_id }))
  const edited = await changed(t.api, sale.id, {
    action: 'edit',
    description: 'hedge',
    tags: ['a'],
    transaction_c1: 'x',
    custom_data: { b: [1] },
  })
  assert.deepEqual(
    [edited.description, edited.tags[0].title, edited.transaction_c1, edited.custom_data],
    ['hedge', 'a', 'x', { b: [1] }],
  )
  assert.equal((await changed(t.api, sale.id, { contact_id: '' })).contact_id, null)
  assert.equal((await changed(t.api, sale.id, { contact_id })).contact_id, contact_id)
  await refuses(sale.id, { action: 'edit', transaction_amount: '1.00' }, 'transaction_amount')
  await refuses(sale.id, { action: 'edit', tax: '1.00' }, 'tax')
  await refuses(sale.id, { action: 'sale' }, 'action')
  await refuses(sale.id, { contact_id: sale.id }, 'contact_id')
  const { modified_ts: _, ...before } = await transactionOf(t, sale.id)
  const ignored = await putTransaction(t.api, sale.id, {
    status_id: 301,
    auth_amount: '0.00',
    account_number: '4111111111111111',
  })
  assert.match(ignored.headers['tollgate-ignored-fields'] ?? '', /status_id/)
  const { modified_ts: __, ...after } = await transactionOf(t, sale.id)
  assert.deepEqual(after, before)
})

test('fields an action does not use are refused, not lost', async () => {
  const sale = await paid(t.api, saleBody())
  const { contact_id } = t.merchants[0]
  await refuses(sale.id, { action: 'void', contact_id }, 'contact_id')
  await refuses(sale.id, { action: 'partialreversal', transaction_amount: '1.00', room_num: '7' }, 'room_num')
})

test('a stored account and its payments can go along to another contact', async () => {
  const { contact_id, location_id } = t.merchants[0]
  const other = (await t.api.post('contacts', { contact: { location_id, last_name: 'Moved' } })).body.contact.id
  const accountvault = {
    payment_method: 'cc',
    account_number: '4111111111111111',
    exp_date: '1230',
    location_id,
    contact_id,
  }
  const vault = (await t.api.post('accountvaults', { accountvault })).body.accountvault
  const pay = () =>
    paid(t.api, {
      action: 'sale',
      payment_method: 'cc',
      account_vault_id: vault.id,
      contact_id,
      transaction_amount: '3.00',
    })
  const [one, two] = [await pay(), await pay()]
  await changed(t.api, one.id, { contact_id: other, move_account_vault: 1, move_account_vault_transactions: 1 })
  assert.equal((await transactionOf(t, two.id)).contact_id, other)
  assert.equal((await t.api.get(`accountvaults/${vault.id}`)).body.accountvault.contact_id, other)
})

test('a bank payment is voided on the day it was made, and no later', async () => {
  const { ach_product_transaction_id: product } = t.merchants[0]
  const today = await paid(t.api, debitBody(product))
  assert.deepEqual([(await changed(t.api, today.id, { action: 'void' })).status_id], [201])
  const old = await paid(t.api, debitBody(product))
  await t.db.run('update transaction set created_ts = created_ts - 2 * 86400 where id = $1', [old.id])
  await refuses(old.id, { action: 'void' }, 'action')
  await refuses(old.id, { action: 'authcomplete' }, 'action')
})

/** A zone in which it is this hour now. */
function zoneAt(hour: number): string {
  const { hour: utc } = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('UTC')
  const ahead = ((hour - utc + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test('G85 what can be voided, and what has passed, is told by the day of the location and not of the caller', async () => {
  const own = await newMerchant()
  const [{ location_id, ach_product_transaction_id, user }] = own.merchants
  await own.api.locations.update(location_id, { tz: zoneAt(0) })
  await own.api.users.update(user.user_id, { tz: zoneAt(12) })
  const debit = await paid(own.api, debitBody(ach_product_transaction_id))
  const facts = async () => {
    const { is_voidable, is_settled } = await transactionOf(own, debit.id, 'is_voidable', 'is_settled')
    return [is_voidable, is_settled]
  }
  assert.deepEqual(await facts(), [true, false])
  await own.db.run('update transaction set created_ts = created_ts - 3600 where id = $1', [debit.id])
  assert.deepEqual(await facts(), [false, false])
  refusedOn(await putTransaction(own.api, debit.id, { action: 'void' }), 'action')

  await own.api.locations.update(location_id, { tz: 'Pacific/Kiritimati' })
  await own.api.users.update(user.user_id, { tz: 'Etc/GMT+12' })
  const seconds = own.clock.seconds()
  const today = localDate(seconds, 'Pacific/Kiritimati')
  const hints = async (path: string, body: Json) => {
    const { status, headers } = await own.api.post(path, { [path.slice(0, -1)]: { location_id, ...body } })
    assert.equal(status, 201)
    return headers['tollgate-hints'] ?? null
  }
  for (const [days, says] of [
    [0, null],
    [1, / has passed: /],
  ] as const) {
    const expire_date = today.subtract({ days }).toString()
    const told = [
      await hints('paylinks', { amount_due: '5.00', expire_date }),
      await hints('quickinvoices', { title: 'Late', due_date: expire_date, item_list: { Late: '5.00' }, expire_date }),
    ]
    for (const each of told) if (says) assert.match(String(each), says)
    if (!says) assert.deepEqual(told, [null, null])
  }
})

test('of actions at the same moment one wins and the others are refused on action', async () => {
  const sale = await paid(t.api, saleBody())
  const voids = await Promise.all(Array.from({ length: 6 }, () => putTransaction(t.api, sale.id, { action: 'void' })))
  assert.deepEqual(voids.map(each => each.status).toSorted(), [200, 422, 422, 422, 422, 422])
  for (const each of voids) if (each.status === 422) assert.deepEqual(Object.keys(each.body.errors), ['action'])

  const held = await hold()
  const both = await Promise.all([
    putTransaction(t.api, held.id, { action: 'void' }),
    putTransaction(t.api, held.id, { action: 'authcomplete' }),
  ])
  assert.deepEqual(both.map(each => each.status).toSorted(), [200, 422])
  const after = await transactionOf(t, held.id)
  assert.equal(after.status_id, both[0]!.status === 200 ? 201 : 101)
  const { reference } = (
    await t.db.query<{ reference: string }>('select reference from transaction where id = $1', [held.id])
  )[0]!
  const acted = (await t.ledger(reference)).filter(each => each.action !== 'authonly' && each.result === 'approved')
  assert.equal(acted.length, 1)
})

test('an Idempotency-Key on a void gives the first answer again', async () => {
  const sale = await paid(t.api, saleBody())
  const headers = { 'idempotency-key': 'void-1' }
  const first = await putTransaction(t.api, sale.id, { action: 'void' }, headers)
  const again = await putTransaction(t.api, sale.id, { action: 'void' }, headers)
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
})

test('every change of status is noted with its time', async () => {
  const held = await hold()
  await changed(t.api, held.id, { action: 'authcomplete' })
  await changed(t.api, held.id, { action: 'void' })
  const { transaction } = (await t.api.get(`transactions/${held.id}?expand=transaction_histories`)).body
  assert.deepEqual(
    transaction.transaction_histories.map((each: Json) => each.status_id),
    [201, 101, 102],
  )
})
