import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import { truncateOutcome } from './record-outcome.ts'

const outcome: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'approved',
  reason_code_id: 1000,
  verbiage: 'APPROVAL',
  auth_code: 'abc123',
  auth_amount: 100n,
  avs: 'GOOD',
  avs_enhanced: 'Y',
  cvv_response: 'M',
  processor_reference: 'P1',
}

test('an outcome that fits stays as it is', () => {
  assert.deepEqual(truncateOutcome(outcome), outcome)
})

test('texts no column could hold are cut, not refused', () => {
  const strange = truncateOutcome({
    ...outcome,
    verbiage: `A\u0000B${'x'.repeat(300)}`,
    auth_code: 'y'.repeat(99),
    cvv_response: 'MM',
    avs: '\ud800',
  })
  assert.deepEqual(
    [strange.verbiage.length, strange.auth_code?.length, strange.cvv_response, strange.avs],
    [255, 24, 'M', '\ufffd'],
  )
  assert.ok(strange.verbiage.startsWith('ABx'))
})

test('G74 an approved amount that no payment can have says nothing: the amount that was sent stands', () => {
  for (const auth_amount of [10_000_000_000n, -1n])
    assert.equal(truncateOutcome({ ...outcome, auth_amount }).auth_amount, null)
  assert.equal(truncateOutcome({ ...outcome, auth_amount: 9_999_999_999n }).auth_amount, 9_999_999_999n)
})
