import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { recurringSite, TODAY } from '../support/recurrings.ts'

const { t, location_id, makeVault, sent, make, refused, put, act } = await recurringSite('recurring')
let count = 0

test('AV-27 the vault can be named by its own api id', async () => {
  const account_vault_api_id = `vault-${++count}`
  const named = await makeVault({ account_vault_api_id })
  const recurring = await make({ account_vault_id: undefined, account_vault_api_id })
  assert.equal(recurring.account_vault_id, named.id)
  assert.deepEqual(await refused({ account_vault_id: undefined, account_vault_api_id: 'nobody' }), [
    'account_vault_api_id',
  ])
  const other = await make()
  const { body } = await put(other.id, { account_vault_api_id })
  assert.equal(body.recurring.account_vault_id, named.id)
})

test("NT-11 notification_days are the location's unless sent", async () => {
  await t.api.put(`locations/${location_id}`, { location: { recurring_notification_days_default: 5 } })
  assert.equal((await make()).notification_days, '5')
  assert.equal((await make({ notification_days: '0' })).notification_days, '0')
  await t.api.put(`locations/${location_id}`, { location: { recurring_notification_days_default: 0 } })
})

test('RC-14 RC-12 a new next run date is the anchor of later dates; the record sent back as it was read changes nothing', async () => {
  const recurring = await make({ start_date: '2040-03-31' })
  const skipped = (await act(recurring.id, 'skipPayment?skip_count=1')).body.recurring
  assert.equal(skipped.next_run_date, '2040-04-30')
  const { end_date: _, ...same } = skipped
  assert.equal((await put(recurring.id, same)).body.recurring.next_run_date, '2040-04-30')
  const preview = (await t.api.get(`recurrings/${recurring.id}/preview?count=2`)).body.preview
  assert.deepEqual(
    preview.payments.map((payment: Json) => payment.run_date),
    ['2040-04-30', '2040-05-31'],
  )
  const moved = (await put(recurring.id, { next_run_date: '2040-05-05' })).body.recurring
  assert.equal(moved.next_run_date, '2040-05-05')
  assert.equal((await act(recurring.id, 'skipPayment?skip_count=1')).body.recurring.next_run_date, '2040-06-05')
  assert.deepEqual(Object.keys((await put(recurring.id, { next_run_date: '2040-03-09' })).body.errors), [
    'next_run_date',
  ])
  assert.deepEqual(Object.keys((await put(recurring.id, { end_date: '2040-06-04' })).body.errors), ['end_date'])
  assert.equal((await put(recurring.id, { end_date: null })).body.recurring.end_date, '0000-00-00')
})

test('the preview lists coming payments with the day of each notice', async () => {
  const { id } = await make({ start_date: TODAY, interval: '2', interval_type: 'w', notification_days: '3' })
  const { status, body } = await t.api.get(`recurrings/${id}/preview?count=2`)
  assert.equal(status, 200)
  assert.deepEqual(body.preview, {
    recurring_id: id,
    status: 'active',
    payments: [
      { run_date: '2040-03-10', notification_date: '2040-03-07', transaction_amount: '10.00' },
      { run_date: '2040-03-24', notification_date: '2040-03-21', transaction_amount: '10.00' },
    ],
  })
  assert.equal((await t.api.get(`recurrings/${id}/preview?count=0`)).status, 422)
  assert.equal((await t.stranger.get(`recurrings/${id}/preview`)).status, 404)
})

test('where recurring billing is switched off none is created', async () => {
  const { body } = await t.api.get(`productrecurrings?location_id=${location_id}`)
  const { id } = body.productrecurrings[0]
  const turn = (active: number) => t.api.put(`productrecurrings/${id}`, { product_recurring: { active } })
  assert.equal((await turn(0)).status, 200)
  assert.equal((await t.api.post('recurrings', sent())).status, 403)
  assert.equal((await turn(1)).status, 200)
  await make()
})
