import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BinRange, binLookup } from './bin-lookup.ts'

const range = (low: string, high: string, issuer_bank_name: string): BinRange => ({
  low,
  high,
  facts: { issuer_bank_name },
})
const name = (ranges: BinRange[], digits: string) => binLookup(ranges)(digits).issuer_bank_name.trimEnd()

const TABLE = [
  range('41000000', '41000499', 'A'),
  range('410005', '410005', 'B'),
  range('4200000000000000000', '42999999', 'C'),
]

const CASES: [digits: string, issuer: string][] = [
  ['4099999999999999', ''],
  ['4100000000000000', 'A'],
  ['4100049999999999', 'A'],
  ['4100050000000000', 'B'],
  ['4100059999999999999', 'B'],
  ['4100060000000000', ''],
  ['4200000000000000', 'C'],
  ['4299999999999999', 'C'],
  ['4300000000000000', ''],
]

for (const [digits, issuer] of CASES) {
  test(`${digits} is of ${issuer || 'no known issuer'}`, () => assert.equal(name(TABLE, digits), issuer))
}

test('fewer digits than the ranges have answer what all ranges that may be meant share', () => {
  const shared: BinRange[] = [
    { low: '41234500', high: '41234549', facts: { issuer_bank_name: 'A', card_class: 'P', country_code: 'USA' } },
    { low: '41234550', high: '41234599', facts: { issuer_bank_name: 'B', card_class: 'P' } },
  ]
  const lookup = binLookup(shared)
  assert.deepEqual(
    [lookup('412345').card_class, lookup('412345').issuer_bank_name.trim(), lookup('412345').country_code],
    ['P', '', '   '],
  )
  assert.equal(lookup('41234575').issuer_bank_name.trim(), 'B')
})

test('binary search finds what reading every line finds', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 40_000_000, max: 40_000_200 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(cuts, fc.integer({ min: 39_999_990, max: 40_000_210 }), (numbers, asked) => {
      const ends = numbers.sort((one, other) => one - other)
      const ranges = ends.flatMap((low, index) => {
        const high = ends[index + 1]
        return index % 2 === 0 && high !== undefined ? [range(`${low}`, `${high}`, `issuer ${low}`)] : []
      })
      const expected = ranges.find(({ low, high }) => Number(low) <= asked && asked <= Number(high))
      assert.equal(name([...ranges].reverse(), `${asked}00000000`), expected?.facts.issuer_bank_name ?? '')
    }),
    { numRuns: 500 },
  )
})

test('a table whose ranges overlap or are none is refused', () => {
  assert.throws(
    () => binLookup([range('410000', '410010', 'A'), range('410010', '410020', 'B')]),
    /overlap at 41001000/,
  )
  assert.throws(() => binLookup([range('410000', '410000', 'A'), range('41000055', '41000055', 'B')]), /overlap/)
  assert.throws(() => binLookup([range('410010', '410000', 'A')]), /ends before it begins/)
  for (const low of ['4', '41000', '41000x', '', '41000000000000000000']) {
    assert.throws(() => binLookup([range(low, '410010', 'A')]), /6 to 19 digits/)
  }
})

test('an empty table and text that is no number answer with blanks', () => {
  assert.equal(binLookup([])('4111111111111111').detail_card_product, 'V')
  for (const text of ['', '4111', 'visa', '4111 1111 1111 1111'])
    assert.equal(binLookup(TABLE)(text).issuer_bank_name.trim(), '')
})
