import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import { STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { batchSteps } from '../batches/batch.ts'
import { EXPIRED } from './approved-action.ts'
import type { Attempt } from './attempt.ts'
import { allowsPartial, decideFollowUp, decideOrder, reportedFailed, type Terms } from './outcome.ts'

const terms: Terms = {
  allow_partial_authorization: false,
  allow_recurring_partial_authorization: false,
  auto_decline_cvv: false,
  auto_decline_street: false,
  auto_decline_zip: false,
  industry_type: 'retail',
  processor_data: { terminals: [] },
}
const NOW = 1_800_000_000
const TODAY = { today: '2026-11-21', seconds: NOW }
const NOTHING_ELSE = { reversed: null, refund: false, stuck: null }

const row = (over: Partial<TransactionRow> = {}): TransactionRow =>
  ({
    payment_method: 'cc',
    type_id: TYPE.sale,
    status_id: STATUS.pending,
    outcome: 'pending',
    recurring_id: null,
    doing: null,
    billing_street: '1 Rose Lane',
    billing_zip: '14850',
    previous_transaction_id: null,
    transaction_amount: 1000n,
    auth_amount: null,
    authorized_amount: 0n,
    captured_amount: 0n,
    allow_partial_authorization_override: null,
    auto_decline_cvv_override: null,
    auto_decline_street_override: null,
    auto_decline_zip_override: null,
    ...over,
  }) as TransactionRow

const attempt = (over: Partial<Attempt> = {}): Attempt =>
  ({ action: 'sale', purpose: 'order', amount: 1000n, told_ts: null, changes: {}, ...over }) as Attempt

const approved = (over: Partial<Outcome> = {}): Outcome => ({
  ...NO_RESPONSE_DATA,
  result: 'approved',
  reason_code_id: 1000,
  verbiage: 'APPROVAL',
  response_message: '00 APPROVED',
  auth_code: 'abc123',
  auth_amount: 1000n,
  avs_enhanced: 'V',
  processor_reference: 'P1',
  ...over,
})
const declinedOutcome = approved({
  result: 'declined',
  reason_code_id: 1616,
  verbiage: 'NSF',
  auth_code: null,
  auth_amount: null,
})

const decide = (
  over: Partial<Outcome>,
  product: Partial<Terms> = {},
  of: Partial<TransactionRow> = {},
  asked: Partial<Attempt> = {},
) => decideOrder(row(of), attempt(asked), approved(over), { ...terms, ...product }, NOW)

test('an approval captures a sale, a force and a debit, and only holds an authorization', () => {
  const table: [Partial<Attempt>, Partial<TransactionRow>, number, bigint, bigint][] = [
    [{ action: 'sale' }, {}, 101, 1000n, 1000n],
    [{ action: 'force' }, {}, 101, 1000n, 1000n],
    [{ action: 'authonly' }, {}, 102, 1000n, 0n],
    [{ action: 'avsonly', amount: 0n }, {}, 121, 0n, 0n],
    [{ action: 'refund' }, {}, 111, 1000n, 0n],
    [{ action: 'debit' }, { payment_method: 'ach' }, 131, 1000n, 1000n],
    [{ action: 'credit' }, { payment_method: 'ach' }, 131, 1000n, 0n],
  ]
  for (const [asked, of, status_id, authorized, captured] of table) {
    const { set, state, reverse } = decide({}, {}, of, asked)
    const got = [set.status_id, set.outcome, set.authorized_amount, set.captured_amount, state, reverse]
    assert.deepEqual(got, [status_id, 'approved', authorized, captured, 'approved', false], String(asked.action))
    assert.equal(set.timestamp, NOW)
  }
})

test('a decline keeps its reason and checks, and holds no money and no place in the duplicate check', () => {
  const { set, state, reverse } = decideOrder(row(), attempt(), { ...declinedOutcome, avs: 'BAD' }, terms, NOW)
  assert.deepEqual(
    [set.status_id, set.outcome, set.reason_code_id, set.auth_amount, set.dup_key, set.avs],
    [301, 'declined', 1616, 0n, null, 'BAD'],
  )
  assert.deepEqual([state, reverse], ['declined', false])
})

test('address and security code are measured by the product, or by what the payment says instead', () => {
  const table: [Partial<Outcome>, Partial<Terms>, Partial<TransactionRow>, number][] = [
    [{ avs: 'BAD', cvv_response: 'N' }, {}, {}, 1000],
    [{ avs: 'STREET' }, { auto_decline_street: true }, {}, 1655],
    [{ avs: 'STREET' }, { auto_decline_zip: true }, {}, 1000],
    [{ avs: 'ZIP' }, { auto_decline_zip: true }, {}, 1655],
    [{ avs: 'ZIP' }, { auto_decline_street: true }, {}, 1000],
    [{ avs: 'BAD' }, { auto_decline_zip: true }, {}, 1655],
    [{ avs: 'BAD' }, { auto_decline_zip: true }, { billing_zip: null }, 1000],
    [{ avs: 'GOOD' }, { auto_decline_zip: true, auto_decline_street: true }, {}, 1000],
    [{ avs: null }, { auto_decline_zip: true, auto_decline_street: true }, {}, 1000],
    [{ cvv_response: 'N' }, { auto_decline_cvv: true }, {}, 1656],
    [{ cvv_response: 'X' }, { auto_decline_cvv: true }, {}, 1656],
    [{ cvv_response: 'M' }, { auto_decline_cvv: true }, {}, 1000],
    [{ cvv_response: null }, { auto_decline_cvv: true }, {}, 1000],
    [{ cvv_response: 'N' }, { auto_decline_cvv: true }, { auto_decline_cvv_override: false }, 1000],
    [{ cvv_response: 'N' }, {}, { auto_decline_cvv_override: true }, 1656],
  ]
  for (const [index, [outcome, product, of, reason]] of table.entries()) {
    const { set, reverse } = decide(outcome, product, of)
    assert.equal(set.reason_code_id, reason, `row ${index}`)
    assert.equal(reverse, reason !== 1000)
    assert.equal(set.status_id, reason === 1000 ? 101 : 301)
  }
})

test('an address check that is not accepted has nothing to take back', () => {
  const { set, reverse } = decide({ avs: 'BAD' }, { auto_decline_zip: true }, {}, { action: 'avsonly', amount: 0n })
  assert.deepEqual([set.status_id, set.reason_code_id, reverse], [301, 1655, false])
})

test('less than was asked is taken only where that is allowed', () => {
  const part = { auth_amount: 400n, reason_code_id: 1201 }
  const refused = decide(part)
  assert.deepEqual([refused.set.status_id, refused.set.reason_code_id, refused.reverse], [301, 1657, true])
  const taken = decide(part, { allow_partial_authorization: true })
  assert.deepEqual([taken.set.status_id, taken.set.captured_amount, taken.reverse], [101, 400n, false])
  const recurring = row({ recurring_id: 'r' })
  assert.equal(allowsPartial(recurring, { ...terms, allow_partial_authorization: true }), false)
  assert.equal(allowsPartial(recurring, { ...terms, allow_recurring_partial_authorization: true }), true)
  assert.equal(
    allowsPartial(row({ allow_partial_authorization_override: false }), {
      ...terms,
      allow_partial_authorization: true,
    }),
    false,
  )
})

test('an approval somebody was told did not happen leaves the row as told, and goes back', () => {
  const told = decideOrder(
    row({ outcome: 'unknown', status_id: STATUS.declined }),
    attempt({ told_ts: 1 }),
    approved(),
    terms,
    NOW,
  )
  assert.deepEqual(told, { set: {}, state: 'approved', reverse: true, ...NOTHING_ELSE })
  const check = decideOrder(row(), attempt({ told_ts: 1, action: 'avsonly' }), approved(), terms, NOW)
  assert.deepEqual(check, { set: { outcome: 'declined' }, state: 'approved', reverse: false, ...NOTHING_ELSE })
})

test('what is told of an unknown order is 301 with reason 1531; of an action only the reason', () => {
  assert.deepEqual(reportedFailed(attempt()), {
    reason_code_id: 1531,
    verbiage: 'COMMUNICATION ERROR',
    response_message: null,
    outcome: 'unknown',
    status_id: 301,
  })
  const action = reportedFailed(attempt({ purpose: 'follow_up', action: 'void' }))
  assert.deepEqual(Object.keys(action), ['reason_code_id', 'verbiage', 'response_message'])
})

test('an approved action sets its money, its status and what was asked along with it', () => {
  const held = row({
    status_id: STATUS.authorized,
    outcome: 'approved',
    authorized_amount: 1000n,
    auth_amount: 1000n,
    doing: 'authcomplete',
  })
  const done = decideFollowUp(
    held,
    attempt({ action: 'authcomplete', purpose: 'follow_up', amount: 800n, changes: { tax: 50n } }),
    approved({ auth_amount: 800n, reason_code_id: 1001 }),
    TODAY,
  )
  const { set } = done
  assert.deepEqual(
    [
      set.status_id,
      set.transaction_amount,
      set.captured_amount,
      set.auth_amount,
      set.tax,
      set.doing,
      set.reason_code_id,
    ],
    [101, 800n, 800n, 800n, 50n, null, 1001],
  )
  const voided = decideFollowUp(held, attempt({ action: 'void', purpose: 'follow_up' }), approved(), TODAY).set
  assert.deepEqual(
    [voided.status_id, voided.void_date, voided.transaction_amount, voided.auth_amount],
    [201, '2026-11-21', 0n, undefined],
  )
})

test('a processor that captures more than it held is believed: what was captured is never more than what was authorized', () => {
  const held = row({
    status_id: STATUS.authorized,
    outcome: 'approved',
    authorized_amount: 1000n,
    doing: 'authcomplete',
  })
  const { set } = decideFollowUp(
    held,
    attempt({ action: 'authcomplete', purpose: 'follow_up', amount: 1000n }),
    approved({ auth_amount: 1100n }),
    TODAY,
  )
  assert.deepEqual([set.captured_amount, set.authorized_amount], [1100n, 1100n])
})

test('a refused action changes the reason only; one that was lost and told to nobody changes nothing', () => {
  const sale = row({ status_id: STATUS.sale, outcome: 'approved', doing: 'void' })
  const asked = attempt({ action: 'void', purpose: 'follow_up' })
  const refused = decideFollowUp(sale, asked, declinedOutcome, TODAY).set
  assert.deepEqual(refused, { doing: null, reason_code_id: 1616, verbiage: 'NSF', response_message: '00 APPROVED' })
  const lost = { ...declinedOutcome, reason_code_id: 1531 }
  assert.deepEqual(decideFollowUp(sale, asked, lost, TODAY).set, { doing: null })
  assert.equal(decideFollowUp(sale, { ...asked, told_ts: 1 }, lost, TODAY).set.reason_code_id, 1531)
})

test('totals of a batch: what counted before goes out, what counts now comes in, voids are counted apart', () => {
  const sale = row({ status_id: STATUS.sale, captured_amount: 1000n })
  const refund = row({
    status_id: STATUS.refunded,
    type_id: TYPE.refund,
    auth_amount: 300n,
    previous_transaction_id: 'x',
  })
  const blind = { ...refund, previous_transaction_id: null }
  const voided = (of: TransactionRow) => ({ ...of, status_id: STATUS.voided, captured_amount: 0n }) as TransactionRow
  assert.deepEqual(batchSteps(row(), sale), { sale: { amount: 1000n, count: 1 } })
  assert.deepEqual(batchSteps(sale, { ...sale, captured_amount: 700n }), { sale: { amount: -300n, count: 0 } })
  assert.deepEqual(batchSteps(sale, voided(sale)), {
    sale: { amount: -1000n, count: -1 },
    void: { amount: 1000n, count: 1 },
  })
  assert.deepEqual(batchSteps(row(), refund), { refund: { amount: 300n, count: 1 } })
  assert.deepEqual(batchSteps(row(), blind), { blind_refund: { amount: 300n, count: 1 } })
  assert.deepEqual(batchSteps(refund, voided(refund)), {
    refund: { amount: -300n, count: -1 },
    void: { amount: 300n, count: 1 },
  })
  assert.deepEqual(batchSteps(sale, { ...sale, description: 'words' }), {})
})

test('of a partial approval the parts are reduced to what was approved, because the processor chose the amount', () => {
  const asked = row({ transaction_amount: 1000n, tax: 100n, tip_amount: 600n })
  const partial = approved({ auth_amount: 650n, reason_code_id: 1201 })
  const { set } = decideOrder(asked, attempt(), partial, { ...terms, allow_partial_authorization: true }, NOW)
  assert.deepEqual([set.captured_amount, set.tax, set.tip_amount], [650n, undefined, 550n])
})

const held = row({
  status_id: STATUS.authorized,
  outcome: 'approved',
  transaction_amount: 1000n,
  authorized_amount: 1000n,
  auth_amount: 1000n,
  account_type: 'visa',
  expire_ts: NOW + 100,
})

test('what the processor approves of an action counts, never what was requested of it', () => {
  const said = (action: Attempt['action'], amount: bigint, auth_amount: bigint | null, of = held) =>
    decideFollowUp(of, attempt({ action, purpose: 'follow_up', amount }), approved({ auth_amount }), TODAY).set
  const grown = said('authincrement', 1500n, 1200n)
  assert.deepEqual(
    [grown.transaction_amount, grown.authorized_amount, grown.auth_amount, grown.expire_ts],
    [1200n, 1200n, undefined, NOW + 100],
  )
  assert.equal(said('authincrement', 1500n, null).authorized_amount, 1500n)
  const sale = row({ status_id: STATUS.sale, outcome: 'approved', authorized_amount: 1000n, captured_amount: 1000n })
  for (const action of ['partialreversal', 'tipadjust'] as const) {
    const set = said(action, 700n, 800n, sale)
    assert.deepEqual([set.captured_amount, set.authorized_amount, set.auth_amount], [800n, 800n, 800n], action)
  }
})

test('parts that were sent with an action are reduced where the processor approves less than they are', () => {
  const asked = attempt({
    ...{ action: 'authincrement', purpose: 'follow_up', amount: 1500n },
    changes: { tax: 100n, tip_amount: 1300n },
  })
  const { set } = decideFollowUp(held, asked, approved({ auth_amount: 1200n }), TODAY)
  assert.deepEqual([set.tax, set.tip_amount], [100n, 1100n])
})

test('an authorization has its end from its approval on, and a capture or void takes it away', () => {
  const order = attempt({ action: 'authonly' })
  const { set } = decideOrder(row({ account_type: 'amex' }), order, approved(), terms, NOW)
  assert.equal(set.expire_ts, NOW + 7 * 86_400)
  assert.equal('expire_ts' in decideOrder(row(), attempt(), approved(), terms, NOW).set, false)
  for (const action of ['authcomplete', 'void'] as const)
    assert.equal(decideFollowUp(held, attempt({ action, purpose: 'follow_up' }), approved(), TODAY).set.expire_ts, null)
})

test('a void of what the processor has voided before takes nothing back, and the transaction is voided', () => {
  const void_again = attempt({ action: 'void', purpose: 'follow_up' })
  const before = { ...declinedOutcome, reason_code_id: 1609 }
  const { set, state } = decideFollowUp({ ...held, doing: 'void' }, void_again, before, TODAY)
  assert.deepEqual([set.status_id, set.authorized_amount, set.doing, state], [201, 0n, null, 'approved'])
  const capture = attempt({ action: 'authcomplete', purpose: 'follow_up' })
  assert.equal(decideFollowUp(held, capture, before, TODAY).state, 'declined')
})

test('an authorization that has ended is over whatever the processor says to its void, unless nothing was sent', () => {
  const ends = attempt({ action: 'void', purpose: 'follow_up', changes: EXPIRED })
  const doing = { ...held, doing: 'void' }
  const shown = ({ set }: ReturnType<typeof decideFollowUp>) => [
    set.status_id,
    set.reason_code_id,
    set.authorized_amount,
    set.expire_ts,
    set.doing,
  ]
  assert.deepEqual(shown(decideFollowUp(doing, ends, approved(), TODAY)), [201, 1658, 0n, null, null])
  const refused = decideFollowUp(doing, ends, { ...declinedOutcome, reason_code_id: 1667 }, TODAY)
  assert.deepEqual([...shown(refused), refused.state], [201, 1658, 0n, null, null, 'declined'])
  for (const reason_code_id of [1531, 1530])
    assert.deepEqual(decideFollowUp(doing, ends, { ...declinedOutcome, reason_code_id }, TODAY).set, { doing: null })
})
