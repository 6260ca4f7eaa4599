import assert from 'node:assert/strict'
import { createHmac, createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { fingerprinter } from './fingerprint.ts'

const bytes = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
const mark = fingerprinter(createSecretKey(bytes))
const hmac = (key: Buffer, text: string | Buffer) => createHmac('sha256', key).update(text).digest()

test('a mark is HMAC-SHA-256 in hex under a key that RFC 5869 derives for the purpose', () => {
  const extracted = hmac(Buffer.alloc(32), bytes)
  const expanded = hmac(extracted, Buffer.concat([Buffer.from('tollgate fingerprint v1 card'), Buffer.of(1)]))
  assert.equal(mark('card', '4111111111111111'), hmac(expanded, '4111111111111111').toString('hex'))
})

test('the same value and purpose give the same mark, also from another instance with the same key', () => {
  const other = fingerprinter(createSecretKey(bytes))
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary' }), (purpose, value) => {
      assert.match(mark(purpose, value), /^[0-9a-f]{64}$/)
      assert.equal(mark(purpose, value), mark(purpose, value))
      assert.equal(mark(purpose, value), other(purpose, value))
    }),
  )
})

test('another purpose, value or key gives another mark', () => {
  const other = fingerprinter(createSecretKey(Buffer.alloc(32, 9)))
  const marks = [
    mark('card', '4111111111111111'),
    mark('bank', '4111111111111111'),
    mark('card', '4111111111111112'),
    other('card', '4111111111111111'),
  ]
  assert.equal(new Set(marks).size, marks.length)
})

test('half a surrogate pair is refused, because every such half would get the same mark', () => {
  assert.throws(() => mark('card', '\ud800'), /surrogate/)
})
