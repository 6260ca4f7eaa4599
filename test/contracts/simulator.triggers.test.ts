import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decide } from '../../sandbox/processor/decide.ts'
import { emptyOrderStates, post } from '../../sandbox/processor/order-states.ts'
import type { Outcome } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'
import { amex, checking, openRoom, type Room, visa } from './simulator.fixture.ts'

let room: Room
before(async () => {
  room = await openRoom()
})
after(() => room.close())

const decided = (order: ProcessorRequest, book = emptyOrderStates()) =>
  decide({ ...order, original: order.original?.reference }, book)
const send = (order: ProcessorRequest) => ask(room.processor, order)
const card = (action: ProcessorRequest['action'], amount: bigint, more: Partial<ProcessorRequest> = {}) =>
  orderOf(action, amount, { instrument: visa, ...more })

/** Copied by hand from the published table, on purpose not from the simulator's own. */
const declining: [amount: bigint, reason: number, verbiage: string][] = [
  [500n, 1500, 'DENY'],
  [510n, 1510, 'CALL'],
  [520n, 1520, 'PKUP'],
  [530n, 1530, 'RETRY'],
  [540n, 1540, 'SETUP'],
  [601n, 1601, 'GENERICFAIL'],
  [602n, 1602, 'CALL'],
  [603n, 1603, 'NOREPLY'],
  [604n, 1604, 'PICKUP_NOFRAUD'],
  [605n, 1605, 'PICKUP_FRAUD'],
  [606n, 1606, 'PICKUP_LOST'],
  [607n, 1607, 'PICKUP_STOLEN'],
  [608n, 1608, 'ACCTERROR'],
  [609n, 1609, 'ALREADY_REVERSED'],
  [610n, 1610, 'BAD_PIN'],
  [611n, 1611, 'CASHBACK_EXCEEDED'],
  [612n, 1612, 'CASHBACK_NOAVAIL'],
  [613n, 1613, 'CID_ERROR'],
  [614n, 1614, 'DATE_ERROR'],
  [615n, 1615, 'DO NOT HONOR'],
  [616n, 1616, 'INSUFFICIENT_FUNDS'],
  [617n, 1617, 'EXCEED_WITHDRAWAL_LIMIT'],
  [618n, 1618, 'INVALID_SERVICE_CODE'],
  [619n, 1619, 'EXCEED_ACTIVITY_LIMIT'],
  [620n, 1620, 'VIOLATION'],
  [621n, 1621, 'ENCRYPTION_ERROR'],
  [622n, 1622, 'CARD_EXPIRED'],
  [623n, 1623, 'REENTER'],
  [624n, 1624, 'SECURITY_VIOLATION'],
  [625n, 1625, 'NOT_PERMITTED_CARD'],
  [626n, 1626, 'NOT_PERMITTED_TRAN'],
  [627n, 1627, 'SYSTEM_ERROR'],
  [628n, 1628, 'BAD_MERCH_ID'],
  [629n, 1629, 'DUPLICATE_BATCH'],
  [631n, 1631, 'ACCOUNT_CLOSED'],
]

