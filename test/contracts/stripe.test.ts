import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Outcome } from '../../src/ports/processor.ts'
import type { Action, Inquiry, ProcessorRequest } from '../../src/ports/processor-request.ts'
import type { HostFault } from '../hosts/host.ts'
import { KEYS_KEPT } from '../hosts/stripe/index.ts'
import { ask, orderOf, originalOf, processorContract } from './processor.contract.ts'
import { openStripeRoom, pay, visa } from './stripe.fixture.ts'

const DECLINED = 615n

processorContract('stripe', async () => {
  const room = await openStripeRoom()
  room.host.book.declines.set(Number(DECLINED), { code: 'card_declined', decline_code: 'do_not_honor' })
  return {
    processor: room.processor,
    unreachable: room.another({ url: 'http://127.0.0.1:1' }),
    card: visa,
    approved: 1000n,
    declined: { amount: DECLINED, reason_code_id: 1615 },
    transcript: async () => room.written(),
    close: room.close,
  }
})

const room = await openStripeRoom()
const { send } = room
after(() => room.close())
beforeEach(() => {
  room.host.faults.length = 0
  room.host.received.length = 0
})

const follow = (action: Action, of: ProcessorRequest, amount = of.amount, told: Outcome | null = null) => {
  const original = { ...originalOf(of), processor_reference: told?.processor_reference ?? null }
  return orderOf(action, amount, { original })
}
const find = (request: Inquiry) => room.processor.find(request)

describe('every fault of the host', () => {
  const faults: HostFault[] = ['lost_before', 'lost_after', 'cut', 'late', 'garbage', 'error_500']
  const follow_ups = ['authcomplete', 'void', 'refund'] as const

  for (const fault of faults) {
    test(`${fault}: a sale is unknown, was sent once, and find tells the truth`, async () => {
      const hasty = room.another({}, { call_ms: 300 })
      const sale = pay('sale')
      room.host.faults.push(fault)
      const outcome = await ask(hasty, sale)
      assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.never_left], ['unknown', 1531, undefined])
      assert.equal(room.host.received.length, fault === 'lost_before' ? 0 : 1)
      room.host.release()
      const found = await find(sale)
      assert.equal(found.seen, fault !== 'lost_before')
      if (found.seen) assert.deepEqual(found.outcome, await send(sale))
    })

    for (const action of follow_ups) {
      test(`${fault}: so is a ${action}`, async () => {
        const hasty = room.another({}, { call_ms: 300 })
        const order = pay(action === 'refund' ? 'sale' : 'authonly')
        const request = follow(action, order, 1000n, await send(order))
        room.host.faults.push(fault)
        assert.equal((await ask(hasty, request)).result, 'unknown')
        room.host.release()
        const found = await find(request)
        assert.equal(found.seen, fault !== 'lost_before')
        assert.ok(!found.seen || found.outcome.result === 'approved')
      })
    }
  }

  test('where the original is not found for want of an answer, the request itself never left', async () => {
    const sale = pay('sale')
    await send(sale)
    room.host.faults.push('garbage')
    const outcome = await send(follow('refund', sale))
    assert.deepEqual([outcome.result, outcome.never_left], ['unknown', true])
    assert.ok(room.host.received.every(({ path }) => path !== '/v1/refunds'))
  })

  test('a request that is under way under the same reference is not known yet', async () => {
    const sale = pay('sale')
    room.host.busy.add(sale.reference)
    assert.equal((await send(sale)).result, 'unknown')
    await assert.rejects(room.processor.ruleOut!(sale))
    room.host.busy.clear()
    assert.equal((await send(sale)).result, 'approved')
  })

  test('a reference that was used for another request is asked about, never taken for a decline', async () => {
    const sale = pay('sale')
    const first = await send(sale)
    assert.deepEqual(await send({ ...sale, description: 'another one' }), first)
  })

  test('an answer for another request, of another amount or in other words is never an approval', async () => {
    const good = {
      object: 'payment_intent',
      id: 'pi_1',
      status: 'succeeded',
      amount: 1000,
      amount_received: 1000,
      currency: 'usd',
    }
    const answers = [
      { ...good, metadata: { reference: 'of another' } },
      (reference: string) => ({ ...good, amount_received: 999, metadata: { reference } }),
      (reference: string) => ({ ...good, amount: 1, metadata: { reference } }),
      (reference: string) => ({ ...good, currency: 'eur', metadata: { reference } }),
      (reference: string) => ({ ...good, status: 'paid', metadata: { reference } }),
      (reference: string) => ({ ...good, object: 'charge', metadata: { reference } }),
      { object: 'payment_intent' },
      [],
      'approved',
    ]
    for (const said of answers) {
      const sale = pay('sale')
      const body = JSON.stringify(typeof said === 'function' ? said(sale.reference) : said)
      room.host.says.push({ body })
      assert.equal((await send(sale)).result, 'unknown', body)
    }
    const sale = pay('sale')
    room.host.says.push({ body: JSON.stringify({ ...good, metadata: { reference: sale.reference } }) })
    assert.equal((await send(sale)).result, 'approved')
    room.host.says.push({ status: 503, body: JSON.stringify({ ...good, metadata: { reference: sale.reference } }) })
    assert.equal((await send(sale)).result, 'unknown')
  })
})

