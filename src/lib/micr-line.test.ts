import assert from 'node:assert/strict'
import test from 'node:test'
import { parseMicrLine } from './micr-line.ts'

test('the line of a personal check names routing number, account and check', () => {
  const read = { routing: '211287447', account_number: '234565432678', check_number: '4567890234567' }
  assert.deepEqual(parseMicrLine('T211287447T 234565432678O 4567890234567'), read)
  assert.deepEqual(parseMicrLine('⑆211287447⑆ 2345-6543-2678⑈ 4567890234567'), read)
})

test('the line of a business check has its number in front, and a number may be missing', () => {
  assert.equal(parseMicrLine('O1001O T072000326T 123456789O')?.check_number, '1001')
  assert.equal(parseMicrLine('T072000326T 123456789O')?.check_number, null)
})

test('anything else is no line of a check', () => {
  for (const text of [
    '',
    '072000326 123456789',
    'T72000326T 123456789O',
    'T072000326T 123O',
    ';4111111111111111=2512?',
  ])
    assert.equal(parseMicrLine(text), null, text)
})
