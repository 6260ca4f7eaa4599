import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { invoiceBody, newInvoice, refused } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant] = t.merchants
const location_id = merchant.location_id

const text = (least: number, most: number, letter = 'x') => ({
  fits: [...new Set([least, most])].map(length => letter.repeat(length)),
  not: [...(least > 0 ? [letter.repeat(least - 1)] : []), letter.repeat(most + 1)],
})
const upTo = (most: number) => ({ fits: ['x'.repeat(most)], not: ['x'.repeat(most + 1)] })
const flags = { fits: [1, 0], not: [2, 'x'] }

type Bounds = readonly [id: string, name: string, values: { fits: Json[]; not: Json[] }]

const INVOICE: readonly Bounds[] = [
  ['QI-25', 'email', { fits: ['a@b.c', `${'x'.repeat(122)}@b.com`], not: ['a@bc', `${'x'.repeat(123)}@b.com`] }],
  ['QI-26', 'expire_date', { fits: ['2099-12-31'], not: ['2099-1-1', '12/31/2099', '2099-02-30'] }],
  ['QI-27', 'invoice_number', text(0, 64)],
  ['QI-28', 'item_header', text(0, 250)],
  ['QI-29', 'item_footer', text(0, 250)],
  ['QI-30', 'note', upTo(200)],
  ['QI-36', 'send_text_to_pay', flags],
  ['QI-43', 'quick_invoice_api_id', text(0, 64)],
]

for (const [id, name, { fits, not }] of INVOICE) {
  test(`${id} ${name} of an invoice is taken on create and on change within its bounds, and refused beyond`, async () => {
    const beside = { cell_phone: '2025550143' }
    const made = await newInvoice(t, beside)
    const put = (value: Json) => t.api.put(`quickinvoices/${made.id}`, { quickinvoice: { [name]: value } })
    for (const value of fits) {
      const changed = await put(value)
      assert.deepEqual([changed.status, changed.body.quickinvoice[name]], [200, value])
      // The own id is free again for the next invoice.
      await put(name === 'quick_invoice_api_id' ? 'other' : value)
      assert.equal((await newInvoice(t, { ...beside, [name]: value }))[name], value)
    }
    for (const value of not) {
      assert.deepEqual(refused(await put(value)), [name], String(value))
      const answer = await t.api.post('quickinvoices', invoiceBody(location_id, { ...beside, [name]: value }))
      assert.deepEqual(refused(answer), [name], String(value))
    }
  })
}

const LOCATION: readonly Bounds[] = [
  ['LOC-04', 'name', text(1, 64)],
  ['LOC-06', 'dda', text(3, 32, '1')],
  ['LOC-07', 'account_number', text(0, 32, '1')],
  ['LOC-08', 'address1', text(0, 32)],
  ['LOC-08', 'address2', text(0, 32)],
  ['LOC-09', 'city', text(0, 100)],
  ['LOC-10', 'state', upTo(100)],
  ['LOC-11', 'zip_code', text(5, 10, '1')],
  ['LOC-13', 'office_ext_phone', text(0, 10, '1')],
  ['LOC-15', 'tz', { fits: ['America/New_York'], not: ['x'.repeat(25)] }],
  ['LOC-18', 'branding_domain_url', { fits: ['lengths.example'], not: [`${'x'.repeat(57)}.example`] }],
  ['LOC-24', 'email_reply_to', { fits: [`${'x'.repeat(54)}@b.com`], not: [`${'x'.repeat(55)}@b.com`] }],
  ['LOC-25', 'location_api_id', text(24, 36)],
  ['LOC-28', 'location_c1', upTo(128)],
  ['LOC-28', 'location_c2', upTo(128)],
  ['LOC-28', 'location_c3', upTo(128)],
  ['LOC-29', 'receipt_logo', text(0, 256)],
  ['LOC-30', 'recurring_notification_days_default', { fits: [0, 7], not: ['x', 1.5] }],
  ['LOC-31', 'show_contact_files', flags],
  ['LOC-31', 'show_contact_notes', flags],
]

for (const [id, name, { fits, not }] of LOCATION) {
  test(`${id} ${name} of a location is taken within its bounds, and refused beyond`, async () => {
    const put = (value: Json) => t.api.put(`locations/${merchant.child_location_id}`, { location: { [name]: value } })
    for (const value of fits) {
      const { status, body } = await put(value)
      assert.deepEqual([status, body.location?.[name]], [200, value])
    }
    for (const value of not) assert.deepEqual(refused(await put(value)), [name], String(value))
  })
}

