import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { associatedData } from './associated-data.ts'

const parts = fc.array(fc.string({ unit: anyCharacter, maxLength: 6 }), { maxLength: 5 })

test('two different lists of parts never give the same bytes', () => {
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other)
      assert.equal(associatedData(...one).equals(associatedData(...other)), same)
    }),
    { numRuns: 2000 },
  )
})

test('moving characters or empty parts over a border changes the bytes', () => {
  const forms = [['ab', 'c'], ['a', 'bc'], ['', 'abc'], ['abc', ''], ['abc'], ['a', 'b', 'c'], ['\u0000', 'abc']]
  assert.equal(new Set(forms.map(form => associatedData(...form).toString('hex'))).size, forms.length)
})

test('half a surrogate pair is refused, because it has no bytes of its own', () => {
  assert.throws(() => associatedData('a\ud800'), /surrogate/)
})
