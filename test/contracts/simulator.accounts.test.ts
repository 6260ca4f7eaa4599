import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Processor } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'
import { killHard, openRoom, type Room, visa } from './simulator.fixture.ts'

const sale = (): ProcessorRequest => orderOf('sale', 1000n, { instrument: visa })

let room: Room
let connector: ReturnType<typeof simulator>
const of = (id: string): Processor => {
  const account = {
    id,
    root_id: '',
    product_transaction_id: '',
    version: 1,
    processor: 'zgate',
    settings: {},
    credentials: {},
  }
  return connector(account)
}
const [ours, theirs] = ['1a'.repeat(12), '2b'.repeat(12)]
before(async () => {
  room = await openRoom()
  connector = simulator({ ...room.launched, restart: room.launched.restartIfGone })
})
after(() => room.close())

test('what one account has ordered, another one cannot ask about, act on or settle', async () => {
  const order = sale()
  assert.equal((await ask(of(ours), order)).result, 'approved')
  assert.equal((await of(ours).find(order)).seen, true)
  assert.deepEqual(await of(theirs).find(order), { seen: false })
  for (const action of ['void', 'refund'] as const) {
    const { result, reason_code_id } = await ask(of(theirs), orderOf(action, 1n, { original: originalOf(order) }))
    assert.deepEqual([result, reason_code_id], ['declined', 1668])
  }
  const batch = { reference: 'batch', orders: [order.reference], amount: order.amount }
  assert.equal((await of(theirs).settle!(batch)).result, 'error')
  assert.equal((await of(ours).settle!(batch)).result, 'settled')
  assert.equal(await of(theirs).statement!('batch'), null)
  assert.equal((await of(ours).statement!('batch'))?.lines.length, 1)
  const listed = async (id: string) =>
    (await of(id).requests!(0, Number.MAX_SAFE_INTEGER)).map(({ reference }) => reference)
  assert.ok((await listed(ours)).includes(order.reference))
  assert.ok(!(await listed(theirs)).includes(order.reference))
})

test('a reference that two accounts have used is two orders, also after a restart', async () => {
  const order = sale()
  await ask(of(ours), order)
  await ask(of(theirs), order)
  assert.equal((await ask(of(ours), orderOf('void', 0n, { original: originalOf(order) }))).result, 'approved')
  await killHard(await room.pid(), room.launched.address)
  assert.equal((await ask(of(ours), orderOf('void', 0n, { original: originalOf(order) }))).reason_code_id, 1609)
  assert.equal((await ask(of(theirs), orderOf('void', 0n, { original: originalOf(order) }))).result, 'approved')
  assert.equal((await room.entries(order.reference)).filter(({ action }) => action === 'sale').length, 2)
})

test('what a device has ordered, every account of the merchant knows', async () => {
  const order = sale()
  await ask(connector(null), order)
  assert.equal((await ask(of(ours), orderOf('void', 0n, { original: originalOf(order) }))).result, 'approved')
})

test('an order that one account has ruled out may still come to another one', async () => {
  const order = sale()
  assert.deepEqual(await of(ours).ruleOut!(order), { seen: false })
  assert.equal((await ask(of(theirs), order)).result, 'approved')
  assert.equal((await ask(of(ours), order)).result, 'declined')
})
