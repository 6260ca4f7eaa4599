import assert from 'node:assert/strict'
import test from 'node:test'
import { cardDataOf } from './card-data-fields.ts'

const FIELD = { kind: { is_written: true }, options: {}, limits: { max: 64 } } as const

test('G40 a text that its field refuses for its length is not searched', () => {
  assert.equal(cardDataOf(FIELD, `4111111111111111 ${'1-'.repeat(50_000)}`), null)
})

test('a card number in a field that is too short for it is still named as one', () => {
  assert.equal(cardDataOf(FIELD, `${'x'.repeat(64)} 4111111111111111`), 'card number')
  assert.equal(cardDataOf({ ...FIELD, limits: {} }, `${'x'.repeat(1000)} 4111111111111111`), 'card number')
})
