import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiresAt, extendedTo } from './authorization-validity.ts'

const DAY = 86_400
const NOW = 1_800_000_000

test('an authorization ends after the days of its network, at a hotel after thirty', () => {
  const days = (brand: string | null, industry = 'retail') => (expiresAt(brand, industry, NOW) - NOW) / DAY
  assert.deepEqual(
    ['amex', 'visa', 'disc', 'diners', 'jcb', 'mc', 'debit', '', null].map(brand => days(brand)),
    [7, 10, 10, 10, 10, 30, 7, 7, 7],
  )
  for (const brand of ['amex', 'visa', 'mc', null]) assert.equal(days(brand, 'lodging'), 30)
})

test('an increment renews an authorization at Mastercard only', () => {
  const end = expiresAt('mc', 'retail', NOW)
  assert.equal(extendedTo('mc', end, NOW + 20 * DAY), NOW + 50 * DAY)
  assert.equal(extendedTo('visa', end, NOW + 20 * DAY), end)
})
