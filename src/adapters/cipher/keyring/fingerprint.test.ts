import assert from 'node:assert/strict'
import { createHmac, createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { fingerprinter, layeredFingerprints } from './fingerprint.ts'

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
    fc.property(fc.string(), fc.string({ unit: anyCharacter }), (purpose, value) => {
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

const keyOf = (byte: number, state: 'active' | 'decrypt_only' | 'retired', starts_ts: number) => ({
  ...{ key: createSecretKey(Buffer.alloc(32, byte)), state, starts_ts },
})

test('a second key fingerprints what the first made, and both forms are taken until the first is retired', () => {
  let now = 50
  const seconds = () => now
  const one = layeredFingerprints([keyOf(1, 'active', 0)], seconds)
  const both = layeredFingerprints([keyOf(1, 'decrypt_only', 0), keyOf(2, 'active', 100)], seconds)
  const later = layeredFingerprints([keyOf(1, 'retired', 0), keyOf(2, 'active', 100)], seconds)
  const former = one.fingerprint('card', 'x')
  assert.equal(both.fingerprint('card', 'x'), former, 'before the second key starts')
  assert.deepEqual(both.fingerprints('card', 'x').slice(0, 1), [former])
  now = 100
  const current = both.fingerprint('card', 'x')
  assert.match(current, /^g02[0-9a-f]{61}$/)
  assert.deepEqual(both.fingerprints('card', 'x'), [current, former])
  assert.deepEqual(both.formsOf('card', former), [current, former], 'without the value')
  assert.deepEqual(both.formsOf('card', current), [current])
  assert.ok(both.isFingerprint(former, 'card', 'x') && both.isFingerprint(current, 'card', 'x'))
  assert.ok(!both.isFingerprint(current, 'card', 'y') && !both.isFingerprint(current, 'bank', 'x'))
  assert.deepEqual(later.fingerprints('card', 'x'), [current])
  assert.ok(!later.isFingerprint(former, 'card', 'x') && later.isFingerprint(current, 'card', 'x'))
  assert.deepEqual(later.formsOf('card', former), [current], 'a restored backup is brought up')
  assert.equal(later.fingerprintLike(former, 'card', 'x'), former, 'for the trail of before')
})

test('the first key alone makes none of the second form, and a form of no key is none', () => {
  const both = layeredFingerprints([keyOf(1, 'decrypt_only', 0), keyOf(2, 'active', 0)], () => 1)
  const stranger = layeredFingerprints([keyOf(1, 'decrypt_only', 0), keyOf(3, 'active', 0)], () => 1)
  assert.notEqual(stranger.fingerprint('card', 'x'), both.fingerprint('card', 'x'))
  for (const mark of ['', 'g', 'gzz', 'g03'.padEnd(64, '0'), 'g00'.padEnd(64, '0'), 'x'.repeat(64)])
    assert.equal(both.isFingerprint(mark, 'card', 'x'), false, mark)
  assert.throws(() => both.fingerprintLike('g03', 'card', 'x'), /does not have the key/)
})