describe('declines', () => {
  const cases = [
    ['4000000000000002', 1601, 'hard'],
    ['4000000000009995', 1616, 'soft'],
    ['4000000000009987', 1606, 'never'],
    ['4000000000009979', 1607, 'never'],
    ['4000000000000069', 1622, 'hard'],
    ['4000000000000127', 1800, 'hard'],
    ['4000000000000119', 1627, 'soft'],
    ['4000000000006975', 1617, 'soft'],
    ['4000002500003155', 1620, 'hard'],
  ] as const
  for (const [number, reason_code_id, decline_class] of cases) {
    test(`${number} is ${reason_code_id} and ${decline_class}`, async () => {
      const sale = pay('sale', { instrument: { ...visa, number } })
      const outcome = await send(sale)
      assert.deepEqual(
        [outcome.result, outcome.reason_code_id, outcome.decline_class],
        ['declined', reason_code_id, decline_class],
      )
      assert.deepEqual(await find(sale), { seen: true, outcome })
    })
  }

  test('the network’s advice is told, and goes before what the code says in general', async () => {
    const said = { code: 'card_declined', decline_code: 'generic_decline' }
    const advised = [
      [601, { network_advice_code: '03' }, 'never', '03'],
      [602, { network_advice_code: '02', network_decline_code: '51' }, 'soft', '02'],
      [603, { advice_code: 'try_again_later' }, 'soft', 'try_again_later'],
      [604, { advice_code: 'do_not_try_again' }, 'never', 'do_not_try_again'],
    ] as const
    for (const [amount, advice, decline_class, advice_code] of advised) {
      room.host.book.declines.set(amount, { ...said, ...advice })
      const outcome = await send({ ...pay('sale'), amount: BigInt(amount) })
      assert.deepEqual([outcome.decline_class, outcome.advice_code], [decline_class, advice_code])
    }
  })

  test('a payment that the payer has to authenticate is a clear decline, and one that was authenticated is not', async () => {
    const instrument = { ...visa, number: '4000002760003184' }
    const outcome = await send(pay('sale', { instrument }))
    assert.deepEqual([outcome.reason_code_id, outcome.verbiage], [1620, 'AUTHENTICATION NOT HANDLED'])
    const three_d_secure = {
      cavv: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
      xid: 'f38e6948-5388-41a6-bca4-b49723c19437',
      eci: '5',
    }
    assert.equal((await send(pay('sale', { instrument, three_d_secure }))).result, 'approved')
  })

  test('an intent that waits for the payer is declined: nobody here can go on with it', async () => {
    const sale = pay('sale')
    const metadata = { reference: sale.reference }
    const body = {
      object: 'payment_intent',
      id: 'pi_9',
      status: 'requires_action',
      amount: 1000,
      currency: 'usd',
      metadata,
    }
    room.host.says.push({ body: JSON.stringify(body) })
    assert.deepEqual([(await send(sale)).verbiage], ['AUTHENTICATION REQUIRED'])
  })

  test('too many requests: certainly nothing was done, and what must be given back is sent again', async () => {
    room.host.says.push({
      status: 429,
      body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit' } }),
    })
    const outcome = await send(pay('sale'))
    assert.deepEqual([outcome.result, outcome.never_left], ['unknown', true])
  })
})

