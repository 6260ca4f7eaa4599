import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decrypt, encrypt } from './aes-gcm.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

/** Test cases 13, 14 and 16 of the GCM specification given to NIST (McGrew and Viega, AES with 256-bit keys). */
const VECTORS = [
  {
    key: '00'.repeat(32),
    iv: '00'.repeat(12),
    plain: '',
    bound: '',
    cipher: '',
    tag: '530f8afbc74536b9a963b4f1c4cb738b',
  },
  {
    key: '00'.repeat(32),
    iv: '00'.repeat(12),
    plain: '00'.repeat(16),
    bound: '',
    cipher: 'cea7403d4d606b6e074ec5d3baf39d18',
    tag: 'd0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    key: 'feffe9928665731c6d6a8f9467308308'.repeat(2),
    iv: 'cafebabefacedbaddecaf888',
    plain:
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    bound: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    cipher:
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662',
    tag: '76fc6ece0f4e1768cddf8853bb2d551b',
  },
]

for (const [index, { key, iv, plain, bound, cipher, tag }] of VECTORS.entries()) {
  test(`published AES-256-GCM vector ${index + 1} decrypts to its plain text`, () => {
    assert.equal(decrypt(hex(key), hex(iv + cipher + tag), hex(bound)).toString('hex'), plain)
  })
}

test('what is encrypted decrypts again under the same key and associated data', () => {
  const bytes = fc.uint8Array({ maxLength: 80 }).map(array => Buffer.from(array))
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes, bytes, (key, plain, bound) => {
      const box = encrypt(Buffer.from(key), plain, bound)
      assert.equal(box.length, plain.length + 28)
      assert.deepEqual(decrypt(Buffer.from(key), box, bound), plain)
    }),
  )
})

test('two encryptions of the same bytes under the same key differ', () => {
  const key = Buffer.alloc(32, 7)
  const boxes = Array.from({ length: 500 }, () => encrypt(key, Buffer.from('same'), Buffer.alloc(0)).toString('hex'))
  assert.equal(new Set(boxes).size, boxes.length)
})

test('a box shorter than start value and tag is refused', () => {
  assert.throws(() => decrypt(Buffer.alloc(32), Buffer.alloc(27), Buffer.alloc(0)), /too short/)
})

test('another key or other associated data does not decrypt', () => {
  const box = encrypt(Buffer.alloc(32, 1), Buffer.from('secret'), Buffer.from('here'))
  assert.throws(() => decrypt(Buffer.alloc(32, 2), box, Buffer.from('here')), /do not fit/)
  assert.throws(() => decrypt(Buffer.alloc(32, 1), box, Buffer.from('there')), /do not fit/)
})