describe('test amounts', () => {
  for (const [amount, reason, verbiage] of declining) {
    test(`${amount} minor units decline ${reason} ${verbiage}, for sale, authonly, force and blind refund alike`, async () => {
      for (const action of ['sale', 'authonly', 'force', 'refund'] as const) {
        const outcome = await send(card(action, amount))
        assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.verbiage], ['declined', reason, verbiage])
        assert.match(outcome.response_message ?? '', /^[0-9A-Z]{2} \S/)
        assert.deepEqual([outcome.auth_code, outcome.auth_amount], [null, null])
      }
    })
  }

  test('2.01 approves 1.00 with 1201 where part is allowed, and declines 1657 where it is not', async () => {
    for (const action of ['sale', 'authonly'] as const) {
      const part = await send(card(action, 201n, { allow_partial: true }))
      assert.deepEqual([part.result, part.reason_code_id, part.auth_amount], ['approved', 1201, 100n])
      const none = await send(card(action, 201n))
      assert.deepEqual([none.result, none.reason_code_id, none.auth_amount], ['declined', 1657, null])
    }
  })

  test('a partly approved sale is refunded up to the approved part', async () => {
    const sale = card('sale', 201n, { allow_partial: true })
    await send(sale)
    assert.equal((await send(orderOf('refund', 101n, { original: originalOf(sale) }))).result, 'declined')
    assert.equal((await send(orderOf('refund', 100n, { original: originalOf(sale) }))).result, 'approved')
  })

  test('6.30 is approved: it is the close of its batch that fails', async () => {
    const outcome = await send(card('sale', 630n))
    assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.auth_amount], ['approved', 1000, 630n])
  })

  test('8.00 to 8.09 approve after as many seconds as cents, 8.10 to 8.99 decline 1500 after ten', async () => {
    for (const [amount, delay_ms, result, reason] of [
      [799n, 0, 'approved', 1000],
      [800n, 0, 'approved', 1000],
      [805n, 5000, 'approved', 1000],
      [809n, 9000, 'approved', 1000],
      [810n, 10_000, 'declined', 1500],
      [899n, 10_000, 'declined', 1500],
      [900n, 0, 'approved', 1000],
    ] as const) {
      const order = card('sale', amount)
      const decision = decided(order)
      assert.equal(decision.delay_ms, delay_ms, String(amount))
      const outcome = await send(order)
      assert.deepEqual([outcome.result, outcome.reason_code_id], [result, reason], String(amount))
    }
  })

  test('9.XX delays its voids, completions and increments by XX seconds and nothing else', () => {
    const book = emptyOrderStates()
    const hold = card('authonly', 907n)
    const made = decided(hold, book)
    assert.equal(made.delay_ms, 0)
    const { reference, action, amount: asked } = hold
    post(book, { reference, action, asked, original: null, method: 'card', outcome: made.outcome })
    const delayOf = (name: ProcessorRequest['action'], amount: bigint) =>
      decided(orderOf(name, amount, { original: originalOf(hold) }), book).delay_ms
    assert.deepEqual(
      [delayOf('void', 0n), delayOf('authcomplete', 907n), delayOf('authincrement', 1200n)],
      [7000, 7000, 7000],
    )
    assert.equal(delayOf('partialreversal', 300n), 0)
  })

  test('amounts of refunds, completions, tips and reversals of an original decline nothing', async () => {
    const sale = card('sale', 3000n)
    const hold = card('authonly', 3000n)
    await send(sale)
    await send(hold)
    const results = [
      await send(orderOf('refund', 500n, { original: originalOf(sale) })),
      await send(orderOf('tipadjust', 631n, { original: originalOf(sale) })),
      await send(orderOf('partialreversal', 616n, { original: originalOf(hold) })),
      await send(orderOf('authcomplete', 615n, { original: originalOf(hold) })),
    ]
    assert.deepEqual(
      results.map(({ result }) => result),
      Array(4).fill('approved'),
    )
  })

  test('an increment is put to the issuer again, so its new total may decline', async () => {
    const hold = card('authonly', 100n)
    await send(hold)
    const increment = (amount: bigint) => send(orderOf('authincrement', amount, { original: originalOf(hold) }))
    assert.equal((await increment(616n)).reason_code_id, 1616)
    assert.deepEqual(await increment(10_000n).then(({ result, auth_amount }) => [result, auth_amount]), [
      'approved',
      10_000n,
    ])
  })
})

