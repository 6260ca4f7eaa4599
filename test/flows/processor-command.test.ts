import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processor } from '../../src/cli/processor.ts'
import { openCircuits } from '../../src/payments/accounts/open-circuits.ts'
import { type Json, testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { paid, saleBody } from '../support/payments.ts'

/** `npm run tollgate -- processor`, beside a running gateway. What needs a real connector is in the tests of each. */
const t = await testApp('processor_command')
after(() => t.close())
const operator = operatorOf(t)
const { cc_product_transaction_id: product, child_cc_product_transaction_id: other } = t.merchants[0]
const run = (...args: string[]) => operator.run(processor(args))

const fileOf = (settings: unknown): string => {
  const path = join(t.home, 'settings.json')
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings))
  return path
}

test('the simulator is a connector of the sandbox: it is set, shown, checked and taken away', async () => {
  assert.match(await run('set', '--product', product, '--connector', 'simulator'), /connector simulator, version 2/)
  const { id } = await paid(t.api, saleBody())
  assert.equal((await t.ledger(id)).length, 1)
  assert.match(await run('set', '--product', product, '--connector', 'simulator'), /nothing has changed/)
  assert.match(await run('show', '--product', product), /connector simulator, version 2/)
  assert.equal(await run('check', '--product', product), 'address and credentials work')
  assert.match(await run('remove', '--product', product), /nothing new begins there/)
  assert.match(await run('remove', '--product', product), /it has no connector/)
  assert.match(await run('show', '--product', product), /connector none, version 3/)
  assert.equal(await run('check', '--product', other), 'address and credentials work')
})

test('G33 a list has a line for each product, with its name and that of its location', async () => {
  const lines = (await run('list')).split('\n')
  const line = lines.find(each => each.includes(product))
  assert.match(line!, /^.+ of .+ \([0-9a-f]{24}\), connector none: reachable; 0 unknown$/)
  const stated = (await run('list', '--json')).split('\n').map(each => JSON.parse(each) as Json)
  assert.equal(stated.length, lines.length)
  assert.deepEqual(stated.find(each => each.product_transaction_id === product)?.problem, null)
})

test('a list is in the trail of each merchant whose secrets it uses', async () => {
  const events = () =>
    t.db.query<{ root_id: string; products: number }>(
      `select root_id, (changes->>'products')::int as products from event where verb = 'processors_listed' order by root_id`,
    )
  const before = await events()
  await run('list')
  const listed = (await events()).slice(0)
  const own = await t.db.query<{ root_id: string; products: number }>(
    'select root_id, count(*)::int as products from producttransaction group by root_id order by root_id',
  )
  assert.equal(listed.length - before.length, own.length)
  for (const each of own)
    assert.ok(listed.some(({ root_id, products }) => root_id === each.root_id && products === each.products))
})

test('a list says what a running gateway cannot reach', async () => {
  const circuits = openCircuits({ db: t.db, clock: t.clock })
  const text = 'select processor_account_id as id from producttransaction where id = $1'
  const [account] = await t.db.query<{ id: string }>(text, [product])
  const state = { since_ts: 1_767_225_600, last_error: 'no answer', state: 'open' } as const
  const lineOf = async (id: string) => (await run('list')).split('\n').find(each => each.includes(id)) ?? ''
  circuits.turned({ ...state, name: account!.id })
  circuits.turned({ ...state, name: 'simulator' })
  circuits.turned({ ...state, name: 'simulator', state: 'closed' })
  while ((await t.db.query('select from open_circuit')).length !== 1) await pause(20)
  assert.match(await lineOf(product), /reachable; circuit open since .*; 0 unknown$/)
  assert.doesNotMatch(await lineOf(other), /circuit/)
  await circuits.close()
  assert.deepEqual(await t.db.query('select from open_circuit'), [])
})

test('what it does not understand is said in one line, and nothing is changed', async () => {
  const settings = fileOf({ password: 'planted-secret-4e1a' })
  const set = (over: string[]) => run('set', '--product', product, ...over)
  await assert.rejects(set(['--connector', 'nobody']), { message: /^Connector must be one of .*simulator.*\.$/ })
  await assert.rejects(async () => set(['--connector', '']), { message: /needs --connector/ })
  await assert.rejects(set(['--connector', 'constructor']), { message: /^Connector must be one of/ })
  await assert.rejects(set(['--connector', 'simulator', '--settings', settings]), {
    message: 'password is no setting of this connector',
  })
  await assert.rejects(set(['--connector', 'simulator', '--settings', fileOf('{planted-secret-4e1a')]), {
    message: /settings\.json is not JSON$/,
  })
  await assert.rejects(set(['--connector', 'simulator', '--settings', '/nowhere.json']), { message: /ENOENT/ })
  await assert.rejects(run('show', '--product', '0'.repeat(24)), { message: /^there is no product/ })
  await assert.rejects(async () => run('sell'), { message: /needs one of set, show/ })
  await assert.rejects(async () => run('show'), { message: /needs --product/ })
  await assert.rejects(run('certify', '--product', product), { message: /has no test table/ })
  assert.match(await run('show', '--product', product), /version 3/)
  assert.doesNotMatch(operator.printed.join() + t.logged(), /planted-secret/)
})

test('each of them is in the audit trail', async () => {
  const events = await t.db.query<Json>(
    `select distinct verb, method from event where record_id = $1 and verb like 'processor%' order by verb`,
    [product],
  )
  const verbs = ['processor_checked', 'processor_removed', 'processor_set', 'processor_shown']
  assert.deepEqual(
    events.map(({ verb }) => verb),
    verbs,
  )
  assert.ok(events.every(({ method }) => method === 'operator'))
})
