import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { bankBody, cardBody, refused, storedVault, storeVault } from '../support/vaults.ts'

let t: Shop
let place: string
let child: string
before(async () => {
  t = await newMerchant()
  place = t.merchants[0].location_id
  child = t.merchants[0].child_location_id
})

const stored = (over: Json = {}) => storedVault(t.api, cardBody(place, over))
const byApiId = (api_id: string, location_id: string) => `accountvaults/${api_id}?api_id=1&location_id=${location_id}`

const EXPANDS = [
  ...['location', 'contact', 'signature', 'created_user', 'product_transaction'],
  ...['account_vault_cau_product_transaction', 'account_vault_cau_logs'],
]

test('AV-55 POST answers 201 with the record under its key and a link to itself', async () => {
  for (const body of [cardBody(place), bankBody(place)]) {
    const answer = await storeVault(t.api, body)
    assert.equal(answer.status, 201)
    assert.deepEqual(Object.keys(answer.body), ['accountvault'])
    const { accountvault } = answer.body
    assert.equal(accountvault._links.self.href, `http://127.0.0.1:8080/v2/accountvaults/${accountvault.id}`)
    assert.equal(accountvault.payment_method, body.payment_method)
  }
})

test('AV-56 AV-58 PUT changes what was sent and nothing else; GET answers the record', async () => {
  const vault = await stored({ title: 'Old', billing_city: 'Ithaca' })
  const changed = await t.api.put(`accountvaults/${vault.id}`, { accountvault: { title: 'New' } })
  assert.equal(changed.status, 200)
  const { modified_ts: _, ...expected } = { ...vault, title: 'New' }
  const { modified_ts: __, ...got } = changed.body.accountvault
  assert.deepEqual(got, expected)
  assert.deepEqual((await t.api.get(`accountvaults/${vault.id}`)).body, changed.body)
})

test('AV-57 AV-59 AV-62 a vault is read, changed and deleted by its api id within its location', async () => {
  const account_vault_api_id = 'crm 7/1'
  const vault = await stored({ account_vault_api_id })
  const path = byApiId(encodeURIComponent(account_vault_api_id), place)
  assert.equal((await t.api.get(path)).body.accountvault.id, vault.id)
  assert.equal((await t.api.get(byApiId(encodeURIComponent(account_vault_api_id), child))).status, 404)
  const changed = await t.api.put(path, { accountvault: { title: 'By api id' } })
  assert.deepEqual(
    [changed.status, changed.body.accountvault.id, changed.body.accountvault.title],
    [200, vault.id, 'By api id'],
  )
  assert.equal((await t.api.delete(path)).status, 204)
  assert.equal((await t.api.get(path)).status, 404)
})

test('AV-60 lists take filters, expands and paging', async () => {
  const { contact_id } = t.merchants[0]
  const titles = ['L1', 'L2', 'L3']
  for (const title of titles) await stored({ title, contact_id, accountvault_c3: 'list' })
  const { status, body } = await t.api.get('accountvaults?accountvault_c3=list&expand=contact&sort=title&page_size=2')
  assert.equal(status, 200)
  assert.deepEqual(
    body.accountvaults.map((vault: Json) => vault.title),
    ['L1', 'L2'],
  )
  assert.equal(body.accountvaults[0].contact.id, contact_id)
  assert.deepEqual([body.meta.pagination.totalCount, body.meta.pagination.pageCount], [3, 2])
  for (const [name, value] of Object.entries({
    location_id: place,
    last_four: '1111',
    payment_method: 'cc',
    account_type: 'visa',
  })) {
    const found = await t.api.get(`accountvaults?accountvault_c3=list&${name}=${value}`)
    assert.equal(found.body.meta.pagination.totalCount, 3, name)
  }
  for (const name of ['account_number', 'routing', 'track_data', 'ticket', 'instrument_id', 'fingerprint']) {
    assert.deepEqual(refused(await t.api.get(`accountvaults?${name}=x`)), [name])
  }
})

test('AV-61 DELETE answers 204 without a body, and the vault is gone', async () => {
  const vault = await stored()
  const deleted = await t.api.delete(`accountvaults/${vault.id}`)
  assert.deepEqual([deleted.status, deleted.text], [204, ''])
  for (const answer of [
    await t.api.get(`accountvaults/${vault.id}`),
    await t.api.put(`accountvaults/${vault.id}`, { accountvault: { title: 'x' } }),
    await t.api.delete(`accountvaults/${vault.id}`),
    await t.api.get(`accountvaults/${vault.id}/bininfo`),
  ]) {
    assert.equal(answer.status, 404)
  }
})

test('GAP-15 AV-27 AV-47 AV-50 AV-63 ERR-05 a vault pays a recurring by id or api id, says so, and cannot be deleted meanwhile', async () => {
  const vault = await stored({ account_vault_api_id: 'pays-monthly' })
  assert.equal(vault.has_recurring, false)
  const start_date = Temporal.Instant.fromEpochMilliseconds(t.clock.now())
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .add({ days: 3 })
  const recurring = {
    location_id: place,
    transaction_amount: '10.00',
    interval: '1',
    interval_type: 'm',
    start_date: `${start_date}`,
  }
  const ties = [{ account_vault_id: vault.id }, { account_vault_api_id: 'pays-monthly' }]
  const made: string[] = []
  for (const tie of ties) {
    const answer = await t.api.post('recurrings', { recurring: { ...recurring, ...tie } })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.recurring.account_vault_id, vault.id)
    made.push(answer.body.recurring.id)
  }
  const has = async () => (await t.api.get(`accountvaults/${vault.id}`)).body.accountvault.has_recurring
  assert.equal(await has(), true)
  assert.deepEqual(refused(await t.api.delete(`accountvaults/${vault.id}`)), ['has_recurring'])
  for (const id of made) assert.equal((await t.api.delete(`recurrings/${id}`)).status, 204)
  assert.equal(await has(), false)
  assert.equal((await t.api.delete(`accountvaults/${vault.id}`)).status, 204)
})

