import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '../definition/resource.ts'
import { InternalFault, invalidField, notFound } from '../lib/problem.ts'
import { errorResponse } from './error-response.ts'
import { askedFor } from './hints.ts'

const log = { error: () => undefined }
const fields = { amount_due: {}, location_id: {} }
const paylink = { name: 'paylink', fields, derived: { status_id: {} }, expands: {} } as unknown as Resource
const expected = { resource: paylink, fields: paylink.fields, query: { location_id: 'x' } }

test('a refusal of what was sent, of its wrapper, of the record, of its query and of its file is told to the caller', () => {
  const takes = { name: 'logo[file]', says: 'A picture.' }
  for (const field of ['paylink', 'amount_due', 'status_id', 'location_id', 'logo', 'quantity']) {
    const refusal = invalidField(field, 'Wrong.')
    assert.equal(askedFor(refusal, { ...expected, takes }, { paylink: { lines: [{ quantity: 'many' }] } }), refusal)
  }
  for (const error of [notFound(), new Error('any')]) assert.equal(askedFor(error, expected, {}), error)
})

test('G19 a refusal of what nobody has sent comes from inside: a logged 500 that blames no caller', () => {
  const refusal = invalidField('oauthclient_id', 'oauthclient_id provided is not valid')
  const fault = askedFor(refusal, expected, { paylink: { amount_due: '1.00' } })
  assert.ok(fault instanceof InternalFault)
  assert.match(fault.message, /^paylink: nobody sent oauthclient_id: /)
  assert.equal(fault.cause, refusal)
  const { status, body } = errorResponse(fault, log)
  assert.equal(status, 500)
  assert.doesNotMatch(String(body), /oauthclient/)
})
