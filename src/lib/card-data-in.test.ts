import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardDataIn, holdsNumber } from './card-data-in.ts'
import { redactText } from './redact-text.ts'

const CARD_NUMBERS = [
  '4111111111111111',
  'card 4111 1111 1111 1111 exp 12/27',
  '4111-1111-1111-1111',
  '4111.1111.1111.1111',
  '4111\u00a01111\u00a01111\u00a01111',
  '4111\u20131111\u20131111\u20131111',
  '４１１１１１１１１１１１１１１１',
  '٤١١١ ١١١١ ١١١١ ١١١١',
  '४१११११११११११११११',
  '4111\u200b1111\u200b1111\u200b1111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '41 11 11 11 11 11 11 11',
  '411111 1111111111',
  '4,111,111,111,111,111',
  '3714 496353 98431',
  'Amex 371449635398431.',
  '3869 269934 6326',
  'PAN4111111111111111',
  '4111111111111111cvc',
  '4111111111111111=27122010000000000000',
  '41111111111111111227',
  '41111111111111111227123',
  '12 4111 1111 1111 1111 12 27',
  'scan-4111_1111_1111_1111.png',
  '6011000995500000',
  '5454 5454 5454 5454',
]
for (const text of CARD_NUMBERS) {
  test(`a card number is found in ${text}`, () => {
    assert.equal(cardDataIn(text), 'card number')
    assert.equal(cardDataIn({ deep: [{ er: text }] }), 'card number')
    assert.equal(cardDataIn({ [text]: 1 }), 'card number')
  })
}

for (const text of ['CVV 123', 'cvv:1234', 'cvc2=123', 'my security code is 123', '123 (cvv)', 'Amex card, CID 1234']) {
  test(`a security code is found in ${text}`, () => {
    assert.equal(cardDataIn(text), 'card security code')
  })
}

test('a security code is found under its name in JSON', () => {
  assert.equal(cardDataIn({ payer: { cvv: '123' } }), 'card security code')
  assert.equal(cardDataIn({ payer: { CVV: 123 } }), 'card security code')
  assert.equal(cardDataIn({ number: 4111111111111111 }), 'card number')
})

for (const text of [
  'abcdefab4111111111111111',
  'track 2: 4111111111111111D25122010000012300',
  '57114111111111111111D25122010000012300',
  '9F2608AABBCCDD57134111111111111111D25122010000012300',
  '5A0841111111111111115F24032512',
  '4111111111111111deadbeef',
  'abcdefab-4111-1111-1111-1111abcdefab',
  'a4111111-1111-1111-1aaa-aaaaaaaaaaaa',
  '4111·1111·1111·1111',
  '4111 • 1111 • 1111 • 1111',
  '(4111)(1111)(1111)(1111)',
  '[4111] [1111] [1111] [1111]',
  '<4111> <1111> <1111> <1111>',
  [...'4111111111111111'].map(digit => `${digit}\ufe0f\u20e3`).join(''),
  [...'4111111111111111'].map(digit => `${digit}\u20dd`).join(' '),
]) {
  test(`G51 a card number is found in ${text}`, () => {
    assert.equal(cardDataIn(text), 'card number')
  })
}

const HARMLESS = [
  'Tel. 415 555 1234, fax 415 555 9876',
  '+1 (415) 555-1234 / +1 (415) 555-9876',
  '2026-11-22 09:38:39.123',
  '01.02.2026 - 03.04.2026',
  '4b111111-1111-1111-1111-111111111111',
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'FR76 3000 6000 0112 3456 7890 189',
  '1Z999AA10123456784',
  '9400 1000 0000 0000 0000 00',
  '192.168.100.200',
  '4111111111111112',
  '41111111111111111111111',
  '1700000000000',
  'cvv required',
  'CID 4711',
  'the security code of your card',
  'Order 12345678901234567890',
  '$4,111.11 of $5,222.22',
  '',
]
for (const text of HARMLESS) {
  test(`nothing is found in ${text === '' ? 'an empty text' : text}`, () => {
    assert.equal(cardDataIn(text), null)
  })
}

test('a number of the same request is found however it is separated', () => {
  assert.ok(holdsNumber('INV-4111 1111-1111 1111', '4111111111111111'))
  assert.ok(!holdsNumber('INV-4111 1111-1111 1112', '4111111111111111'))
})

