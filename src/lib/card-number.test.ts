import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkCardNumber } from './card-number.ts'

const GOOD = [
  '4222222222222',
  '4111111111111111',
  '4012888888881881',
  '5454545454545454',
  '2223003122003222',
  '371449635398431',
  '6011000995500000',
  '6221499053360818',
  '3562164426662050',
  '38692699346326',
]

for (const number of GOOD)
  test(`the test card ${number} is accepted`, () => assert.equal(checkCardNumber(number), null))

const BAD: [string, string, RegExp][] = [
  ['no digits', '', /13 to 19/],
  ['twelve digits', '411111111111', /13 to 19/],
  ['twenty digits', '41111111111111111116', /13 to 19/],
  ['spaces', '4111 1111 1111 1111', /13 to 19/],
  ['a letter', '411111111111111a', /13 to 19/],
  ['a wrong check digit', '4111111111111112', /invalid/],
  ['a Visa length that is not issued', '411111111111116', /invalid/],
  ['a Mastercard of 19 digits', '5454545454545454005', /invalid/],
  ['an Amex of 16 digits', '3714496353984312', /invalid/],
  ['a brand of another country', '2200000000000004', /brand/],
  ['an airline number', '1000000000000008', /brand/],
]

for (const [name, number, reason] of BAD) {
  test(`a number with ${name} is refused`, () => assert.match(checkCardNumber(number) ?? 'accepted', reason))
}

test('no refusal repeats digits of the number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{5,22}$/), number => {
      const text = checkCardNumber(number)
      assert.ok(text === null || !text.includes(number.slice(0, 4)))
    }),
  )
})
