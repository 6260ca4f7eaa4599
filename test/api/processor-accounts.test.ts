import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operatorUser } from '../../src/cli/operator-user.ts'
import { type Client, type Json, testApp } from '../support/app.ts'
import { madeUp } from '../support/made-up-connector.ts'
import { operatorOf } from '../support/operator.ts'
import { paid, saleBody } from '../support/payments.ts'

/** `/v2/producttransactions/{id}/processor`, for operators alone. */
const acme = madeUp()
const t = await testApp('processor_accounts', { connectors: { acme: acme.connector } })
after(() => t.close())

const [{ location_id, cc_product_transaction_id: product }, { cc_product_transaction_id: strange }] = t.merchants
const path = `producttransactions/${product}/processor`
const SECRET = 'planted-secret-c03e'
const given = (over: Json = {}): Json => ({
  producttransaction: {
    connector: 'acme',
    settings: { url: 'http://127.0.0.1:9/x', login: 'cedar', key: SECRET },
    ...over,
  },
})

async function operator(): Promise<Client> {
  const made = JSON.parse(
    await operatorOf(t).run(operatorUser(['--merchant', location_id, '--email', 'ops@gateway.example'])),
  )
  return t.as(t.keysOf(made))
}
const ops = await operator()

test('a second operator of the same name is refused with what is wrong', async () => {
  await assert.rejects(operator(), { message: 'Username has already been taken.' })
})

test('only operators may: not the administrator of the merchant, nor anybody below', async () => {
  for (const client of [t.api, t.clerk]) {
    const answers = [
      await client.get(path),
      await client.put(path, given()),
      await client.delete(path),
      await client.post(`${path}/check`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403],
    )
  }
  assert.equal((await ops.get(`producttransactions/${strange}/processor`)).status, 404)
  const promoted = { user: { user_type_id: 200 } }
  assert.equal((await t.api.put(`users/${t.merchants[0].clerk.user_id}`, promoted)).status, 422)
})

test('a product is connected, and what is secret is not shown again', async () => {
  const none = (await ops.get(path)).body.processor
  assert.deepEqual([none.connector, none.version, none.settings], [null, 1, {}])
  const answer = await ops.put(path, given())
  assert.equal(answer.status, 200, answer.text)
  const settings = { url: 'http://127.0.0.1:9/x', login: 'cedar', key: '********' }
  assert.deepEqual(answer.body.processor, {
    product_transaction_id: product,
    connector: 'acme',
    version: 2,
    settings,
    is_connected: true,
    change: 'account',
  })
  assert.deepEqual((await ops.get(path)).body.processor.settings, settings)
  await paid(t.api, saleBody())
  assert.equal(acme.calls.at(-1)?.key, SECRET)
})

test('the same again changes nothing, also under an Idempotency-Key', async () => {
  assert.equal((await ops.put(path, given())).body.processor.change, 'nothing')
  const key = { 'idempotency-key': 'connect-once-1' }
  const changed = given({ settings: { key: `${SECRET}-2` } })
  const first = await ops.put(path, changed, key)
  const again = await ops.put(path, changed, key)
  assert.deepEqual([first.body.processor.change, again.body], ['account', first.body])
  assert.equal((await ops.put(path, given())).body.processor.change, 'account')
})

test('an account is checked', async () => {
  assert.deepEqual((await ops.post(`${path}/check`)).body.processor, { is_working: true, problem: null })
  acme.complaint = `the key is wrong\npassword=${SECRET}`
  assert.deepEqual((await ops.post(`${path}/check`)).body.processor, { is_working: false, problem: 'the key is wrong' })
  acme.complaint = null
})

test('settings that the connector does not take are refused by name, and nothing is changed', async () => {
  const before = (await ops.get(path)).body.processor
  const refused = async (over: Json, errors: Json) => {
    const answer = await ops.put(path, given(over))
    assert.deepEqual([answer.status, answer.body.errors], [422, errors], answer.text)
  }
  const nobody = await ops.put(path, given({ connector: 'elsewhere' }))
  assert.equal(nobody.status, 422)
  assert.match(nobody.body.errors.connector[0], /^Connector must be one of .*\bacme\b.*\bsimulator\b.*\.$/)
  await refused(
    { settings: { url: 'http://10.0.0.1/x', login: SECRET, lock: SECRET } },
    {
      settings: [
        'url must begin with https://, or with http:// on this machine',
        'login does not look as it has to (login)',
        'key is missing (key)',
        'lock is no setting of this connector',
      ],
    },
  )
  assert.equal((await ops.put(path, { producttransaction: { settings: 7 } })).status, 422)
  assert.deepEqual((await ops.get(path)).body.processor, before)
})

test('a product is taken away, and twice is once', async () => {
  assert.equal((await ops.delete(path)).status, 204)
  assert.equal((await ops.delete(path)).status, 204)
  assert.equal((await ops.get(path)).body.processor.connector, null)
})

test('each is in the audit trail with its user, and no secret is anywhere', async () => {
  const rows = await t.db.query<Json>(
    `select verb, user_id, changes from event where record_id = $1 and verb like 'processor%'`,
    [product],
  )
  const verbs = ['checked', 'removed', 'set', 'shown'].map(each => `processor_${each}`)
  assert.deepEqual([...new Set(rows.map(({ verb }) => verb))].toSorted(), verbs)
  assert.ok(rows.every(({ user_id }) => user_id !== null))
  for (const table of ['event', 'job', 'idempotency', 'postback_log', 'processor_account']) {
    const all = await t.db.query(`select row_to_json(x)::text as text from ${table} x`)
    assert.doesNotMatch(JSON.stringify(all), /planted-secret/, table)
  }
  assert.doesNotMatch(t.logged(), /planted-secret/)
})

test('operators who connect and disconnect a product at once leave one version after another, and the last one counts', async () => {
  const at = (port: number) => given({ settings: { url: `http://127.0.0.1:${port}/x`, login: 'cedar', key: SECRET } })
  const [before] = await t.db.query<Json>(VERSIONS, [product])
  const answers = await Promise.all([
    ...[21, 22, 23].map(port => ops.put(path, at(port))),
    ops.delete(path),
    ops.post(`${path}/check`),
    paid(t.api, saleBody({ transaction_amount: '41.00' })),
  ])
  assert.ok(answers.slice(0, 4).every(({ status }) => status < 500 && status !== undefined))
  const [now] = await t.db.query<Json>(VERSIONS, [product])
  assert.deepEqual([now.last, now.is_last], [now.versions, true])
  assert.ok(now.last >= before.last + 3, `${now.last}`)
})

const VERSIONS = `
select count(*)::int as versions, max(a.version)::int as last,
       bool_or(a.id = p.processor_account_id and a.version = (select max(version) from processor_account where product_transaction_id = $1)) as is_last
  from producttransaction p join processor_account a on a.product_transaction_id = p.id where p.id = $1`