test('of texts as merchants write them fewer than one in a thousand is taken for card data', t => {
  const random = seeded(90210)
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const MADE: [kind: string, make: () => string][] = [
    ['two phone numbers', () => `${digits(3)} ${digits(3)} ${digits(4)}, ${digits(3)} ${digits(3)} ${digits(4)}`],
    ['phone number and code', () => `${digits(10)}/${digits(5)} x`],
    ['time stamps', () => `202611${digits(1)}1 1${digits(5)} 202712${digits(1)}1`],
    ['hexadecimal id', () => `0198a${Buffer.from(digits(10)).toString('hex')}f`],
    ['UUID', () => uuid(random)],
    ['id of 24 hexadecimal digits', () => hex(random, 24)],
    ['hash of 64 hexadecimal digits', () => hex(random, 64)],
    [
      'phone numbers in brackets',
      () => `(${digits(3)}) ${digits(3)}-${digits(4)}, (${digits(3)}) ${digits(3)}-${digits(4)}`,
    ],
    ['amounts in brackets', () => `(${digits(4)}.${digits(2)}) [${digits(5)}] (${digits(3)}.${digits(2)})`],
    ['amounts', () => `${digits(3)}.${digits(2)} ${digits(3)}.${digits(2)} ${digits(4)}.${digits(2)}`],
    ['parcel of 22 digits', () => `94${digits(20)}`],
    ['street and zip code', () => `${digits(4)} Main Street, Springfield ${digits(5)}-${digits(4)}`],
  ]
  for (const [kind, make] of MADE) {
    const found = Array.from({ length: 10_000 }, make).filter(text => cardDataIn(text) !== null).length
    t.diagnostic(`${kind}: ${found} of 10,000`)
    assert.ok(found <= 10, `${kind}: ${found} of 10,000`)
  }
})

test('one in fifty to one in a hundred of random numbers of 16 digits looks like a card, and so does not decide alone', t => {
  const random = seeded(12)
  const made = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 16 }, () => Math.floor(random() * 10)).join(''),
  )
  const share = made.filter(text => cardDataIn(text) !== null).length / made.length
  t.diagnostic(`${(share * 100).toFixed(1)} %`)
  assert.ok(share > 0.005 && share < 0.05)
})

test('ten times as many digits take about ten times as long, not a hundred times', () => {
  const texts = (digits: number) => ['1 '.repeat(digits / 2), '7'.repeat(digits)]
  /** Processor time in microseconds, the least of three: what else the machine does is no part of it. */
  const cost = (digits: number): number => {
    const runs = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      for (const text of texts(digits)) cardDataIn(text)
      return process.cpuUsage(before).user
    })
    return Math.max(1000, Math.min(...runs))
  }
  cost(100_000)
  assert.ok(cost(1_000_000) < 40 * cost(100_000))
})

/** Each was a square once, or is close to one. */
const WORST = [
  '1-',
  '1 ',
  '1 1-',
  '4111 ',
  '4111-1111-',
  'a1-',
  'AB12 ',
  'AB12 ABCD ',
  'cvv ',
  '\u0301\u0323',
  '\u0663',
  'security code 1',
]

test('G40 100 kB of the worst texts are searched and hidden within a moment', t => {
  let most = 0
  for (const pump of WORST) {
    const text = pump.repeat(100_000 / pump.length)
    const before = process.threadCpuUsage()
    cardDataIn(text)
    redactText(`${text}${text}`)
    const ms = process.threadCpuUsage(before).user / 1000
    most = Math.max(most, ms)
    assert.ok(ms < 400, `${JSON.stringify(pump)} ${ms} ms`)
  }
  t.diagnostic(`at most ${most.toFixed(0)} ms`)
})

test('G40 a name made of hexadecimal digits needs a letter to be one', () => {
  assert.equal(cardDataIn('9f1c2d3e-4111-1111-1111-111111111111'), null)
  assert.equal(cardDataIn(`41111111111111111227${'0'.repeat(3)}`), 'card number')
})

function hex(random: () => number, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
}

function uuid(random: () => number): string {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map(length => hex(random, length))
  return `${a}-${b}-4${c}-8${d}-${e}`
}

/** Numbers from 0 to 1, the same ones every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
