import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/any-character.ts'
import { redactUrl } from './redact-url.ts'

const CASES: [string, string][] = [
  [
    '/v2/tags?developer-id=d1&user-id=u1&user-api-key=k1&page=2',
    '/v2/tags?developer-id=[redacted]&user-id=u1&user-api-key=[redacted]&page=2',
  ],
  ['/v2/tags?access-token=abc', '/v2/tags?access-token=[redacted]'],
  ['/v2/transactions?hash-key=0af1&timestamp=1767225600', '/v2/transactions?hash-key=[redacted]&timestamp=1767225600'],
  [
    '/o/token?client_id=c&client_secret=s&code=abc&grant_type=authorization_code',
    '/o/token?client_id=c&client_secret=[redacted]&code=[redacted]&grant_type=authorization_code',
  ],
  ['/o/token?refresh_token=r&state=x', '/o/token?refresh_token=[redacted]&state=x'],
  ['/v2/payform?data=7b7d&user-id=u', '/v2/payform?data=[redacted]&user-id=u'],
  ['/v2/token/abcdefghijklmnop', '/v2/token/[redacted]'],
  ['/V2/token/abcdefghijklmnop?x=1', '/V2/token/[redacted]?x=1'],
  ['/v2/x?User%2DApi%2DKey=k1', '/v2/x?User%2DApi%2DKey=[redacted]'],
  ['/v2/x?accountvault%5Bcvv%5D=123', '/v2/x?accountvault%5Bcvv%5D=[redacted]'],
  ['/v2/x?q=4111+1111+1111+1111&b=1', '/v2/x?q=[redacted]&b=1'],
  ['/v2/x?q=4111%2D1111%2D1111%2D1111', '/v2/x?q=[redacted]'],
  ['/v2/contacts/4111111111111111', '/v2/contacts/[redacted]'],
  [
    'https://user:pass@example.com/hook?password=p#token=t',
    'https://user:[redacted]@example.com/hook?password=[redacted]#token=[redacted]',
  ],
]

for (const [url, hidden] of CASES) test(`${url} is logged as ${hidden}`, () => assert.equal(redactUrl(url), hidden))

const HARMLESS = [
  '',
  '/',
  '/v2/token',
  '/v2/quickinvoices?page=2&_sort=-id&location_id=11e95f8ec39de8fbdb0a4f1a',
  '/v2/x?user-api-key=&a',
  '/?%E0%A4%A=1',
  '?&&==&#',
]

for (const url of HARMLESS) test(`${JSON.stringify(url)} stays as it is`, () => assert.equal(redactUrl(url), url))

const SECRET = [
  'developer-id',
  'user-api-key',
  'data-hash',
  'hash-key',
  'access-token',
  'password',
  'client_secret',
  'refresh_token',
  'code',
  'account_number',
  'cvv',
  'ticket',
  'token',
]

/** Around every secret value, and in no other. */
const MARKS = /q7x|x7q/

test('no value of a secret parameter stays, wherever it stands and however it is written', () => {
  const harmless = fc.webSegment().filter(text => !MARKS.test(text))
  const plain = fc.tuple(fc.constantFrom('page', 'a', 'b[c]'), harmless)
  const secret = fc.tuple(
    fc.constantFrom(...SECRET),
    fc.string({ unit: anyCharacter }).map(text => `q7x${text}x7q`),
  )
  const capital = (name: string) => name.toUpperCase().replaceAll('-', '_')
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, secret), { maxLength: 6 }), fc.boolean(), (pairs, capitals) => {
      const query = pairs
        .map(([name, value]) => `${encodeURIComponent(capitals ? capital(name) : name)}=${encodeURIComponent(value)}`)
        .join('&')
      const hidden = redactUrl(`/v2/x?${query}`)
      assert.doesNotMatch(hidden, MARKS)
      assert.equal(redactUrl(hidden), hidden)
    }),
    { numRuns: 300 },
  )
})

test('no text makes it throw', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'/?&#=%:@[]+41a\ud800'), maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), noise), url =>
      assert.equal(typeof redactUrl(url), 'string'),
    ),
    { numRuns: 3000 },
  )
})
