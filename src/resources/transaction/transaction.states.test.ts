import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BEGINNINGS,
  type Beginning,
  beginningOf,
  type FollowUpAction,
  followUpAmount,
  followUpRefusal,
  IN_PROGRESS,
  notNow,
  REFUND_UNDER_WAY,
  refundRefusal,
  STATUS,
  TRANSITIONS,
  type TransactionState,
  TYPE,
} from './transaction.states.ts'

const ACTIONS = Object.keys(TRANSITIONS) as FollowUpAction[]
const STATUSES = Object.values(STATUS)

function stateOf(over: Partial<TransactionState> = {}): TransactionState {
  return {
    payment_method: 'cc',
    status_id: STATUS.sale,
    type_id: TYPE.sale,
    captured_amount: 1000n,
    refunded_amount: 0n,
    refund_pending_amount: 0n,
    doing: null,
    reason_code_id: 1000,
    ...over,
  }
}

const TODAY = { same_day: true, settled: false }

/** By hand, so that a slip in the table is seen: which statuses of a card payment allow which action. */
const CARD: Record<FollowUpAction, number[]> = {
  void: [101, 102, 111],
  authcomplete: [102],
  authincrement: [102],
  partialreversal: [101, 102],
  tipadjust: [101],
}

test('every action is allowed in its statuses and in no other', () => {
  for (const action of ACTIONS) {
    const allowed = STATUSES.filter(status_id => followUpRefusal(action, stateOf({ status_id }), TODAY) === null)
    assert.deepEqual(allowed, CARD[action], action)
  }
})

test('a bank payment can be voided on its own day while it waits, and nothing else be done to it', () => {
  for (const action of ACTIONS) {
    for (const status_id of STATUSES) {
      const row = stateOf({ payment_method: 'ach', status_id, type_id: TYPE.debit })
      const allowed = followUpRefusal(action, row, TODAY) === null
      assert.equal(allowed, action === 'void' && status_id === STATUS.ach_pending, `${action} in ${status_id}`)
      assert.notEqual(
        followUpRefusal(action, row, { ...TODAY, same_day: false }),
        null,
        `${action} in ${status_id} on another day`,
      )
    }
  }
})

test('what was settled, or given back in part, cannot be changed any more', () => {
  for (const action of ['void', 'partialreversal', 'tipadjust'] as const) {
    assert.equal(followUpRefusal(action, stateOf({ refunded_amount: 1n }), TODAY), notNow(action))
    assert.notEqual(followUpRefusal(action, stateOf(), { ...TODAY, settled: true }), null, action)
  }
})

test('while a refund is under way, what it stands in the way of waits for its outcome', () => {
  const pending = stateOf({ refund_pending_amount: 600n })
  for (const action of ['void', 'partialreversal', 'tipadjust'] as const)
    assert.equal(followUpRefusal(action, pending, TODAY), REFUND_UNDER_WAY)
  assert.equal(refundRefusal(pending), null)
  assert.equal(refundRefusal(stateOf({ refunded_amount: 400n, refund_pending_amount: 600n })), REFUND_UNDER_WAY)
  assert.equal(refundRefusal(stateOf({ refunded_amount: 1000n })), notNow('refund'))
})

test('while an action is under way every other one waits its turn', () => {
  const busy = stateOf({ doing: 'void' })
  for (const action of ACTIONS) assert.equal(followUpRefusal(action, busy, TODAY), IN_PROGRESS)
  assert.equal(refundRefusal(busy), IN_PROGRESS)
})

test('only an approved card sale and a settled bank debit can be refunded, until nothing is left', () => {
  const card = STATUSES.filter(status_id => refundRefusal(stateOf({ status_id })) === null)
  assert.deepEqual(card, [STATUS.sale])
  const debit = (status_id: number) => stateOf({ payment_method: 'ach', type_id: TYPE.debit, status_id })
  assert.deepEqual(
    STATUSES.filter(status_id => refundRefusal(debit(status_id)) === null),
    [STATUS.ach_settled],
  )
  assert.equal(refundRefusal(stateOf({ refunded_amount: 400n, refund_pending_amount: 599n })), null)
  assert.notEqual(refundRefusal({ ...debit(STATUS.ach_settled), type_id: TYPE.credit }), null)
})

test('GAP-16 each action begins with its own methods, types and statuses', () => {
  const table: [Beginning, 'cc' | 'ach', number, number][] = [
    ['sale', 'cc', 20, 101],
    ['authonly', 'cc', 20, 102],
    ['avsonly', 'cc', 21, 121],
    ['force', 'cc', 20, 101],
    ['refund', 'cc', 30, 111],
    ['refund', 'ach', 30, 131],
    ['debit', 'ach', 50, 131],
    ['credit', 'ach', 40, 131],
  ]
  for (const [action, method, type_id, status_id] of table) {
    assert.deepEqual(beginningOf(action, method), { type_id, status_id })
  }
  const pairs = Object.keys(BEGINNINGS).length * 2
  const offered = (Object.keys(BEGINNINGS) as Beginning[]).flatMap(action =>
    (['cc', 'ach'] as const).filter(method => beginningOf(action, method) !== null),
  )
  assert.deepEqual([pairs, offered.length], [14, table.length])
})

test('amounts of actions: a void takes all, a capture at most all, increments more, reversals less', () => {
  type Amounts = Parameters<typeof followUpAmount>[1]
  const held: Amounts = {
    status_id: STATUS.authorized,
    authorized_amount: 1000n,
    captured_amount: 0n,
    auth_amount: 500n,
  }
  const sold: Amounts = { status_id: STATUS.sale, authorized_amount: 1000n, captured_amount: 900n, auth_amount: 900n }
  const ok: [FollowUpAction, Amounts, bigint | null, bigint][] = [
    ['void', held, null, 1000n],
    ['void', sold, 900n, 900n],
    ['authcomplete', held, null, 1000n],
    ['authcomplete', held, 1n, 1n],
    ['authincrement', held, 1001n, 1001n],
    ['partialreversal', held, 999n, 999n],
    ['partialreversal', sold, 899n, 899n],
    ['tipadjust', sold, 1200n, 1200n],
  ]
  for (const [action, row, asked, value] of ok) assert.deepEqual(followUpAmount(action, row, asked), { value }, action)
  const no: [FollowUpAction, Amounts, bigint | null][] = [
    ['void', held, 999n],
    ['authcomplete', held, 1001n],
    ['authincrement', held, 1000n],
    ['authincrement', held, null],
    ['partialreversal', held, 1000n],
    ['partialreversal', sold, 900n],
    ['tipadjust', sold, null],
  ]
  for (const [action, row, asked] of no) assert.ok('problem' in followUpAmount(action, row, asked), action)
})
