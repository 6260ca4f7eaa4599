import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BinFacts, OverlappingRanges, readDigits, withoutOverlaps } from './bin-ranges.ts'

const fact = (funding: BinFacts['funding']): BinFacts => ({ brand: 'visa', funding, country: 'USA' })
const FACTS = [fact('credit'), fact('debit'), fact('prepaid')]

function flat(...ranges: [low: number, high: number, fact: number][]): string[] {
  const columns = {
    low: ranges.map(([low]) => low),
    high: ranges.map(([, high]) => high),
    fact: ranges.map(([, , f]) => f),
  }
  const { low, high, fact: of } = withoutOverlaps({ ...columns, facts: FACTS })
  return low.map((from, index) => `${from}-${high[index]} ${of[index]}`)
}

test('a prefix and a range of digits become ends of eleven digits', () => {
  assert.deepEqual(readDigits('411111'), [41111100000, 41111199999])
  assert.deepEqual(readDigits('41111122-41111144'), [41111122000, 41111144999])
  assert.deepEqual(readDigits('41111122334'), [41111122334, 41111122334])
  for (const text of ['', '4', '41111', '411111223344', '411111-4111112', '411112-411111', '41111x', '-411111'])
    assert.equal(typeof readDigits(text), 'string', text)
})

test('of two ranges of which one lies within the other the narrower one wins', () => {
  assert.deepEqual(flat([0, 99, 0], [10, 19, 1], [12, 13, 2]), ['0-9 0', '10-11 1', '12-13 2', '14-19 1', '20-99 0'])
  assert.deepEqual(flat([0, 9, 0], [0, 99, 1]), ['0-9 0', '10-99 1'])
  assert.deepEqual(flat([90, 99, 0], [0, 99, 1], [200, 201, 1]), ['0-89 1', '90-99 0', '200-201 1'])
})

test('ranges may not cross, nor say different things where they are the same', () => {
  assert.deepEqual(flat([0, 9, 0], [0, 9, 0], [5, 9, 0]), ['0-9 0'])
  assert.throws(() => flat([0, 9, 0], [0, 9, 1]), OverlappingRanges)
  assert.throws(() => flat([0, 9, 0], [5, 15, 1]), OverlappingRanges)
  assert.throws(() => flat([0, 20, 1], [2, 9, 0], [5, 25, 0]), OverlappingRanges)
})

test('every number has the facts of the narrowest range around it', () => {
  const range = fc.tuple(
    fc.integer({ min: 0, max: 60 }),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 2 }),
  )
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), asked => {
      const ranges = asked.map(([low, length, of]): [number, number, number] => [low, low + length, of])
      let lines: string[]
      try {
        lines = flat(...ranges)
      } catch (error) {
        assert.ok(error instanceof OverlappingRanges)
        return
      }
      const found = lines.map(line => line.split(/[- ]/).map(Number) as [number, number, number])
      for (const [index, [low, high]] of found.entries()) assert.ok(low <= high && low > (found[index - 1]?.[1] ?? -1))
      for (let number = 0; number < 80; number += 1) {
        const around = ranges.filter(([low, high]) => low <= number && number <= high)
        const narrowest = Math.min(...around.map(([low, high]) => high - low))
        const expected = around.filter(([low, high]) => high - low === narrowest).map(([, , of]) => of)
        const [one] = found.filter(([low, high]) => low <= number && number <= high)
        assert.ok(one ? expected.includes(one[2]) : expected.length === 0, `${number} of ${JSON.stringify(ranges)}`)
      }
    }),
    { numRuns: 1000 },
  )
})
