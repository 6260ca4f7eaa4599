import assert from 'node:assert/strict'
import test from 'node:test'
import {
  addBankingDays,
  bankDate,
  bankingDayFrom,
  bankMoment,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from './banking-day.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

/**
 * The holidays of the Federal Reserve Banks as they publish them, of years with every way a holiday meets a weekend.
 */
const CLOSED = {
  2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
}

test('banks are closed on weekends and on the days the Federal Reserve keeps, and on no other', () => {
  for (const [year, days] of Object.entries(CLOSED)) {
    const closed: string[] = []
    for (let date = day(`${year}-01-01`); date.year === Number(year); date = date.add({ days: 1 }))
      if (date.dayOfWeek <= 5 && !isBankingDay(date)) closed.push(date.toString().slice(5))
    assert.equal(closed.join(' '), days, year)
  }
})

test('a holiday on a Saturday leaves the Friday before it open', () => {
  for (const friday of ['2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10'])
    assert.equal(isBankingDay(day(friday)), true, friday)
})

test('the next and the previous banking day skip weekends and holidays', () => {
  assert.equal(nextBankingDay(day('2026-11-25')).toString(), '2026-11-27')
  assert.equal(nextBankingDay(day('2026-11-27')).toString(), '2026-11-30')
  assert.equal(nextBankingDay(day('2026-12-24')).toString(), '2026-12-28')
  assert.equal(nextBankingDay(day('2027-07-02')).toString(), '2027-07-06')
  assert.equal(previousBankingDay(day('2026-11-27')).toString(), '2026-11-25')
  assert.equal(previousBankingDay(day('2026-12-28')).toString(), '2026-12-24')
  assert.equal(bankingDayFrom(day('2026-12-25')).toString(), '2026-12-28')
  assert.equal(bankingDayFrom(day('2026-12-24')).toString(), '2026-12-24')
})

test('banking days are counted from the first day that is one', () => {
  assert.equal(addBankingDays(day('2026-11-24'), 0).toString(), '2026-11-24')
  assert.equal(addBankingDays(day('2026-11-26'), 0).toString(), '2026-11-27')
  assert.equal(addBankingDays(day('2026-11-24'), 2).toString(), '2026-11-27')
  assert.equal(addBankingDays(day('2026-12-23'), 3).toString(), '2026-12-29')
})

test('times of day are those of New York, also when the clocks change', () => {
  const utc = (text: string) => Temporal.Instant.from(`${text}Z`).epochMilliseconds / 1000
  assert.equal(bankMoment(day('2026-11-24'), '02:00'), utc('2026-11-24T07:00'))
  assert.equal(bankMoment(day('2026-07-01'), '02:00'), utc('2026-07-01T06:00'))
  // Two o'clock is skipped in March, and comes once only in November.
  assert.equal(bankMoment(day('2026-03-08'), '02:00'), utc('2026-03-08T07:00'))
  assert.equal(bankMoment(day('2026-11-01'), '02:00'), utc('2026-11-01T07:00'))
  assert.equal(bankDate(utc('2026-11-24T04:59')).toString(), '2026-11-23')
  assert.equal(bankDate(utc('2026-11-24T05:00')).toString(), '2026-11-24')
})
