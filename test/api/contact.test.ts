import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let location_id: string
let count = 0

before(async () => {
  t = await newMerchant()
  location_id = t.merchants[0].location_id
})

const make = async (over: Record<string, unknown> = {}): Promise<Json> => {
  const answer = await t.api.post('contacts', { contact: { location_id, last_name: `Example ${++count}`, ...over } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.contact
}

const KEYS = [
  ...[
    'id',
    'location_id',
    'account_number',
    'contact_api_id',
    'company_name',
    'first_name',
    'last_name',
    'email',
    'address',
  ],
  ...['city', 'state', 'zip', 'home_phone', 'cell_phone', 'office_phone', 'office_ext_phone', 'email_trx_receipt'],
  ...[
    'created_ts',
    'modified_ts',
    'date_of_birth',
    'header_message',
    'header_message_type',
    'contact_c1',
    'contact_c2',
  ],
  ...['contact_c3', 'contact_balance', 'locale', 'header_message_type_id', '_links'],
]

test('GAP-10 GEN-12 GEN-17 a contact is created from a location and a last name, everything else is empty', async () => {
  const sent = { location_id, last_name: 'Example', id: '000000000000000000000001', created_ts: 1, nickname: 'Pat' }
  const answer = await t.api.post('contacts', { contact: sent })
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body), ['contact'])
  const { contact } = answer.body
  assert.deepEqual(Object.keys(contact), KEYS)
  const {
    id,
    location_id: at,
    last_name,
    email_trx_receipt,
    created_ts,
    modified_ts,
    header_message_type,
    _links,
    ...empty
  } = contact
  assert.match(id, /^[0-9a-f]{24}$/)
  assert.notEqual(id, sent.id)
  assert.deepEqual([at, last_name, email_trx_receipt, header_message_type], [location_id, 'Example', false, 0])
  assert.ok(created_ts > 1 && modified_ts === created_ts)
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/contacts/${id}`)
  const { header_message_type_id, ...nulls } = empty
  assert.equal(header_message_type_id, 0)
  assert.ok(
    Object.values(nulls).every(value => value === null),
    JSON.stringify(nulls),
  )
  assert.equal(answer.headers['tollgate-ignored-fields'], 'id, created_ts, nickname')
})

test('GEN-14 the location and the last name are required, and told together', async () => {
  const answer = await t.api.post('contacts', { contact: {} })
  assert.equal(answer.status, 422)
  assert.deepEqual(answer.body.errors, {
    location_id: ['Location Id cannot be blank.'],
    last_name: ['Last Name cannot be blank.'],
  })
})

test('GEN-15 GEN-16 every field that may be sent is stored, and changes alone', async () => {
  const sent = {
    account_number: 'A-17',
    contact_api_id: `own-${++count}`,
    company_name: 'Example Household',
    first_name: 'Pat',
    email: 'pat@juniper.example',
    address: '12 Orchard Lane',
    city: 'Ithaca',
    state: 'NY',
    zip: 'K1A 0-B1',
    home_phone: '2025550143',
    cell_phone: '2025550144',
    office_phone: '2025550145',
    office_ext_phone: '77',
    email_trx_receipt: true,
    date_of_birth: '1980-02-29',
    header_message: 'Ask for the gate code',
    header_message_type: 3,
    contact_c1: 'one',
    contact_c2: 'two',
    contact_c3: 'three',
    contact_balance: '245.65',
  }
  const made = await make(sent)
  const read = (await t.api.get(`contacts/${made.id}`)).body.contact
  for (const [name, value] of Object.entries(sent)) assert.equal(read[name], value, name)
  assert.equal(read.header_message_type_id, 3)

  const changed = await t.api.put(`contacts/${made.id}`, {
    contact: { city: 'Dryden', location_id: t.merchants[0].child_location_id },
  })
  assert.equal(changed.status, 200)
  assert.deepEqual({ ...changed.body.contact, modified_ts: 0 }, { ...read, city: 'Dryden', modified_ts: 0 })
  assert.equal(changed.headers['tollgate-ignored-fields'], 'location_id')
})

const LIMITS: [field: string, fits: string[], fails: string[]][] = [
  ['last_name', ['x', 'x'.repeat(64)], ['', 'x'.repeat(65)]],
  ['first_name', ['', 'x'.repeat(64)], ['x'.repeat(65)]],
  ['company_name', ['x'.repeat(64)], ['x'.repeat(65)]],
  ['account_number', ['x'.repeat(32)], ['x'.repeat(33)]],
  [
    'email',
    ['a@b.c', `${'x'.repeat(52)}@example.com`],
    ['a@bc', `${'x'.repeat(53)}@example.com`, 'nobody', 'a b@c.de', 'a@b.c\r\nBcc: d@e.f'],
  ],
  ['address', ['x'.repeat(255)], ['x'.repeat(256)]],
  ['city', ['x'.repeat(100)], ['x'.repeat(101)]],
  ['state', ['NY', 'fl'], ['N', 'NYC', '12']],
  ['zip', ['1234', 'ABC 123-4567'], ['123', '1234567890123', '12_45']],
  ['cell_phone', ['2025550143'], ['202555014', '20255501433', '202-555-01']],
  ['home_phone', ['2025550143'], ['202555014', 'abcdefghij']],
  ['office_phone', ['2025550143'], ['202555014', 'abcdefghij']],
  ['office_ext_phone', ['', '1234567890'], ['12345678901']],
  ['date_of_birth', ['2000-02-29'], ['2001-02-29', '29/02/2000', '20000229']],
  ['contact_balance', ['123456789.01'], ['1234567890.01']],
  ['header_message', ['x'.repeat(250)], ['x'.repeat(251)]],
  ['header_message_type', ['0', '4'], ['5', 'x']],
  ['contact_c1', ['x'.repeat(128)], ['x'.repeat(129)]],
  ['contact_api_id', ['x'.repeat(64)], ['x'.repeat(65)]],
]

test('GEN-20 lengths and forms hold at both ends, on create and on change', async () => {
  const { id } = await make()
  for (const [field, fits, fails] of LIMITS) {
    for (const value of fits) {
      const answer = await t.api.put(`contacts/${id}`, { contact: { [field]: value } })
      assert.equal(answer.status, 200, `${field} ${value}: ${answer.text}`)
      assert.equal(String(answer.body.contact[field]), value)
    }
    for (const value of fails) {
      const onPut = await t.api.put(`contacts/${id}`, { contact: { [field]: value } })
      const onPost = await t.api.post('contacts', { contact: { location_id, last_name: 'Example', [field]: value } })
      for (const answer of [onPut, onPost]) {
        assert.equal(answer.status, 422, `${field} ${value}`)
        assert.deepEqual(Object.keys(answer.body.errors), [field])
      }
    }
  }
})

test('LOC-20 a receipt is mailed when the location says so, unless the contact says otherwise', async () => {
  const child = t.merchants[0].child_location_id
  await t.api.put(`locations/${child}`, { location: { contact_email_trx_receipt_default: 1 } })
  assert.equal((await make({ location_id: child })).email_trx_receipt, true)
  assert.equal((await make({ location_id: child, email_trx_receipt: 0 })).email_trx_receipt, false)
  await t.api.put(`locations/${child}`, { location: { contact_email_trx_receipt_default: 0 } })
  assert.equal((await make({ location_id: child })).email_trx_receipt, false)
})

test('a contact is found, changed and deleted by the own id of the caller', async () => {
  const made = await make({ contact_api_id: 'crm 7/8' })
  const path = `contacts/${encodeURIComponent('crm 7/8')}?api_id=1&location_id=${location_id}`
  assert.equal((await t.api.get(path)).body.contact.id, made.id)
  assert.equal((await t.api.put(path, { contact: { city: 'Ithaca' } })).body.contact.city, 'Ithaca')
  assert.equal((await t.api.get(path.replace(location_id, t.merchants[0].child_location_id))).status, 404)
  assert.equal((await t.api.delete(path)).status, 204)
  assert.equal((await t.api.get(path)).status, 404)
  assert.equal((await make({ contact_api_id: 'crm 7/8' })).contact_api_id, 'crm 7/8')
})

test('the own id of the caller is unique per location, and an empty one is none', async () => {
  await make({ contact_api_id: 'twice' })
  const again = await t.api.post('contacts', {
    contact: { location_id, last_name: 'Example', contact_api_id: 'twice' },
  })
  assert.equal(again.status, 422)
  assert.deepEqual(again.body.errors, { contact_api_id: ['Contact Api Id has already been taken.'] })
  await make({ contact_api_id: 'twice', location_id: t.merchants[0].child_location_id })
  await make({ contact_api_id: '' })
  await make({ contact_api_id: '' })
})

test('update_if_exists changes the contact of that own id and answers 200', async () => {
  const first = await make({ contact_api_id: 'known', update_if_exists: 1, city: 'Ithaca', header_message_type: 2 })
  const contact = { location_id, last_name: 'Renamed', contact_api_id: 'known', update_if_exists: 1, zip: '14850' }
  const answer = await t.api.post('contacts', { contact })
  assert.equal(answer.status, 200)
  const { id, last_name, zip, city, header_message_type } = answer.body.contact
  assert.deepEqual([id, last_name, zip, city, header_message_type], [first.id, 'Renamed', '14850', 'Ithaca', 2])
  const off = await t.api.post('contacts', { contact: { ...contact, update_if_exists: 0 } })
  assert.deepEqual(Object.keys(off.body.errors), ['contact_api_id'])
})

test('of many update_if_exists at once one creates and the others change', async () => {
  const contact = { location_id, contact_api_id: 'race', update_if_exists: true }
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(last_name => t.api.post('contacts', { contact: { ...contact, last_name } })),
  )
  assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 200, 200, 200, 200, 201])
  assert.equal(new Set(answers.map(answer => answer.body.contact.id)).size, 1)
})

test('GEN-23 GEN-36 GEN-37 GEN-38 contacts are listed with filters, and embed what belongs to them', async () => {
  const made = await make({ company_name: 'Listed', email: 'listed@juniper.example' })
  const plain = await t.api.get(`contacts?company_name=Listed`)
  assert.deepEqual(
    plain.body.contacts.map((each: Json) => each.id),
    [made.id],
  )
  assert.equal(plain.body.meta.pagination.totalCount, 1)
  assert.deepEqual(plain.body.meta.sort.attributes, { id: 'desc' })
  assert.equal('location' in plain.body.contacts[0], false)

  const full = (
    await t.api.get(
      `contacts/${made.id}?expand=created_user,location,user,notes,files,recurrings,email_blacklist,sms_blacklist`,
    )
  ).body.contact
  assert.equal(full.created_user.id, t.merchants[0].user.user_id)
  assert.deepEqual(full.location, (await t.api.get(`locations/${location_id}`)).body.location)
  assert.deepEqual([full.user, full.notes, full.files, full.recurrings], [null, [], [], []])
  assert.deepEqual([full.email_blacklist, full.sms_blacklist], [null, null])
})

test('a contact who is still billed cannot be deleted', async () => {
  const { id } = await make()
  const account = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1299' }
  const vault = await t.api.post('accountvaults', { accountvault: { ...account, location_id, contact_id: id } })
  assert.equal(vault.status, 201, vault.text)
  const schedule = { interval: 1, interval_type: 'm', start_date: '2098-01-01', transaction_amount: '10.00' }
  const account_vault_id = vault.body.accountvault.id
  const billing = await t.api.post('recurrings', { recurring: { ...schedule, location_id, account_vault_id } })
  assert.equal(billing.status, 201, billing.text)
  const recurring_id = billing.body.recurring.id
  assert.deepEqual(
    (await t.api.get(`contacts/${id}?expand=recurrings`)).body.contact.recurrings.map((each: Json) => each.id),
    [recurring_id],
  )

  const refused = await t.api.delete(`contacts/${id}`)
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [409, { id: ['Contact has a recurring that has not ended.'] }],
  )
  assert.equal((await t.api.delete(`recurrings/${recurring_id}`)).status, 204)
  assert.equal((await t.api.delete(`contacts/${id}`)).status, 204)
})

test('GEN-40 a deleted contact is gone', async () => {
  const { id } = await make()
  const answer = await t.api.delete(`contacts/${id}`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  for (const gone of [
    t.api.get(`contacts/${id}`),
    t.api.put(`contacts/${id}`, { contact: {} }),
    t.api.delete(`contacts/${id}`),
  ]) {
    assert.equal((await gone).status, 404)
  }
})

test('GEN-03 contacts of another merchant, or of a location above, are not there', async () => {
  const { id } = await make()
  for (const client of [t.stranger, t.clerk]) {
    assert.equal((await client.get(`contacts/${id}`)).status, 404)
    assert.equal((await client.put(`contacts/${id}`, { contact: { city: 'X' } })).status, 404)
    assert.equal((await client.delete(`contacts/${id}`)).status, 404)
    const created = await client.post('contacts', { contact: { location_id, last_name: 'Example' } })
    assert.equal(created.status, 422)
    assert.deepEqual(created.body.errors, { location_id: ['location_id provided is not valid'] })
    const upsert = { location_id, last_name: 'Example', contact_api_id: 'twice', update_if_exists: 1 }
    assert.equal((await client.post('contacts', { contact: upsert })).status, 422)
  }
  assert.equal((await t.api.get(`contacts/${id}`)).body.contact.city, null)
})

test('the mails a contact got, its postbacks, and whether it can be deleted are told by its expands', async () => {
  const email = 'elm@contacts.example'
  const { id } = await make({ email })
  const expand = 'received_emails,postback_logs,is_deletable'
  const read = async (): Promise<Json> => (await t.api.get(`contacts/${id}?expand=${expand}`)).body.contact
  const { received_emails, postback_logs, is_deletable } = await read()
  assert.deepEqual(
    { received_emails, postback_logs, is_deletable },
    { received_emails: [], postback_logs: [], is_deletable: true },
  )

  const quickinvoice = {
    location_id,
    title: 'Garden',
    due_date: '2040-01-31',
    item_list: { Mowing: 5 },
    contact_id: id,
    send_email: 1,
  }
  assert.equal((await t.api.post('quickinvoices', { quickinvoice })).status, 201)
  await t.settle()
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' }
  const vault = await t.api.post('accountvaults', { accountvault: { location_id, contact_id: id, ...card } })
  const plan = { transaction_amount: '1.00', interval: 1, interval_type: 'm', start_date: '2049-01-31' }
  const recurring = { location_id, account_vault_id: vault.body.accountvault.id, ...plan }
  const billed = (await t.api.post('recurrings', { recurring })).body.recurring
  const busy = await read()
  assert.deepEqual(
    busy.received_emails.map((each: Json) => [each.recipient, each.reason_model]),
    [[email, 'QuickInvoice']],
  )
  assert.equal(busy.is_deletable, false)
  assert.equal((await t.api.delete(`contacts/${id}`)).status, 409)
  assert.equal((await t.api.delete(`recurrings/${billed.id}`)).status, 204)
  assert.equal((await read()).is_deletable, true)
  assert.equal((await t.api.delete(`contacts/${id}`)).status, 204)
})
