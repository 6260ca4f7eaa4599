import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { abaValid } from './aba.ts'

/** The ACH test bank, two Federal Reserve banks, the Treasury, two thrifts, and an invented electronic one. */
const VALID = ['072000326', '021001208', '111000038', '000000518', '231380104', '322271627', '614510009']

for (const routing of VALID) test(`${routing} is a routing number`, () => assert.ok(abaValid(routing)))

/** The first number with a prefix and a right check digit, so that the prefix alone decides. */
function withPrefix(prefix: number): string {
  const body = `${prefix}100000`.padStart(8, '0')
  const weighed = [...body].reduce((sum, digit, index) => sum + Number(digit) * [3, 7, 1][index % 3]!, 0)
  return `${body}${(10 - (weighed % 10)) % 10}`
}

test('of all prefixes with a right check digit those of 00-12, 21-32, 61-72 and 80 are accepted', () => {
  const inUse = (prefix: number) =>
    prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80
  for (let prefix = 0; prefix < 100; prefix++)
    assert.equal(abaValid(withPrefix(prefix)), inUse(prefix), withPrefix(prefix))
})

test('changing one digit of a routing number makes it invalid', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VALID), fc.nat(8), fc.integer({ min: 1, max: 9 }), (routing, at, step) => {
      const digit = (Number(routing[at]) + step) % 10
      assert.equal(abaValid(routing.slice(0, at) + digit + routing.slice(at + 1)), false)
    }),
  )
})

test('eight or ten digits, other text and nine zeros are no routing numbers', () => {
  for (const text of ['', '07200032', '0720003260', '07200032x', ' 72000326', '000000000'])
    assert.equal(abaValid(text), false)
})
