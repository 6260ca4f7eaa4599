import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { invoiceBody, newInvoice, refused } from '../support/invoices.ts'

const t = await testApp('literal-lengths')
after(() => t.close())
const [merchant] = t.merchants
const location_id = merchant.location_id

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

test('LOC-01 a create without a name is refused on the name alone, though the domain would be named after it', async () => {
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
