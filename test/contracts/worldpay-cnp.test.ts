import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Outcome } from '../../src/ports/processor.ts'
import type { Action, Inquiry, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { processorHttp } from '../../src/processors/http.ts'
import { MEANINGS } from '../../src/processors/worldpay-cnp/codes.ts'
import type { HostFault } from '../hosts/host.ts'
import { MERCHANT } from '../hosts/worldpay-cnp/index.ts'
import { LOCALHOST } from '../support/localhost-certificate.ts'
import { ask, orderOf, originalOf, processorContract } from './processor.contract.ts'
import {
  askingFor,
  CHECKING,
  openWorldpay,
  recorded,
  VISA,
  type WorldpayRoom,
  worldpayRoom,
} from './worldpay-cnp.fixture.ts'

processorContract('worldpay-cnp', async () => {
  const room = await worldpayRoom()
  const said: string[] = []
  return {
    processor: recorded(room.processor, said),
    unreachable: room.with({ url: 'http://127.0.0.1:1/' }),
    card: VISA,
    bank: CHECKING,
    approved: 1000n,
    declined: { amount: askingFor('349'), reason_code_id: 1615 },
    transcript: async () => said.join('\n'),
    close: room.close,
  }
})

let room: WorldpayRoom
before(async () => {
  room = await worldpayRoom(800)
})
after(() => room.close())

const sale = (more: Partial<ProcessorRequest> = {}) => orderOf('sale', 1000n, { instrument: VISA, ...more })

const FOLLOW_UPS: Readonly<Partial<Record<Action, Action>>> = {
  authcomplete: 'authonly',
  partialreversal: 'authonly',
  void: 'sale',
  refund: 'sale',
}

/** Carries out what an action needs before it; returns the request for it. */
async function prepared(action: Action): Promise<ProcessorRequest> {
  const before = FOLLOW_UPS[action]
  const instrument = action === 'debit' || action === 'credit' ? CHECKING : VISA
  if (!before) return orderOf(action, 1000n, { instrument, auth_code: 'VOICE1' })
  const first = orderOf(before, 1000n, { instrument })
  const { processor_reference } = await ask(room.processor, first)
  const amount = action === 'partialreversal' ? 600n : 1000n
  return orderOf(action, amount, { original: { ...originalOf(first), processor_reference } })
}

const ACTIONS: readonly Action[] = [
  ...(['sale', 'authonly', 'avsonly', 'force', 'debit', 'credit'] as const),
  ...(['authcomplete', 'partialreversal', 'void', 'refund'] as const),
]

describe('whatever goes wrong on the way, nothing is guessed and find tells the truth', () => {
  test('it is tried with every action', () => {
    assert.deepEqual(Object.keys(room.processor.actions).toSorted(), ACTIONS.toSorted())
  })

  const HAPPENED: readonly HostFault[] = ['lost_after', 'cut', 'late', 'garbage', 'error_500']
  for (const action of ACTIONS)
    for (const fault of HAPPENED)
      test(`${action}, ${fault}: unknown, carried out once, found as approved; sent again it is the same`, async () => {
        const request = await prepared(action)
        room.host.faults = [fault]
        const outcome = await ask(room.processor, request)
        room.host.release()
        assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.never_left], ['unknown', 1531, undefined])
        const found = await room.processor.find(request)
        assert.ok(found.seen)
        assert.equal(found.outcome.result, 'approved')
        assert.deepEqual(await ask(room.processor, request), found.outcome)
        assert.equal(room.host.book.under(request.reference).length, 1)
      })

  for (const action of ACTIONS)
    test(`${action}, lost_before: unknown, and never seen`, async () => {
      const request = await prepared(action)
      room.host.faults = ['lost_before']
      const outcome = await ask(room.processor, request)
      assert.deepEqual([outcome.result, outcome.never_left], ['unknown', undefined])
      assert.deepEqual(await room.processor.find(request), { seen: false })
    })

  test('an answer that is not available yet is unknown until it is', async () => {
    const request = sale()
    await ask(room.processor, request)
    room.host.underway = 1
    const found = await room.processor.find(request)
    assert.ok(found.seen)
    assert.equal(found.outcome.result, 'unknown')
    const again = await room.processor.find(request)
    assert.ok(again.seen && again.outcome.result === 'approved')
  })

  test('a query that cannot be answered throws: no request is given up for it', async () => {
    const request = sale()
    await ask(room.processor, request)
    room.host.is_blind = true
    await assert.rejects(room.processor.find(request), /queryTransaction/)
    await assert.rejects(room.processor.check!(), /queryTransaction/)
    room.host.is_blind = false
    for (const fault of ['lost_after', 'garbage', 'error_500'] as const) {
      room.host.faults = [fault]
      await assert.rejects(room.processor.find(request))
    }
  })

  test('what acts on an original that cannot be found out is not sent', async () => {
    const first = sale()
    await ask(room.processor, first)
    room.host.faults = ['error_500']
    const request = orderOf('void', 1000n, { original: originalOf(first) })
    const outcome = await ask(room.processor, request)
    assert.deepEqual([outcome.result, outcome.never_left], ['unknown', true])
    assert.equal(room.host.book.under(request.reference).length, 0)
  })
})

