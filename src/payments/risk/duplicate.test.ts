import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duplicateKey } from './duplicate.ts'

const record = { transaction_amount: 1000n, order_num: 'A1', description: null }
const key = (fields: string | null, over: object = {}, fingerprint = 'f', batch = '1') =>
  duplicateKey(fields, 'sale', { ...record, ...over }, fingerprint, batch)

test('payments equal in every compared field have the same key, whatever the order of the setting', () => {
  assert.ok(key('transaction_amount,account_number'))
  assert.equal(key('transaction_amount,account_number'), key(' account_number , transaction_amount'))
  assert.equal(key('transaction_amount', { order_num: 'B2' }), key('transaction_amount'))
})

test('a difference in one compared field, the card or the batch makes another key', () => {
  const fields = 'transaction_amount,order_num,account_number'
  const others = [
    key(fields, { transaction_amount: 1001n }),
    key(fields, { order_num: 'A2' }),
    key(fields, {}, 'g'),
    key(fields, {}, 'f', '2'),
  ]
  assert.equal(new Set([key(fields), ...others]).size, 5)
})

test('values are compared by field, so that shifting a text between two fields is a difference', () => {
  const fields = 'order_num,description'
  assert.notEqual(key(fields, { order_num: 'A', description: 'B' }), key(fields, { order_num: 'B', description: 'A' }))
})

test('nothing is compared without a setting, for unknown names, and for refunds and checks', () => {
  assert.equal(key(null), null)
  assert.equal(key(''), null)
  assert.equal(key('no_such_field'), null)
  assert.equal(duplicateKey('transaction_amount', 'refund', record, 'f', '1'), null)
  assert.equal(duplicateKey('transaction_amount', 'avsonly', record, 'f', '1'), null)
})
