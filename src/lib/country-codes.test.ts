import assert from 'node:assert/strict'
import test from 'node:test'
import { alpha2Of } from './country-codes.ts'

test('G5 countries are known by number, by two letters and by three', () => {
  const codes = {
    '840': 'US',
    '124': 'CA',
    '826': 'GB',
    us: 'US',
    USA: 'US',
    can: 'CA',
    SWE: 'SE',
    CHN: 'CN',
    AUT: 'AT',
    IRL: 'IE',
    SWD: null,
    U: null,
    '999': null,
    XX: null,
    '': null,
  }
  for (const [code, letters] of Object.entries(codes)) assert.equal(alpha2Of(code), letters, code)
})

test('G5 every country has three codes, and no code is that of two', () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const pairs = letters.flatMap(one => letters.map(other => one + other))
  const threes = pairs.flatMap(pair => letters.map(letter => pair + letter)).filter(code => alpha2Of(code) !== null)
  assert.equal(threes.length, 249)
  assert.equal(new Set(threes.map(alpha2Of)).size, 249)
  assert.equal(pairs.filter(pair => alpha2Of(pair) === pair).length, 249)
  // Many three letters begin with other two than those of the country.
  assert.ok(threes.filter(code => code.slice(0, 2) !== alpha2Of(code)).length > 50)
})

test('every number stands for a region that the platform knows too, and no region is there twice', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const found = new Set<string>()
  for (let number = 0; number < 1000; number += 1) {
    const letters = alpha2Of(String(number).padStart(3, '0'))
    if (letters === null) continue
    assert.notEqual(names.of(letters), letters)
    assert.ok(!found.has(letters), letters)
    found.add(letters)
  }
  assert.equal(found.size, 249)
})
