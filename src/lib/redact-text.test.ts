import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { idFrom } from './id.ts'
import { luhnValid } from './luhn.ts'
import { redactText } from './redact-text.ts'

const CARDS = [
  '4111111111111111',
  '5454545454545454',
  '371449635398431',
  '6011000995500000',
  '38692699346326',
  '4222222222222',
]
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Any number of 13 to 19 digits that passes the check digit, of a known brand or not. */
const number = fc
  .stringMatching(/^\d{12,18}$/)
  .map(body => body + [...'0123456789'].find(digit => luhnValid(body + digit))!)

for (const card of CARDS) {
  test(`the card ${card} is hidden as one run, in groups, in the middle of words and in quotes`, () => {
    const groups = card.replace(/(\d{4})(?=\d)/g, '$1 ')
    for (const form of [
      card,
      groups,
      groups.replaceAll(' ', '-'),
      groups.replaceAll(' ', '\u00a0'),
      [...card].join(' '),
      groups.replaceAll(' ', ' - '),
      groups.replaceAll(' ', '·'),
      groups.replaceAll(' ', ' • '),
    ]) {
      for (const [before, after] of [
        ['', ''],
        ['card ', ' was declined'],
        ['x', 'y'],
        ['("', '")'],
        ['\n', '\n'],
        ['#', ', 12/30'],
        ['a.', '.b'],
      ]) {
        assert.equal(redactText(before + form + after), `${before}[redacted]${after}`)
      }
    }
  })
}

test('any number of 13 to 19 digits with a right check digit is hidden in any text, whatever blanks or dashes are in it', () => {
  const gap = fc.constantFrom('', '', '', ' ', '-', '  ', '\u2013', ' - ')
  const around = fc.string({ unit: fc.constantFrom(...'abc xyz.,:;()"\\/=é%'), maxLength: 12 })
  fc.assert(
    fc.property(
      around,
      number,
      fc.array(gap, { minLength: 19, maxLength: 19 }),
      around,
      (before, card, gaps, after) => {
        const written = [...card].map((digit, index) => digit + (index + 1 < card.length ? gaps[index] : '')).join('')
        assert.ok(!digitsOf(redactText(before + written + after)).includes(card))
      },
    ),
    { numRuns: 2000 },
  )
})

test('a card number is hidden when other numbers stand beside it', () => {
  const beside = fc.stringMatching(/^\d{0,6}$/)
  fc.assert(
    fc.property(
      beside,
      fc.constantFrom(' ', '-'),
      number,
      fc.constantFrom(' ', '-'),
      beside,
      (before, gap, card, other, after) => {
        assert.ok(!digitsOf(redactText(`${before}${gap}${card}${other}${after}`)).includes(card))
      },
    ),
    { numRuns: 2000 },
  )
})

test('a card number is hidden when expiry or security code follow without a gap', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CARDS), fc.stringMatching(/^\d{1,12}$/), (card, more) => {
      assert.ok(!digitsOf(redactText(`x${card}${more}`)).includes(card))
    }),
    { numRuns: 1000 },
  )
})

test('a very long run of digits is hidden whole', () => {
  assert.equal(redactText(`a${'12345'.repeat(100)}b`), 'a[redacted]b')
})

const STRIPES = [
  '%B4111111111111111^DOE/JANE^30121015432112345678?',
  ';4111111111111111=30121015432112345678?',
  '%B4111111111111111^DOE/JANE^30121015432112345678?;4111111111111111=30121015432112345678?',
  '%B3714 496353 98431^DOE/JANE^30121015432112345678?',
  '4111111111111111D30121015432112345678',
  '%B4111111111111112^DOE/JANE^3012101543211',
  ';4111111111111112=3012101543211',
]

for (const stripe of STRIPES) {
  test(`nothing of the stripe ${stripe.slice(0, 24)}… stays, its verification data least of all`, () => {
    const text = redactText(`swipe "${stripe}" failed`)
    assert.doesNotMatch(text, /\d|DOE/)
    assert.match(text, /^swipe ".*" failed$/)
  })
}

const NAMES = [
  'account_number',
  'cvv',
  'track_data',
  'password',
  'old_password',
  'user_api_key',
  'user-api-key',
  'userApiKey',
  'user_hash_key',
  'ssn4',
]
const MORE_NAMES = [
  'routing',
  'access-token',
  'hash-key',
  'ticket_hash_key',
  'location_api_key',
  'dl_number',
  'client_secret',
  'refresh_token',
  'Authorization',
  'token',
  'ticket',
]