test('AV-50 a vault takes the place of a number on a sale, by id or api id', async () => {
  const vault = await stored({ account_vault_api_id: 'pays-once' })
  for (const tie of [{ account_vault_id: vault.id }, { account_vault_api_id: 'pays-once' }]) {
    const transaction = {
      action: 'sale',
      payment_method: 'cc',
      transaction_amount: '12.00',
      location_id: place,
      ...tie,
    }
    const { status, body, text } = await t.api.post('transactions', { transaction })
    assert.equal(status, 201, text)
    assert.deepEqual([body.transaction.account_vault_id, body.transaction.last_four], [vault.id, '1111'])
  }
})

test('AV-64 AV-65 every expand of the contract is there, also those of automatic card updates, which are empty', async () => {
  const vault = await stored({ contact_id: t.merchants[0].contact_id })
  const { status, body } = await t.api.get(`accountvaults/${vault.id}?expand=${EXPANDS.join(',')}`)
  assert.equal(status, 200)
  const { accountvault } = body
  for (const name of EXPANDS) assert.ok(Object.hasOwn(accountvault, name), name)
  assert.equal(accountvault.location.id, place)
  assert.equal(accountvault.contact.id, t.merchants[0].contact_id)
  assert.equal(accountvault.created_user.id, t.merchants[0].user.user_id)
  assert.equal(accountvault.product_transaction.id, t.merchants[0].cc_product_transaction_id)
  assert.equal(accountvault.signature, null)
  assert.equal(accountvault.account_vault_cau_product_transaction, null)
  assert.deepEqual(accountvault.account_vault_cau_logs, [])
  assert.deepEqual(refused(await t.api.get(`accountvaults/${vault.id}?expand=instrument`)), ['instrument'])
})

test('AV-64 the product of a vault is the default of its payment method, and null where there is none', async () => {
  const product = async (location_id: string) => {
    const { id } = await storedVault(t.api, bankBody(location_id))
    return (await t.api.get(`accountvaults/${id}?expand=product_transaction`)).body.accountvault.product_transaction
  }
  assert.equal(await product(place), null)
  assert.equal((await product(child)).id, t.merchants[0].child_ach_product_transaction_id)
})

test('another merchant sees nothing of a vault, and a clerk of a child location nothing of the root’s', async () => {
  const mine = await stored({ account_vault_api_id: 'mine' })
  const below = await storedVault(t.clerk, cardBody(child))
  assert.equal((await t.api.get(`accountvaults/${below.id}`)).status, 200)
  for (const client of [t.stranger, t.clerk]) {
    for (const path of [`accountvaults/${mine.id}`, byApiId('mine', place), `accountvaults/${mine.id}/bininfo`]) {
      assert.equal((await client.get(path)).status, 404)
    }
    assert.equal((await client.put(`accountvaults/${mine.id}`, { accountvault: { title: 'x' } })).status, 404)
    assert.equal((await client.delete(`accountvaults/${mine.id}`)).status, 404)
    assert.equal((await client.get(`accountvaults?id=${mine.id}`)).body.meta.pagination.totalCount, 0)
  }
})

const BININFO = [
  ...['issuer_bank_name', 'country_code', 'detail_card_product', 'detail_card_indicator', 'fsa_indicator'],
  ...['prepaid_indicator', 'product_id', 'regulator_indicator', 'visa_product_sub_type', 'visa_large_ticket_indicator'],
  ...['account_fund_source', 'card_class', 'token_ind', 'issuing_network'],
]

test('BIN-01 BIN-02 BIN-03 bininfo of a card has all fourteen keys, texts but for issuing_network', async () => {
  const facts: Json = {}
  for (const account_number of ['4111111111111111', '4485420616463945', '6011000995500000', '371449635398431']) {
    const vault = await stored({ account_number })
    const { status, body } = await t.api.get(`accountvaults/${vault.id}/bininfo`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['bininfo'])
    assert.deepEqual(Object.keys(body.bininfo).toSorted(), BININFO.toSorted())
    const { issuing_network, ...texts } = body.bininfo
    for (const [name, value] of Object.entries(texts)) assert.equal(typeof value, 'string', name)
    assert.ok(issuing_network === null || typeof issuing_network === 'string')
    facts[account_number] = body.bininfo
  }
  assert.equal(facts['4485420616463945'].card_class, 'P')
  assert.equal(facts['6011000995500000'].issuing_network, '00')
  assert.equal(facts['4111111111111111'].issuing_network, null)
})

test('BIN-03 bininfo is found by api id too, and a bank account has none', async () => {
  await stored({ account_vault_api_id: 'bin' })
  assert.equal((await t.api.get(`accountvaults/bin/bininfo?api_id=1&location_id=${place}`)).status, 200)
  const bank = await storedVault(t.api, bankBody(place))
  assert.deepEqual(refused(await t.api.get(`accountvaults/${bank.id}/bininfo`)), ['payment_method'])
})
