import assert from 'node:assert/strict'
import test from 'node:test'
import { similarName } from './similar-name.ts'

const NAMES = ['account_number', 'exp_date', 'last_name', 'location_id', 'transaction_amount', 'zip', 'cvv', 'city']

test('a name written by another habit or with a slip means the one that is near', () => {
  for (const [given, meant] of [
    ['lastName', 'last_name'],
    ['last-name', 'last_name'],
    ['lastname', 'last_name'],
    ['lats_name', 'last_name'],
    ['transaction_ammount', 'transaction_amount'],
    ['location', 'location_id'],
    ['expdate', 'exp_date'],
    ['Zip', 'zip'],
  ] as const)
    assert.equal(similarName(given, NAMES), meant, given)
})

test('names of other payment APIs are understood', () => {
  assert.equal(similarName('card_number', NAMES), 'account_number')
  assert.equal(similarName('amount', NAMES), 'transaction_amount')
  assert.equal(similarName('cvc', NAMES), 'cvv')
})

test('a name that is near none is left alone', () => {
  for (const given of ['favourite_colour', 'zap', 'constructor', '', 'x'.repeat(10_000)])
    assert.equal(similarName(given, NAMES), null, given)
})
