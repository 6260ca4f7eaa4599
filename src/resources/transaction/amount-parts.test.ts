import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsProblems, reducedParts } from './amount-parts.ts'
import { STATUS } from './transaction.states.ts'

const approved = (captured_amount: bigint, parts: Partial<Parameters<typeof reducedParts>[0]>) => ({
  status_id: STATUS.sale as number,
  transaction_amount: 10_000n,
  authorized_amount: 10_000n,
  captured_amount,
  tax: 0n,
  tip_amount: null,
  surcharge_amount: null,
  surcharge_id: null,
  subtotal_amount: null,
  ...parts,
})

test('parts that fit what was approved stay as they were sent', () => {
  assert.deepEqual(reducedParts(approved(6_000n, { tax: 1_000n, tip_amount: 500n })), {})
  assert.deepEqual(reducedParts(approved(1_500n, { tax: 1_000n, tip_amount: 500n, subtotal_amount: 1_500n })), {})
})

test('of less than its parts the tip is given up first, then the surcharge, then the tax', () => {
  const parts = { tax: 1_000n, tip_amount: 500n, surcharge_amount: 300n }
  assert.deepEqual(reducedParts(approved(1_700n, parts)), { tip_amount: 400n })
  assert.deepEqual(reducedParts(approved(1_200n, parts)), { tip_amount: 0n, surcharge_amount: 200n })
  assert.deepEqual(reducedParts(approved(900n, parts)), { tip_amount: 0n, surcharge_amount: 0n, tax: 900n })
})

test('a subtotal that no longer fits is what remains beside tax, tip and surcharge', () => {
  const parts = { tax: 1_000n, tip_amount: 500n, subtotal_amount: 8_500n }
  assert.deepEqual(reducedParts(approved(6_000n, parts)), { subtotal_amount: 4_500n })
  assert.deepEqual(reducedParts(approved(1_200n, parts)), { tip_amount: 200n, subtotal_amount: 0n })
})

test('an authorization is measured by what it holds, a decline by what was requested, a void by nothing', () => {
  const parts = { tax: 5_000n, authorized_amount: 4_000n }
  assert.deepEqual(reducedParts(approved(0n, { ...parts, status_id: STATUS.authorized })), { tax: 4_000n })
  assert.deepEqual(reducedParts(approved(0n, { ...parts, status_id: STATUS.declined })), {})
  assert.deepEqual(reducedParts(approved(0n, { tax: 5_000n, authorized_amount: 0n, status_id: STATUS.voided })), {})
})

test('whatever is approved, what remains of the parts fits it and nothing grows', () => {
  const amounts = [0n, 1n, 999n, 2_500n, 10_000n]
  for (const captured of amounts.slice(1))
    for (const tax of amounts)
      for (const tip_amount of amounts)
        for (const subtotal_amount of [null, ...amounts]) {
          const before = approved(captured, { tax, tip_amount, subtotal_amount })
          const after = { ...before, ...reducedParts(before) }
          assert.deepEqual(partsProblems(after, captured), {})
          assert.ok(after.tax <= tax && after.tip_amount! <= tip_amount)
          assert.ok(subtotal_amount === null || after.subtotal_amount! <= subtotal_amount)
        }
})

test('a caller who sends parts that do not fit is told so on the amount', () => {
  assert.deepEqual(partsProblems({ tax: 60n, tip_amount: 40n }, 100n), {})
  assert.deepEqual(Object.keys(partsProblems({ tax: 60n, tip_amount: 41n }, 100n)), ['transaction_amount'])
  assert.deepEqual(Object.keys(partsProblems({ subtotal_amount: 101n }, 100n)), ['subtotal_amount'])
})

test('a caller who chooses a lower amount is asked for the parts the transaction has', () => {
  const kept = { tax: 60n, tip_amount: 30n, surcharge_amount: null, subtotal_amount: 90n }
  const asked = partsProblems({}, 80n, kept)
  assert.deepEqual(Object.keys(asked), ['tip_amount', 'tax', 'subtotal_amount'])
  assert.match(asked.tax![0]!, /^Tax is 0\.60 and has to be sent anew/)
  assert.deepEqual(Object.keys(partsProblems({ tax: 50n }, 70n, kept)), ['tip_amount', 'subtotal_amount'])
  assert.deepEqual(partsProblems({ tip_amount: 0n, subtotal_amount: 20n }, 80n, kept), {})
})

test('a surcharge of the gateway stays the same share of an amount that is approved in part', () => {
  const parts = { surcharge_id: 'one', surcharge_amount: 300n, subtotal_amount: 10_000n, transaction_amount: 10_300n }
  assert.deepEqual(reducedParts(approved(10_300n, parts)), {})
  assert.deepEqual(reducedParts(approved(5_150n, parts)), { surcharge_amount: 150n, subtotal_amount: 5_000n })
})

test('and is never more than four percent of the rest, however an amount becomes less', () => {
  const parts = { surcharge_id: 'one', surcharge_amount: 400n, subtotal_amount: 5_000n, transaction_amount: 5_000n }
  assert.deepEqual(reducedParts(approved(5_000n, parts)), { surcharge_amount: 192n })
})
