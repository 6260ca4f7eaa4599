import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { addressResult, BANK_DISPUTES, DECLINE_CODES, ERROR_CODES, meaningOf } from './codes.ts'

/** The rows of https://docs.stripe.com/declines/codes. */
const DOCUMENTED = `
authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card
fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number
invalid_pin issuer_not_available lost_card merchant_blacklist new_account_information_available no_action_taken
not_permitted offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error
reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization security_violation
service_not_allowed stolen_card stop_payment_order testmode_decline transaction_not_allowed try_again_later
withdrawal_count_limit_exceeded mobile_device_authentication_required partner_generic_decline invalid_customer_account
payment_limit_exceeded invalid_billing_agreement invalid_business_account partner_high_risk_customer
compliance_violation payment_disputed invalid_authorization invalid_payment_information partner_payment_not_found
expired_payment_information`
  .trim()
  .split(/\s+/)

const ROOT = join(import.meta.dirname, '../../..')
const TYPES = join(ROOT, 'node_modules/stripe/esm/resources')
const REASONS = readFileSync(join(ROOT, 'src/db/migrations/0005_reference.sql'), 'utf8')

/** The words of a type in the package. */
function wordsOf(file: string, type: RegExp): string[] {
  const [, words = ''] = type.exec(readFileSync(join(TYPES, file), 'utf8')) ?? []
  return [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word!)
}

test('every documented decline code has a row, and there is none beyond', () => {
  assert.deepEqual([...DECLINE_CODES.keys()].toSorted(), DOCUMENTED.toSorted())
})

test('every error code of the package has a row, and there is none beyond', () => {
  const codes = wordsOf('PaymentIntents.d.ts', /type Code = ([^;]*'account_closed'[^;]*);/)
  assert.ok(codes.length > 150)
  assert.deepEqual([...ERROR_CODES.keys()].toSorted(), codes.toSorted())
})

test('every code has a reason of the public table', () => {
  for (const [code, { reason_code_id }] of [...DECLINE_CODES, ...ERROR_CODES])
    assert.match(REASONS, new RegExp(`\\(${reason_code_id}, '`), code)
})

test('the return of a bank is a reason of its own, which goes before the code', () => {
  const said = { code: 'no_account', decline_code: null, advice_code: null, network_advice_code: null }
  const meant = (network_decline_code: string) => meaningOf({ ...said, network_decline_code })
  assert.deepEqual(meant('R01'), { reason_code_id: 2101, decline_class: 'soft' })
  assert.deepEqual(meant('R10'), { reason_code_id: 2110, decline_class: 'never' })
  assert.deepEqual(meant('R03'), { reason_code_id: 2103, decline_class: 'hard' })
  assert.equal(meant('51').reason_code_id, 1608)
  for (const code of Object.values(BANK_DISPUTES)) assert.match(REASONS, new RegExp(`\\(21${code.slice(1)}, '`), code)
})

test('what the networks forbid no advice allows, and what nobody has heard of is a plain decline', () => {
  const nothing = { code: null, decline_code: null, advice_code: null, network_advice_code: null }
  const meant = (said: object) => meaningOf({ ...nothing, network_decline_code: null, ...said })
  assert.equal(meant({ decline_code: 'stolen_card', advice_code: 'try_again_later' }).decline_class, 'never')
  assert.deepEqual(meant({ code: 'of_next_year' }), { reason_code_id: 1500, decline_class: 'hard' })
})

test('an address check tells of the parts that were compared, and of none where the issuer compared none', () => {
  const results: [string | null, string | null, string | null, string | null][] = [
    [null, null, null, null],
    ['pass', 'pass', 'GOOD', 'Y'],
    [null, 'pass', 'GOOD', 'Z'],
    ['pass', 'fail', 'ZIP', 'A'],
    ['fail', 'pass', 'STREET', 'Z'],
    ['fail', 'fail', 'BAD', 'N'],
    ['fail', 'unavailable', 'BAD', 'N'],
    ['pass', 'unavailable', 'ZIP', 'B'],
    ['unavailable', 'pass', 'STREET', 'P'],
    ['unavailable', 'unavailable', null, 'U'],
    ['unchecked', null, null, 'U'],
  ]
  for (const [street, zip, avs, avs_enhanced] of results) {
    const checks = { address_line1_check: street, address_postal_code_check: zip, cvc_check: null }
    assert.deepEqual(addressResult(checks), { avs, avs_enhanced }, `${street} and ${zip}`)
  }
})
