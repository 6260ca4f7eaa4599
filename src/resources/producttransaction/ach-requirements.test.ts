import assert from 'node:assert/strict'
import { test } from 'node:test'
import { achTerminal, unmetRequirements } from './ach-requirements.ts'

const fieldsFor = (required: string[], ...said: string[]): string[] =>
  Object.keys(
    unmetRequirements({ terminal_id: '1', sec_code: 'WEB', actions: [], required }, name => said.includes(name)),
  )

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
  const terminal = { terminal_id: '1', sec_code: 'WEB', actions: [], required: [] }
  assert.equal(achTerminal(null, 'WEB'), null)
  assert.equal(achTerminal({ processor_data: {} }, 'WEB'), null)
  assert.equal(achTerminal({ processor_data: { terminals: [terminal] } }, 'PPD'), null)
  assert.equal(achTerminal({ processor_data: { terminals: [terminal] } }, 'WEB'), terminal)
})