describe('what acts on a payment', () => {
  test('an authorization is captured in part, found again, and given back', async () => {
    const hold = pay('authonly')
    const held = await send(hold)
    const capture = follow('authcomplete', hold, 700n, held)
    const captured = await send(capture)
    assert.deepEqual([captured.result, captured.auth_amount], ['approved', 700n])
    assert.deepEqual(await find(capture), { seen: true, outcome: captured })
    assert.deepEqual(await find(follow('authcomplete', hold, 700n, held)), { seen: false })
    assert.deepEqual(await find(hold), { seen: true, outcome: held })
    const back = await send(follow('void', { ...hold, action: 'authcomplete', amount: 700n }, 700n, captured))
    assert.deepEqual([back.result, back.auth_amount, back.processor_reference?.slice(0, 3)], ['approved', 700n, 're_'])
  })

  test('an authorization that is voided is canceled; one of which no id was told is found by its time', async () => {
    const hold = pay('authonly')
    const held = await send(hold)
    const undo = follow('void', hold)
    assert.equal((await send(undo)).result, 'approved')
    assert.equal(room.host.book.intent(held.processor_reference!).status, 'canceled')
    assert.ok((await find(undo)).seen)
    const found = await find(hold)
    assert.deepEqual([found.seen && found.outcome.reason_code_id], [1609])
  })

  test('a refund is found among those of its payment, and is not taken back', async () => {
    const sale = pay('sale')
    const sold = await send(sale)
    const some = follow('refund', sale, 300n, sold)
    const given = await send(some)
    assert.deepEqual(await find(some), { seen: true, outcome: given })
    assert.deepEqual(await find(follow('refund', sale, 300n, sold)), { seen: false })
    const undo = follow('void', some, 300n, given)
    assert.deepEqual([(await send(undo)).reason_code_id, await find(undo)], [1667, { seen: false }])
  })

  test('an authorization is raised where Stripe offers it, and nowhere else', async () => {
    const hold = pay('authonly', { instrument: visa })
    const held = await send(hold)
    assert.equal(room.sent()['payment_method_options[card][request_incremental_authorization]'], 'if_available')
    const raise = follow('authincrement', hold, 1500n, held)
    const raised = await send(raise)
    assert.deepEqual([raised.result, raised.auth_amount], ['approved', 1500n])
    assert.deepEqual(await find(raise), { seen: true, outcome: raised })
    assert.deepEqual(await find(hold), { seen: true, outcome: held })
    room.host.book.declines.set(1600, { code: 'card_declined', decline_code: 'insufficient_funds' })
    const more = await send(follow('authincrement', hold, 1600n, held))
    assert.deepEqual([more.result, more.reason_code_id], ['declined', 1616])
    assert.equal(room.another({ features: '' }).actions.authincrement, undefined)
  })

  test('G62 an order that was carried out under a key that is forgotten is not ruled out: it is found', async () => {
    const { book } = room.host
    const began = book.now()
    const sale = pay('sale')
    const outcome = await room.send(sale)
    try {
      book.now = () => began + KEYS_KEPT + 3600
      assert.deepEqual(await room.processor.ruleOut!(sale), { seen: true, outcome })
    } finally {
      book.now = () => Math.floor(Date.now() / 1000)
    }
  })

  test('G16 an order whose descriptor was refused is ruled out under the key of its second request, too', async () => {
    const hasty = room.another({}, { call_ms: 300 })
    const late = pay('sale', { descriptor: 'Refused text' })
    room.host.faults.push(null, 'strays')
    assert.equal((await ask(hasty, late)).result, 'unknown')
    for (let time = 0; time < 2; time += 1) assert.deepEqual(await room.processor.ruleOut!(late), { seen: false })
    room.host.release()
    assert.deepEqual(await find(late), { seen: false })

    const early = pay('sale', { descriptor: 'Refused text' })
    room.host.faults.push(null, 'lost_after')
    assert.equal((await ask(hasty, early)).result, 'unknown')
    const found = await room.processor.ruleOut!(early)
    assert.equal(found.seen && found.outcome.result, 'approved')
  })

  test('what acts on another payment can be ruled out, and what was refused there is declined', async () => {
    const sale = pay('sale')
    const sold = await send(sale)
    const late = follow('refund', sale, 1000n, sold)
    assert.deepEqual(await room.processor.ruleOut!(late), { seen: false })
    assert.equal((await send(late)).result, 'declined')
    const too_much = follow('refund', sale, 1001n, sold)
    assert.equal((await send(too_much)).result, 'declined')
    const found = await room.processor.ruleOut!(too_much)
    assert.equal(found.seen && found.outcome.result, 'declined')
    assert.equal((await send(follow('refund', sale, 1000n, sold))).result, 'approved')
  })

  test('an order that arrived and is not in its time is found among the latest, and never given up', async () => {
    for (const action of ['sale', 'avsonly'] as const) {
      const order = pay(action)
      room.host.book.now = () => Math.floor(Date.now() / 1000) - 3_600
      const outcome = await send(order)
      room.host.book.now = () => Math.floor(Date.now() / 1000)
      assert.deepEqual(await find(order), { seen: false })
      assert.deepEqual(await room.processor.ruleOut!(order), { seen: true, outcome })
      room.host.book.intents.delete(outcome.processor_reference!)
      room.host.book.setups.delete(outcome.processor_reference!)
      await assert.rejects(room.processor.ruleOut!(order), /has arrived/)
    }
  })

  test('an authorization that Stripe has ended by itself is voided', async () => {
    const hold = pay('authonly')
    const held = await send(hold)
    Object.assign(room.host.book.intent(held.processor_reference!), {
      status: 'canceled',
      cancellation_reason: 'automatic',
    })
    assert.equal((await send(follow('void', hold, 1000n, held))).result, 'approved')
    assert.equal((await send(follow('authcomplete', hold, 1000n, held))).reason_code_id, 1667)
    const found = await find(hold)
    assert.equal(found.seen && found.outcome.reason_code_id, 1658)
  })

  test('an authorization that somebody else has captured cannot be canceled, and is said to be settled', async () => {
    const hold = pay('authonly')
    const held = await send(hold)
    await send(follow('authcomplete', hold, 1000n, held))
    const outcome = await send(follow('void', hold, 1000n, held))
    assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.settled], ['declined', 1667, true])
  })

  test('an order is found among many of the same minute', async () => {
    const sale = pay('sale')
    await send(sale)
    for (let each = 0; each < 120; each += 1) await send(pay('sale'))
    room.host.received.length = 0
    assert.ok((await find(sale)).seen)
    assert.equal(room.host.received.length, 2)
  })
})
