import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { faults, parseFaults } from '../../sandbox/processor/faults.ts'
import { launchSimulator } from '../../sandbox/processor/launch.ts'
import { faultWord } from '../../sandbox/sidecar/fault-words.ts'
import { NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import { ask, orderOf, originalOf, processorContract } from './processor.contract.ts'
import { checking, get, killHard, openRoom, type Room, runMain, tempHome, visa } from './simulator.fixture.ts'

const nowhere = { address: 'http://127.0.0.1:1', secret: 'none' }

processorContract('simulator', async () => {
  const room = await openRoom()
  return {
    processor: room.processor,
    unreachable: simulator(nowhere)(null),
    card: visa,
    bank: checking,
    approved: 1000n,
    declined: { amount: 615n, reason_code_id: 1615 },
    transcript: async () => {
      const log = await readFile(join(room.home, 'processor', 'simulator.log'), 'utf8')
      return `${await readFile(room.ledgerPath, 'utf8')}${log}`
    },
    close: room.close,
  }
})

const sale = (more: Partial<ProcessorRequest> = {}) => orderOf('sale', 1000n, { instrument: visa, ...more })

describe('the simulator keeps one entry per reference', () => {
  let room: Room
  before(async () => {
    room = await openRoom()
  })
  after(() => room.close())

  test('twenty identical orders at once are one entry', async () => {
    const order = sale()
    await Promise.all(Array.from({ length: 20 }, () => ask(room.processor, order)))
    const entries = await room.entries(order.reference)
    assert.deepEqual(
      entries.map(({ action, amount, result }) => ({ action, amount, result })),
      [{ action: 'sale', amount: '10.00', result: 'approved' }],
    )
    const lines = (await readFile(room.ledgerPath, 'utf8')).split('\n')
    assert.equal(lines.filter(line => line.includes(order.reference)).length, 1)
  })

  test('the ledger of a reference holds the order and those that act on it, in the order they came', async () => {
    const order = sale()
    await ask(room.processor, sale())
    await ask(room.processor, order)
    const refund = orderOf('refund', 250n, { original: originalOf(order) })
    await ask(room.processor, refund)
    await ask(room.processor, orderOf('refund', 900n, { original: originalOf(order) }))
    const entries = await room.entries(order.reference)
    assert.deepEqual(
      entries.map(({ action, amount, result }) => [action, amount, result]),
      [
        ['sale', '10.00', 'approved'],
        ['refund', '2.50', 'approved'],
        ['refund', '9.00', 'declined'],
      ],
    )
    assert.equal((await room.entries(refund.reference)).length, 1)
    assert.ok((await room.entries()).length > entries.length)
  })

  test('an entry bears the sender’s time when the sender has a clock', async () => {
    const clock = { now: () => 4_000_000_000_000, seconds: () => 4_000_000_000 }
    const order = sale()
    await ask(simulator({ ...room.launched, clock })(null), order)
    assert.equal((await room.entries(order.reference))[0]?.ts, 4_000_000_000)
  })

  test('nothing is answered without the secret, and the secret is readable by the owner only', async () => {
    const { address } = room.launched
    for (const path of ['/healthz', '/ledger', '/orders/x']) {
      assert.equal((await get(`${address}${path}`, 'guess')).status, 401)
    }
    const outcome = await ask(simulator({ address, secret: 'guess' })(null), sale())
    assert.equal(outcome.result, 'unknown')
    for (const name of ['address.json', 'ledger.jsonl']) {
      assert.equal((await stat(join(room.home, 'processor', name))).mode & 0o777, 0o600)
    }
  })
})

describe('faults', () => {
  let room: Room
  before(async () => {
    room = await openRoom()
  })
  after(() => room.close())

  const booked = ['drop_after', 'garbage', 'error', 'contradict', 'misdirect', 'drop_after,hide:1']
  for (const fault of booked) {
    test(`${fault}: the gateway knows nothing, the ledger has it, find tells it, asking again adds nothing`, async () => {
      const order = sale({ fault })
      const outcome = await ask(room.processor, order)
      assert.equal(outcome.result, 'unknown')
      assert.equal(outcome.reason_code_id, 1531)
      if (fault.includes('hide')) await assert.rejects(room.processor.find(order), /503/)
      const found = await room.processor.find(order)
      assert.ok(found.seen)
      assert.equal(found.outcome.result, 'approved')
      assert.deepEqual(await ask(room.processor, { ...order, fault: undefined }), found.outcome)
      assert.equal((await room.entries(order.reference)).length, 1)
    })
  }

  test('drop_before: unknown for the gateway, and the order never happened', async () => {
    const order = sale({ fault: 'drop_before' })
    assert.equal((await ask(room.processor, order)).result, 'unknown')
    assert.deepEqual(await room.processor.find(order), { seen: false })
    assert.deepEqual(await room.entries(order.reference), [])
  })

  test('late: past the adapter’s time-out the outcome is unknown, and find has it at once', async () => {
    const impatient = simulator({ ...room.launched, timeout_ms: 2_000 })(null)
    const order = sale({ fault: 'late:60000' })
    assert.equal((await ask(impatient, order)).result, 'unknown')
    const found = await room.processor.find(order)
    assert.ok(found.seen)
    assert.equal(found.outcome.result, 'approved')
    assert.equal((await ask(room.processor, sale({ fault: 'late:5' }))).result, 'approved')
  })

  test('twice: an order delivered twice is one entry', async () => {
    const order = sale({ fault: 'twice' })
    assert.equal((await ask(room.processor, order)).result, 'approved')
    assert.equal((await room.entries(order.reference)).length, 1)
  })

  test('hide: the given number of finds fails, the next one answers', async () => {
    const order = sale({ fault: 'hide:2' })
    assert.equal((await ask(room.processor, order)).result, 'approved')
    await assert.rejects(room.processor.find(order))
    await assert.rejects(room.processor.find(order))
    assert.ok((await room.processor.find(order)).seen)
  })

  test('misdirect and contradict: a decline is not taken for an approval, nor an approval for a decline', async () => {
    for (const fault of ['misdirect', 'contradict']) {
      for (const [amount, result] of [
        [1000n, 'approved'],
        [615n, 'declined'],
      ] as const) {
        const order = { ...sale({ fault }), amount }
        assert.equal((await ask(room.processor, order)).result, 'unknown')
        const found = await room.processor.find(order)
        assert.ok(found.seen)
        assert.equal(found.outcome.result, result)
      }
    }
  })

  test('wander: the order arrives after its connection broke; ruled out before, it is declined and in no ledger', async () => {
    const [early, late] = [sale({ fault: 'wander:1' }), sale({ fault: 'wander:999999' })]
    for (const order of [early, late]) assert.equal((await ask(room.processor, order)).result, 'unknown')
    while (!(await room.processor.find(early)).seen);
    assert.deepEqual(await room.processor.ruleOut!(late), { seen: false })
    assert.equal((await ask(room.processor, { ...late, fault: undefined })).result, 'declined')
    assert.deepEqual(await room.processor.find(late), { seen: false })
    assert.deepEqual(await room.entries(late.reference), [])
  })

  test('an order that has come cannot be ruled out: what became of it is told', async () => {
    const order = sale()
    const outcome = await ask(room.processor, order)
    assert.deepEqual(await room.processor.ruleOut!(order), { seen: true, outcome })
    assert.deepEqual(await ask(room.processor, order), outcome)
  })

  test('what was ruled out stays so when the simulator is started anew', async () => {
    const order = sale()
    await room.processor.ruleOut!(order)
    await killHard(await room.pid(), (await room.launched.restartIfGone()).address)
    assert.equal((await ask(room.processor, order)).result, 'declined')
    assert.deepEqual(await room.processor.find(order), { seen: false })
  })

  test('unseen: so many questions are answered "never seen"; who rules the order out hears the truth', async () => {
    const order = sale({ fault: 'unseen:2' })
    await ask(room.processor, order)
    assert.deepEqual(await room.processor.find(order), { seen: false })
    assert.ok((await room.processor.ruleOut!(order)).seen)
    assert.deepEqual(await room.processor.find(order), { seen: false })
    assert.ok((await room.processor.find(order)).seen)
  })

  test('keep: an order that the processor will not take back; all others are taken back', async () => {
    const order = sale({ fault: 'keep' })
    await ask(room.processor, order)
    const take = (original: ProcessorRequest) =>
      ask(room.processor, orderOf('void', 1000n, { original: originalOf(original) }))
    const refused = await take(order)
    assert.deepEqual([refused.result, refused.reason_code_id], ['declined', 1667])
    const other = sale()
    await ask(room.processor, other)
    assert.equal((await take(other)).result, 'approved')
  })

  test('again: an order that arrives once more after its answer is one entry', async () => {
    const order = sale({ fault: 'again:1' })
    assert.equal((await ask(room.processor, order)).result, 'approved')
    assert.equal((await ask(room.processor, order)).result, 'approved')
    assert.equal((await room.entries(order.reference)).length, 1)
  })

  test('slow_find: questions are answered late', async () => {
    const impatient = simulator({ ...(await room.launched.restartIfGone()), timeout_ms: 1_000 })(null)
    const order = sale({ fault: 'slow_find:60000' })
    assert.equal((await ask(room.processor, order)).result, 'approved')
    await assert.rejects(impatient.find(order))
  })

  test('an unknown fault is refused before anything is decided', async () => {
    assert.equal(parseFaults('explode'), null)
    assert.equal(parseFaults('late:soon'), null)
    const order = sale({ fault: 'explode' })
    assert.equal((await ask(room.processor, order)).result, 'unknown')
    assert.deepEqual(await room.processor.find(order), { seen: false })
    for (const name of Object.keys(faults) as (keyof typeof faults)[]) {
      const word = faultWord(name, faults[name]).replace(/(MS|N)$/, '5')
      assert.deepEqual([...(parseFaults(word) ?? [])], [[name, word.includes(':') ? 5 : 0]])
      assert.equal(parseFaults(word.includes(':') ? name : `${name}:5`), null)
    }
  })
})

describe('an answer that is not understood', () => {
  const approval = {
    ...NO_RESPONSE_DATA,
    result: 'approved',
    reason_code_id: 1000,
    verbiage: 'X',
    auth_amount: '1000',
  }
  const oneFieldWrong = (field: object) => {
    const outcome = { ...approval, ...field }
    return JSON.stringify({ seen: true, outcome })
  }
  const answers = {
    'a decline dressed as an approval': oneFieldWrong({ reason_code_id: 1500 }),
    'an approval dressed as a decline': oneFieldWrong({ result: 'declined' }),
    'an unheard-of reason': oneFieldWrong({ reason_code_id: 9999 }),
    'an unheard-of result': oneFieldWrong({ result: 'held' }),
    'an amount that is a fraction': oneFieldWrong({ auth_amount: 10.5 }),
    'a code that is a number': oneFieldWrong({ auth_code: 123456 }),
    'no outcome': '{}',
    'no JSON': '<html>',
  }
  async function serve(context: TestContext, body: string) {
    const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    context.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return simulator({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'any' })(null)
  }

  for (const [name, body] of Object.entries(answers)) {
    test(`${name} is unknown, and find throws on it`, async context => {
      const processor = await serve(context, body)
      const outcome = await ask(processor, sale())
      assert.equal(outcome.result, 'unknown')
      assert.equal(outcome.verbiage, 'ANSWER NOT UNDERSTOOD')
      await assert.rejects(processor.find(orderOf('sale', 1n)))
    })
  }

  test('the same answer with nothing wrong is understood', async context => {
    const processor = await serve(context, oneFieldWrong({}))
    assert.deepEqual(await ask(processor, sale()), { ...approval, auth_amount: 1000n })
    assert.ok((await processor.find(orderOf('sale', 1n))).seen)
  })

  test('a refused connection says that nothing was sent', async () => {
    assert.equal((await ask(simulator(nowhere)(null), sale())).verbiage, 'COMMUNICATION ERROR, NOT SENT')
  })
})

describe('the simulator’s process', () => {
  test('a second one on the same home notices the first and exits 0; SIGTERM ends the first with 0', async context => {
    const home = await tempHome(context)
    const first = await runMain(home)
    assert.match(first.line, /^Processor simulator ready at http:\/\/127\.0\.0\.1:\d+\n$/)
    const second = await runMain(home)
    assert.match(second.line, /already runs/)
    assert.equal(await second.exit, 0)
    first.child.kill('SIGTERM')
    assert.equal(await first.exit, 0)
    const third = await runMain(home)
    assert.match(third.line, /ready/)
    third.child.kill('SIGINT')
    assert.equal(await third.exit, 0)
  })

  test('at full scale 8.05 outlasts an adapter that waits less than five seconds, and is booked from the start', async context => {
    const home = await tempHome(context)
    const launched = await launchSimulator({ home, log: () => undefined })
    const order = { ...sale(), amount: 805n }
    assert.equal((await ask(simulator({ ...launched, timeout_ms: 2_000 })(null), order)).result, 'unknown')
    const found = await simulator(launched)(null).find(order)
    assert.ok(found.seen)
    assert.equal(found.outcome.result, 'approved')
    await launched.stop()
  })

  test('SIGTERM answers what is in flight, then exits', async context => {
    const home = await tempHome(context)
    const { child, exit } = await runMain(home)
    const { address, secret } = JSON.parse(await readFile(join(home, 'processor', 'address.json'), 'utf8'))
    const processor = simulator({ address, secret })(null)
    const order = sale({ fault: 'late:600000' })
    const answer = ask(processor, order)
    // The ledger holds the order before its answer waits: once it is found, the call is in flight.
    while (!(await processor.find(order)).seen);
    child.kill('SIGTERM')
    assert.equal((await answer).result, 'approved')
    assert.equal(await exit, 0)
  })

  test('a live one is adopted, not ended by who adopted it, and started anew with the same ledger when it died', async context => {
    const room = await openRoom()
    context.after(room.close)
    const adopter = await launchSimulator({ home: room.home, log: assert.fail })
    assert.deepEqual(await adopter.restartIfGone(), { address: room.launched.address, secret: room.launched.secret })
    await adopter.stop()
    const order = sale()
    const outcome = await ask(room.processor, order)
    assert.equal(outcome.result, 'approved')

    await killHard(await room.pid(), room.launched.address)
    const lost = simulator(room.launched)(null)
    assert.equal((await ask(lost, sale())).result, 'unknown')
    const orders = [sale(), sale(), sale()]
    const answers = await Promise.all(orders.map(item => ask(room.processor, item)))
    assert.deepEqual(new Set(answers.map(({ result }) => result)), new Set(['approved']))
    assert.deepEqual(await room.processor.find(order), { seen: true, outcome })
    assert.equal((await room.entries()).length, 4)
  })

  test('one whose starter is gone is ended by who adopted it', async context => {
    const home = await tempHome(context)
    const launch = new URL('../../sandbox/processor/launch.ts', import.meta.url).href
    const script = `import { launchSimulator } from '${launch}'
      await launchSimulator({ home: process.argv[1], log: () => {} })
      process.kill(process.pid, 'SIGKILL')`
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script, home])
    assert.deepEqual(await once(starter, 'exit'), [null, 'SIGKILL'])
    const adopter = await launchSimulator({ home, log: assert.fail })
    const processor = simulator(adopter)(null)
    assert.equal((await ask(processor, sale())).result, 'approved')
    await adopter.stop()
    await assert.rejects(processor.find(orderOf('sale', 1n)), { code: 'ECONNREFUSED' })
  })

  test('launchers that start together end up with one simulator', async context => {
    const home = await tempHome(context)
    const launched = await Promise.all(
      Array.from({ length: 3 }, () => launchSimulator({ home, log: () => undefined, delay_scale: 0 })),
    )
    assert.equal(new Set(launched.map(({ address }) => address)).size, 1)
    await Promise.all(launched.map(one => one.stop()))
    await assert.rejects(simulator(launched[0] ?? nowhere)(null).find(orderOf('sale', 1n)))
  })
})
