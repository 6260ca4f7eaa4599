import assert from 'node:assert/strict'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { batchError } from '../../sandbox/processor/batch-errors.ts'
import { newId } from '../../src/lib/id.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { orderOf, originalOf } from './processor.contract.ts'
import { checking, killHard, openRoom, type Room, visa } from './simulator.fixture.ts'

let room: Room
before(async () => {
  room = await openRoom()
})
after(() => room.close())

const settle = (orders: readonly ProcessorRequest[], reference = newId(Date.now())) =>
  room.processor.settle!({ reference, orders: orders.map(each => each.reference), amount: 0n })

async function put(
  action: ProcessorRequest['action'],
  amount: bigint,
  more: Partial<ProcessorRequest> = {},
): Promise<ProcessorRequest> {
  const order = orderOf(action, amount, { ...(more.original ? {} : { instrument: visa }), ...more })
  const outcome = await room.processor.actions[action]!(order)
  assert.equal(outcome.result, 'approved', outcome.verbiage)
  return order
}

async function restart(): Promise<void> {
  const { address } = await room.launched.restartIfGone()
  await killHard(await room.pid(), address)
}

describe('what the simulator settles', () => {
  test('its file lists what its own ledger knows, sales and what went back, and adds up', async () => {
    const sale = await put('sale', 2500n)
    await put('tipadjust', 3000n, { original: originalOf(sale) })
    const held = await put('authonly', 900n)
    await put('authcomplete', 800n, { original: originalOf(held) })
    const refund = await put('refund', 500n, { original: originalOf(sale) })
    const reference = newId(Date.now())
    const closure = await settle([sale, held, refund], reference)
    assert.equal(closure.result, 'settled')
    const statement = await room.processor.statement!(reference)
    assert.deepEqual(statement, {
      file_name: closure.file_name,
      lines: [
        { reference: sale.reference, amount: 3000n },
        { reference: held.reference, amount: 800n },
        { reference: refund.reference, amount: -500n },
      ],
      amount: 3300n,
    })
    assert.equal(await room.processor.statement!(newId(Date.now())), null)
    const text = await readFile(join(room.home, 'processor', 'settlements', closure.file_name!), 'utf8')
    assert.match(text, /411111\*{6}1111/)
    assert.ok(!text.includes(visa.number))
  })

  test('the same reference settles once: at once, later, and after a restart, with the same file', async () => {
    const sale = await put('sale', 1100n)
    const reference = newId(Date.now())
    const closures = await Promise.all(Array.from({ length: 5 }, () => settle([sale], reference)))
    await restart()
    closures.push(await settle([sale], reference))
    assert.equal(new Set(closures.map(each => JSON.stringify(each))).size, 1)
    assert.equal(closures[0]!.result, 'settled')
    assert.equal((await room.processor.statement!(reference))!.lines.length, 1)
  })

  test('an order is settled in one batch only, also after a restart', async () => {
    const sale = await put('sale', 1200n)
    assert.equal((await settle([sale])).result, 'settled')
    const other = await put('sale', 1300n)
    const { result, unknown_orders } = await settle([sale, other])
    const reason = 'Transaction Settled in Another Batch'
    assert.deepEqual([result, unknown_orders], ['settled', [{ reference: sale.reference, reason }]])
    await restart()
    assert.equal((await settle([sale])).message, 'Transaction Settled in Another Batch')
  })

  test('orders that it does not know or cannot settle are left out and named, also when it is asked again', async () => {
    const [sale, voided] = [await put('sale', 1250n), await put('sale', 1260n)]
    await put('void', 0n, { original: originalOf(voided) })
    const strange = orderOf('sale', 1n)
    const reference = newId(Date.now())
    const closure = await settle([strange, voided, sale], reference)
    assert.equal(closure.result, 'settled')
    assert.deepEqual(closure.unknown_orders, [
      { reference: strange.reference, reason: 'Unknown Transaction in Batch' },
      { reference: voided.reference, reason: 'Voided Transaction in Batch' },
    ])
    assert.equal((await room.processor.statement!(reference))!.amount, 1250n)
    await restart()
    assert.deepEqual(await room.processor.findSettlement!(reference), { seen: true, closure })
    assert.deepEqual(await room.processor.findSettlement!(newId(Date.now())), { seen: false })
  })

  test('it takes no more orders at once than it says', async () => {
    const most = room.processor.settlement_orders_max!
    const orders = Array.from({ length: most + 1 }, (_, index) => ({
      ...orderOf('sale', 1n),
      reference: `many${index}`,
    }))
    assert.equal((await settle(orders)).message, 'Too Many Transactions in Batch')
    assert.equal((await settle(orders.slice(1))).message, 'Unknown Transaction in Batch')
  })

  test('what it has settled can be refunded, and neither voided nor changed, also after a restart', async () => {
    const sale = await put('sale', 1400n)
    assert.equal((await settle([sale])).result, 'settled')
    const refused = async () => {
      for (const [action, amount] of [
        ['void', 0n],
        ['partialreversal', 100n],
        ['tipadjust', 1500n],
      ] as const) {
        const outcome = await room.processor.actions[action]!(orderOf(action, amount, { original: originalOf(sale) }))
        assert.equal(outcome.reason_code_id, 1667, action)
      }
    }
    await refused()
    await restart()
    await refused()
    await put('refund', 400n, { original: originalOf(sale) })
  })

  test('what is no captured card payment that stands is not settled', async () => {
    const voided = await put('sale', 1500n)
    await put('void', 0n, { original: originalOf(voided) })
    const held = await put('authonly', 1600n)
    const bank = await put('debit', 1700n, { instrument: checking })
    const sale = await put('sale', 1800n)
    const told = [[voided], [held], [bank], [orderOf('sale', 1n)], [], [sale, sale]]
    const messages = await Promise.all(told.map(async orders => (await settle(orders)).message))
    assert.deepEqual(messages, [
      'Voided Transaction in Batch',
      'Transaction Not Ready to Settle',
      'Transaction Not Ready to Settle',
      'Unknown Transaction in Batch',
      'No Transactions in Batch',
      'Duplicate Transaction in Batch',
    ])
    assert.equal((await settle([sale])).result, 'settled', 'a batch that was refused has settled nothing')
  })
})

