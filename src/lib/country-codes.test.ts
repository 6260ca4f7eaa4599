import assert from 'node:assert/strict'
import test from 'node:test'
import { alpha2Of } from './country-codes.ts'

test('countries are known by number, by two letters, and the nearest by three', () => {
  const codes = {
    '840': 'US',
    '124': 'CA',
    '826': 'GB',
    us: 'US',
    USA: 'US',
    can: 'CA',
    '999': null,
    XX: null,
    '': null,
  }
  for (const [code, letters] of Object.entries(codes)) assert.equal(alpha2Of(code), letters, code)
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
