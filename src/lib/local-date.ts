/** The zone of locations without one. */
export const DEFAULT_ZONE = 'America/New_York'

/** Returns the calendar date in a zone; an unknown zone falls back to the default. */
export function localDate(seconds: number, zone: string | null | undefined): Temporal.PlainDate {
  return zoned(seconds, zone).toPlainDate()
}

/** Returns the wall-clock time in a zone. */
export function zoned(seconds: number, zone: string | null | undefined): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
  try {
    return instant.toZonedDateTimeISO(zone || DEFAULT_ZONE)
  } catch {
    return instant.toZonedDateTimeISO(DEFAULT_ZONE)
  }
}

/** Returns the first second of a calendar date in a zone. */
export function startOfDate(date: Temporal.PlainDate, zone: string | null | undefined): number {
  let start: Temporal.ZonedDateTime
  try {
    start = date.toZonedDateTime(zone || DEFAULT_ZONE)
  } catch {
    start = date.toZonedDateTime(DEFAULT_ZONE)
  }
  return Math.floor(start.epochMilliseconds / 1000)
}

/** Returns the moment (Unix seconds) of an hour of a date in a zone; a skipped hour is the one after it. */
export function momentOn(date: Temporal.PlainDate, hour: number, zone: string | null | undefined): number {
  return momentAt(date.toPlainDateTime({ hour }), zone)
}

/** Returns the moment (Unix seconds) of a wall-clock time in a zone; the first of two. */
export function momentAt(time: Temporal.PlainDateTime, zone: string | null | undefined): number {
  let moment: Temporal.ZonedDateTime
  try {
    moment = time.toZonedDateTime(zone || DEFAULT_ZONE)
  } catch {
    moment = time.toZonedDateTime(DEFAULT_ZONE)
  }
  return Math.floor(moment.epochMilliseconds / 1000)
}

/** Formats Unix seconds: `March 4, 2026 at 2:05 PM EST`, unless another language is asked for. */
export function momentInWords(seconds: number, zone: string | null | undefined, locale = 'en-US'): string {
  return zoned(seconds, zone).toLocaleString(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** Returns whether this is the name of a time zone, such as `America/Denver`. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** Returns the moment so many months before (Unix seconds), by the calendar in UTC. */
export function monthsBefore(seconds: number, months: number): number {
  return Math.floor(zoned(seconds, 'UTC').subtract({ months }).epochMilliseconds / 1000)
}