const FORMS: [string, (name: string, value: string) => string][] = [
  ['JSON', (name, value) => `{"a":1,${JSON.stringify(name)}:${JSON.stringify(value)},"z":2}`],
  ['JSON with blanks', (name, value) => JSON.stringify({ a: 1, [name]: value, z: 2 }, null, 2)],
  ['JSON in JSON', (name, value) => JSON.stringify({ data: JSON.stringify({ [name]: value, z: 2 }) })],
  ['JSON cut short', (name, value) => `{${JSON.stringify(name)}:${JSON.stringify(value).slice(0, -1)}`],
  ['a form', (name, value) => `a=1&${name}=${encodeURIComponent(value)}&z=2`],
  ['a bracketed form', (name, value) => `a=1&accountvault[${name}]=${encodeURIComponent(value)}&z=2`],
  ['a database message', (name, value) => `Key (${name})=(${value.replaceAll(/[\s,;&}\]]/g, '')}) already exists.`],
  ['JavaScript', (name, value) => `{ a: 1, ${name}: '${value.replaceAll(/['\\]/g, '')}', z: 2 }`],
]

for (const [form, write] of FORMS) {
  test(`secret values are hidden in ${form}`, () => {
    const value = fc.string({ unit: fc.constantFrom(...'ab 1"\\,&}];é'), maxLength: 12 }).map(noise => `q7x${noise}x7q`)
    fc.assert(
      fc.property(fc.constantFrom(...NAMES, ...MORE_NAMES), value, (name, secret) => {
        assert.doesNotMatch(redactText(write(name, secret)), /q7x|x7q/)
      }),
      { numRuns: 400 },
    )
  })
}

const LOGINS: [string, string][] = [
  ['Authorization: Bearer abcdef.ghi-jkl', 'Authorization: [redacted]'],
  [
    'Proxy-Authorization: Digest username="u", nonce="n"\r\nAccept: */*',
    'Proxy-Authorization: [redacted]\r\nAccept: */*',
  ],
  ['Cookie: a=one; b=two\nHost: h', 'Cookie: [redacted]\nHost: h'],
  ['sent Basic dXNlcjpwYXNz to it', 'sent Basic [redacted] to it'],
  ['connect postgres://gate:s3cret@db:5432/gate', 'connect postgres://gate:[redacted]@db:5432/gate'],
  ['smtp://mailer:p%40ss@mail.example.com', 'smtp://mailer:[redacted]@mail.example.com'],
]

for (const [text, hidden] of LOGINS)
  test(`${JSON.stringify(text)} loses its login only`, () => assert.equal(redactText(text), hidden))

const HARMLESS = [
  '',
  'Tollgate ready at http://127.0.0.1:8080',
  '/v2/quickinvoices/11e95f8ec39de8fbdb0a4f1a?page=2&location_id=11e936d6fc3bd9f0a5bfb0e0',
  '2026-01-15T10:20:30.123Z took 12.5 ms, status=201',
  'first_six 411111, last_four 1111, amount 1234.56',
  'order 655684728790 of 4111111111111112 is no card',
  'Account Number should contain 13 to 19 digits.',
  'the password is too short',
  'phone 248-555-0100, zip 48375-1234',
]

for (const text of HARMLESS) test(`${JSON.stringify(text)} stays as it is`, () => assert.equal(redactText(text), text))

test('hiding twice is hiding once', () => {
  const piece = fc.constantFrom(
    ...CARDS,
    ...STRIPES,
    ...NAMES,
    '=',
    ': ',
    '"',
    "'",
    '\\',
    '&',
    ' ',
    '-',
    '12',
    'Bearer abcdefg',
    'cookie: ',
    '//u:p@h',
    '{',
    '}',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const once = redactText(pieces.join(''))
      assert.equal(redactText(once), once)
    }),
    { numRuns: 3000 },
  )
})

test('G51 a card number written with keycap digits is hidden', () => {
  const keys = [...'4111111111111111'].map(digit => `${digit}\ufe0f\u20e3`).join('')
  assert.doesNotMatch(redactText(`paid with ${keys}`), /1/)
})

test('an id of a record is never hidden, and a number that stands between letters is', () => {
  const start = Date.UTC(2026, 10, 28)
  const ids = Array.from({ length: 20_000 }, (_, n) => idFrom(start + n * 7919, String(n)))
  assert.ok(ids.filter(id => /\d{13}/.test(id)).length > 100)
  for (const id of ids)
    assert.equal(redactText(`GET /v2/quickinvoices/${id}?page=1`), `GET /v2/quickinvoices/${id}?page=1`)
  for (const text of [
    'abcd4111111111111111beef',
    'id 411111111111111112304711',
    '4111111111111111d25121011234',
    'a4111111111111111d25121011234beef',
    '5A0841111111111111115F24032512',
    '9F2608AABBCCDD57134111111111111111D25122010000012300',
    `${ids[0]},4111111111111111d25121011234`,
    `${ids.find(id => /\d{13}d\d{4}/.test(id))},4111111111111111d25121011234`,
  ])
    assert.doesNotMatch(redactText(text), /41{6}|1011234/, text)
})
