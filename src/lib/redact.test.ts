import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/any-character.ts'
import { redact } from './redact.ts'

const CARD = '4111111111111111'

const SECRET_KEYS = [
  'account_number',
  'card_number',
  'cvv',
  'track_data',
  'e_track_data',
  'password',
  'old_password',
  'user_api_key',
  'user-api-key',
  'userApiKey',
  'USER_API_KEY',
]
const MORE_KEYS = [
  'user_hash_key',
  'ssn4',
  'routing',
  'authorization',
  'Authorization',
  'access-token',
  'hash-key',
  'ticket_hash_key',
  'location_api_key',
  'dl_number',
  'client_secret',
  'refresh_token',
]
const LAST_KEYS = [
  'basic_auth_password',
  'encryption_key',
  'cookie',
  'set-cookie',
  'accountvault[account_number]',
  'image_front',
  'dda',
  'token',
  'ticket',
]

for (const key of [...SECRET_KEYS, ...MORE_KEYS, ...LAST_KEYS]) {
  test(`the value of ${key} is hidden, as text and as number`, () => {
    assert.deepEqual(redact({ [key]: 'q7x', id: 1 }), { [key]: '[redacted]', id: 1 })
    assert.deepEqual(redact({ [key]: 123 }), { [key]: '[redacted]' })
  })
}

test('a secret key hides whatever shape its value has', () => {
  const secrets = [['q7x'], { a: 'q7x' }, new Map([['a', 'q7x']]), Buffer.from('q7x'), 123n]
  for (const secret of secrets) assert.deepEqual(redact({ password: secret }), { password: '[redacted]' })
})

test('an absent or empty secret is shown to be absent', () => {
  const record = { routing: null, cvv: '', password: undefined, track_data: false }
  assert.equal(redact(record), record)
})

test('a record that is named like a secret keeps what is harmless in it', () => {
  assert.deepEqual(redact({ token: { id: 1, token: 'q7x' } }), { token: { id: 1, token: '[redacted]' } })
  assert.deepEqual(redact({ ticket: { id: 1, cvv: '999' } }), { ticket: { id: 1, cvv: '[redacted]' } })
})

test('facts a log is read for stay: ids, masked digits, codes, amounts, error bodies without secrets', () => {
  const record = {
    id: '11e95f8ec39de8fbdb0a4f1a',
    first_six: '411111',
    last_four: '1111',
    account_type: 'visa',
    code: 0,
    user_id: 'u1',
    developer_id: 'd1',
    created_ts: 1767225600,
    transaction_amount: 12.5,
    errors: { exp_date: ['Exp Date is invalid.'] },
    tags: ['a', null, true],
  }
  assert.equal(redact(record), record)
})

test('card numbers are hidden in texts, keys and numbers anywhere', () => {
  assert.deepEqual(
    redact({
      note: `card ${CARD}`,
      list: [CARD, Number(CARD), BigInt(CARD), Number('4111111111111111234')],
      [CARD]: { deep: [[`a ${CARD}`]] },
    }),
    {
      note: 'card [redacted]',
      list: ['[redacted]', '[redacted]', '[redacted]', '[redacted]'],
      '[redacted]': { deep: [['a [redacted]']] },
    },
  )
})

test('numbers that are no cards stay', () => {
  const numbers = [0, -1, 1767225600, 1767225600000.5, 4111111111111112, 10n, Number.NaN, Number.POSITIVE_INFINITY]
  for (const number of numbers) assert.equal(redact(number), number)
})

test('the argument is never changed', () => {
  const deep = () => ({ password: 'p', list: [{ cvv: '1', note: CARD }], map: { a: 1 } })
  const value = deep()
  redact(value)
  assert.deepEqual(value, deep())
})

