import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { BANK_NUMBER, bankBody, CARD, cardBody, refused, storedVault, storeVault } from '../support/vaults.ts'

let t: Shop
let place: string
before(async () => {
  t = await newMerchant()
  place = t.merchants[0].location_id
})

const store = (over: Json = {}) => storeVault(t.api, cardBody(place, over))
const stored = (over: Json = {}) => storedVault(t.api, cardBody(place, over))
const storedBank = (over: Json = {}) => storedVault(t.api, bankBody(place, over))
const change = (id: string, accountvault: Json) => t.api.put(`accountvaults/${id}`, { accountvault })

test('AV-01 AV-48 AV-49 what the service generates is not taken from a body', async () => {
  const sent = { id: 'a'.repeat(24), active: 0, created_ts: 1, modified_ts: 1, first_six: '999999', last_four: '9999' }
  const vault = await stored({ ...sent, has_recurring: 1, expiring_in_months: 1 })
  assert.match(vault.id, /^[0-9a-f]{24}$/)
  assert.notEqual(vault.id, sent.id)
  assert.equal(vault.active, 1)
  assert.match(String(vault.created_ts), /^[2-9]\d{9}$|^1[6-9]\d{8}$/)
  assert.deepEqual([vault.first_six, vault.last_four, vault.has_recurring], ['411111', '1111', false])
  const { body } = await change(vault.id, sent)
  assert.deepEqual([body.accountvault.id, body.accountvault.active], [vault.id, 1])
  assert.deepEqual([body.accountvault.first_six, body.accountvault.last_four], ['411111', '1111'])
})

test('AV-02 payment_method is cc or ach, required on POST and fixed afterwards', async () => {
  for (const payment_method of ['CC', 'debit', '', null, undefined, 1]) {
    assert.ok(refused(await store({ payment_method })).includes('payment_method'))
  }
  const vault = await stored()
  assert.equal((await change(vault.id, { payment_method: 'ach' })).body.accountvault.payment_method, 'cc')
})

test('AV-03 location_id is required on POST, fixed afterwards, and another merchant’s is not valid', async () => {
  assert.deepEqual(refused(await store({ location_id: undefined })), ['location_id'])
  assert.deepEqual(refused(await store({ location_id: t.merchants[1].location_id })), ['location_id'])
  const vault = await stored()
  const changed = await change(vault.id, { location_id: t.merchants[0].child_location_id })
  assert.equal(changed.body.accountvault.location_id, place)
})

test('AV-04 contact_id ties a vault to a contact, on POST and on PUT, and another merchant’s is not valid', async () => {
  const { contact_id } = t.merchants[0]
  const vault = await stored({ contact_id })
  const { body } = await t.api.get(`accountvaults/${vault.id}?expand=contact`)
  assert.equal(body.accountvault.contact.id, contact_id)
  assert.equal((await change(vault.id, { contact_id: null })).body.accountvault.contact_id, null)
  assert.equal((await change(vault.id, { contact_id })).body.accountvault.contact_id, contact_id)
  assert.deepEqual(refused(await store({ contact_id: t.merchants[1].contact_id })), ['contact_id'])
  assert.deepEqual(refused(await change(vault.id, { contact_id: t.merchants[1].contact_id })), ['contact_id'])
})

/** Statement, field, a value at the lower and one at the upper bound, and what is too short or too long. */
const LIMITS: [string, string, string, string, string[]][] = [
  ['AV-05', 'title', 'a', 'a'.repeat(16), ['', 'a'.repeat(17)]],
  ['AV-06', 'account_holder_name', 'a', 'a'.repeat(32), ['', 'a'.repeat(33)]],
  ['AV-20', 'billing_address', 'a', 'a'.repeat(32), ['', 'a'.repeat(33)]],
  ['AV-21', 'billing_city', 'a', 'a'.repeat(36), ['', 'a'.repeat(37)]],
  ['AV-22', 'billing_state', 'MI', 'NY', ['M', 'MIC']],
  ['AV-23', 'billing_zip', '12345', '12345-6789', ['1234', '12345-67890']],
  ['AV-24', 'billing_phone', '2', '2485550100', ['', '24855501000']],
  ['AV-25', 'account_vault_api_id', 'a', 'b'.repeat(36), ['', 'b'.repeat(37)]],
  ['AV-28', 'accountvault_c1', '', 'a'.repeat(128), ['a'.repeat(129)]],
  ['AV-28', 'accountvault_c2', '', 'a'.repeat(128), ['a'.repeat(129)]],
  ['AV-28', 'accountvault_c3', '', 'a'.repeat(128), ['a'.repeat(129)]],
  ['AV-29', 'customer_id', 'a', 'a'.repeat(50), ['', 'a'.repeat(51)]],
  ['AV-34', 'ssn4', '', '1234', ['12345']],
  ['AV-36', 'terms_agree_ip', '', '203.113.110.120', ['203.113.110.1200']],
]

