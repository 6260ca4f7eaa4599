import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstSix, lastFour } from './vault.ts'

test('AV-44 AV-45 of a card the first six and last four digits are shown, with leading zeros', () => {
  assert.deepEqual([firstSix('4111111111110031'), lastFour('4111111111110031')], ['411111', '0031'])
  assert.deepEqual([firstSix('371449635398431'), lastFour('371449635398431')], ['371449', '8431'])
  assert.deepEqual([firstSix('0012345678901'), lastFour('0012345678901')], ['001234', '8901'])
})

const ACCOUNTS: [account: string, first: string | null, last: string][] = [
  ['1234', null, '34'],
  ['12345', null, '45'],
  ['123456', null, '456'],
  ['1234567', null, '567'],
  ['12345678', null, '5678'],
  ['1234567890', null, '7890'],
  ['123456789012', null, '9012'],
  ['1234567890123', '123456', '0123'],
  ['12345678901234567', '123456', '4567'],
]

for (const [account, first, last] of ACCOUNTS) {
  test(`of a bank account with ${account.length} digits ${first ?? 'no first digits'} and ${last} are shown`, () => {
    assert.deepEqual([firstSix(account), lastFour(account)], [first, last])
  })
}

test('AV-09 what is shown never gives the number: at least three digits, or half of them, stay hidden', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4,19}$/), number => {
      const shown = (firstSix(number) ?? '').length + lastFour(number).length
      assert.ok(number.length - shown >= Math.min(3, number.length / 2))
      assert.ok(number.startsWith(firstSix(number) ?? '') && number.endsWith(lastFour(number)))
      assert.match(lastFour(number), /^\d{2,4}$/)
    }),
  )
})
