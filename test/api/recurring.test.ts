import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { bank, NOON, recurringSite, TODAY } from '../support/recurrings.ts'

const { t, location_id, contact_id, vault, makeVault, sent, make, refused, put, act } = await recurringSite('recurring')
let count = 0

const KEYS = [
  ...[
    'id',
    'account_vault_id',
    'location_id',
    'product_transaction_id',
    'transaction_amount',
    'interval',
    'interval_type',
  ],
  ...['start_date', 'end_date', 'next_run_date', 'description', 'installment_total_count', 'installment_amount_total'],
  ...[
    'notification_days',
    'payment_method',
    'recurring_api_id',
    'recurring_c1',
    'recurring_c2',
    'recurring_c3',
    'active',
  ],
  ...['recurring_type_id', 'status', 'created_ts', 'modified_ts', '_links'],
]

test('RC-01 RC-04 RC-27 RC-37 RC-39 RC-28 RC-13 RC-26 a contact, its vault and then its recurring: active, first run on the start date, no end', async () => {
  const recurring = await make({
    id: '0'.repeat(24),
    status: 'ended',
    recurring_type_id: 'i',
    created_ts: 1,
    modified_ts: 1,
    next_run_date: '2050-01-01',
  })
  assert.deepEqual(Object.keys(recurring), KEYS)
  const { id, created_ts, modified_ts, _links, ...rest } = recurring
  assert.notEqual(id, '0'.repeat(24))
  assert.ok(created_ts >= NOON && modified_ts === created_ts)
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/recurrings/${id}`)
  assert.deepEqual(rest, {
    account_vault_id: vault.id,
    location_id,
    product_transaction_id: t.merchants[0].cc_product_transaction_id,
    transaction_amount: '10.00',
    interval: '1',
    interval_type: 'm',
    start_date: '2040-03-31',
    end_date: '0000-00-00',
    next_run_date: '2040-03-31',
    description: null,
    installment_total_count: null,
    installment_amount_total: null,
    notification_days: '0',
    payment_method: 'cc',
    recurring_api_id: null,
    recurring_c1: null,
    recurring_c2: null,
    recurring_c3: null,
    active: '1',
    recurring_type_id: 'o',
    status: 'active',
  })
  const { body } = await t.api.get(`recurrings/${id}?expand=contact`)
  assert.deepEqual(Object.keys(body), ['recurring'])
  assert.equal(body.recurring.contact.id, contact_id)
})

test('RC-17 RC-25 an installment recurring has a total, and ends the day before the payment that would follow', async () => {
  const recurring = await make({
    start_date: '2040-03-23',
    installment_total_count: 20,
    installment_amount_total: '1.00',
  })
  assert.deepEqual(
    [
      recurring.recurring_type_id,
      recurring.installment_total_count,
      recurring.installment_amount_total,
      recurring.end_date,
    ],
    ['i', 20, '200.00', '2041-11-22'],
  )
})

test('RC-05 RC-06 RC-08 RC-09 RC-10 RC-11 what is required is told, everything at once', async () => {
  const { body } = await t.api.post('recurrings', { recurring: {} })
  assert.deepEqual(Object.keys(body.errors).toSorted(), [
    'account_vault_id',
    'interval',
    'interval_type',
    'location_id',
    'start_date',
    'transaction_amount',
  ])
})

const BOUNDS: [id: string, field: string, fits: Json[], not: Json[]][] = [
  ['RC-08', 'transaction_amount', ['0.01', 10, '999999999.99'], ['1234567890.12', '0', '-1', '1.001', 'x']],
  ['RC-09', 'interval', ['1', '999', 3], ['1000', '0', 'x', '1.5']],
  ['RC-10', 'interval_type', ['d', 'w', 'm'], ['y', 'dd', '']],
  ['RC-11', 'start_date', ['2040-03-10', '2044-02-29'], ['2040-3-10', '2041-02-29', '']],
  ['RC-12', 'end_date', ['2040-12-31'], ['2040-1-1', '20401231']],
  ['RC-15', 'description', ['', 'x'.repeat(36)], ['x'.repeat(37)]],
  ['RC-16', 'installment_total_count', [1, '99'], [100, 'x', -1]],
  ['RC-18', 'notification_days', ['0', '99', 7], ['100', 'x']],
  ['RC-19', 'payment_method', ['cc'], ['cash', 'ach']],
  ['RC-20', 'recurring_api_id', ['x'.repeat(64)], ['x'.repeat(65)]],
  ['RC-22', 'recurring_c1', ['', 'x'.repeat(128)], ['x'.repeat(129)]],
  ['RC-22', 'recurring_c2', ['x'.repeat(128)], ['x'.repeat(129)]],
  ['RC-22', 'recurring_c3', ['x'.repeat(128)], ['x'.repeat(129)]],
  ['RC-23', 'active', ['1', '0', 1, true], ['2', 'on']],
]

for (const [id, field, fits, not] of BOUNDS) {
  test(`${id} ${field} is bounded as its table says`, async () => {
    for (const value of fits) await make({ [field]: value })
    for (const value of not) assert.deepEqual(await refused({ [field]: value }), [field], `${field} ${value}`)
  })
}

test('RC-05 a vault that is unknown, deleted or of another merchant is refused', async () => {
  const gone = await makeVault()
  assert.equal((await t.api.delete(`accountvaults/${gone.id}`)).status, 204)
  for (const account_vault_id of ['0'.repeat(24), gone.id]) {
    const answer = await t.api.post('recurrings', sent({ account_vault_id }))
    assert.deepEqual(answer.body.errors, { account_vault_id: ['account_vault_id provided is not valid'] })
  }
  const foreign = await t.stranger.post('recurrings', sent({ location_id: t.merchants[1].location_id }))
  assert.deepEqual(Object.keys(foreign.body.errors), ['account_vault_id'])
})

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

test('RC-07 RC-19 the product is the default of the payment method of the vault, or one that was named and fits', async () => {
  const { cc_product_transaction_id, ach_product_transaction_id, child_cc_product_transaction_id } = t.merchants[0]
  const check = await makeVault(bank)
  // The root location has no default for bank accounts.
  assert.deepEqual(await refused({ account_vault_id: check.id }), ['product_transaction_id'])
  const ach = await make({ account_vault_id: check.id, product_transaction_id: ach_product_transaction_id })
  assert.deepEqual([ach.payment_method, ach.product_transaction_id], ['ach', ach_product_transaction_id])
  assert.deepEqual(await refused({ product_transaction_id: ach_product_transaction_id }), ['product_transaction_id'])
  const recurring = await make({ product_transaction_id: cc_product_transaction_id })
  const { body } = await put(recurring.id, { product_transaction_id: child_cc_product_transaction_id })
  assert.equal(body.recurring.product_transaction_id, child_cc_product_transaction_id)
  assert.equal((await put(recurring.id, { product_transaction_id: ach_product_transaction_id })).status, 422)
  assert.deepEqual(Object.keys((await put(recurring.id, { account_vault_id: check.id })).body.errors), [
    'account_vault_id',
  ])
})

test("NT-11 notification_days are the location's unless sent", async () => {
  await t.api.put(`locations/${location_id}`, { location: { recurring_notification_days_default: 5 } })
  assert.equal((await make()).notification_days, '5')
  assert.equal((await make({ notification_days: '0' })).notification_days, '0')
  await t.api.put(`locations/${location_id}`, { location: { recurring_notification_days_default: 0 } })
})

test('RC-21 recurring_api_id is unique per location', async () => {
  const recurring_api_id = `mine-${++count}`
  await make({ recurring_api_id })
  assert.deepEqual(await refused({ recurring_api_id }), ['recurring_api_id'])
  const child = t.merchants[0].child_location_id
  const elsewhere = await makeVault({ location_id: child })
  await make({ recurring_api_id, location_id: child, account_vault_id: elsewhere.id })
})

test('RC-38 what a PUT may change is changed, everything else is ignored and named', async () => {
  const recurring = await make({ installment_total_count: 3 })
  const other = await makeVault()
  const changes = {
    account_vault_id: other.id,
    end_date: '2040-12-31',
    next_run_date: '2040-04-15',
    description: 'Weekly care',
    notification_days: '3',
    recurring_api_id: `api-${++count}`,
    recurring_c1: 'a',
    recurring_c2: 'b',
    recurring_c3: 'c',
  }
  const ignored = {
    location_id: t.merchants[0].child_location_id,
    transaction_amount: '99.00',
    interval: '2',
    interval_type: 'd',
    start_date: '2041-01-01',
    installment_total_count: 9,
    payment_method: 'ach',
    status: 'ended',
    recurring_type_id: 'o',
  }
  const answer = await put(recurring.id, { ...ignored, ...changes })
  assert.equal(answer.status, 200, answer.text)
  const { modified_ts: _, ...expected } = { ...recurring, ...changes }
  const { modified_ts: __, ...changed } = answer.body.recurring
  assert.deepEqual(changed, expected)
  assert.deepEqual(answer.headers['tollgate-ignored-fields']!.split(', ').toSorted(), Object.keys(ignored).toSorted())
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

test('RC-40 RC-41 the list is sorted by next run date, takes filters and pages', async () => {
  const marker = `list-${++count}`
  for (const start_date of ['2040-05-01', '2040-03-11', '2040-04-01']) await make({ start_date, description: marker })
  const held = await make({ description: marker, end_date: '2040-12-31' })
  await act(held.id, 'placeOnHold')
  const { status, body } = await t.api.get(`recurrings?description=${marker}`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.recurrings.map((each: Json) => each.next_run_date),
    ['0000-00-00', '2040-03-11', '2040-04-01', '2040-05-01'],
  )
  assert.deepEqual(body.meta.sort, { attributes: { next_run_date: 'asc' } })
  const found = async (query: string) =>
    (await t.api.get(`recurrings?description=${marker}&${query}`)).body.meta.pagination.totalCount
  assert.equal(await found('status=active'), 3)
  assert.equal(await found('status=on hold'), 1)
  assert.equal(await found('next_run_date=0000-00-00'), 1)
  assert.equal(await found('end_date=2040-12-31'), 1)
  assert.equal(await found('interval=1&interval_type=m&active=1'), 4)
  const page = await t.api.get(`recurrings?description=${marker}&sort=-next_run_date&page_size=2&page=2`)
  assert.deepEqual(
    page.body.recurrings.map((each: Json) => each.next_run_date),
    ['2040-03-11', '0000-00-00'],
  )
})

test('RC-48 RC-49 every expand is there, transactions and tags as lists', async () => {
  const { id } = await make()
  const names = [
    'created_user',
    'account_vault',
    'transactions',
    'signature',
    'location',
    'contact',
    'tags',
    'product_transaction',
  ]
  const { body } = await t.api.get(`recurrings/${id}?expand=${names.join(',')}`)
  const { recurring } = body
  assert.equal(recurring.created_user.id, t.merchants[0].user.user_id)
  assert.equal(recurring.account_vault.id, vault.id)
  assert.equal(recurring.location.id, location_id)
  assert.equal(recurring.product_transaction.id, recurring.product_transaction_id)
  assert.deepEqual([recurring.transactions, recurring.tags, recurring.signature], [[], [], null])
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