for (const [statement, field, shortest, longest, others] of LIMITS) {
  test(`${statement} ${field} takes values within its bounds on POST and PUT, and none beyond`, async () => {
    for (const value of [shortest, longest]) {
      const vault = await stored({ [field]: value })
      assert.equal(vault[field], value)
      assert.equal((await t.api.get(`accountvaults/${vault.id}`)).body.accountvault[field], value)
      await t.api.delete(`accountvaults/${vault.id}`)
    }
    const vault = await stored()
    assert.equal((await change(vault.id, { [field]: longest })).body.accountvault[field], longest)
    for (const value of others) {
      assert.deepEqual(refused(await store({ [field]: value })), [field])
      assert.deepEqual(refused(await change(vault.id, { [field]: value })), [field])
    }
    await t.api.delete(`accountvaults/${vault.id}`)
  })
}

test('AV-07 account_holder_name is required for ach, not for cc', async () => {
  assert.deepEqual(refused(await storeVault(t.api, bankBody(place, { account_holder_name: undefined }))), [
    'account_holder_name',
  ])
  assert.equal((await stored()).account_holder_name, null)
  const bank = await storedBank()
  assert.deepEqual(refused(await change(bank.id, { account_holder_name: null })), ['account_holder_name'])
})

test('AV-08 account_number has 4 to 19 digits, a card’s a right check digit of a known brand', async () => {
  for (const account_number of ['123', '1'.repeat(20), '12a456', '', null]) {
    assert.deepEqual(refused(await storeVault(t.api, bankBody(place, { account_number }))), ['account_number'])
  }
  for (const account_number of ['1234', '1'.repeat(19)]) {
    assert.equal((await storedBank({ account_number })).payment_method, 'ach')
  }
  for (const account_number of ['4111111111111112', '9999999999999995', '411111111111', '1234']) {
    assert.deepEqual(refused(await store({ account_number })), ['account_number'])
  }
  const vault = await stored()
  const changed = await change(vault.id, { account_number: '5454545454545454' })
  assert.deepEqual([changed.body.accountvault.first_six, changed.body.accountvault.last_four], ['411111', '1111'])
})

test('AV-09 AV-18 no answer has the key account_number or the number itself, and routing is null', async () => {
  const card = await stored({ contact_id: t.merchants[0].contact_id })
  const bank = await storedBank()
  for (const vault of [card, bank]) {
    const answers = [
      await t.api.get(`accountvaults/${vault.id}?expand=contact,location,created_user,product_transaction`),
      await change(vault.id, { title: 'Renamed' }),
      await t.api.get(`accountvaults?id=${vault.id}`),
    ]
    for (const { text, body } of answers) {
      const record = body.accountvault ?? body.accountvaults[0]
      assert.ok(!Object.hasOwn(record, 'account_number'))
      assert.equal(record.routing, null)
      for (const secret of [CARD, BANK_NUMBER, '072000326']) assert.ok(!text.includes(secret))
    }
  }
})

test('AV-10 AV-11 exp_date is MMYY of a month that is not over, required for cc and changed by PUT', async () => {
  for (const exp_date of ['1330', '0030', '123', '12300', '12/3', 'abcd', undefined, null]) {
    assert.deepEqual(refused(await store({ exp_date })), ['exp_date'])
  }
  assert.deepEqual((await store({ exp_date: '0120' })).body.errors, { exp_date: ['Exp Date is in the past.'] })
  const vault = await stored()
  assert.equal((await change(vault.id, { exp_date: '0131' })).body.accountvault.exp_date, '0131')
  for (const exp_date of ['1330', '0120', null])
    assert.deepEqual(refused(await change(vault.id, { exp_date })), ['exp_date'])
})

