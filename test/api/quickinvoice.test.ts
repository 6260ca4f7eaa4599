import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { invoiceBody, newInvoice, readInvoice, refused } from '../support/invoices.ts'

const t = await testApp('quickinvoice')
after(() => t.close())
const [merchant, other] = t.merchants
const { api, clerk, stranger } = t

const put = (id: string, fields: Record<string, unknown>) => api.put(`quickinvoices/${id}`, { quickinvoice: fields })

test('QI-45 QI-51 QI-52 QI-53 QI-54 QI-55 QI-58 a create with the required fields only starts with the values of the contract', async () => {
  const { status, body } = await api.post('quickinvoices', invoiceBody(merchant.location_id))
  assert.equal(status, 201)
  const { quickinvoice } = body
  const values = {
    status_id: 1,
    payment_status_id: 1,
    is_active: 1,
    active: 1,
    allow_partial_pay: 0,
    allow_overpayment: 0,
    attach_files_to_email: 0,
    send_text_to_pay: 0,
    notification_days_before_due_date: 3,
    notification_on_due_date: 1,
    notification_days_after_due_date: 7,
    amount_due: '10.00',
    remaining_balance: '10.00',
    cc_product_transaction_id: merchant.cc_product_transaction_id,
  }
  for (const [name, value] of Object.entries(values)) assert.equal(quickinvoice[name], value, name)
  const nulls = [
    'contact_id',
    'invoice_number',
    'item_header',
    'item_footer',
    'expire_date',
    'email',
    'note',
    'cell_phone',
  ]
  for (const name of [...nulls, 'ach_product_transaction_id', 'notification_email'])
    assert.equal(quickinvoice[name], null, name)
  assert.equal(quickinvoice._links.self.href, `http://127.0.0.1:8080/v2/quickinvoices/${quickinvoice.id}`)
})

test('QI-02 QI-03 QI-04 QI-05 QI-55 a create without one of the required fields is refused on that field', async () => {
  for (const name of ['location_id', 'title', 'due_date', 'item_list']) {
    assert.deepEqual(
      refused(await api.post('quickinvoices', invoiceBody(merchant.location_id, { [name]: undefined }))),
      [name],
    )
  }
})

test('QI-05 items come as an object or as a string of JSON, and are returned as they were sent', async () => {
  const object = await newInvoice(t, { item_list: { Mowing: 7.5, Hedge: '2.50' } })
  assert.deepEqual(object.item_list, { Mowing: 7.5, Hedge: '2.50' })
  const text = await newInvoice(t, { item_list: '{"Mowing": 7.5, "Hedge": "2.50"}' })
  assert.deepEqual(text.item_list, { Mowing: 7.5, Hedge: '2.50' })
  assert.equal(text.amount_due, '10.00')
})

