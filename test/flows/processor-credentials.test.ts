import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openKeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import { rotateKeys } from '../../src/cli/rotate-keys.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { disconnectProduct } from '../../src/payments/accounts/change-account.ts'
import { type Json, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { madeUp } from '../support/made-up-connector.ts'
import { changed, paid, saleBody } from '../support/payments.ts'
import { refusal } from '../support/typed-client.ts'

const acme = madeUp()
const t = await testApp('processor_credentials', { connectors: { acme: acme.connector } })
after(() => t.close())

const { location_id, cc_product_transaction_id: product } = t.merchants[0]
const actor = { caller: systemCaller(location_id, 'test') }
const parts = { store: t.app.store, cipher: t.cipher, clock: t.clock, connectors: t.connectors }

const HERE = {
  connector: 'acme',
  settings: { url: 'https://acme.example/a' },
  secrets: { key: 'first-secret-9c1d' },
}
const connect = async (to: Partial<Parameters<typeof connectProducts>[1]> = {}) =>
  (await connectProducts(t, { ...HERE, ...to }, [product]))[0]
/** Longer than secrets are used without a look. */
const aSecond = () => pause(1_100)

const versions = (): Promise<Json[]> =>
  t.db.query<Json>(
    `select a.version, a.connector, a.connector_settings ->> 'url' as url, o.version as secrets_of
       from processor_account a left join processor_account o on o.id = a.credentials_account_id
      where a.product_transaction_id = $1 order by a.version`,
    [product],
  )

test('a payment goes through the connector of its account, with the secrets that were given', async () => {
  const before = await paid(t.api, saleBody())
  assert.equal(await connect(), 'account')
  const { id } = await paid(t.api, saleBody())
  assert.deepEqual(acme.calls.at(-1), {
    action: 'sale',
    reference: id,
    key: 'first-secret-9c1d',
    url: HERE.settings.url,
  })
  assert.deepEqual(await t.ledger(id), [])
  await changed(t.api, before.id, { action: 'void' })
  assert.equal(acme.calls.length, 1, 'what began at the simulator stays there')
})

test('the same again changes nothing', async () => {
  assert.equal(await connect(), 'nothing')
  assert.equal((await versions()).length, 2)
})

test('new secrets make no version, and are used for payments that are open', async () => {
  const held = await paid(t.api, saleBody({ action: 'authonly' }))
  assert.equal(await connect({ secrets: { key: 'second-secret-77aa' } }), 'secrets')
  await aSecond()
  await changed(t.api, held.id, { action: 'authcomplete', transaction_amount: '10.00' })
  assert.deepEqual([acme.calls.at(-1)?.action, acme.calls.at(-1)?.key], ['authcomplete', 'second-secret-77aa'])
  assert.equal((await versions()).length, 2)
})

test('another address is another version, and has secrets of its own', async () => {
  const held = await paid(t.api, saleBody({ action: 'authonly' }))
  const there = { settings: { url: 'https://acme.example/b' }, secrets: { key: 'third-secret-51fe' } }
  assert.equal(await connect(there), 'account')
  await paid(t.api, saleBody())
  assert.equal(acme.calls.at(-1)?.key, 'third-secret-51fe')
  await changed(t.api, held.id, { action: 'void' })
  const { key, url } = acme.calls.at(-1)!
  assert.deepEqual([key, url], ['second-secret-77aa', HERE.settings.url])
})

test('back at the first address, new secrets reach the first version too', async () => {
  assert.equal(await connect({ secrets: { key: 'fourth-secret-0b3c' } }), 'account')
  assert.deepEqual(
    (await versions()).map(({ version, url, secrets_of }) => [version, url, secrets_of]),
    [
      [1, null, null],
      [2, HERE.settings.url, 2],
      [3, 'https://acme.example/b', 3],
      [4, HERE.settings.url, 2],
    ],
  )
})

test('settings of the product that change keep its connector and its secrets', async () => {
  await t.api.producttransactions.update(product, { terminal_id: '0007' })
  assert.deepEqual((await versions()).at(-1), { version: 5, connector: 'acme', url: HERE.settings.url, secrets_of: 2 })
  await paid(t.api, saleBody())
  assert.equal(acme.calls.at(-1)?.key, 'fourth-secret-0b3c')
})

test('after a rotation of keys the secrets open as before', async () => {
  const ring = openKeyRing({ path: `${t.home}/keyring.json`, create: false, clock: t.clock })
  await rotateKeys({ db: t.db, ring, log: () => undefined })
  const rows = await t.db.query<{ sealed: string }>('select sealed from processor_credentials')
  const active = ring.keys().find(({ state }) => state === 'active')!.id
  assert.deepEqual([...new Set(rows.map(({ sealed }) => ring.keyOf(sealed)))], [active])
  await aSecond()
  await paid(t.api, saleBody())
  assert.equal(acme.calls.at(-1)?.key, 'fourth-secret-0b3c')
})

test('secrets that were moved to another account do not open', async () => {
  const [row] = await t.db.query<Json>('select id, sealed from processor_credentials order by version limit 1')
  const [other] = await t.db.query<Json>('select id from processor_credentials where sealed <> $1 limit 1', [
    row.sealed,
  ])
  await t.db
    .transaction(async tx => {
      await tx.run('update processor_credentials set sealed = $2 where id = $1', [other.id, row.sealed])
      const [{ root_id, processor_account_id }] = (await tx.query<Json>(
        'select root_id, processor_account_id from processor_credentials where id = $1',
        [other.id],
      )) as [Json]
      const binding = { location_id: root_id, record_id: other.id, field: `credentials of ${processor_account_id}` }
      assert.throws(() => t.cipher.open(row.sealed, binding))
      await tx.run('update processor_credentials set sealed = sealed where id = $1', [other.id])
      throw new Error('undone')
    })
    .catch(error => assert.equal((error as Error).message, 'undone'))
})

test('what has no connector any more begins nowhere but at the simulator, and what is open is reached', async () => {
  const held = await paid(t.api, saleBody({ action: 'authonly' }))
  assert.equal(await disconnectProduct(parts, actor, product), true)
  assert.equal(await disconnectProduct(parts, actor, product), false)
  const { id } = await paid(t.api, saleBody())
  assert.equal((await t.ledger(id)).length, 1)
  await changed(t.api, held.id, { action: 'void' })
  assert.equal(acme.calls.at(-1)?.action, 'void')
})

test('a connector that this build lacks is refused before anything is stored', async () => {
  await connect({ connector: 'elsewhere', has_secrets: false, secrets: {} })
  const { status, body } = await refusal(t.api.transactions.create(saleBody()))
  assert.deepEqual(
    [status, body.errors],
    [422, { product_transaction_id: ['Product Transaction Id is of processor elsewhere, which is not connected.'] }],
  )
})

test('the audit trail names settings and the names of secrets', async () => {
  const events = await t.db.query<Json>(
    `select verb, changes from event where record_id = $1 and verb like 'processor%' order by created_ts, id`,
    [product],
  )
  assert.deepEqual(
    events.map(({ verb }) => verb),
    ['set', 'secrets', 'set', 'set', 'removed', 'set'].map(each => `processor_${each}`),
  )
  assert.deepEqual(events[0].changes, { connector: 'acme', settings: HERE.settings, secrets: ['key'] })
})

test('no secret is in a log, an event, a job or an account in clear', async () => {
  const tables = ['event', 'job', 'processor_account', 'processor_credentials', 'attempt', 'transaction']
  for (const table of tables) {
    const rows = await t.db.query(`select row_to_json(x)::text as text from ${table} x`)
    assert.doesNotMatch(JSON.stringify(rows), /-secret-/, table)
  }
  assert.doesNotMatch(t.logged(), /-secret-/)
})
