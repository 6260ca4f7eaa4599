import assert from 'node:assert/strict'
import test from 'node:test'
import type { BankAccount } from '../../lib/account.ts'
import { applyCorrection, correctionOf } from './notification-of-change.ts'
import { reasonOf, returnRule } from './return-codes.ts'

test('each code of a change has its columns', () => {
  assert.deepEqual(correctionOf('C01', '1918171614'), { account_number: '1918171614' })
  assert.deepEqual(correctionOf('C02', '121042882'), { routing: '121042882' })
  assert.deepEqual(correctionOf('C03', '121042882   1918171614'), {
    routing: '121042882',
    account_number: '1918171614',
  })
  assert.deepEqual(correctionOf('C04', 'WILMA T EXAMPLE'), { account_holder_name: 'WILMA T EXAMPLE' })
  assert.deepEqual(correctionOf('C05', '37'), { account_type: 'savings' })
  assert.deepEqual(correctionOf('C06', '1918171614          37'), {
    account_number: '1918171614',
    account_type: 'savings',
  })
  assert.deepEqual(correctionOf('C07', '1210428821918171614       27'), {
    routing: '121042882',
    account_number: '1918171614',
    account_type: 'checking',
  })
  assert.deepEqual(correctionOf('C09', 'MEMBER 12'), { customer_id: 'MEMBER 12' })
})

test('G3 account numbers are read as banks group them, with blanks and dashes', () => {
  const account_number = '123456789111'
  assert.deepEqual(correctionOf('C01', '12-345-6789'), { account_number: '123456789' })
  assert.deepEqual(correctionOf('C01', '123456789 111'), { account_number })
  assert.deepEqual(correctionOf('C01', '123456–789111'), { account_number })
  assert.deepEqual(correctionOf('C03', '121042882   123456789-111'), { routing: '121042882', account_number })
  assert.deepEqual(correctionOf('C06', '123456789 111       22'), { account_number, account_type: 'checking' })
  assert.deepEqual(correctionOf('C07', '1210428821234 5678 9111   37'), {
    routing: '121042882',
    account_number,
    account_type: 'savings',
  })
})

test('what cannot be right is not applied: wrong check digits, no number, a code that corrects no account', () => {
  for (const [code, data] of [
    ['C02', '121042883'],
    ['C03', '121042882'],
    ['C01', ''],
    ['C01', '12-3'],
    ['C01', '12AB56'],
    ['C05', '47'],
    ['C06', '1918171614'],
    ['C04', ''],
    ['C08', '121042882'],
    ['C13', ''],
    ['C61', 'x'],
    ['toString', 'x'],
  ] as const)
    assert.equal(correctionOf(code, data), null, `${code} ${data}`)
})

test('a correction that says what is known already changes nothing', () => {
  const account: BankAccount = {
    payment_method: 'ach',
    routing: '072000326',
    account_number: '123',
    account_type: 'checking',
    account_holder_name: null,
    is_company: false,
  }
  assert.equal(applyCorrection(account, { account_number: '123', account_type: 'checking' }), null)
  assert.equal(applyCorrection(account, { customer_id: 'x' }), null)
  assert.deepEqual(applyCorrection(account, { account_number: '456' }), { ...account, account_number: '456' })
})

test('returns react by their code: money comes back always, more only where the rules say so', () => {
  const codes = Array.from({ length: 85 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`)
  const which = (fits: (code: string) => boolean) => codes.filter(fits).join(' ')
  assert.equal(
    which(code => returnRule(code).retry),
    'R01 R09',
  )
  assert.equal(
    which(code => returnRule(code).blocks),
    'R02 R03 R04 R05 R07 R10 R11 R16 R20 R29 R51',
  )
  assert.equal(
    which(code => returnRule(code).recurrings === 'ended'),
    'R05 R07 R10 R11 R29 R51',
  )
  assert.equal(
    which(code => returnRule(code).recurrings === 'on hold'),
    'R08',
  )
  assert.deepEqual([reasonOf('R01'), reasonOf('R85'), reasonOf('C01'), reasonOf('C13')], [2101, 2185, 2201, 2213])
  // Between banks: dishonored and contested returns, refused notifications.
  assert.deepEqual([reasonOf('R61'), reasonOf('R71'), reasonOf('C61')], [null, null, null])
  // No code at all.
  assert.deepEqual(['R', 'R 1', 'RXX', 'C', '1R1'].map(reasonOf), [null, null, null, null, null])
})