test('LOC-17 the title of a new domain has 64 characters at most', async () => {
  const domain = { parent_id: location_id, name: 'Titled', branding_domain_url: 'titled.example', is_new_domain: 1 }
  const post = (length: number) =>
    t.api.post('locations', { location: { ...domain, branding_domain_title: 'x'.repeat(length) } })
  assert.deepEqual(refused(await post(65)), ['branding_domain_title'])
  assert.equal((await post(64)).body.location.branding_domain_title.length, 64)
})

test('GAP-41 a list whose page_size is left out, or is no number above 0, has pages of twenty', async () => {
  for (const query of ['', '?page_size=0', '?page_size=x', '?page_size=']) {
    const { status, body } = await t.api.get(`tags${query}`)
    assert.deepEqual([status, body.meta?.pagination.perPage], [200, 20], query)
  }
})

test('LIM-01 a list returns at most 5000 records, whatever page_size asks for', async () => {
  await t.db.run(
    `insert into tag (id, root_id, location_id, title, created_ts, modified_ts)
     select lpad(n::text, 24, '0'), $1, $1, 'many', 1700000000, 1700000000 from generate_series(1, 5001) n`,
    [location_id],
  )
  const { body } = await t.api.get('tags?title=many&page_size=10000')
  assert.deepEqual([body.tags.length, body.meta.pagination.perPage], [5000, 5000])
})

test('QI-05 one label may fill the whole item_list, and no more', async () => {
  const item_list = { ['w'.repeat(3992)]: 10 }
  assert.equal(JSON.stringify(item_list).length, 3999)
  assert.deepEqual((await newInvoice(t, { item_list })).item_list, item_list)
  const longer = { ['w'.repeat(3994)]: 10 }
  assert.deepEqual(refused(await t.api.post('quickinvoices', invoiceBody(location_id, { item_list: longer }))), [
    'item_list',
  ])
})

test('QI-05 an amount without a label is refused', async () => {
  const answer = await t.api.post('quickinvoices', invoiceBody(location_id, { item_list: { '': 10 } }))
  assert.deepEqual(refused(answer), ['item_list'])
})

test('QI-22 QI-23 QI-34 PL-13 LOC-05 LOC-12 LOC-14 AV-33 AV-34 of these only the length is told, so letters are taken', async () => {
  const invoice = await newInvoice(t, { cell_phone: 'CALL HAL 2', ssn4: 'ABCD' })
  assert.deepEqual([invoice.cell_phone, invoice.ssn4], ['CALL HAL 2', 'ABCD'])
  assert.equal((await newInvoice(t, { dob_year: 'MCML' })).dob_year, 'MCML')

  const paylink = await t.api.post('paylinks', { paylink: { location_id, amount_due: 1, cell_phone: 'CALL HAL 2' } })
  assert.equal(paylink.body.paylink.cell_phone, 'CALL HAL 2')

  const fields = { aba: 'A12345678', office_phone: 'CALL HAL 2', fax: 'FAX HAL 22' }
  const location = await t.api.put(`locations/${location_id}`, { location: fields })
  assert.equal(location.status, 200)
  for (const [name, value] of Object.entries(fields)) assert.equal(location.body.location[name], value)

  const card = { payment_method: 'cc', location_id, account_number: '4111111111111111', exp_date: '1245' }
  const vault = await t.api.post('accountvaults', { accountvault: { ...card, dob_year: 'MCML', ssn4: 'ABC' } })
  assert.deepEqual([vault.body.accountvault.dob_year, vault.body.accountvault.ssn4], ['MCML', 'ABC'])
})

test('PL-18 paylink_action takes sale and auth-only, spelled so', async () => {
  for (const paylink_action of ['authonly', 'auth', 'SALE', 'refund']) {
    const answer = await t.api.post('paylinks', { paylink: { location_id, amount_due: 1, paylink_action } })
    assert.deepEqual(refused(answer), ['paylink_action'], paylink_action)
  }
})

test('LOC-01 LOC-17 LOC-18 a create without a name is refused on the name alone, though the domain would be named after it', async () => {
  const nameless = { parent_id: location_id, branding_domain_url: 'nameless.example' }
  assert.deepEqual(refused(await t.api.post('locations', { location: nameless })), ['name'])
  assert.deepEqual(refused(await t.api.post('locations', { location: { ...nameless, is_new_domain: 1 } })).toSorted(), [
    'branding_domain_title',
    'name',
  ])
})

test('AV-38 a stripe of 256 characters is read', async () => {
  const start = '%B4111111111111111^TEST CARD/VI^45121010000'
  const track_data = `${start.padEnd(255, '0')}?`
  const answer = await t.api.post('accountvaults', { accountvault: { payment_method: 'cc', location_id, track_data } })
  assert.equal(answer.status, 201)
  assert.deepEqual([answer.body.accountvault.last_four, answer.body.accountvault.exp_date], ['1111', '1245'])
})
