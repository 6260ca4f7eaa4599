import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { matchText } from './filter-text.ts'

function textsOf(filter: string): unknown {
  const asked: unknown[] = []
  matchText('c', filter, { param: value => String(asked.push(value)) })
  return asked[0]
}

test('G25 a filter is one text, several, or one in quotes', () => {
  assert.equal(textsOf('Rivera'), 'Rivera')
  assert.deepEqual(textsOf('a,b'), ['a,b', 'a', 'b'])
  assert.deepEqual(textsOf('"a,b",c'), ['a,b', 'c'])
  assert.equal(textsOf('"null"'), 'null')
  assert.equal(textsOf('"say ""hi"""'), 'say "hi"')
  assert.equal(textsOf('""'), '')
  assert.equal(textsOf('"open'), '"open')
  assert.equal(textsOf('"a"b'), '"a"b')
  assert.deepEqual(textsOf('a,"b'), ['a,"b', 'a', '"b'])
})

test('G25 any text is asked for in quotes', () => {
  fc.assert(
    fc.property(
      fc.string().filter(text => !text.includes('\0') && !text.includes('@')),
      text => {
        assert.equal(textsOf(`"${text.replaceAll('"', '""')}"`), text)
      },
    ),
  )
})
