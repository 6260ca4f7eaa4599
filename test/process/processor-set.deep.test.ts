/** `npm run tollgate -- processor` as a process beside a running gateway, and what live mode does without it. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { MERCHANT, worldpayHost } from '../hosts/worldpay-cnp/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { saleBody } from '../support/payments.ts'
import { request, run, startGateway, startProcess, temporaryHome } from '../support/process.ts'

const database = await createTestDatabase('processor_set')
after(database.drop)
const host = await worldpayHost()
after(() => host.close())

test('a running gateway uses a new connector, and a new password, within two seconds', async () => {
  const home = temporaryHome()
  const gateway = await startGateway(home, { DATABASE_URL: database.url, TOLLGATE_LOG_LEVEL: 'debug' })
  const product = gateway.sandbox.merchants[0]!.cc_product_transaction_id
  const tollgate = (...args: string[]) =>
    run('src/cli/main.ts', { TOLLGATE_HOME: home, DATABASE_URL: database.url }, ['processor', ...args])
  const set = async (over: Record<string, string>) => {
    const path = join(home, 'worldpay.json')
    writeFileSync(path, JSON.stringify({ ...MERCHANT, url: host.address, ...over }))
    return tollgate('set', '--product', product, '--connector', 'worldpay-cnp', '--settings', path)
  }
  const sold = async (transaction_amount: string): Promise<number> => {
    const transaction = saleBody({ transaction_amount, exp_date: '1249' })
    const { status, body } = await gateway.call('POST', '/v2/transactions', { transaction })
    assert.equal(status, 201, JSON.stringify(body))
    return body.transaction.status_id
  }
  /** Sells until the gateway has noticed, and says how long that took. */
  const within = async (expected: number): Promise<void> => {
    const begun = performance.now()
    for (let cents = 10; (await sold(`18.${cents}`)) !== expected; cents += 1)
      assert.ok(performance.now() - begun < 2_000, 'it has not noticed within two seconds')
  }

  assert.equal((await tollgate('check', '--product', product)).code, 0)
  const connected = await set({})
  assert.deepEqual([connected.code, connected.stderr], [0, ''])
  assert.equal(await sold('18.00'), 101)
  assert.equal(host.book.transactions.at(-1)?.amount, 1800n)

  assert.equal((await set({ password: 'planted-wrong-6b' })).code, 0)
  const failing = await tollgate('check', '--product', product)
  assert.deepEqual([failing.code, failing.stdout], [1, ''])
  assert.match(failing.stderr, /^tollgate: [^\n]+\n$/)
  await within(301)
  assert.equal((await set({})).code, 0)
  await within(101)

  const listed = await tollgate('list')
  assert.equal(listed.code, 0)
  assert.match(
    listed.stdout,
    new RegExp(`^.+ of .+ \\(${product}\\), connector worldpay-cnp: reachable; 0 unknown$`, 'm'),
  )
  const malformed = await set({ merchant_id: '', colour: 'planted-wrong-6b' })
  assert.equal(malformed.code, 1)
  assert.match(
    malformed.stderr,
    /^tollgate: merchant_id is missing \([^\n]+\) colour is no setting of this connector\n$/,
  )
  assert.doesNotMatch(failing.stderr + listed.stdout + malformed.stderr, /planted|pw-8c1f/)
  await gateway.end()
})

test('live mode connects nothing by itself, and takes neither the simulator nor plain http', async () => {
  const home = temporaryHome()
  const live = { TOLLGATE_HOME: home, TOLLGATE_MODE: 'live', TOLLGATE_PUBLIC_URL: 'https://pay.example.com' }
  const tollgate = (...args: string[]) => run('src/cli/main.ts', live, args)
  await tollgate('keyring', 'create')
  const root = ['--name', 'Cedar Books', '--domain', 'pay.cedar.example', '--email', 'ops@cedar.example']
  const made = JSON.parse((await tollgate('create-root', ...root)).stdout)
  const headers = { 'developer-id': made.developer_id, 'user-id': made.user_id, 'user-api-key': made.user_api_key }
  const gateway = await startProcess(home, live)
  const of = { title: 'Cards', payment_method: 'cc', processor: 'zgate', industry_type: 'ecommerce' }
  const producttransaction = { location_id: made.location_id, ...of }
  const path = `${gateway.url}/v2/producttransactions`
  const { body } = await request('POST', path, { producttransaction }, headers)
  const { id } = body.producttransaction

  const transaction = saleBody({ location_id: made.location_id, product_transaction_id: id })
  const sale = await request('POST', `${gateway.url}/v2/transactions`, { transaction }, headers)
  assert.deepEqual(
    [sale.status, sale.body.errors],
    [422, { product_transaction_id: ['Product Transaction Id has no account at a processor yet.'] }],
  )
  const settings = join(home, 'worldpay.json')
  writeFileSync(settings, JSON.stringify({ ...MERCHANT, url: host.address }))
  const set = (connector: string) =>
    tollgate('processor', 'set', '--product', id, '--connector', connector, '--settings', settings)
  assert.match((await set('simulator')).stderr, /^tollgate: Connector must be one of (?!.*simulator)[^\n]+\n$/)
  assert.equal((await set('worldpay-cnp')).stderr, 'tollgate: url must begin with https://\n')
  const listed = await tollgate('processor', 'list')
  assert.match(
    listed.stdout,
    new RegExp(`^Cards of .+ \\(${id}\\), connector none: not reachable: it is not connected; 0 unknown\n$`),
  )
  await gateway.end()
})