test('AV-11 a bank account has no month of expiry, whatever is sent', async () => {
  const vault = await storedBank({ exp_date: '1230' })
  assert.deepEqual([vault.exp_date, vault.expiring_in_months], [null, null])
  assert.equal((await change(vault.id, { exp_date: '1230' })).body.accountvault.exp_date, null)
})

test('AV-12 account_type of a bank account is checking or savings and never changes', async () => {
  for (const account_type of [undefined, 'foo', '', 'a'.repeat(33)]) {
    assert.deepEqual(refused(await storeVault(t.api, bankBody(place, { account_type }))), ['account_type'])
  }
  const vault = await storedBank({ account_type: 'savings' })
  assert.equal(vault.account_type, 'savings')
  assert.equal((await change(vault.id, { account_type: 'checking' })).body.accountvault.account_type, 'savings')
})

test('AV-13 account_type of a card is its brand, whatever is sent', async () => {
  const numbers = { visa: CARD, mc: '5454545454545454', disc: '6011000995500000', amex: '371449635398431' }
  for (const [brand, account_number] of Object.entries(numbers)) {
    assert.equal((await stored({ account_number, account_type: 'checking' })).account_type, brand)
  }
})

test('AV-14 AV-15 is_company is required for ach and without effect for cc', async () => {
  assert.deepEqual(refused(await storeVault(t.api, bankBody(place, { is_company: undefined }))), ['is_company'])
  assert.equal((await storedBank({ is_company: true })).is_company, true)
  const [plain, company] = [await stored(), await stored({ is_company: 1 })]
  assert.equal(company.is_company, plain.is_company)
  assert.equal(company.ach_sec_code, null)
})

test('AV-16 AV-19 ach_sec_code follows is_company unless it is sent, and is there for ach only', async () => {
  assert.equal((await storedBank({ is_company: 0 })).ach_sec_code, 'PPD')
  const company = await storedBank({ is_company: 1 })
  assert.equal(company.ach_sec_code, 'CCD')
  assert.equal((await storedBank({ ach_sec_code: 'WEB' })).ach_sec_code, 'WEB')
  assert.equal((await storedBank({ ach_sec_code: '' })).ach_sec_code, 'PPD')
  for (const ach_sec_code of ['PPDX', 'XXX']) {
    assert.deepEqual(refused(await storeVault(t.api, bankBody(place, { ach_sec_code }))), ['ach_sec_code'])
  }
  assert.equal((await change(company.id, { ach_sec_code: 'TEL' })).body.accountvault.ach_sec_code, 'TEL')
  assert.equal((await change(company.id, { ach_sec_code: null })).body.accountvault.ach_sec_code, 'CCD')
  const card = await stored({ ach_sec_code: 'WEB' })
  assert.equal(card.ach_sec_code, null)
  assert.equal((await change(card.id, { ach_sec_code: 'WEB' })).body.accountvault.ach_sec_code, null)
})

test('AV-17 routing is a valid routing number of nine digits, required for ach', async () => {
  for (const routing of [undefined, '07200032', '0720003260', '072000327', 'abcdefghi']) {
    assert.deepEqual(refused(await storeVault(t.api, bankBody(place, { routing }))), ['routing'])
  }
})

test('AV-30 AV-31 AV-32 dl_number and dl_state stay within their bounds and are sent together', async () => {
  const vault = await stored({ dl_number: 'a'.repeat(50), dl_state: 'MI' })
  assert.deepEqual([vault.dl_number, vault.dl_state], ['a'.repeat(50), 'MI'])
  assert.deepEqual(refused(await store({ dl_number: 'a'.repeat(51), dl_state: 'MI' })), ['dl_number'])
  for (const dl_state of ['M', 'MIC'])
    assert.deepEqual(refused(await store({ dl_number: 'a', dl_state })), ['dl_state'])
  assert.deepEqual(refused(await store({ dl_number: 'a' })), ['dl_state'])
  assert.deepEqual(refused(await store({ dl_state: 'MI' })), ['dl_number'])

  for (const { id } of [vault, await stored()]) {
    assert.deepEqual(refused(await change(id, { dl_number: 'b' })), ['dl_state'])
    assert.deepEqual(refused(await change(id, { dl_state: 'NY' })), ['dl_number'])
    assert.deepEqual(refused(await change(id, { dl_number: 'b', dl_state: null })), ['dl_state'])
    assert.equal((await change(id, { dl_number: 'b', dl_state: 'NY' })).body.accountvault.dl_state, 'NY')
    assert.equal((await change(id, { dl_number: null, dl_state: null })).body.accountvault.dl_number, null)
  }
})

