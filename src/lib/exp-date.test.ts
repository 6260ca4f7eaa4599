import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expiringInMonths, isExpired, parseExpDate } from './exp-date.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test('AV-10 MMYY names a month of this century', () => {
  assert.equal(parseExpDate('1230')?.toString(), '2030-12')
  assert.equal(parseExpDate('0100')?.toString(), '2000-01')
  assert.equal(parseExpDate('0999')?.toString(), '2099-09')
})

test('AV-10 other texts name no month', () => {
  for (const text of ['1330', '0030', '123', '12300', '', '12/30', '1 30', 'abcd', '-130', '１２３０', '1230\n']) {
    assert.equal(parseExpDate(text), null, JSON.stringify(text))
  }
})

test('AV-46 a card that expires two months ahead says 2, on every day of the month', () => {
  for (const today of ['2026-10-01', '2026-10-15', '2026-10-31']) assert.equal(expiringInMonths('1226', day(today)), 2)
})

const MONTHS: [exp: string, today: string, months: number][] = [
  ['1026', '2026-10-31', 0],
  ['0127', '2026-11-30', 2],
  ['0227', '2026-12-31', 2],
  ['1027', '2026-10-01', 12],
  ['0926', '2026-10-01', -1],
  ['1299', '2026-01-31', 887],
]

for (const [exp, today, months] of MONTHS) {
  test(`on ${today} a card of ${exp} expires in ${months} months`, () =>
    assert.equal(expiringInMonths(exp, day(today)), months))
}

test('a card is good through the last day of its month and expired on the next', () => {
  assert.equal(isExpired('0228', day('2028-02-29')), false)
  assert.equal(isExpired('0228', day('2028-03-01')), true)
  assert.equal(isExpired('1226', day('2026-12-31')), false)
  assert.equal(isExpired('1226', day('2027-01-01')), true)
})

test('adding the months to this month gives the month of expiry', () => {
  const dates = fc.tuple(
    fc.integer({ min: 2000, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  fc.assert(
    fc.property(
      dates,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 99 }),
      ([year, month, date], mm, yy) => {
        const exp = `${mm}`.padStart(2, '0') + `${yy}`.padStart(2, '0')
        const today = new Temporal.PlainDate(year, month, date)
        const reached = today.toPlainYearMonth().add({ months: expiringInMonths(exp, today) })
        assert.ok(reached.equals(parseExpDate(exp)!))
      },
    ),
  )
})

test('a text that is not MMYY throws rather than giving a wrong number', () => {
  assert.throws(() => expiringInMonths('1330', day('2026-01-01')), RangeError)
  assert.throws(() => isExpired('', day('2026-01-01')), RangeError)
})