describe('an answer that does not fit is never taken', () => {
  const bent: Record<string, (body: string) => string> = {
    'to another request': body => body.replace(/ id="[^"]*"/, ' id="another"'),
    'to another kind of request': body => body.replaceAll('saleResponse', 'authorizationResponse'),
    'without a number': body => body.replace(/<cnpTxnId>\d+<\/cnpTxnId>/, ''),
    'with a strange number': body => body.replace(/<cnpTxnId>\d+/, '<cnpTxnId>12x'),
    'with two codes': body => body.replace('<response>', '<response>110</response><response>'),
    'with a code of nobody': body => body.replace('<response>000', '<response>777'),
    'with another amount': body =>
      body.replace('</saleResponse>', '<approvedAmount>900</approvedAmount></saleResponse>'),
    'partial without its amount': body => body.replace('<response>000', '<response>010'),
    'partial for more than was asked': body =>
      body
        .replace('<response>000', '<response>010')
        .replace('</saleResponse>', '<approvedAmount>1001</approvedAmount></saleResponse>'),
    'a system error': body => body.replace('response="0"', 'response="1"'),
    'a document type': body => body.replace('?>', '?><!DOCTYPE x [<!ENTITY a "000">]>'),
    'an entity': body => body.replace('<response>000', '<response>&a;'),
    'two transactions': body => body.replace('</cnpOnlineResponse>', '<saleResponse/></cnpOnlineResponse>'),
    'of another root': body => body.replaceAll('cnpOnlineResponse', 'cnpResponse'),
  }
  for (const [name, bend] of Object.entries(bent))
    test(name, async () => {
      const request = sale()
      room.host.bend = bend
      const outcome = await ask(room.processor, request)
      assert.deepEqual([outcome.result, outcome.reason_code_id], ['unknown', 1531])
      const found = await room.processor.find(request)
      assert.ok(found.seen && found.outcome.result === 'approved')
    })
})

describe('codes', () => {
  const outcomeOf = (code: string) => ask(room.processor, sale({ amount: askingFor(code) }))

  test('every documented code is what its row says, and only the approvals are approvals', async () => {
    const approvals = ['000', '010', '011', '013', '136', '141', '470', '473', '801', '802', '803', '805']
    for (const [code, { result, reason_code_id, decline_class }] of Object.entries(MEANINGS)) {
      // Asking for them is the host's own way of telling approvals apart.
      if (['001', '142'].includes(code)) continue
      const outcome = await outcomeOf(code)
      assert.equal(outcome.result, result, code)
      assert.equal(outcome.reason_code_id, reason_code_id, code)
      assert.equal(outcome.decline_class, decline_class, code)
      assert.equal(outcome.result === 'approved', approvals.includes(code), code)
      assert.ok(outcome.response_message?.startsWith(`${code} `))
    }
    assert.ok(Object.keys(MEANINGS).length > 360)
  })

  test('a decline of each class', async () => {
    const declines = {
      '110': [1616, 'soft', undefined],
      '114': [1616, 'soft', '26'],
      '305': [1622, 'hard', undefined],
      '352': [1800, 'hard', undefined],
      '304': [1607, 'never', undefined],
      '328': [1803, 'never', undefined],
    } as const
    for (const [code, expected] of Object.entries(declines)) {
      const { reason_code_id, decline_class, advice_code } = await outcomeOf(code)
      assert.deepEqual([reason_code_id, decline_class, advice_code], expected)
    }
  })

  test('what the profile at Worldpay does not allow is for the operator', async () => {
    const { reason_code_id, misconfigured } = await outcomeOf('348')
    assert.deepEqual([reason_code_id, misconfigured], [1540, 'Worldpay: Invalid report group (code 348).'])
  })

  test('a payment that was only received is pending; a prepaid approval without a code is none', async () => {
    assert.equal((await outcomeOf('001')).result, 'pending')
    assert.equal((await outcomeOf('142')).result, 'declined')
  })

  test('a partial approval has its own amount', async () => {
    const request = sale({ amount: 40_000n, allow_partial: true, instrument: { ...VISA, number: '4457010140000141' } })
    const { result, reason_code_id, auth_amount } = await ask(room.processor, request)
    assert.deepEqual([result, reason_code_id, auth_amount], ['approved', 1201, 32_000n])
    const whole = await ask(room.processor, { ...request, reference: sale().reference, allow_partial: false })
    assert.deepEqual([whole.result, whole.reason_code_id], ['declined', 1616])
  })

  test('addresses and security codes by the published cards', async () => {
    const checks: [string, string, Partial<Outcome>][] = [
      ['4457010000000009', 'visa', { avs: 'GOOD', avs_enhanced: 'X', cvv_response: 'M', auth_code: '11111' }],
      ['5112010000000003', 'mc', { avs: 'STREET', avs_enhanced: 'Z', cvv_response: 'M', auth_code: '22222' }],
      ['375001000000005', 'amex', { avs: 'ZIP', avs_enhanced: 'A', cvv_response: null, auth_code: '44444' }],
      ['4457010200000007', 'visa', { avs: null, avs_enhanced: 'U', cvv_response: 'M', auth_code: '55555' }],
    ]
    for (const [number, brand, expected] of checks) {
      const { avs, avs_enhanced, cvv_response, auth_code } = await ask(
        room.processor,
        sale({ instrument: { ...VISA, number, brand } }),
      )
      assert.deepEqual({ avs, avs_enhanced, cvv_response, auth_code }, expected)
    }
  })
})

