import { Refusal } from './problem.ts'

/** What a merchant uses at the cost of others: of carriers, of the disk, of the machine. */
export type Used = 'mail' | 'text' | 'print' | 'file_byte'

/** The time in which uses are counted together: by UTC, or all there ever were and were not given back. */
export type Span = 'hour' | 'day' | 'month' | 'all'

/** The most that a merchant may use in each span; 0 is no limit. */
export type QuotaLimits = Readonly<Record<Used, Readonly<Partial<Record<Span, number>>>>>

/** In one hour, of mails and of texts. */
const MESSAGES_PER_HOUR = 20_000
const GB = 1_000_000_000

type QuotaSetting = `TOLLGATE_${'MAILS' | 'TEXTS' | 'PRINTS'}_PER_${'DAY' | 'MONTH'}` | 'TOLLGATE_FILES_GB'

/** Returns the limits that settings say. */
export function quotaLimits(of: (name: QuotaSetting) => number): QuotaLimits {
  return {
    mail: { hour: MESSAGES_PER_HOUR, day: of('TOLLGATE_MAILS_PER_DAY'), month: of('TOLLGATE_MAILS_PER_MONTH') },
    text: { hour: MESSAGES_PER_HOUR, day: of('TOLLGATE_TEXTS_PER_DAY'), month: of('TOLLGATE_TEXTS_PER_MONTH') },
    print: { day: of('TOLLGATE_PRINTS_PER_DAY'), month: of('TOLLGATE_PRINTS_PER_MONTH') },
    file_byte: { all: of('TOLLGATE_FILES_GB') * GB },
  }
}

/** A quota of which too little is left. */
export interface UsedUp {
  used: Used
  span: Span
  most: number
  /** Unix seconds; null where time alone frees nothing. */
  until_ts: number | null
}

const NAMES: Readonly<Record<Used, string>> = {
  mail: 'mails',
  text: 'texts',
  print: 'printed invoices',
  file_byte: 'bytes of stored files',
}

const TIMES: Readonly<Record<Span, string>> = { hour: ' an hour', day: ' a day', month: ' a month', all: '' }

/** `the quota of 100000 mails a day is used up`; of bytes there may be some left, but too few. */
export function usedUpText({ used, span, most }: UsedUp): string {
  return `the quota of ${most} ${NAMES[used]}${TIMES[span]} is ${used === 'file_byte' ? 'too small for more' : 'used up'}`
}

/** 429, with the time until the quota is free again. */
export function quotaRefusal(found: UsedUp, seconds: number): Refusal {
  const headers = found.until_ts === null ? {} : { 'retry-after': String(Math.max(1, found.until_ts - seconds)) }
  return new Refusal(429, `Refused: ${usedUpText(found)}.`, null, headers)
}

/** Unix seconds at which the span that holds this time begins and ends; a span without an end begins at 0. */
export function spanAt(span: Span, seconds: number): { begins_ts: number; ends_ts: number | null } {
  if (span === 'all') return { begins_ts: 0, ends_ts: null }
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO('UTC')
  const begins =
    span === 'month' ? at.with({ day: 1 }).startOfDay() : at.round({ smallestUnit: span, roundingMode: 'floor' })
  const ends = begins.add({ [`${span}s`]: 1 })
  return { begins_ts: begins.epochMilliseconds / 1000, ends_ts: ends.epochMilliseconds / 1000 }
}
