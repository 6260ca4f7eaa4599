import { localDate } from './local-date.ts'

const MMYY = /^(0[1-9]|1[0-2])(\d\d)$/
const CENTURY = 2000

/** The limits of a field with an expiry month. */
export const EXP_DATE = { pattern: MMYY, says: 'must be a month of the form MMYY, such as 1227.' }
const MONTHS = 12

/** Returns the month of an MMYY text, or null. Years are 2000 to 2099, because cards live a few years only. */
export function parseExpDate(text: string): Temporal.PlainYearMonth | null {
  const [, month, year] = MMYY.exec(text) ?? []
  return month && year ? new Temporal.PlainYearMonth(CENTURY + Number(year), Number(month)) : null
}

/**
 * Returns the calendar months from today's to the expiry month (contract 2.3, `expiring_in_months`): 0 in the expiry
 * month, negative after it. Throws a RangeError when the text is not MMYY.
 */
export function expiringInMonths(exp: string, today: Temporal.PlainDate): number {
  const month = parseExpDate(exp)
  if (!month) throw new RangeError('An expiry date must be MMYY.')
  return (month.year - today.year) * MONTHS + (month.month - today.month)
}

/**
 * Returns whether a card has expired: it is valid until its month has ended. Throws a RangeError when the text is not
 * MMYY.
 */
export function isExpired(exp: string, today: Temporal.PlainDate): boolean {
  return expiringInMonths(exp, today) < 0
}

/** Returns what is wrong with the expiry date of a card that is used today, as sentences. */
export function expiryProblems(exp: string, today: Temporal.PlainDate): string[] {
  if (!MMYY.test(exp)) return [`Exp Date ${EXP_DATE.says}`]
  return isExpired(exp, today) ? ['Exp Date is in the past.'] : []
}

/** Returns the date where a month ends last: a card that has expired there has expired everywhere. */
export const latestPlace = (seconds: number): Temporal.PlainDate => localDate(seconds, 'Etc/GMT+12')
