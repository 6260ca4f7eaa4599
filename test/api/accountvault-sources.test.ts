import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer, Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { bankBody, CARD, cardBody, ROUTING, refused, storedVault, storeVault } from '../support/vaults.ts'

let t: Shop
let place: string
let child: string
before(async () => {
  t = await newMerchant()
  place = t.merchants[0].location_id
  child = t.merchants[0].child_location_id
})

const store = (accountvault: Json) => storeVault(t.api, { payment_method: 'cc', location_id: place, ...accountvault })
const stored = (accountvault: Json) => storedVault(t.api, { payment_method: 'cc', location_id: place, ...accountvault })
const shown = ({ first_six, last_four, account_type, exp_date }: Json) => ({
  first_six,
  last_four,
  account_type,
  exp_date,
})
const visa = { first_six: '411111', last_four: '1111', account_type: 'visa', exp_date: '1230' }

async function newTicket(over: Json = {}): Promise<Json> {
  const answer = await t.api.post('tickets', {
    ticket: { location_id: place, account_number: CARD, exp_date: '1230', ...over },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.ticket
}

async function sale(over: Json = {}): Promise<Json> {
  const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: '12.00', location_id: place, ...over }
  const answer = await t.api.post('transactions', { transaction })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.transaction
}

/** The number of address checks stored so far. */
async function addressChecks(): Promise<number> {
  return (await t.api.get('transactions?type_id=21')).body.meta.pagination.totalCount
}

const noVaultAt = async (billing_address: string) =>
  (await t.api.get(`accountvaults?billing_address=${encodeURIComponent(billing_address)}`)).body.meta.pagination
    .totalCount === 0

test('AV-51 cc direct: the four fields are enough, and every one that is missing is told', async () => {
  const body = cardBody(place)
  assert.deepEqual(shown(await storedVault(t.api, body)), visa)
  for (const name of Object.keys(body)) {
    assert.ok(refused(await storeVault(t.api, { ...body, [name]: undefined })).includes(name), name)
  }
  assert.deepEqual(refused(await store({})), ['account_number', 'exp_date'])
  assert.deepEqual(refused(await storeVault(t.api, {})), ['account_number', 'location_id', 'payment_method'])
  assert.deepEqual(refused(await t.api.post('accountvaults', {})), ['account_number', 'location_id', 'payment_method'])
})

test('AV-52 ach direct: the seven fields are enough, and every one that is missing is told at once', async () => {
  const body = bankBody(place)
  const vault = await storedVault(t.api, body)
  assert.deepEqual(shown(vault), { first_six: null, last_four: '1122', account_type: 'checking', exp_date: null })
  for (const name of Object.keys(body)) {
    assert.ok(refused(await storeVault(t.api, { ...body, [name]: undefined })).includes(name), name)
  }
  assert.deepEqual(refused(await store({ payment_method: 'ach' })), [
    'account_holder_name',
    'account_number',
    'account_type',
    'is_company',
    'routing',
  ])
})

test('all problems are told at once, those of form and those of sense', async () => {
  const body = cardBody(place, {
    account_number: '4111111111111112',
    exp_date: '1330',
    title: 'a'.repeat(17),
    dl_number: 'x',
  })
  assert.deepEqual(refused(await storeVault(t.api, body)), ['account_number', 'dl_state', 'exp_date', 'title'])
})

test('two sources of an account are one too many', async () => {
  const { id: ticket } = await newTicket()
  const answer = await storeVault(t.api, cardBody(place, { ticket }))
  assert.deepEqual(answer.body.errors, { ticket: ['Ticket cannot be sent together with account_number.'] })
  assert.equal((await stored({ ticket })).last_four, '1111')
})

test('AV-37 AV-53 a ticket is enough, by its id or its nine digits, and works once', async () => {
  for (const name of ['id', 'ticket_number'] as const) {
    const ticket = (await newTicket({ account_holder_name: 'Pat Example', billing_zip: '14850' }))[name]
    const vault = await stored({ ticket })
    assert.deepEqual(shown(vault), visa)
    assert.deepEqual([vault.account_holder_name, vault.billing_zip], ['Pat Example', '14850'])
    assert.deepEqual((await store({ ticket })).body.errors, { ticket: ['Ticket has already been used.'] })
  }
  assert.deepEqual(refused(await store({ ticket: '000000000000000000000000' })), ['ticket'])
  assert.deepEqual(refused(await store({ ticket: 'a'.repeat(37) })), ['ticket'])
  const { id: ticket } = await newTicket()
  assert.deepEqual(refused(await store({ ticket, location_id: undefined })), ['location_id'])
  assert.deepEqual(refused(await store({ ticket, payment_method: undefined })), ['payment_method'])
  assert.deepEqual(refused(await store({ ticket, payment_method: 'ach' })), ['payment_method'])
  assert.deepEqual(refused(await store({ ticket, location_id: child })), ['ticket'])
})

test('AV-37 of two requests with one ticket at the same moment one is refused', async () => {
  const { id: ticket } = await newTicket()
  const answers: Answer[] = await Promise.all([store({ ticket }), store({ ticket }), store({ ticket })])
  assert.deepEqual(answers.map(answer => answer.status).toSorted(), [201, 422, 422])
})

test('AV-37 a vault that is refused leaves its ticket unused', async () => {
  await stored({ ...cardBody(place), account_vault_api_id: 'TAKEN-1' })
  const { id: ticket } = await newTicket()
  assert.deepEqual(refused(await store({ ticket, account_vault_api_id: 'TAKEN-1' })), ['account_vault_api_id'])
  assert.equal((await store({ ticket })).status, 201)
})

test('AV-38 track_data gives number, month and name, is never returned and never kept', async () => {
  const track_data = '%B5454545454545454^EXAMPLE/PAT^30121015432112345678?;5454545454545454=30121015432112345678?'
  const answer = await store({ track_data })
  const vault = answer.body.accountvault
  assert.deepEqual(shown(vault), { first_six: '545454', last_four: '5454', account_type: 'mc', exp_date: '1230' })
  assert.equal(vault.account_holder_name, 'PAT EXAMPLE')
  assert.ok(!answer.text.includes('15432112345678'))
  assert.ok(!Object.hasOwn(vault, 'track_data'))
  for (const bad of ['%B4111111111111112^EXAMPLE/PAT^3012101?', 'no stripe at all', `${track_data} `.repeat(3)]) {
    assert.deepEqual(refused(await store({ track_data: bad })), ['track_data'])
  }
  assert.deepEqual(refused(await store({ track_data: ';5454545454545454=20121015432112345678?' })), ['exp_date'])
  const padded = `${track_data}${' '.repeat(256 - track_data.length)}`
  assert.equal((await store({ track_data: padded })).status, 201)
})

test('AV-39 AV-54 a previous transaction gives its account', async () => {
  const { id: previous_transaction_id } = await sale({
    account_number: CARD,
    exp_date: '1230',
    transaction_api_id: 'ORDER-1',
  })
  assert.deepEqual(shown(await stored({ previous_transaction_id })), visa)
  assert.deepEqual(shown(await stored({ previous_transaction_api_id: 'ORDER-1' })), visa)
  for (const name of ['payment_method', 'location_id']) {
    assert.deepEqual(refused(await store({ previous_transaction_id, [name]: undefined })), [name])
  }
  assert.deepEqual(refused(await store({ previous_transaction_id, payment_method: 'ach' })), ['payment_method'])
  for (const unknown of ['000000000000000000000000', 'short', 'g'.repeat(24), 'a'.repeat(37)]) {
    assert.deepEqual(refused(await store({ previous_transaction_id: unknown })), ['previous_transaction_id'])
  }
  const foreign = { payment_method: 'cc', location_id: t.merchants[1].location_id, previous_transaction_id }
  assert.deepEqual(refused(await storeVault(t.stranger, foreign)), ['previous_transaction_id'])
})

test('AV-40 AV-41 a previous vault gives its account, by id or by api id, to another location too', async () => {
  const account_vault_api_id = 'CRM-42'
  const first = await stored({
    ...cardBody(place),
    account_vault_api_id,
    account_holder_name: 'Pat Example',
    title: 'Work',
  })
  for (const from of [
    { previous_account_vault_id: first.id },
    { previous_account_vault_api_id: account_vault_api_id },
  ]) {
    const copy = await stored(from)
    assert.notEqual(copy.id, first.id)
    assert.deepEqual(shown(copy), visa)
    assert.deepEqual([copy.account_holder_name, copy.title, copy.account_vault_api_id], ['Pat Example', null, null])
  }
  assert.deepEqual(shown(await stored({ previous_account_vault_id: first.id, location_id: child })), visa)
  assert.deepEqual(refused(await store({ previous_account_vault_api_id: 'unknown' })), [
    'previous_account_vault_api_id',
  ])
  assert.deepEqual(refused(await store({ previous_account_vault_api_id: 'a'.repeat(65) })), [
    'previous_account_vault_api_id',
  ])
  const foreign = { payment_method: 'cc', location_id: t.merchants[1].location_id, previous_account_vault_id: first.id }
  assert.deepEqual(refused(await storeVault(t.stranger, foreign)), ['previous_account_vault_id'])
})

test('AV-40 what was changed at a vault, or is sent with the copy, stands over what first came in', async () => {
  const first = await stored(cardBody(place))
  await t.api.put(`accountvaults/${first.id}`, {
    accountvault: { exp_date: '0531', account_holder_name: 'Pat Example' },
  })
  const copy = await stored({ previous_account_vault_id: first.id })
  assert.deepEqual([copy.exp_date, copy.account_holder_name], ['0531', 'Pat Example'])
  const own = await stored({ previous_account_vault_id: first.id, exp_date: '0632', account_holder_name: 'P. Example' })
  assert.deepEqual([own.exp_date, own.account_holder_name], ['0632', 'P. Example'])
  assert.deepEqual(refused(await store({ previous_account_vault_id: first.id, exp_date: '0120' })), ['exp_date'])
})

test('AV-40 a bank account is copied with its kind and its SEC code', async () => {
  const first = await storedVault(
    t.api,
    bankBody(place, { is_company: 1, account_type: 'savings', ach_sec_code: 'TEL' }),
  )
  const copy = await stored({ payment_method: 'ach', previous_account_vault_id: first.id })
  const { account_type, is_company, ach_sec_code, account_holder_name } = copy
  assert.deepEqual(
    { account_type, is_company, ach_sec_code, account_holder_name },
    {
      account_type: 'savings',
      is_company: true,
      ach_sec_code: 'TEL',
      account_holder_name: 'Pat Example',
    },
  )
})

test('a copy of a deleted vault is refused, and copies outlive what they were copied from', async () => {
  const first = await stored(cardBody(place))
  const copy = await stored({ previous_account_vault_id: first.id })
  assert.equal((await t.api.delete(`accountvaults/${first.id}`)).status, 204)
  assert.deepEqual(refused(await store({ previous_account_vault_id: first.id })), ['previous_account_vault_id'])
  assert.deepEqual(shown(await stored({ previous_account_vault_id: copy.id })), visa)
})

const GOOD = { billing_address: '5800 NW 39th AVE', billing_zip: '32606' }
const DENIED = { billing_address: '2831 NW 41st St STE J', billing_zip: '32615' }

test('AV-42 run_avs asks for one address check, and none is made without it', async () => {
  const before = await addressChecks()
  await stored({ ...cardBody(place), ...GOOD })
  await stored({ ...cardBody(place), ...GOOD, run_avs: 0 })
  assert.equal(await addressChecks(), before)
  await stored({ ...cardBody(place), ...GOOD, run_avs: 1 })
  assert.equal(await addressChecks(), before + 1)
})

test('AV-42 run_avs stands over the setting of the product, which counts when it is left out', async () => {
  const product = `producttransactions/${t.merchants[0].cc_product_transaction_id}`
  const set = (run_avs_on_accountvault_create: number) =>
    t.api.put(product, { producttransaction: { run_avs_on_accountvault_create } })
  assert.equal((await set(1)).status, 200)
  const before = await addressChecks()
  await stored({ ...cardBody(place), ...GOOD, run_avs: 0 })
  assert.equal(await addressChecks(), before)
  await stored({ ...cardBody(place), ...GOOD })
  assert.equal(await addressChecks(), before + 1)
  await storedVault(t.api, bankBody(place))
  assert.equal(await addressChecks(), before + 1)
  assert.equal((await set(0)).status, 200)
})

test('AV-42 run_avs without a product that could check is refused, and without effect for bank accounts', async () => {
  const { child_location_id, child_cc_product_transaction_id } = t.merchants[0]
  const product = (active: number) =>
    t.api.put(`producttransactions/${child_cc_product_transaction_id}`, { producttransaction: { active } })
  assert.equal((await product(0)).status, 200)
  const body = cardBody(child_location_id, GOOD)
  assert.deepEqual(refused(await storeVault(t.api, { ...body, run_avs: 1 })), ['run_avs'])
  assert.equal((await storeVault(t.api, { ...body, run_avs: 0 })).status, 201)
  assert.equal((await storeVault(t.api, bankBody(place, { run_avs: 1 }))).status, 201)
  assert.equal((await product(1)).status, 200)
})

test('AV-43 when the address check fails, nothing is stored and the ticket stays good', async () => {
  for (const source of [{ account_number: CARD, exp_date: '1230' }, { ticket: (await newTicket()).id }]) {
    const answer = await store({ ...source, ...DENIED, run_avs: 1 })
    assert.deepEqual(refused(answer), ['billing_address'])
    assert.match(answer.body.errors.billing_address[0], /^Account Verification failed/)
    assert.ok(await noVaultAt(DENIED.billing_address))
    if ('ticket' in source) assert.equal((await store({ ...source, ...GOOD, run_avs: 1 })).status, 201)
  }
})

test('AV-43 an address check with an Idempotency-Key answers for the vault when the request is sent again', async () => {
  const body = { ...cardBody(place), ...GOOD, run_avs: 1, title: 'Once' }
  const headers = { 'idempotency-key': 'vault-with-avs-1' }
  const before = await addressChecks()
  const first = await storeVault(t.api, body, headers)
  const again = await storeVault(t.api, body, headers)
  assert.equal(first.status, 201)
  assert.equal(again.text, first.text)
  const [claim] = await t.db.query<Json>(`select noun, record_id from idempotency where key = 'vault-with-avs-1'`)
  assert.deepEqual(claim, { noun: 'accountvault', record_id: first.body.accountvault.id })
  assert.equal(await addressChecks(), before + 1)
})

test('AV-43 no vault takes the id of another through an address check, and no fee is caused', async () => {
  await stored({ ...cardBody(place), account_vault_api_id: 'TAKEN-2' })
  const before = await addressChecks()
  const answer = await store({ ...cardBody(place), ...GOOD, run_avs: 1, account_vault_api_id: 'TAKEN-2' })
  assert.deepEqual(refused(answer), ['account_vault_api_id'])
  assert.equal(await addressChecks(), before)
})

test('a routing number given with a card, and a track with a bank account, change nothing or are refused', async () => {
  assert.equal((await stored({ ...cardBody(place), routing: ROUTING })).routing, null)
  const track_data = ';5454545454545454=30121015432112345678?'
  assert.deepEqual(refused(await store({ payment_method: 'ach', track_data })), ['payment_method'])
})

test('decision 40 a bank account shows its last four digits, and its first six only if the number is long', async () => {
  for (const [account_number, first_six, last_four] of [
    ['856667001122', null, '1122'],
    ['8566670011223', '856667', '1223'],
    ['8566670', null, '670'],
  ]) {
    const vault = await storedVault(t.api, bankBody(place, { account_number }))
    assert.deepEqual([vault.first_six, vault.last_four], [first_six, last_four], String(account_number))
  }
})
