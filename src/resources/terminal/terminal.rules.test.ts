import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tipPercents, tipProblem } from './terminal.rules.ts'
import { mergedTimeouts, TERMINAL_TIMEOUTS, timeoutProblems } from './terminal-timeouts.ts'

test('timeouts inside their range are taken, as numbers or digits', () => {
  assert.deepEqual(timeoutProblems({ overall_timeout: 30, card_entry_timeout: '20' }), [])
  assert.deepEqual(timeoutProblems({}), [])
})

test('timeouts outside their range are told by step', () => {
  assert.deepEqual(timeoutProblems({ overall_timeout: 29 }), ['must have 30 to 300 seconds for overall_timeout.'])
  assert.deepEqual(timeoutProblems({ overall_timeout: 301, transaction_timeout: 9 }), [
    'must have 30 to 300 seconds for overall_timeout.',
    'must have 10 to 20 seconds for transaction_timeout.',
  ])
})

test('unknown steps and values that are no whole numbers are refused', () => {
  assert.deepEqual(timeoutProblems({ coffee_break: 60 }), ['has no step coffee_break.'])
  assert.deepEqual(timeoutProblems({ constructor: 60 }), ['has no step constructor.'])
  for (const seconds of [null, '', '6e1', 60.5, true, [60], {}]) {
    assert.equal(timeoutProblems({ device_terms_prompt_timeout: seconds }).length, 1, JSON.stringify(seconds))
  }
  assert.equal(timeoutProblems([60]).length, 1)
})

test('steps left out keep what they had, and become numbers', () => {
  const first = mergedTimeouts(null, { overall_timeout: '90' })
  assert.deepEqual(first, { ...TERMINAL_TIMEOUTS, overall_timeout: 90 })
  assert.deepEqual(mergedTimeouts(first, { status_display_time: 3 }), { ...first, status_display_time: 3 })
})

test('tips are three whole percentages from 0 to 99, or none', () => {
  assert.equal(tipProblem({ percent_1: 0, percent_2: '15', percent_3: 99 }), null)
  assert.equal(tipProblem({ percent_1: null, percent_2: null, percent_3: null }), null)
  assert.equal(tipProblem({ percent_1: 10, percent_2: 15 }), 'must have all three percentages or none.')
  assert.equal(
    tipProblem({ percent_1: 10, percent_2: 15, percent_3: 100 }),
    'must have whole percentages from 0 to 99.',
  )
  assert.equal(
    tipProblem({ percent_1: 10, percent_2: 15, percent_3: 2.5 }),
    'must have whole percentages from 0 to 99.',
  )
  assert.equal(tipProblem({ percent_4: 10 }), 'has no percent_4.')
  assert.equal(tipProblem([10, 15, 20]), 'must be an object of percent_1, percent_2, percent_3.')
})

test('tips are kept as numbers, in their order', () => {
  const kept = tipPercents({ percent_3: 20, percent_1: '10', percent_2: 15 })
  assert.equal(JSON.stringify(kept), '{"percent_1":10,"percent_2":15,"percent_3":20}')
  assert.equal(JSON.stringify(tipPercents({})), '{"percent_1":null,"percent_2":null,"percent_3":null}')
})
