import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AchChannel, type SecCode, secCode } from './sec-code.ts'

const TABLE: [is_company: boolean, channel: AchChannel, direction: 'debit' | 'credit', code: SecCode][] = [
  [true, 'api', 'debit', 'CCD'],
  [true, 'web', 'debit', 'CCD'],
  [true, 'phone', 'debit', 'CCD'],
  [true, 'api', 'credit', 'CCD'],
  [true, 'web', 'credit', 'CCD'],
  [true, 'phone', 'credit', 'CCD'],
  [false, 'api', 'debit', 'PPD'],
  [false, 'web', 'debit', 'WEB'],
  [false, 'phone', 'debit', 'TEL'],
  [false, 'api', 'credit', 'PPD'],
  [false, 'web', 'credit', 'PPD'],
  [false, 'phone', 'credit', 'PPD'],
]

for (const [is_company, channel, direction, code] of TABLE) {
  test(`AV-16 a ${direction} of a ${is_company ? 'company' : 'consumer'} by ${channel} is ${code}`, () => {
    assert.equal(secCode({ is_company, channel, direction }), code)
  })
}

test('an entry without a direction is a debit', () => {
  assert.equal(secCode({ is_company: false, channel: 'web' }), 'WEB')
})
