import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import type { Binding } from '../../../ports/cipher.ts'
import { openUnder, parseEnvelope, rewrapUnder, sealUnder } from './envelope.ts'
import { activeKey, newRing } from './ring.ts'

const key = activeKey(newRing(0).wrapping)
const next = activeKey(newRing(0).wrapping)
const text = fc.string({ unit: anyCharacter, maxLength: 60 })
const part = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 30 })
const binding = fc.record({ location_id: part, record_id: part, field: part })
const here: Binding = {
  location_id: '11e95f8ec39de8fbdb0a4f1a',
  record_id: '11e936d6fc3bd9f0a5bfb0e0',
  field: 'account_number',
}

const open = (sealed: string, place: Binding) => openUnder(key, parseEnvelope(sealed), place)

test('a sealed text opens to itself in its own place', () => {
  fc.assert(
    fc.property(text, binding, (plain, place) => assert.equal(open(sealUnder(key, plain, place), place), plain)),
  )
})

test('a sealed text does not open in any other place, nor can its key be wrapped again there', () => {
  fc.assert(
    fc.property(text, binding, binding, (plain, place, other) => {
      fc.pre(JSON.stringify(Object.values(place)) !== JSON.stringify(Object.values(other)))
      const sealed = sealUnder(key, plain, place)
      assert.throws(() => open(sealed, other), /do not fit/)
      assert.throws(() => rewrapUnder(key, next, parseEnvelope(sealed), other), /do not fit/)
    }),
  )
})

test('each part of the place is bound by itself', () => {
  const sealed = sealUnder(key, '4111111111111111', here)
  for (const field of ['location_id', 'record_id', 'field'] as const) {
    assert.throws(() => open(sealed, { ...here, [field]: `${here[field]}0` }), /do not fit/)
  }
})

test('a sealed text with any one bit flipped does not open', () => {
  const sealed = Buffer.from(sealUnder(key, '4111111111111111', here), 'latin1')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed)
    changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7))
    assert.throws(() => {
      const envelope = parseEnvelope(changed.toString('latin1'))
      // The ring would not even find a key of another id; here the right key is offered under every id.
      openUnder({ ...key, id: envelope.key_id }, envelope, here)
    }, `bit ${bit} may be flipped`)
  }
})

test('cut, extended, joined and foreign texts are not sealed values', () => {
  const sealed = sealUnder(key, '4111111111111111', here)
  const forms = [
    sealed.slice(0, -1),
    `${sealed}A`,
    `${sealed}.`,
    `${sealed}=`,
    ` ${sealed}`,
    `${sealed}\n`,
    sealed.replace('v1', 'v2'),
    '',
    'v1...',
  ]
  for (const form of forms) assert.throws(() => open(form, here), form)
  fc.assert(fc.property(fc.string(), foreign => assert.throws(() => parseEnvelope(foreign), /Not a sealed value/)))
})

test('the parts of two sealed texts cannot be exchanged', () => {
  const [one, other] = [sealUnder(key, 'one', here).split('.'), sealUnder(key, 'two', here).split('.')]
  for (const index of [2, 3]) assert.throws(() => open(one.with(index, other[index]!).join('.'), here), /do not fit/)
})

test('wrapping the data key again leaves the bytes of the secret untouched and opens under the new key only', () => {
  const sealed = sealUnder(key, '4111111111111111', here)
  const again = rewrapUnder(key, next, parseEnvelope(sealed), here)
  assert.equal(parseEnvelope(again).key_id, next.id)
  assert.equal(again.split('.')[3], sealed.split('.')[3])
  assert.equal(openUnder(next, parseEnvelope(again), here), '4111111111111111')
  assert.throws(() => openUnder(key, parseEnvelope(again), here), /do not fit/)
})

test('wrapping again never decrypts the secret: it also works where the secret itself is damaged', () => {
  const envelope = parseEnvelope(sealUnder(key, '4111111111111111', here))
  envelope.box.fill(0)
  const again = parseEnvelope(rewrapUnder(key, next, envelope, here))
  assert.deepEqual(again.box, envelope.box)
  assert.throws(() => openUnder(next, again, here), /do not fit/)
})

test('the same secret sealed twice gives different texts that do not contain it', () => {
  const texts = Array.from({ length: 200 }, () => sealUnder(key, '4111111111111111', here))
  assert.equal(new Set(texts.flatMap(sealed => sealed.split('.').slice(2))).size, 400)
  for (const sealed of texts)
    assert.doesNotMatch(Buffer.from(sealed.split('.')[3]!, 'base64url').toString('latin1'), /4111/)
})

test('a place with an empty part and a text with half a surrogate pair are refused', () => {
  assert.throws(() => sealUnder(key, 'x', { ...here, record_id: '' }), /must be bound/)
  assert.throws(() => sealUnder(key, 'x\udc00', here), /surrogate/)
})
