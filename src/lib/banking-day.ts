import holidays from '@18f/us-federal-holidays'

/** The zone of the Federal Reserve Banks, whose days count for bank transfers. */
export const BANK_ZONE = 'America/New_York'

/** Banks do not observe a Saturday holiday on Friday; a Sunday holiday is observed on Monday. */
const BANKS = { shiftSaturdayHolidays: false, shiftSundayHolidays: true } as const

const known = new Map<number, ReadonlySet<string>>()

function holidaysOf(year: number): ReadonlySet<string> {
  const found = known.get(year) ?? new Set(holidays.allForYear(year, BANKS).map(({ dateString }) => dateString))
  known.set(year, found)
  return found
}

/** Returns whether the Federal Reserve Banks are open: Monday to Friday except federal holidays. */
export function isBankingDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= 5 && !holidaysOf(date.year).has(date.toString())
}

/** Returns the first banking day after a date. */
export function nextBankingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  return bankingDayFrom(date.add({ days: 1 }))
}

/** Returns the last banking day before a date. */
export function previousBankingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date.subtract({ days: 1 })
  while (!isBankingDay(day)) day = day.subtract({ days: 1 })
  return day
}

/** Returns the date if it is a banking day, else the next one. */
export function bankingDayFrom(date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date
  while (!isBankingDay(day)) day = day.add({ days: 1 })
  return day
}

/** Returns the date a number of banking days later; with 0 the date itself, or the next banking day. */
export function addBankingDays(date: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let day = bankingDayFrom(date)
  for (let left = count; left > 0; left -= 1) day = nextBankingDay(day)
  return day
}

/**
 * Returns the moment (Unix seconds) of a time of day `hh:mm` in the banks' zone; a skipped time is the one an hour
 * later.
 */
export function bankMoment(date: Temporal.PlainDate, time: string): number {
  return Math.floor(date.toZonedDateTime({ timeZone: BANK_ZONE, plainTime: time }).epochMilliseconds / 1000)
}

/** Returns the date in the banks' zone. */
export function bankDate(seconds: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(BANK_ZONE)
    .toPlainDate()
}
