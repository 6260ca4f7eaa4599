const MMYY = /^(0[1-9]|1[0-2])(\d\d)$/
const CENTURY = 2000

/** What a field that holds a month of expiry demands of its text. */
export const EXP_DATE = { pattern: MMYY, says: 'must be a month of the form MMYY.' }
const MONTHS = 12

/** The month a card's MMYY names, or null when the text names none. Years are 2000 to 2099: cards live a few years only. */
export function parseExpDate(text: string): Temporal.PlainYearMonth | null {
  const [, month, year] = MMYY.exec(text) ?? []
  return month && year ? new Temporal.PlainYearMonth(CENTURY + Number(year), Number(month)) : null
}

/**
 * Months from today's month to the month of expiry, counted as calendar months (contract 2.3, `expiring_in_months`):
 * two months ahead gives 2 on every day of the month, the current month 0, a past month a negative number.
 * Throws a RangeError when the text is not MMYY.
 */
export function expiringInMonths(exp: string, today: Temporal.PlainDate): number {
  const month = parseExpDate(exp)
  if (!month) throw new RangeError('An expiry date must be MMYY.')
  return (month.year - today.year) * MONTHS + (month.month - today.month)
}

/** Whether the card could no longer be used today: it is good until its month has ended. Throws a RangeError when not MMYY. */
export function isExpired(exp: string, today: Temporal.PlainDate): boolean {
  return expiringInMonths(exp, today) < 0
}
