import holidays from '@18f/us-federal-holidays'

/** The zone of the Federal Reserve Banks, by whose days money moves between banks. */
export const BANK_ZONE = 'America/New_York'

/** A holiday on a Saturday is not moved to Friday for banks; one on a Sunday is kept on Monday. */
const BANKS = { shiftSaturdayHolidays: false, shiftSundayHolidays: true } as const

const known = new Map<number, ReadonlySet<string>>()

function holidaysOf(year: number): ReadonlySet<string> {
  const found = known.get(year) ?? new Set(holidays.allForYear(year, BANKS).map(({ dateString }) => dateString))
  known.set(year, found)
  return found
}

/** Whether the Federal Reserve Banks are open on a date: from Monday to Friday, but for federal holidays. */
export function isBankingDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= 5 && !holidaysOf(date.year).has(date.toString())
}

/** The first banking day after a date. */
export function nextBankingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  return bankingDayFrom(date.add({ days: 1 }))
}

/** The last banking day before a date. */
export function previousBankingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date.subtract({ days: 1 })
  while (!isBankingDay(day)) day = day.subtract({ days: 1 })
  return day
}

/** The date itself if it is a banking day, else the next one. */
export function bankingDayFrom(date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date
  while (!isBankingDay(day)) day = day.add({ days: 1 })
  return day
}

/** So many banking days after a date. None: the date itself, or the next banking day where it is none. */
export function addBankingDays(date: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let day = bankingDayFrom(date)
  for (let left = count; left > 0; left -= 1) day = nextBankingDay(day)
  return day
}

/** The moment (Unix seconds) of a time of day, `hh:mm`, where the banks are. A time that a change of clocks skips is the one an hour later. */
export function bankMoment(date: Temporal.PlainDate, time: string): number {
  return Math.floor(date.toZonedDateTime({ timeZone: BANK_ZONE, plainTime: time }).epochMilliseconds / 1000)
}

/** The date where the banks are. */
export function bankDate(seconds: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(BANK_ZONE)
    .toPlainDate()
}