test('F10 any number of items is taken that fits into 4,000 characters', async () => {
  const items = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}x`, 1]))
  const made = await api.post('quickinvoices', invoiceBody(merchant.location_id, { item_list: items(440) }))
  assert.deepEqual([made.status, made.body.quickinvoice?.amount_due], [201, '440.00'], made.text)
  assert.equal(
    (await api.post('quickinvoices', invoiceBody(merchant.location_id, { item_list: items(500) }))).status,
    422,
  )
})

test('QI-05 items without numbers, too long or adding up to nothing are refused', async () => {
  const long = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`${index} ${'x'.repeat(90)}`, 1]))
  for (const item_list of [{ a: 'ten' }, { a: 1.005 }, {}, [], 'no json', long, { a: 1, b: -1 }, { a: 0 }]) {
    assert.deepEqual(refused(await api.post('quickinvoices', invoiceBody(merchant.location_id, { item_list }))), [
      'item_list',
    ])
  }
})

test('QI-06 QI-07 QI-46 QI-47 QI-48 amounts, states and flags of the system are not taken from a caller', async () => {
  const sent = { amount_due: '1.00', remaining_balance: '1.00', status_id: 2, payment_status_id: 2, is_active: 0 }
  const answer = await api.post(
    'quickinvoices',
    invoiceBody(merchant.location_id, { ...sent, paid_amount: '5.00', id: 'a'.repeat(24) }),
  )
  assert.equal(answer.status, 201)
  const { quickinvoice } = answer.body
  assert.deepEqual(
    [quickinvoice.amount_due, quickinvoice.remaining_balance, quickinvoice.status_id, quickinvoice.is_active],
    ['10.00', '10.00', 1, 1],
  )
  assert.deepEqual(Object.keys((await put(quickinvoice.id, sent)).body.errors), ['status_id'])
  const after = (await put(quickinvoice.id, { ...sent, status_id: 1 })).body.quickinvoice
  assert.deepEqual([after.status_id, after.payment_status_id, after.amount_due], [1, 1, '10.00'])
})

test('QI-10 QI-12 QI-13 products default to the location’s; where it has none, one has to be named', async () => {
  const child = await newInvoice(t, { location_id: merchant.child_location_id })
  assert.equal(child.cc_product_transaction_id, merchant.child_cc_product_transaction_id)
  assert.equal(child.ach_product_transaction_id, merchant.child_ach_product_transaction_id)
  const place = await api.post('locations', {
    location: { parent_id: merchant.location_id, name: 'No products', branding_domain_url: merchant.user.domain },
  })
  assert.equal(place.status, 201, place.text)
  const body = invoiceBody(place.body.location.id)
  assert.deepEqual(refused(await api.post('quickinvoices', body)), ['cc_product_transaction_id'])
})

test('QI-09 QI-11 a product has to be visible, of the right method, active and open to quick invoices', async () => {
  const named = await newInvoice(t, { ach_product_transaction_id: merchant.ach_product_transaction_id })
  assert.equal(named.ach_product_transaction_id, merchant.ach_product_transaction_id)
  const wrong = [
    { cc_product_transaction_id: merchant.ach_product_transaction_id },
    { ach_product_transaction_id: merchant.cc_product_transaction_id },
    { cc_product_transaction_id: other.cc_product_transaction_id },
    { cc_product_transaction_id: 'f'.repeat(24) },
    { cc_product_transaction_id: 'f'.repeat(23) },
  ]
  for (const fields of wrong) {
    assert.deepEqual(
      refused(await api.post('quickinvoices', invoiceBody(merchant.location_id, fields))),
      Object.keys(fields),
    )
  }
  const made = await api.post('producttransactions', {
    producttransaction: {
      location_id: merchant.location_id,
      title: 'No invoices',
      payment_method: 'cc',
      processor: 'zgate',
      industry_type: 'ecommerce',
      quick_invoice_allow: 0,
    },
  })
  const closed = { cc_product_transaction_id: made.body.producttransaction.id }
  const answer = await api.post('quickinvoices', invoiceBody(merchant.location_id, closed))
  assert.deepEqual(refused(answer), ['cc_product_transaction_id'])
})

test('QI-15 QI-16 QI-17 a contact is named by its id or by its own id, and fills an empty email', async () => {
  const contact_api_id = 'payer-1'
  const made = await api.post('contacts', {
    contact: { location_id: merchant.location_id, last_name: 'Example', email: 'payer@example.com', contact_api_id },
  })
  const contact_id = made.body.contact.id
  const byId = await newInvoice(t, { contact_id })
  assert.deepEqual([byId.contact_id, byId.email], [contact_id, 'payer@example.com'])
  const byApiId = await newInvoice(t, { contact_api_id, email: 'other@example.com' })
  assert.deepEqual([byApiId.contact_id, byApiId.email], [contact_id, 'other@example.com'])
  assert.equal('contact_api_id' in byApiId, false)

  const plain = await newInvoice(t)
  const changed = (await put(plain.id, { contact_api_id })).body.quickinvoice
  assert.deepEqual([changed.contact_id, changed.email], [contact_id, 'payer@example.com'])
  const detached = (await put(plain.id, { contact_id: '' })).body.quickinvoice
  assert.deepEqual([detached.contact_id, detached.email], [null, 'payer@example.com'])
})

test('QI-15 a contact that is unknown or another merchant’s is refused', async () => {
  const body = (fields: Record<string, unknown>) => invoiceBody(merchant.location_id, fields)
  assert.deepEqual(refused(await api.post('quickinvoices', body({ contact_id: 'f'.repeat(24) }))), ['contact_id'])
  assert.deepEqual(refused(await api.post('quickinvoices', body({ contact_id: other.contact_id }))), ['contact_id'])
  assert.deepEqual(refused(await api.post('quickinvoices', body({ contact_api_id: 'nobody' }))), ['contact_api_id'])
})

test('QI-18 QI-20 QI-21 QI-22 QI-23 what is asked of the payer is stored on create and fixed from then on', async () => {
  const payer = { customer_id: '77', dl_number: 'D123', dl_state: 'NY', dob_year: '1980' }
  const made = await newInvoice(t, payer)
  const found = await readInvoice(t, made.id)
  for (const [name, value] of Object.entries(payer)) assert.equal(found[name], value, name)
  const changed = (
    await put(made.id, { customer_id: '78', dl_number: 'X', dl_state: 'ME', dob_year: '1999', ssn4: '1234' })
  ).body
  for (const [name, value] of Object.entries(payer)) assert.equal(changed.quickinvoice[name], value, name)
  assert.equal(changed.quickinvoice.ssn4, null)
})

test('QI-24 ssn4 and dob_year together are refused', async () => {
  const answer = await api.post('quickinvoices', invoiceBody(merchant.location_id, { ssn4: '1234', dob_year: '1980' }))
  assert.deepEqual(refused(answer), ['ssn4'])
})

test('QI-19 a bank product whose terminal wants a driver’s licence makes the invoice ask for one', async () => {
  const terminals = [{ terminal_id: '2311', sec_code: 'WEB', actions: ['debit'], required: ['driver_license'] }]
  const made = await api.post('producttransactions', {
    producttransaction: {
      location_id: merchant.location_id,
      title: 'Strict bank',
      payment_method: 'ach',
      processor: 'ach',
      industry_type: 'ecommerce',
      processor_data: { terminals },
    },
  })
  assert.equal(made.status, 201, made.text)
  const ach_product_transaction_id = made.body.producttransaction.id
  const body = (fields: Record<string, unknown>) =>
    invoiceBody(merchant.location_id, { ach_product_transaction_id, ...fields })
  assert.deepEqual(refused(await api.post('quickinvoices', body({}))), ['customer_id'])
  assert.equal((await api.post('quickinvoices', body({ customer_id: '77' }))).status, 201)
  assert.equal((await api.post('quickinvoices', body({ dl_number: 'D1', dl_state: 'NY' }))).status, 201)
})

test('QI-35 a text message needs a cell phone', async () => {
  const body = (fields: Record<string, unknown>) =>
    invoiceBody(merchant.location_id, { send_text_to_pay: 1, ...fields })
  assert.deepEqual(refused(await api.post('quickinvoices', body({}))), ['cell_phone'])
  assert.deepEqual(refused(await api.post('quickinvoices', body({ cell_phone: '12345678901' }))), ['cell_phone'])
  const made = await api.post('quickinvoices', body({ cell_phone: '2025550143' }))
  assert.equal(made.body.quickinvoice.send_text_to_pay, 1)
})

test('QI-44 an own id is unique at its location, and free at another one', async () => {
  const quick_invoice_api_id = 'inv-1'
  const first = await newInvoice(t, { quick_invoice_api_id })
  const body = invoiceBody(merchant.location_id, { quick_invoice_api_id })
  assert.deepEqual(refused(await api.post('quickinvoices', body)), ['quick_invoice_api_id'])
  await newInvoice(t, { quick_invoice_api_id, location_id: merchant.child_location_id })
  const second = await newInvoice(t)
  assert.deepEqual(refused(await put(second.id, { quick_invoice_api_id })), ['quick_invoice_api_id'])
  const found = await api.get(`quickinvoices/inv-1?api_id=1&location_id=${merchant.location_id}`)
  assert.equal(found.body.quickinvoice.id, first.id)
  await newInvoice(t, { quick_invoice_api_id: '' })
  await newInvoice(t, { quick_invoice_api_id: '' })
})

test('QI-42 tags are made where the location lacks them, used where it has them, and shown by their expand', async () => {
  const made = await newInvoice(t, { tags: ['spring', 'garden', 'spring'] })
  const again = await newInvoice(t, { tags: ['garden', 'new'] })
  const titles = async (id: string) =>
    (await readInvoice(t, id, 'tags')).tags.map((tag: { title: string }) => tag.title)
  assert.deepEqual(await titles(made.id), ['spring', 'garden'])
  assert.deepEqual(await titles(again.id), ['garden', 'new'])
  const { body } = await api.get(`tags?location_id=${merchant.location_id}&title=garden`)
  assert.equal(body.meta.pagination.totalCount, 1)
})

test('QI-60 QI-16 a PUT changes what it names and leaves the rest', async () => {
  const made = await newInvoice(t, { note: 'Thank you', allow_partial_pay: 1 })
  const changed = (await put(made.id, { title: 'Hedge work', item_list: { Hedge: 20 } })).body.quickinvoice
  assert.deepEqual(
    { ...changed, modified_ts: 0 },
    {
      ...made,
      modified_ts: 0,
      title: 'Hedge work',
      item_list: { Hedge: 20 },
      amount_due: '20.00',
      remaining_balance: '20.00',
    },
  )
})

test('QI-02 QI-40 location_id and send_email do not change through PUT', async () => {
  const made = await newInvoice(t, { email: 'pat@example.com' })
  const answer = await put(made.id, { location_id: merchant.child_location_id, send_email: 1 })
  assert.equal(answer.body.quickinvoice.location_id, merchant.location_id)
  assert.equal(answer.body.quickinvoice.send_email, 0)
  assert.equal(answer.headers['tollgate-ignored-fields'], 'location_id, send_email')
})

test('QI-41 files in a JSON body are not taken', async () => {
  const answer = await api.post('quickinvoices', invoiceBody(merchant.location_id, { files: ['a.pdf'] }))
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['tollgate-ignored-fields'], 'files')
  assert.deepEqual((await readInvoice(t, answer.body.quickinvoice.id, 'files')).files, [])
})

test('QI-61 QI-62 an invoice is read alone and in lists, with filters, sort and paging', async () => {
  const title = 'Listed'
  const late = await newInvoice(t, { title, due_date: '2031-02-01' })
  const early = await newInvoice(t, { title, due_date: '2031-01-01' })
  assert.deepEqual(await readInvoice(t, late.id), late)
  const { body } = await api.get(`quickinvoices?title=${title}&sort=due_date&page_size=1`)
  assert.deepEqual(body.quickinvoices, [early])
  assert.deepEqual(body.meta.sort, { attributes: { due_date: 'asc' } })
  assert.equal(body.meta.pagination.totalCount, 2)
  const newest = await api.get(`quickinvoices?title=${title}`)
  assert.deepEqual(newest.body.quickinvoices, [early, late])
})

test('GAP-12 QI-46 QI-48 lists filter by is_active, by its other name, and by status_id 0 for Closed', async () => {
  const title = 'Filtered'
  await newInvoice(t, { title })
  const count = async (filter: string) =>
    (await api.get(`quickinvoices?title=${title}&${filter}`)).body.meta.pagination.totalCount
  assert.equal(await count('is_active=1'), 1)
  assert.equal(await count('active=1'), 1)
  assert.equal(await count('active=0'), 0)
  assert.equal(await count('status_id=1'), 1)
  assert.equal(await count('status_id=0'), 0)
  await t.db.run("update quickinvoice set status_id = 2 where title = 'Filtered'")
  assert.equal(await count('status_id=0'), 1)
  assert.equal(await count('status_id=2'), 1)
})

test('QI-63 QI-64 QI-75 ERR-03 a deleted invoice is gone for every call', async () => {
  const made = await newInvoice(t)
  const gone = await api.delete(`quickinvoices/${made.id}`)
  assert.deepEqual([gone.status, gone.text], [204, ''])
  assert.equal((await api.delete(`quickinvoices/${made.id}`)).status, 404)
  assert.equal((await api.get(`quickinvoices/${made.id}`)).status, 404)
  assert.equal((await put(made.id, { title: 'x' })).status, 404)
  assert.equal((await api.post(`quickinvoices/${made.id}/reopen`)).status, 404)
  assert.equal((await api.post(`quickinvoices/${made.id}/resend`)).status, 404)
})

test('invoices of another merchant, or above a clerk’s place, cannot be seen or touched', async () => {
  const made = await newInvoice(t)
  for (const client of [clerk, stranger]) {
    assert.equal((await client.get(`quickinvoices/${made.id}`)).status, 404)
    assert.equal((await client.put(`quickinvoices/${made.id}`, { quickinvoice: { title: 'x' } })).status, 404)
    assert.equal((await client.delete(`quickinvoices/${made.id}`)).status, 404)
    assert.equal((await client.post(`quickinvoices/${made.id}/resend`)).status, 404)
    assert.deepEqual(refused(await client.post('quickinvoices', invoiceBody(merchant.location_id))), ['location_id'])
  }
  const own = await newInvoice(t, { location_id: merchant.child_location_id }, clerk)
  assert.equal((await clerk.get(`quickinvoices/${own.id}`)).status, 200)
})

test('QI-01 QI-49 id and times are of the gateway; a change moves modified_ts alone', async () => {
  const by_caller = { id: '0'.repeat(24), created_ts: 1, modified_ts: 1 }
  const made = await newInvoice(t, by_caller)
  assert.match(made.id, /^[\w-]{24,36}$/)
  assert.notEqual(made.id, by_caller.id)
  assert.match(String(made.created_ts), /^\d{10}$/)
  assert.equal(made.modified_ts, made.created_ts)
  await t.clock.moveTo(t.clock.seconds() + 5, t.app.worker)
  const { quickinvoice } = (await put(made.id, { ...by_caller, title: 'Changed' })).body
  assert.deepEqual([quickinvoice.id, quickinvoice.created_ts], [made.id, made.created_ts])
  assert.ok(quickinvoice.modified_ts >= made.created_ts + 5)
})

test('QI-50 created and modified name the users who did it', async () => {
  const made = await newInvoice(t, { location_id: merchant.child_location_id })
  const changed = await clerk.put(`quickinvoices/${made.id}`, { quickinvoice: { title: 'By the clerk' } })
  assert.equal(changed.body.quickinvoice.created_user_id, merchant.user.user_id)
  assert.equal(changed.body.quickinvoice.modified_user_id, merchant.clerk.user_id)
})

test('GAP-27 every expand of the contract is offered', async () => {
  const made = await newInvoice(t, { contact_id: merchant.contact_id, cell_phone: '2025550143', tags: ['expanded'] })
  const names = [
    'contact',
    'email_blacklist',
    'sms_blacklist',
    'files',
    'location',
    'tags',
    'created_user',
    'modified_user',
  ] as const
  const more = [
    'quick_invoice_settings',
    'quick_invoice_views',
    'transactions',
    'payment_url',
    'cc_product_transaction',
  ] as const
  const found = await readInvoice(t, made.id, ...names, ...more, 'ach_product_transaction')
  assert.equal(found.contact.id, merchant.contact_id)
  assert.equal(found.location.id, merchant.location_id)
  assert.equal(found.created_user.id, merchant.user.user_id)
  assert.equal(found.cc_product_transaction.id, merchant.cc_product_transaction_id)
  assert.equal(found.payment_url, `http://127.0.0.1:8080/quickinvoice/?id=${made.id}`)
  for (const name of ['email_blacklist', 'sms_blacklist', 'quick_invoice_settings', 'ach_product_transaction'])
    assert.equal(found[name], null)
  for (const name of ['files', 'quick_invoice_views', 'transactions']) assert.deepEqual(found[name], [])
})

test('a location’s settings are what its new invoices start with', async () => {
  const location_id = merchant.child_location_id
  const setting = { location_id, default_allow_partial_pay: 1, default_notification_days_before_due_date: 10 }
  const made = await api.post('quick_invoice_settings', { quick_invoice_setting: setting })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(refused(await api.post('quick_invoice_settings', { quick_invoice_setting: setting })), [
    'location_id',
  ])
  const invoice = await newInvoice(t, { location_id })
  assert.deepEqual(
    [invoice.allow_partial_pay, invoice.notification_days_before_due_date, invoice.notification_days_after_due_date],
    [1, 10, 7],
  )
  const expanded = await readInvoice(t, invoice.id, 'quick_invoice_settings')
  assert.equal(expanded.quick_invoice_settings.id, made.body.quick_invoice_setting.id)
})
