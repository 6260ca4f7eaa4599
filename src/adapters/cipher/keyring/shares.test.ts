import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinShares, splitSecret } from './shares.ts'

const secrets = fc.uint8Array({ minLength: 1, maxLength: 300 }).map(bytes => Buffer.from(bytes))

test('any two shares give the secret back, in any order', () => {
  fc.assert(
    fc.property(secrets, fc.integer({ min: 2, max: 16 }), fc.nat(), fc.nat(), (secret, count, one, other) => {
      const shares = splitSecret(secret, count)
      const [first, second] = [one % count, other % count]
      fc.pre(first !== second)
      assert.deepEqual(joinShares([shares[first]!, shares[second]!]), secret)
    }),
  )
})

test('one share tells nothing: each of its bytes has every value, whatever the secret', () => {
  for (const byte of [0, 0x41]) {
    const seen = new Set<number>()
    for (let round = 0; round < 40; round += 1) {
      const [share] = splitSecret(Buffer.alloc(400, byte), 2)
      for (const each of Buffer.from(share!.split(' ')[3]!, 'base64url').subarray(32)) seen.add(each)
    }
    assert.equal(seen.size, 256)
  }
})

test('a share that is damaged, the same one twice, one of another secret and one alone are refused', () => {
  const [one, two, three] = splitSecret(Buffer.from('the ring'), 3) as [string, string, string]
  const [other] = splitSecret(Buffer.from('the ring'), 3) as [string]
  const at = one.indexOf(' 1 ') + 6
  const damaged = `${one.slice(0, at)}${one[at] === 'A' ? 'B' : 'A'}${one.slice(at + 1)}`
  assert.throws(() => joinShares([damaged, two]), /share 1 is damaged/)
  assert.throws(() => joinShares([one, one]), /same share twice/)
  assert.throws(() => joinShares([one, other]), /two different splittings/)
  assert.throws(() => joinShares([one]), /two shares are needed/)
  assert.throws(() => joinShares([one, two, three]), /two shares are needed/)
  assert.throws(() => joinShares([one, 'the ring']), /not a share/)
  assert.throws(() => splitSecret(Buffer.from('x'), 1), /2 to 16/)
})
