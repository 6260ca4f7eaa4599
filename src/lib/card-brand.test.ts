import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { brandLengths, type CardBrand, cardBrand } from './card-brand.ts'

/** First six digits, lowest and highest of each range, and the brand that owns it. */
const RANGES: [low: number, high: number, brand: CardBrand][] = [
  [300000, 305999, 'diners'],
  [340000, 349999, 'amex'],
  [352800, 358999, 'jcb'],
  [360000, 369999, 'diners'],
  [370000, 379999, 'amex'],
  [380000, 399999, 'diners'],
  [400000, 499999, 'visa'],
  [510000, 559999, 'mc'],
  [222100, 272099, 'mc'],
  [601100, 601199, 'disc'],
  [622126, 622925, 'disc'],
  [644000, 659999, 'disc'],
]

const expected = (prefix: number) => RANGES.find(([low, high]) => low <= prefix && prefix <= high)?.[2] ?? null

for (const [low, high, brand] of RANGES) {
  test(`${low} to ${high} is ${brand}, and the numbers just outside are what their own range says`, () => {
    for (const prefix of [low, high]) assert.equal(cardBrand(`${prefix}0000000000`), brand)
    for (const prefix of [low - 1, high + 1]) assert.equal(cardBrand(`${prefix}0000000000`), expected(prefix))
  })
}

test('every six-digit prefix has the brand of its range and no other', () => {
  for (let prefix = 100000; prefix <= 999999; prefix += 7)
    assert.equal(cardBrand(`${prefix}`), expected(prefix), `${prefix}`)
})

test('what follows the first six digits never changes the brand', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100000, max: 999999 }), fc.stringMatching(/^\d{0,13}$/), (prefix, rest) => {
      assert.equal(cardBrand(`${prefix}${rest}`), expected(prefix))
    }),
    { numRuns: 3000 },
  )
})

/** Numbers inside the six brands that other countries' schemes also use. */
const FOREIGN: [string, CardBrand | null][] = [
  ['6500520000000000', 'disc'],
  ['6508370000000000', 'disc'],
  ['6362970000000000', null],
  ['4011780000000000', 'visa'],
  ['4936980000000000', 'visa'],
  ['5275720000000000', 'mc'],
  ['5895620000000000', null],
  ['2200000000000000', null],
  ['6062820000000000', null],
  ['6221250000000000', null],
  ['6229260000000000', null],
  ['6240000000000000', null],
  ['5018000000000000', null],
  ['6759000000000000', null],
  ['1800000000000000', null],
  ['2131000000000000', null],
]

for (const [number, brand] of FOREIGN) {
  test(`${number.slice(0, 6)} is ${brand ?? 'no brand'} in the United States`, () =>
    assert.equal(cardBrand(number), brand))
}

test('fewer than six digits, more than nineteen, and other text have no brand', () => {
  for (const text of ['', '4', '41111', '41111111111111111111', '4111 1111 1111 1111', 'visa', '4111111111111111 ']) {
    assert.equal(cardBrand(text), null)
  }
})

test('each brand has its own lengths', () => {
  const lengths = (['visa', 'mc', 'disc', 'amex', 'jcb', 'diners'] as const).map(brand =>
    [...brandLengths(brand)].sort((a, b) => a - b),
  )
  assert.deepEqual(lengths, [[13, 16, 18, 19], [16], [16, 19], [15], [16, 17, 18, 19], [14, 16, 19]])
})