describe('undoing', () => {
  test('an authorization is reversed, whole or in part; a sale and a refund are voided until they are settled', async () => {
    const hold = orderOf('authonly', 1000n, { instrument: VISA })
    const { processor_reference } = await ask(room.processor, hold)
    const original = { ...originalOf(hold), processor_reference }
    assert.equal((await ask(room.processor, orderOf('partialreversal', 600n, { original }))).auth_amount, 600n)
    assert.match(room.sent(), /<authReversal .*<amount>400<\/amount><\/authReversal>/)
    const rest = { ...original, amount: 600n }
    assert.equal((await ask(room.processor, orderOf('void', 600n, { original: rest }))).result, 'approved')
    assert.match(room.sent(), /^<authReversal [^>]*><cnpTxnId>\d+<\/cnpTxnId><\/authReversal>$/)
    assert.equal((await ask(room.processor, orderOf('authcomplete', 600n, { original: rest }))).result, 'declined')

    const settled = await prepared('void')
    room.host.book.settle()
    const outcome = await ask(room.processor, settled)
    assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.settled], ['declined', 1667, true])
    const { original: paid } = settled
    assert.equal((await ask(room.processor, orderOf('refund', 1000n, { original: paid }))).result, 'approved')
  })

  test('a refund can be voided, and the payment be given back again', async () => {
    const refund = await prepared('refund')
    const { processor_reference } = await ask(room.processor, refund)
    const undo = orderOf('void', 1000n, { original: { ...originalOf(refund), processor_reference } })
    assert.equal((await ask(room.processor, undo)).result, 'approved')
    const again = orderOf('refund', 1000n, { original: refund.original })
    assert.equal((await ask(room.processor, again)).result, 'approved')
  })

  test('a bank payment is voided and given back as an eCheck', async () => {
    const debit = orderOf('debit', 1000n, { instrument: CHECKING })
    const { processor_reference } = await ask(room.processor, debit)
    const original = { ...originalOf(debit), processor_reference }
    assert.equal((await ask(room.processor, orderOf('refund', 400n, { original }))).result, 'approved')
    assert.match(room.sent(), /^<echeckCredit /)
    assert.equal((await ask(room.processor, orderOf('void', 1000n, { original }))).result, 'approved')
    assert.match(room.sent(), /^<echeckVoid /)
  })
})

