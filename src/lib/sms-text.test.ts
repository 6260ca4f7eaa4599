import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/any-character.ts'
import { fitText, partsOf, plainText } from './sms-text.ts'

test('a text is one part up to 160 plain characters, or 70 others; longer parts lose room to their joint', () => {
  assert.deepEqual(
    [160, 161, 306, 307].map(length => partsOf('a'.repeat(length))),
    [1, 2, 2, 3],
  )
  assert.deepEqual(
    [70, 71, 134, 135].map(length => partsOf('я'.repeat(length))),
    [1, 2, 2, 3],
  )
  assert.deepEqual(
    [80, 81].map(length => partsOf('€'.repeat(length))),
    [1, 2],
  )
})

test('typographic characters become plain ones, and letters keep the accents that phones know', () => {
  assert.equal(
    plainText('“Juniper’s” – Garden…\r\nCafé Ünal, Łódź, Šumava'),
    '"Juniper\'s" - Garden... Café Ünal, Lodz, Sumava',
  )
  assert.equal(plainText('花見 😀'), '花見 😀')
})

const URL = `https://pay.gateway.example/quickinvoice/?id=${'0'.repeat(24)}`
const write = (name: string, what: string) =>
  `${name}: $1,234.50 for "${what}", due Jan 31, 2030. Pay: ${URL} Reply STOP to opt out.`

test('what is too long is shortened where it can still be recognised, the link never', () => {
  const text = fitText(write, 'Juniper Garden Works of Ithaca', 'Hedge trimming and lawn care in spring')
  assert.equal(partsOf(text), 1)
  assert.ok(text.includes(URL))
  assert.match(text, /^Juniper/)
  assert.match(text, /Hedge/)
})

test('a short text is left as it is', () => {
  const short = (name: string, what: string) => `${name}: ${what}`
  assert.equal(fitText(short, 'Juniper', 'Garden work'), 'Juniper: Garden work')
})

test('no text grows by being fitted, and every one keeps its link and its words about STOP', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 64 }),
      fc.string({ unit: anyCharacter, maxLength: 64 }),
      (name, what) => {
        const text = fitText(write, name, what)
        assert.ok(partsOf(text) <= partsOf(write(plainText(name).trim(), plainText(what).trim())))
        assert.ok(text.endsWith(`Pay: ${URL} Reply STOP to opt out.`))
      },
    ),
  )
})
