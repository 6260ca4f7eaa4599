import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOf } from './postal-country.ts'

test('G5 an address is in the United States or Canada where its code and state say so, else nowhere that is known', () => {
  const cases: [zip: string | null, state: string | null, country: string | null][] = [
    ['14850', 'NY', 'US'],
    ['14850', null, 'US'],
    ['14850-1234', 'ny', 'US'],
    ['148501234', '', 'US'],
    ['00901', 'PR', 'US'],
    ['K1A 0B1', 'ON', 'CA'],
    ['k1a0b1', null, 'CA'],
    ['SW1A 1AA', null, null],
    ['D02 X285', 'Dublin', null],
    ['10115', 'Berlin', null],
    ['1010', null, null],
    ['114 55', null, null],
    ['', 'NY', null],
    [null, null, null],
  ]
  for (const [zip, state, country] of cases) assert.equal(countryOf(zip, state), country, `${zip} ${state}`)
})