test('errors with something to hide become their parts, others are passed on', () => {
  const plain = new Error('nothing', { cause: new Error('inside') })
  assert.equal(redact(plain), plain)
  const telling = Object.assign(
    new AggregateError([new Error(`refused ${CARD}`)], `card ${CARD}`, { cause: { cvv: '123' } }),
    {
      detail: `Key (account_number)=(${CARD}) already exists.`,
    },
  )
  const said = inspect(redact(telling), { depth: 9 })
  assert.doesNotMatch(said, /4111111111111111|123'/)
  assert.match(said, /card \[redacted\]/)
  assert.match(said, /AggregateError/)
  assert.match(said, /already exists/)
})

test('bytes, maps, sets, addresses and objects that write themselves are shown without secrets', () => {
  class Order {
    number = CARD
    toJSON() {
      return { order: 1, note: `card ${CARD}` }
    }
  }
  class Request {
    password = 'q7x'
    #hidden = 'q7x'
    get hidden() {
      return this.#hidden
    }
  }
  assert.deepEqual(redact(Buffer.from(CARD)), '[16 bytes]')
  assert.deepEqual(redact(new Uint8Array(3).buffer), '[3 bytes]')
  assert.deepEqual(
    redact(
      new Map<unknown, unknown>([
        ['cvv', '1'],
        [CARD, 2],
      ]),
    ),
    { cvv: '[redacted]', '[redacted]': 2 },
  )
  assert.deepEqual(redact(new Set([CARD, 'a'])), ['[redacted]', 'a'])
  assert.equal(
    redact(new URL('https://u:p@example.com/x?code=1')),
    'https://u:[redacted]@example.com/x?code=[redacted]',
  )
  assert.deepEqual(redact(new Order()), { order: 1, note: 'card [redacted]' })
  assert.deepEqual(redact(new Request()), { password: '[redacted]' })
  assert.equal(redact(new Date(0)), '1970-01-01T00:00:00.000Z')
})

test('circles end, depths end, and what cannot be read is not shown', () => {
  const circle: Record<string, unknown> = { a: 1 }
  circle.self = circle
  assert.deepEqual(redact(circle), { a: 1, self: '[circular]' })
  const twice = { a: 1 }
  assert.deepEqual(redact([twice, twice]), [twice, twice])
  let deep: unknown = { cvv: '123' }
  for (let level = 0; level < 10_000; level++) deep = { deep }
  assert.match(JSON.stringify(redact(deep)), /too deep/)
  const refusing = {
    get broken() {
      throw new Error('no')
    },
  }
  assert.deepEqual(redact({ a: 1, refusing }), { a: 1, refusing: '[unreadable]' })
})

test('a key named __proto__ neither disappears nor changes the copy', () => {
  const copy = redact(JSON.parse('{"__proto__": {"admin": 1}, "cvv": "1"}')) as object
  assert.equal(Object.getPrototypeOf(copy), Object.prototype)
  assert.equal(JSON.stringify(copy), '{"__proto__":{"admin":1},"cvv":"[redacted]"}')
})

const ordinary = fc.constantFrom('id', 'title', 'status_id', 'list', 'deep', 'email')
const harmless = fc.oneof(fc.stringMatching(/^[a-z ]{0,12}$/), fc.integer(), fc.boolean(), fc.constant(null))
const secret = fc.tuple(
  fc.constantFrom(...SECRET_KEYS, ...MORE_KEYS),
  fc.string({ unit: anyCharacter }).map(text => `q7x${text}x7q`),
)

const tree = fc.letrec<{ node: unknown }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    harmless,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(ordinary, tie('node'), { maxKeys: 4, noNullPrototype: true }),
    fc.tuple(secret, ordinary, tie('node')).map(([[key, value], other, node]) => ({ [key]: value, [other]: node })),
  ),
})).node

test('no value of a secret key survives anywhere in any structure, and hiding twice is hiding once', () => {
  fc.assert(
    fc.property(tree, value => {
      const hidden = redact(value)
      assert.doesNotMatch(JSON.stringify(hidden) ?? '', /q7x|x7q/)
      assert.equal(redact(hidden), hidden)
    }),
    { numRuns: 1000 },
  )
})

test('a structure without secrets is returned as it is, the same object', () => {
  const clean = fc.letrec<{ node: unknown }>(tie => ({
    node: fc.oneof(
      harmless,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(ordinary, tie('node'), { maxKeys: 4 }),
    ),
  })).node
  fc.assert(
    fc.property(clean, value => assert.equal(redact(value), value)),
    { numRuns: 500 },
  )
})

test('no value makes it throw', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withNullPrototype: true,
      }),
      value => {
        redact(value)
      },
    ),
    { numRuns: 1000 },
  )
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no')
      },
    },
  )
  assert.equal(redact(hostile), '[unreadable]')
})