describe('published amounts', () => {
  test('6.30 fails once, and a restart does not make it fail again', async () => {
    const sale = await put('sale', 630n)
    const reference = newId(Date.now())
    assert.equal((await settle([sale], reference)).message, 'Batch Rejected')
    assert.equal((await settle([sale], reference)).message, 'Batch Rejected', 'the same request gets the same answer')
    await restart()
    assert.equal((await settle([sale])).result, 'settled')
  })

  test('the last amount of a batch selects the error', async () => {
    const bad = await put('sale', 9_050_409n)
    const good = await put('sale', 1900n)
    assert.equal((await settle([good, bad])).message, 'Cardholder Account Number is invalid.')
    assert.equal((await settle([bad, good])).result, 'settled')
  })

  test('every published amount has its text, and none between them has one', () => {
    const found: bigint[] = []
    for (let amount = 9_000_000n; amount <= 9_299_999n; amount += 1n) if (batchError(amount)) found.push(amount)
    assert.equal(found.length, 179)
    assert.deepEqual([found[0], found.at(-1)], [9_020_011n, 9_219_999n])
    assert.equal(batchError(9_030_007n)?.slice(0, 18), 'MISSING SERIAL NUM')
    assert.equal(batchError(9_199_999n), 'Record Sequence Error')
    for (const amount of found) assert.ok(batchError(amount)!.length <= 512)
  })
})

describe('the files', () => {
  test('one that is lost is written again when the simulator starts, to the same byte', async () => {
    const reference = newId(Date.now())
    const { file_name } = await settle([await put('sale', 2000n)], reference)
    const path = join(room.home, 'processor', 'settlements', file_name!)
    const text = await readFile(path, 'utf8')
    await rm(path)
    await restart()
    assert.equal((await room.processor.statement!(reference))!.amount, 2000n)
    assert.equal(await readFile(path, 'utf8'), text)
  })

  test('one that was cut off or touched is not read as a smaller batch', async () => {
    const reference = newId(Date.now())
    const { file_name } = await settle([await put('sale', 2100n)], reference)
    await appendFile(join(room.home, 'processor', 'settlements', file_name!), 'D,2,x,sale,,,1.00\r\n')
    await assert.rejects(room.processor.statement!(reference), /is not whole/)
  })
})
