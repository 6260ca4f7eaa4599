import assert from 'node:assert/strict'
import test from 'node:test'
import { copyWithout, emptyRecord, withoutBlanks } from './wide-records.ts'

test('a record without some of its names has all of the others, what is null too', () => {
  const copy = copyWithout(['b', 'd'])
  const given = { a: 1, b: 2, c: null, d: 4 }
  assert.deepEqual(copy(given), { a: 1, c: null })
  assert.deepEqual(copy({ a: 0, b: 2, c: '', d: 4 }), { a: 0, c: '' })
  assert.deepEqual(given, { a: 1, b: 2, c: null, d: 4 })
})

test('what is neither null nor undefined is kept, false and nothing included', () => {
  assert.deepEqual(withoutBlanks({ a: null, b: undefined, c: 0, d: false, e: '' }), { c: 0, d: false, e: '' })
})

test('an empty record has its names in their order', () => {
  assert.deepEqual(Object.entries(emptyRecord(['b', 'a'])), [
    ['b', null],
    ['a', null],
  ])
})