describe('reasons and codes of approvals', () => {
  const approvals: [ProcessorRequest['action'], number][] = [
    ['sale', 1000],
    ['authonly', 1000],
    ['force', 1002],
    ['refund', 1000],
  ]
  for (const [action, reason] of approvals) {
    test(`${action} is approved with ${reason}`, async () => {
      const outcome = await send(card(action, 1000n))
      assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.auth_amount], ['approved', reason, 1000n])
      assert.deepEqual([outcome.verbiage, outcome.response_message], ['APPROVAL', '00 APPROVED'])
      assert.match(outcome.auth_code ?? '', /^[0-9a-f]{6}$/)
    })
  }

  test('authcomplete is 1001 and keeps the authorization’s code; force keeps the code the merchant got', async () => {
    const hold = card('authonly', 1000n)
    const { auth_code } = await send(hold)
    const completion = await send(orderOf('authcomplete', 800n, { original: originalOf(hold) }))
    assert.deepEqual([completion.reason_code_id, completion.auth_code, completion.auth_amount], [1001, auth_code, 800n])
    assert.equal((await send(card('force', 1000n, { auth_code: 'AB12CD' }))).auth_code, 'AB12CD')
  })

  test('bank accounts are accepted with 1000 whatever the amount', async () => {
    for (const action of ['debit', 'credit', 'refund'] as const) {
      for (const amount of [1000n, 615n, 850n]) {
        const outcome = await send(orderOf(action, amount, { instrument: checking }))
        assert.deepEqual(
          [outcome.result, outcome.reason_code_id, outcome.auth_code],
          ['approved', 1000, 'AUTH NUM 272-172'],
        )
        assert.deepEqual([outcome.avs, outcome.cvv_response], [null, null])
      }
    }
  })

  test('an action the instrument does not have declines, authonly with its own reason 1003', async () => {
    assert.equal((await send(orderOf('sale', 1000n, { instrument: checking }))).reason_code_id, 1626)
    assert.equal((await send(orderOf('authonly', 1000n, { instrument: checking }))).reason_code_id, 1003)
    assert.equal((await send(card('debit', 1000n))).reason_code_id, 1626)
    assert.equal((await send(orderOf('sale', 1000n))).reason_code_id, 1626)
  })
})

const good = { street: '5800 NW 39th AVE', zip: '32606' }
const denying = { street: '2831 NW 41st St STE J', zip: '32615' }
const other = { street: '1 Elsewhere Road', zip: '10001' }

describe('addresses', () => {
  const rows: [ProcessorRequest['billing'], avs: string | null, letter: string, denied: boolean][] = [
    [undefined, null, 'V', false],
    [{}, null, 'V', false],
    [good, 'GOOD', 'Y', false],
    [{ street: ' 5800  nw 39TH ave ', zip: '32606-1234' }, 'GOOD', 'Y', false],
    [{ street: good.street, zip: other.zip }, 'ZIP', 'A', false],
    [{ street: other.street, zip: good.zip }, 'STREET', 'Z', false],
    [{ street: good.street }, 'GOOD', 'A', false],
    [{ zip: good.zip }, 'GOOD', 'Z', false],
    [other, 'BAD', 'N', false],
    [denying, 'BAD', 'N', true],
    [{ street: denying.street, zip: other.zip }, 'BAD', 'N', false],
    [{ street: good.street, zip: denying.zip }, 'ZIP', 'A', false],
  ]
  for (const [billing, avs, letter, denied] of rows) {
    test(`${JSON.stringify(billing) ?? 'no address'} is ${avs} ${letter}${denied ? ' and declined 1655' : ''}`, async () => {
      for (const action of ['sale', 'authonly', 'avsonly'] as const) {
        const outcome = await send(card(action, action === 'avsonly' ? 0n : 1000n, { billing }))
        assert.deepEqual([outcome.avs, outcome.avs_enhanced], [avs, letter])
        assert.deepEqual([outcome.result, outcome.reason_code_id], denied ? ['declined', 1655] : ['approved', 1000])
      }
    })
  }

  test('AV-43 avsonly is answered by the address alone and moves nothing', async () => {
    const outcome = await send(card('avsonly', 615n, { billing: good }))
    assert.deepEqual([outcome.result, outcome.auth_amount, outcome.auth_code], ['approved', 0n, ''])
  })
})

describe('security codes', () => {
  const rows: [string | undefined, string | null][] = [
    [undefined, null],
    ['999', 'M'],
    ['123', 'N'],
    ['124', 'P'],
    ['125', 'S'],
    ['126', 'U'],
    ['127', 'X'],
    ['555', 'N'],
  ]
  const amexRows: [string | undefined, string | null][] = [
    [undefined, null],
    ['1234', 'M'],
    ['9999', 'N'],
    ['9998', 'P'],
    ['9997', 'S'],
    ['9996', 'U'],
    ['9995', 'X'],
    ['5555', 'N'],
  ]
  for (const [instrument, table] of [[visa, rows] as const, [amex, amexRows] as const]) {
    for (const [cvv, answer] of table) {
      test(`${instrument.brand} ${cvv ?? 'without a code'} is ${answer} and declines nothing`, async () => {
        const outcome: Outcome = await send(card('sale', 1000n, { instrument: { ...instrument, cvv } }))
        assert.deepEqual([outcome.cvv_response, outcome.result], [answer, 'approved'])
      })
    }
  }
})
