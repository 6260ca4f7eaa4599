import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { activeKey, formatRing, newRing, parseRing, withNewKey } from './ring.ts'

type Stored = { version: number; wrapping_keys: Record<string, unknown>[]; fingerprint_keys: Record<string, unknown>[] }

const stored = () => JSON.parse(formatRing(withNewKey(newRing(100), 200))) as Stored

test('a ring reads back from its text with every key, state and time', () => {
  const ring = withNewKey(withNewKey(newRing(100), 200), 300)
  const again = parseRing(formatRing(ring))
  assert.deepEqual(
    again.wrapping.map(({ state, created_ts }) => [state, created_ts]),
    [
      ['decrypt_only', 100],
      ['decrypt_only', 200],
      ['active', 300],
    ],
  )
  for (const [index, key] of ring.wrapping.entries()) assert.ok(key.key.equals(again.wrapping[index]!.key))
  assert.ok(ring.fingerprint[0]!.key.equals(again.fingerprint[0]!.key))
})

test('every key of every new ring is different, and the fingerprint key is none of the wrapping keys', () => {
  const rings = Array.from({ length: 50 }, () => newRing(0))
  const keys = rings.flatMap(ring => [...ring.wrapping, ...ring.fingerprint])
  assert.equal(new Set(keys.map(key => key.key.export().toString('hex'))).size, 100)
  assert.equal(new Set(keys.map(key => key.id)).size, 100)
})

test('a new key is the only active one and the fingerprint key stays', () => {
  const ring = newRing(100)
  const rotated = withNewKey(ring, 200)
  assert.equal(rotated.wrapping.filter(key => key.state === 'active').length, 1)
  assert.notEqual(activeKey(rotated.wrapping).id, activeKey(ring.wrapping).id)
  assert.equal(rotated.fingerprint, ring.fingerprint)
})

const BROKEN: [string, (ring: Stored) => void, RegExp][] = [
  ['another version', ring => (ring.version = 3), /version is not 1/],
  ['no wrapping keys', ring => (ring.wrapping_keys = []), /exactly one active/],
  ['no fingerprint key', ring => (ring.fingerprint_keys = []), /exactly one active/],
  ['two active keys', ring => (ring.wrapping_keys[0]!.state = 'active'), /exactly one active/],
  ['no active key', ring => (ring.wrapping_keys[1]!.state = 'decrypt_only'), /exactly one active/],
  ['an unknown state', ring => (ring.wrapping_keys[0]!.state = 'destroyed'), /unknown state/],
  ['the same id twice', ring => (ring.wrapping_keys[0]!.id = ring.wrapping_keys[1]!.id), /twice/],
  ['an id with a dot', ring => (ring.wrapping_keys[0]!.id = 'a.b'), /usable id/],
  ['a short key', ring => (ring.wrapping_keys[0]!.key = Buffer.alloc(31).toString('base64')), /32 bytes/],
  ['a key that is not base64', ring => (ring.wrapping_keys[0]!.key = '!'.repeat(44)), /32 bytes/],
  ['no time', ring => delete ring.wrapping_keys[0]!.created_ts, /created_ts/],
]

for (const [name, damage, reason] of BROKEN) {
  test(`a ring with ${name} is refused`, () => {
    const ring = stored()
    damage(ring)
    assert.throws(() => parseRing(JSON.stringify(ring)), reason)
  })
}

test('no refusal of a damaged text quotes a key', () => {
  const text = formatRing(newRing(0))
  const secrets = [...text.matchAll(/"key": "([^"]+)"/g)].map(match => match[1]!)
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, noise) => {
      try {
        parseRing(text.slice(0, at) + noise + text.slice(at + 1))
      } catch (error) {
        const said = `${inspect(error)} ${(error as Error).stack}`
        for (const secret of secrets)
          for (let i = 0; i + 8 < secret.length; i += 4) assert.ok(!said.includes(secret.slice(i, i + 8)))
      }
    }),
    { numRuns: 500 },
  )
})

test('inspecting or serialising a ring shows no key', () => {
  const ring = newRing(0)
  const said = inspect(ring, { depth: 9, showHidden: true }) + JSON.stringify(ring)
  for (const key of [...ring.wrapping, ...ring.fingerprint]) {
    for (const form of ['base64', 'base64url', 'hex', 'latin1'] as const)
      assert.ok(!said.includes(key.key.export().toString(form)))
  }
})
