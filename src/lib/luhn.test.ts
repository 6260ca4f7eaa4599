import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { luhnValid } from './luhn.ts'

/** The published test numbers of the card networks and of ISO/IEC 7812-1. */
const VALID = [
  '4111111111111111',
  '5454545454545454',
  '371449635398431',
  '6011000995500000',
  '38692699346326',
  '4222222222222',
  '79927398713',
  '0',
]

for (const number of VALID) test(`${number} passes its check digit`, () => assert.ok(luhnValid(number)))

test('of the ten numbers that differ in the last digit only, exactly one passes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,18}$/), body => {
      assert.equal([...'0123456789'].filter(digit => luhnValid(body + digit)).length, 1)
    }),
  )
})

test('changing any one digit of a valid number makes it fail', () => {
  for (const number of VALID) {
    for (let at = 0; at < number.length; at++) {
      for (let step = 1; step < 10; step++) {
        const digit = (Number(number[at]) + step) % 10
        assert.ok(!luhnValid(number.slice(0, at) + digit + number.slice(at + 1)))
      }
    }
  }
})

test('swapping neighbours makes a valid number fail, except 09 and 90 which the formula cannot tell apart', () => {
  for (const number of VALID) {
    for (let at = 0; at + 1 < number.length; at++) {
      const [one, other] = [number[at]!, number[at + 1]!]
      const blind = one === other || `${one}${other}` === '09' || `${one}${other}` === '90'
      assert.equal(luhnValid(number.slice(0, at) + other + one + number.slice(at + 2)), blind)
    }
  }
})

test('text that is not made of digits alone does not pass', () => {
  for (const text of [
    '',
    ' ',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '411111111111111x',
    '４１１１',
    '-0',
    '0.0',
  ]) {
    assert.equal(luhnValid(text), false)
  }
})
