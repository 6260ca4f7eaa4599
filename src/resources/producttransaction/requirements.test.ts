import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../../definition/resource.ts'
import type { producttransaction } from './producttransaction.ts'
import { requirementsOf, unmetRequirements } from './requirements.ts'

const fieldsFor = (required: string[], ...said: string[]): string[] =>
  Object.keys(unmetRequirements(required, name => said.includes(name)))

test('LI-12 a requirement is met by the field of its name', () => {
  assert.deepEqual(fieldsFor(['billing_street', 'check_number'], 'check_number'), ['billing_street'])
  assert.deepEqual(fieldsFor(['billing_street', 'check_number'], 'check_number', 'billing_street'), [])
})

test('LI-13 a driver’s license is its number and its state, or the merchant’s own id of the customer', () => {
  assert.deepEqual(fieldsFor(['driver_license']), ['dl_number', 'dl_state'])
  assert.deepEqual(fieldsFor(['driver_license'], 'dl_number'), ['dl_state'])
  assert.deepEqual(fieldsFor(['driver_license'], 'dl_state'), ['dl_number'])
  assert.deepEqual(fieldsFor(['driver_license'], 'dl_number', 'dl_state'), [])
  assert.deepEqual(fieldsFor(['driver_license'], 'customer_id'), [])
})

test('LI-14 an identity is verified by ssn4 or dob_year, never by both', () => {
  assert.deepEqual(fieldsFor(['identity_verification']), ['ssn4'])
  assert.deepEqual(fieldsFor(['identity_verification'], 'ssn4'), [])
  assert.deepEqual(fieldsFor(['identity_verification'], 'dob_year'), [])
  assert.deepEqual(fieldsFor(['identity_verification'], 'ssn4', 'dob_year'), ['dob_year'])
})

test('a product without terminals, or without one for the entry class, asks nothing', () => {
  const terminal = { terminal_id: '1', sec_code: 'WEB', actions: [], required: ['check_number'] }
  const required = (processor_data: unknown, sec_code: string) =>
    requirementsOf({ processor_data } as Row<typeof producttransaction>, {
      payment_method: 'ach',
      action: 'debit',
      sec_code,
    }).required
  assert.deepEqual(required(null, 'WEB'), [])
  assert.deepEqual(required({}, 'WEB'), [])
  assert.deepEqual(required({ terminals: [terminal] }, 'PPD'), [])
  assert.deepEqual(required({ terminals: [terminal] }, 'WEB'), ['check_number'])
})