describe('settings that are wrong', () => {
  const lines: [string, Record<string, string>, RegExp][] = [
    ['password', { password: 'wrong-planted' }, /does not accept the user, the password or the merchant id/],
    ['merchant', { merchant_id: '1' }, /does not accept the user, the password or the merchant id/],
    ['path', { url: 'HOST/elsewhere' }, /status 404/],
  ]
  for (const [name, credentials, line] of lines)
    test(`${name}: one plain line, a clear decline, and no secret in either`, async () => {
      const given = Object.entries(credentials).map(([key, value]) => [key, value.replace('HOST', room.host.url)])
      const processor = room.with(Object.fromEntries(given))
      const said: unknown[] = []
      await assert.rejects(processor.check!(), error => {
        said.push((error as Error).stack)
        return line.test((error as Error).message)
      })
      const outcome = await ask(processor, sale())
      assert.deepEqual([outcome.result, outcome.reason_code_id], ['declined', 1540])
      assert.match(outcome.misconfigured ?? '', line)
      said.push(JSON.stringify({ ...outcome, auth_amount: null }))
      for (const secret of ['wrong-planted', MERCHANT.password, MERCHANT.user]) assert.ok(!said.join().includes(secret))
    })

  test('nobody there, and a certificate that nobody has signed, say so; nothing has left', async () => {
    const { createServer } = await import('node:https')
    const server = createServer(LOCALHOST, (_, response) => response.end('hello'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const http = processorHttp({ allow_loopback: true })
    const cases: [string, RegExp][] = [
      ['http://127.0.0.1:1/', /could not be reached/],
      [`https://127.0.0.1:${port}/`, /no certificate that fits/],
    ]
    for (const [url, line] of cases) {
      const processor = openWorldpay(http, { ...MERCHANT, url })
      await assert.rejects(processor.check!(), line)
      const { result, never_left } = await ask(processor, sale())
      assert.deepEqual([result, never_left], ['unknown', true])
    }
    http.close()
    server.close()
  })

  test('a system error, as a user of another version gets it, says so; a payment that meets it is unknown', async () => {
    const broken = (body: string) =>
      body.replace('response="0"', 'response="1"').replace('Valid Format', 'System Error')
    room.host.bend = broken
    await assert.rejects(room.processor.check!(), /system error; the user may not be set up for version 12\.34/)
    room.host.bend = broken
    assert.equal((await ask(room.processor, sale())).result, 'unknown')
    room.host.bend = () => '<html>Welcome</html>'
    await assert.rejects(room.processor.check!(), /not as cnpAPI does/)
  })

  test('too many connections: nothing was done, and it may be tried again', async () => {
    room.host.bend = body => body.replace('response="0"', 'response="4"')
    const { result, never_left } = await ask(room.processor, sale())
    assert.deepEqual([result, never_left], ['unknown', true])
  })

  test('an answer that does not come in time says so', async () => {
    room.host.faults = ['late']
    await assert.rejects(room.processor.check!(), /gave no answer: timed out/)
    room.host.release()
  })

  test('right settings pass the check, which leaves nothing behind', async () => {
    const before = room.host.book.transactions.length
    await room.processor.check!()
    assert.equal(room.host.book.transactions.length, before)
  })
})

test('what was planted in a request is in no outcome and no error, whatever is said of it', async () => {
  const said: string[] = []
  const processor = recorded(room.with({ report_group: '' }), said)
  const planted = {
    number: '4000009876543210',
    cvv: '8642',
    track: ';4000009876543210=30121015432112345678?',
    cavv: 'UGxhbnRlZENhdnY=',
    account_number: '98765432101234567',
  }
  const card = { ...VISA, number: planted.number, cvv: planted.cvv }
  const requests: Partial<ProcessorRequest>[] = [
    { instrument: card, three_d_secure: { cavv: planted.cavv, eci: '05', version: '2.1.0' } },
    // The schema takes no number of five digits: Worldpay repeats it in its answer.
    { instrument: { ...card, number: '98765', exp_date: '99' } },
    { instrument: { ...card, track_data: planted.track }, card_present: true },
    { action: 'debit', instrument: { ...CHECKING, account_number: planted.account_number } },
    { action: 'debit', instrument: { ...CHECKING, account_number: `${planted.account_number}8` } },
  ]
  for (const report_group of ['', 'ok'])
    for (const more of requests)
      for (const fault of [null, 'garbage', 'error_500', 'lost_after'] as const) {
        const request = sale(more)
        room.host.faults = [fault]
        const by = report_group ? recorded(room.processor, said) : processor
        await ask(by, request)
        await by.find(request as Inquiry).catch(() => undefined)
      }
  const written = said.join('\n')
  assert.ok(written.includes('NOT ACCEPTED'))
  for (const secret of [...Object.values(planted), '"98765"', '15432112345678', MERCHANT.password])
    assert.ok(!written.includes(secret), secret)
})

test('the published certification table passes, and every case of it is reported', async () => {
  const cases = []
  for await (const one of room.processor.certify!()) cases.push(one)
  assert.deepEqual(
    cases.filter(({ is_passed }) => !is_passed),
    [],
  )
  assert.equal(cases.length, 53)
  const wrong = []
  for await (const one of room.with({ password: 'x' }).certify!()) wrong.push(one)
  assert.ok(wrong.every(({ is_passed }) => !is_passed))
})