test('F9 a licence is emptied as a whole or not at all; one half that is as before counts as sent', async () => {
  const { id } = await stored({ dl_number: 'L1', dl_state: 'MI' })
  assert.deepEqual(refused(await change(id, { dl_number: null })), ['dl_state'])
  assert.deepEqual(refused(await change(id, { dl_state: null })), ['dl_number'])
  assert.deepEqual(refused(await change(id, { dl_number: null, dl_state: 'MI' })), ['dl_number'])
  const { accountvault } = (await change(id, { dl_number: 'L2', dl_state: 'MI' })).body
  assert.deepEqual([accountvault.dl_number, accountvault.dl_state], ['L2', 'MI'])
})

test('AV-33 dob_year has four characters and does not change', async () => {
  for (const dob_year of ['198', '19850']) assert.deepEqual(refused(await store({ dob_year })), ['dob_year'])
  const vault = await stored({ dob_year: '1985' })
  assert.equal(vault.dob_year, '1985')
  assert.equal((await change(vault.id, { dob_year: '1990' })).body.accountvault.dob_year, '1985')
})

test('AV-35 terms_agree is a number of one digit', async () => {
  assert.equal((await stored({ terms_agree: 1 })).terms_agree, 1)
  assert.deepEqual(refused(await store({ terms_agree: 10 })), ['terms_agree'])
})

test('AV-44 AV-45 first_six and last_four are strings, so that zeros in front survive', async () => {
  const bank = await storedBank({ account_number: '00004567890010012' })
  assert.deepEqual([bank.first_six, bank.last_four], ['000045', '0012'])
})

test('AV-46 expiring_in_months counts calendar months and follows a new exp_date', async () => {
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.now())
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
  const monthOf = (months: number) => {
    const { month, year } = today.add({ months })
    return `${String(month).padStart(2, '0')}${String(year % 100).padStart(2, '0')}`
  }
  const vault = await stored({ exp_date: monthOf(2) })
  assert.equal(vault.expiring_in_months, 2)
  assert.equal((await change(vault.id, { exp_date: monthOf(26) })).body.accountvault.expiring_in_months, 26)
  assert.equal((await stored({ exp_date: monthOf(0) })).expiring_in_months, 0)
})

test('AV-26 account_vault_api_id is unique per location and free again after a deletion', async () => {
  const account_vault_api_id = 'CRM-7001'
  const vault = await stored({ account_vault_api_id })
  assert.deepEqual(refused(await store({ account_vault_api_id })), ['account_vault_api_id'])
  await storedVault(t.api, cardBody(t.merchants[0].child_location_id, { account_vault_api_id }))
  const other = await stored()
  assert.deepEqual(refused(await change(other.id, { account_vault_api_id })), ['account_vault_api_id'])
  assert.equal((await t.api.delete(`accountvaults/${vault.id}`)).status, 204)
  assert.equal((await change(other.id, { account_vault_api_id })).status, 200)
})

test('dl_number, ssn4 and dob_year are returned but no event keeps a copy of them', async () => {
  const vault = await stored({ dl_number: 'L555666777', dl_state: 'MI', ssn4: '8642', dob_year: '1985' })
  await change(vault.id, { dl_number: 'L555666778', dl_state: 'MI', ssn4: '8643' })
  const [event] = await t.db.query<{ changes: Json }>(
    `select changes from event where record_id = $1 and verb = 'updated'`,
    [vault.id],
  )
  assert.deepEqual(event!.changes, { dl_number: null, ssn4: null })
})
