import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecretKey, isSecretParameter } from './secret-name.ts'

const FORMS = [
  'user_api_key',
  'user-api-key',
  'User-Api-Key',
  'userApiKey',
  'USER_API_KEY',
  'user api key',
  'user[user_api_key]',
  'a[b][user_api_key]',
]

for (const form of FORMS) {
  test(`${form} is a secret as a key and as a parameter`, () => {
    assert.ok(isSecretKey(form, 'x'))
    assert.ok(isSecretParameter(form))
  })
}

test('the developer id and opaque payloads are secrets in addresses only', () => {
  for (const name of ['developer-id', 'code', 'data', 'e_data', 'signature']) {
    assert.deepEqual([isSecretKey(name, 'x'), isSecretParameter(name)], [false, true], name)
  }
})

test('a token is a secret as a value or a list of values, and a record around one is not', () => {
  for (const name of ['token', 'ticket']) {
    assert.deepEqual(
      [isSecretKey(name, 'x'), isSecretKey(name, ['x']), isSecretKey(name, { id: 1 })],
      [true, true, false],
    )
  }
})

test('names that only contain a secret name are no secrets', () => {
  for (const name of [
    'account_number_label',
    'first_six',
    'check_number',
    'invoice_number',
    'pinned',
    'user_id',
    'routing_key',
    'token_ind',
    '',
    ']',
    '[]',
  ]) {
    assert.equal(isSecretKey(name, 'x'), false, name)
  }
})
