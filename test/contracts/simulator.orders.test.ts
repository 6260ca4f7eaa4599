import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decide } from '../../sandbox/processor/decide.ts'
import { emptyOrderStates, type OrderStates, post } from '../../sandbox/processor/order-states.ts'
import type { Outcome } from '../../src/ports/processor.ts'
import type { Action, Original, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { orderOf, originalOf } from './processor.contract.ts'
import { checking, visa } from './simulator.fixture.ts'

/** An order that is known by its reference alone. */
const named = (reference: string): Original => originalOf({ ...orderOf('sale', 0n), reference })

function put(book: OrderStates, order: ProcessorRequest): Outcome {
  const original = order.original?.reference
  const { outcome, method } = decide({ ...order, original }, book)
  const { reference, action, amount: asked } = order
  post(book, { reference, action, asked, original: original ?? null, method, outcome })
  return outcome
}

/** Plays a story of actions on one first order; returns the reason of each step. */
function reasons(first: Action, ...steps: [Action, bigint][]): number[] {
  const book = emptyOrderStates()
  const order = orderOf(first, 1000n, { instrument: visa })
  put(book, order)
  return steps.map(
    ([action, amount]) => put(book, orderOf(action, amount, { original: originalOf(order) })).reason_code_id,
  )
}

describe('the book refuses what a processor refuses', () => {
  const stories: [name: string, told: number[], expected: number[]][] = [
    ['a void of a voided sale is 1609', reasons('sale', ['void', 0n], ['void', 0n]), [1000, 1609]],
    ['a refund of a voided sale is 1609', reasons('sale', ['void', 0n], ['refund', 1n]), [1000, 1609]],
    ['a refund above what was captured is 1666', reasons('sale', ['refund', 1001n]), [1666]],
    ['a refund after everything went back is 1609', reasons('sale', ['refund', 1000n], ['refund', 1n]), [1000, 1609]],
    ['a void of a partly refunded sale is 1667', reasons('sale', ['refund', 1n], ['void', 0n]), [1000, 1667]],
    [
      'a completion of a voided authorization is 1668',
      reasons('authonly', ['void', 0n], ['authcomplete', 1n]),
      [1000, 1668],
    ],
    ['a second completion is 1667', reasons('authonly', ['authcomplete', 1n], ['authcomplete', 1n]), [1001, 1667]],
    ['a completion above the authorization is 1666', reasons('authonly', ['authcomplete', 1001n]), [1666]],
    [
      'after an increment more can be completed',
      reasons('authonly', ['authincrement', 1500n], ['authcomplete', 1500n]),
      [1000, 1001],
    ],
    ['an increment that raises nothing is 1661', reasons('authonly', ['authincrement', 1000n]), [1661]],
    ['an increment of a sale is 1667', reasons('sale', ['authincrement', 2000n]), [1667]],
    ['a refund of an open authorization is 1667', reasons('authonly', ['refund', 1n]), [1667]],
    ['a reversal to a higher amount is 1666', reasons('sale', ['partialreversal', 1000n]), [1666]],
    [
      'a reversed sale refunds only the rest',
      reasons('sale', ['partialreversal', 400n], ['refund', 401n], ['refund', 400n]),
      [1000, 1666, 1000],
    ],
    ['a tip raises what can be refunded', reasons('sale', ['tipadjust', 1200n], ['refund', 1200n]), [1000, 1000]],
    ['a tip on an authorization is 1667', reasons('authonly', ['tipadjust', 1200n]), [1667]],
    ['an address check cannot be voided', reasons('avsonly', ['void', 0n]), [1667]],
  ]
  for (const [name, told, expected] of stories) test(name, () => assert.deepEqual(told, expected))

  test('a declined or unseen original is 1668', () => {
    const book = emptyOrderStates()
    const declined = orderOf('sale', 615n, { instrument: visa })
    put(book, declined)
    for (const original of [declined.reference, 'neverseen']) {
      for (const action of [
        'void',
        'refund',
        'authcomplete',
        'authincrement',
        'partialreversal',
        'tipadjust',
      ] as const) {
        assert.equal(put(book, orderOf(action, 100n, { original: named(original) })).reason_code_id, 1668, action)
      }
      assert.equal(put(book, orderOf('sale', 100n, { original: named(original) })).reason_code_id, 1668)
    }
  })

  test('a voided refund can be given again, and a completion’s reference names its authorization', () => {
    const book = emptyOrderStates()
    const hold = orderOf('authonly', 1000n, { instrument: visa })
    const completion = orderOf('authcomplete', 1000n, { original: originalOf(hold) })
    const refund = orderOf('refund', 1000n, { original: originalOf(completion) })
    for (const order of [hold, completion, refund]) assert.equal(put(book, order).result, 'approved')
    const undone = put(book, orderOf('void', 0n, { original: originalOf(refund) }))
    assert.deepEqual([undone.result, undone.auth_amount], ['approved', 1000n])
    assert.equal(put(book, orderOf('refund', 1000n, { original: originalOf(hold) })).result, 'approved')
  })

  test('a new order may reuse the instrument of an earlier one by naming it', () => {
    const book = emptyOrderStates()
    const debit = orderOf('debit', 1000n, { instrument: checking })
    put(book, debit)
    assert.equal(put(book, orderOf('credit', 200n, { original: originalOf(debit) })).auth_code, 'AUTH NUM 272-172')
    assert.equal(put(book, orderOf('sale', 200n, { original: originalOf(debit) })).reason_code_id, 1626)
  })
})

const actions = ['void', 'refund', 'refund', 'authcomplete', 'authincrement', 'partialreversal', 'tipadjust'] as const
const step = fc.record({ action: fc.constantFrom(...actions), amount: fc.bigInt(0n, 1500n), target: fc.nat(30) })
const first = fc.record({ action: fc.constantFrom('sale', 'authonly', 'force'), amount: fc.bigInt(1n, 1500n) })

test('whatever is asked in whatever order, live refunds never exceed what is captured', () => {
  fc.assert(
    fc.property(fc.array(first, { minLength: 1, maxLength: 3 }), fc.array(step, { maxLength: 40 }), (firsts, steps) => {
      const book = emptyOrderStates()
      const orders = firsts.map(({ action, amount }) => orderOf(action as Action, amount, { instrument: visa }))
      for (const order of orders) put(book, order)
      const root = new Map(orders.map(({ reference }) => [reference, reference]))
      // Sums of this test, from the answers alone: captured money by original, refunds still alive by reference.
      const captured = new Map<string, bigint>()
      const refunds = new Map<string, { root: string; amount: bigint }>()
      for (const order of orders) {
        const standing = book.states.get(order.reference)
        if (standing && order.action !== 'authonly') captured.set(order.reference, standing.authorized)
      }
      for (const { action, amount, target } of steps) {
        const original = orders[target % orders.length]?.reference ?? ''
        const order = orderOf(action, amount, { original: named(original) })
        const outcome = put(book, order)
        orders.push(order)
        if (outcome.result !== 'approved') continue
        const paid = outcome.auth_amount ?? 0n
        const top = root.get(original) ?? original
        if (action === 'refund') refunds.set(order.reference, { root: top, amount: paid })
        else root.set(order.reference, top)
        if (action === 'void' && !refunds.delete(top)) captured.set(top, 0n)
        if (action === 'authcomplete' || (action !== 'void' && action !== 'refund' && captured.has(top)))
          captured.set(top, paid)
        for (const [reference, sum] of captured) {
          const back = [...refunds.values()]
            .filter(item => item.root === reference)
            .reduce((all, one) => all + one.amount, 0n)
          assert.ok(back <= sum, `${back} of ${sum} went back`)
        }
      }
    }),
    { numRuns: 500 },
  )
})
