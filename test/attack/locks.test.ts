import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { systemCaller } from '../../src/definition/caller.ts'
import { accountvault } from '../../src/resources/accountvault/accountvault.ts'
import { location } from '../../src/resources/location/location.ts'
import { recurring } from '../../src/resources/recurring/recurring.ts'
import { expectsFault } from '../support/server-faults.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { location_id } = t.merchants[0]
const actor = { caller: systemCaller(location_id, 'test') }

const CARD = { account_number: '4111111111111111', exp_date: '1232' }
const card = { payment_method: 'cc', ...CARD }

async function made(path: string, noun: string, record: object): Promise<string> {
  const answer = await t.api.post(path, { [noun]: record })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[noun].id
}

test('who changes a record does not keep out those who store records that refer to it', async () => {
  await t.app.store.transaction(actor, async work => {
    await work.lock(location, location_id)
    await made('contacts', 'contact', { location_id, last_name: 'Moss' })
  })
})

test('payments of one vault can be moved to other contacts from all of them at once', async () => {
  const account_vault_id = await made('accountvaults', 'accountvault', { location_id, ...card })
  const sale = { location_id, action: 'sale', payment_method: 'cc', account_vault_id, transaction_amount: '1.00' }
  const contacts = await Promise.all(
    ['Ash', 'Elm'].map(last_name => made('contacts', 'contact', { location_id, last_name })),
  )
  const payments = await Promise.all(Array.from({ length: 6 }, () => made('transactions', 'transaction', sale)))
  const answers = await Promise.all(
    payments.map((id, index) =>
      t.api.put(`transactions/${id}`, {
        transaction: { contact_id: contacts[index % 2], move_account_vault: 1, move_account_vault_transactions: 1 },
      }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const found = await t.api.get(`transactions?account_vault_id=${account_vault_id}`)
  const owners = found.body.transactions.map((row: { contact_id: string }) => row.contact_id)
  const vault = await t.api.get(`accountvaults/${account_vault_id}`)
  assert.deepEqual(new Set(owners), new Set([vault.body.accountvault.contact_id]))
})

test('locations that are made at once under one new url share its domain', async () => {
  const record = { parent_id: location_id, name: 'A place', branding_domain_url: 'new.example' }
  const ids = await Promise.all(Array.from({ length: 5 }, () => made('locations', 'location', record)))
  const found = await t.api.get(`locations?id=${ids.join(',')}`)
  const domains = found.body.locations.map((row: { branding_domain_id: string }) => row.branding_domain_id)
  assert.equal(domains.length, 5)
  assert.equal(new Set(domains).size, 1)
})

test('a record is not found under an id that no database can hold', async () => {
  await t.app.store.transaction(actor, async work => {
    assert.equal(await work.lock(location, 'a\u0000b'), null)
    assert.notEqual(await work.lock(location, location_id), null)
  })
})

const plan = { transaction_amount: '1.00', interval: 1, interval_type: 'm', start_date: '2030-01-31' }

/**
 * Returns when a connection waits for a lock of another; every check is a round trip to the database, so this is no
 * busy loop.
 */
async function somebodyWaits(): Promise<void> {
  const text = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  while ((await t.db.query(text)).length === 0);
}

/** What gives a vault, and its recurrings with it, to another contact. */
const HANDOVERS: Readonly<
  Record<
    string,
    (ids: { vault: string; payment: string; contact_id: string }) => Promise<{ status: number; text: string }>
  >
> = {
  'a change of the vault': ({ vault, contact_id }) =>
    t.api.put(`accountvaults/${vault}`, { accountvault: { contact_id } }),
  'an edit of a payment that moves its vault along': ({ payment, contact_id }) =>
    t.api.put(`transactions/${payment}`, { transaction: { contact_id, move_account_vault: 1 } }),
}

for (const [name, handOver] of Object.entries(HANDOVERS)) {
  test(`${name} does not hold the vault while it waits for a recurring`, async () => {
    const vault = await made('accountvaults', 'accountvault', { location_id, ...card })
    const sale = {
      location_id,
      action: 'sale',
      payment_method: 'cc',
      account_vault_id: vault,
      transaction_amount: '1.00',
    }
    const payment = await made('transactions', 'transaction', sale)
    const contact_id = await made('contacts', 'contact', { location_id, last_name: 'Oak' })
    const billed = await made('recurrings', 'recurring', { location_id, account_vault_id: vault, ...plan })
    let handed: ReturnType<typeof handOver> | undefined
    await t.app.store.transaction(actor, async work => {
      const row = await work.lock(recurring, billed)
      handed = handOver({ vault, payment, contact_id })
      await somebodyWaits()
      // Every change of a recurring's status locks this next. A connection that held it and waited for the recurring
      // would never release it.
      const free = 'select from accountvault where id = $1 for no key update nowait'
      assert.equal((await work.query(free, [vault])).length, 1)
      await work.update(recurring, row!, { description: 'held' })
    })
    const answer = await handed!
    assert.equal(answer.status, 200, answer.text)
    const reader = t.app.store.reader(actor.caller)
    assert.equal((await reader.maybe(accountvault, vault))?.contact_id, contact_id)
    assert.equal((await reader.maybe(recurring, billed))?.contact_id, contact_id)
  })
}

test('forty lists that do not get on keep no sale waiting', async () => {
  const holder = new pg.Client({ connectionString: t.database_url })
  await holder.connect()
  await holder.query('begin; lock table scanner in access exclusive mode')
  let ended = 0
  const lists = Array.from({ length: 40 }, () => t.api.get('scanners').finally(() => ended++))
  const waiting =
    "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  while ((await t.db.query<{ count: number }>(waiting))[0]!.count < 2);
  const sale = { location_id, action: 'sale', payment_method: 'cc', transaction_amount: '1.00', ...CARD }
  await made('transactions', 'transaction', sale)
  assert.equal(ended, 0)
  await holder.query('commit')
  const statuses = (await Promise.all(lists)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200]))
  await holder.end()
})

test('who waits too long for a record that others hold is told when to come again', async () => {
  expectsFault(503, 'another connection holds the record')
  const id = await made('tags', 'tag', { location_id, title: 'held' })
  const holder = new pg.Client({ connectionString: t.database_url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from tag where id = $1 for update', [id])
  const answer = await t.api.put(`tags/${id}`, { tag: { title: 'changed' } })
  await holder.end()
  assert.equal(answer.status, 503, answer.text)
  assert.partialDeepStrictEqual(answer.body, { name: 'Service Unavailable', code: 0, status: 503 })
  assert.equal(answer.headers['retry-after'], '2')
  assert.equal((await t.api.get(`tags/${id}`)).body.tag.title, 'held')
})
