import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { decide } from '../../sandbox/processor/decide.ts'
import { launchSimulator } from '../../sandbox/processor/launch.ts'
import { openLedger } from '../../sandbox/processor/ledger.ts'
import { emptyOrderStates } from '../../sandbox/processor/order-states.ts'
import type { LedgerRecord } from '../../sandbox/processor/record.ts'
import type { Outcome } from '../../src/ports/processor.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import { ask, asked, orderOf, originalOf } from './processor.contract.ts'
import { killHard, openRoom, runMain, tempHome, visa } from './simulator.fixture.ts'

const noTrouble = (error: unknown) => assert.fail(String(error))

function recordFor(asked: bigint): LedgerRecord {
  const order = orderOf('sale', asked, { instrument: visa })
  const { outcome, method } = decide({ ...order, original: undefined }, emptyOrderStates())
  const account = { first_six: '411111', last_four: '1111' }
  return {
    reference: order.reference,
    action: 'sale',
    method,
    asked,
    original: null,
    account,
    outcome,
    ts: 1_767_225_600,
    processor_account_id: null,
  }
}

async function inFolder(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-ledger-'))
  try {
    await work(join(folder, 'ledger.jsonl'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the ledger file', () => {
  test('what was appended, together or one by one, is there in the same order', () =>
    inFolder(async path => {
      const ledger = await openLedger(path, noTrouble)
      const records = Array.from({ length: 50 }, (_, index) => recordFor(1000n + BigInt(index)))
      await Promise.all(records.map(record => ledger.append(record)))
      const last = recordFor(615n)
      await ledger.append(last)
      await ledger.close()
      const again = await openLedger(path, noTrouble)
      assert.deepEqual(again.recovered, [...records, last])
      await again.close()
    }))

  test('a torn last line is dropped and the next entry starts a line of its own', () =>
    inFolder(async path => {
      const [one, two] = [recordFor(1000n), recordFor(2000n)]
      const ledger = await openLedger(path, noTrouble)
      await ledger.append(one)
      await ledger.close()
      await appendFile(path, '{"reference":"torn","act')
      const again = await openLedger(path, noTrouble)
      assert.deepEqual(again.recovered, [one])
      await again.append(two)
      await again.close()
      const third = await openLedger(path, noTrouble)
      assert.deepEqual(third.recovered, [one, two])
      await third.close()
    }))

  test('damage in the middle is not guessed away', () =>
    inFolder(async path => {
      await writeFile(path, '{"reference":"half\n{}\n')
      await assert.rejects(openLedger(path, noTrouble), /damaged in line 1/)
    }))

  test('a reference that is there twice is damage too: money would count double', () =>
    inFolder(async path => {
      const record = recordFor(1000n)
      const ledger = await openLedger(path, noTrouble)
      await ledger.append(record)
      await ledger.append(record)
      await ledger.close()
      await assert.rejects(openLedger(path, noTrouble), /damaged in line 2/)
    }))
})

describe('power cuts', () => {
  test('SIGKILL amid orders loses nothing that was acknowledged, and a torn line after it does no harm', async context => {
    const room = await openRoom()
    context.after(room.close)
    const pid = await room.pid()
    const { address } = room.launched
    const alone = simulator(room.launched)(null)
    const acknowledged = new Map<string, Outcome>()
    const ordered: string[] = []
    let killed: Promise<void> | undefined
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (!killed) {
          const order = orderOf('sale', 1000n, { instrument: visa })
          ordered.push(order.reference)
          const outcome = await ask(alone, order)
          if (outcome.result === 'approved') acknowledged.set(order.reference, outcome)
          if (acknowledged.size >= 100) killed ??= killHard(pid, address)
        }
      }),
    )
    await killed
    await appendFile(room.ledgerPath, '{"reference":"torn","act')
    for (const [reference, outcome] of acknowledged) {
      assert.deepEqual(await room.processor.find(asked(reference)), { seen: true, outcome })
    }
    const references = (await room.entries()).map(({ reference }) => reference)
    assert.equal(new Set(references).size, references.length)
    assert.deepEqual(
      references.filter(reference => !ordered.includes(reference)),
      [],
    )
    assert.ok((await readFile(room.ledgerPath, 'utf8')).endsWith('\n'))
  })

  test('a disk that takes no more ends the process before it promises anything it cannot keep', async context => {
    const home = await tempHome(context)
    const limited = await runMain(home, 'ulimit -f 8 && exec "$@"')
    const { address, secret } = JSON.parse(await readFile(join(home, 'processor', 'address.json'), 'utf8'))
    const processor = simulator({ address, secret })(null)
    const acknowledged = new Map<string, Outcome>()
    for (;;) {
      const order = orderOf('sale', 1000n, { instrument: visa })
      const outcome = await ask(processor, order)
      if (outcome.result === 'unknown') break
      acknowledged.set(order.reference, outcome)
    }
    assert.notEqual(await limited.exit, 0)
    assert.ok(acknowledged.size > 0)
    const launched = await launchSimulator({ home, log: () => undefined })
    for (const [reference, outcome] of acknowledged) {
      assert.deepEqual(await simulator(launched)(null).find(asked(reference)), { seen: true, outcome })
    }
    await launched.stop()
  })

  test('the book survives: after a restart a refund is still bounded by what went back before', async context => {
    const room = await openRoom()
    context.after(room.close)
    const sale = orderOf('sale', 1000n, { instrument: visa })
    const refund = (amount: bigint) => ask(room.processor, orderOf('refund', amount, { original: originalOf(sale) }))
    await ask(room.processor, sale)
    assert.equal((await refund(700n)).result, 'approved')
    await killHard(await room.pid(), room.launched.address)
    assert.equal((await refund(301n)).result, 'declined')
    assert.equal((await refund(300n)).result, 'approved')
  })
})
