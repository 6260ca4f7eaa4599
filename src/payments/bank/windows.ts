import {
  addBankingDays,
  bankDate,
  bankingDayFrom,
  bankMoment,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from '../../lib/banking-day.ts'

/** Payments accepted by this time of day, in the banks' zone, leave with the night's file. */
const NIGHTLY = '02:00'

/**
 * The windows of Same Day ACH: cut-off time of the file, descriptive date of its batches, settlement time of its
 * entries.
 */
const SAME_DAY = [
  { until: '10:30', mark: 'SD1300', settles: '13:00' },
  { until: '14:45', mark: 'SD1700', settles: '17:00' },
  { until: '16:45', mark: 'SD1800', settles: '18:00' },
] as const

/** Minor units: the Same Day ACH limit per entry. */
export const SAME_DAY_MOST = 100_000_000n
/** Settlement time of entries that are not Same Day. */
const SETTLES = '08:30'
/** Seconds by which a worker may miss a cut-off and still make the window. */
const GRACE_SECONDS = 600

/** What decides when a payment leaves. */
export interface EntryTerms {
  /** Minor units. */
  amount: bigint
  /** The requested date, `yyyy-mm-dd`. */
  effective_date: string | null
}

/** An entry as it is written into a file. */
interface LeavingEntry extends EntryTerms {
  /** The moment (Unix seconds) it was meant to leave at. */
  originate_ts: number | null
}

/** When an entry settles. */
export interface EntryTiming {
  /** The settlement date, `yyyy-mm-dd`. */
  effective_date: string
  /** The descriptive date of Same Day entries, such as `SD1300`; null for others. */
  mark: string | null
}

/** Returns the moment (Unix seconds) after `seconds` at which a payment leaves with a file. */
export function originatesAt({ amount, effective_date }: EntryTerms, same_day: boolean, seconds: number): number {
  const today = bankDate(seconds)
  if (effective_date) {
    const wanted = bankingDayFrom(Temporal.PlainDate.from(effective_date))
    const night = bankMoment(previousBankingDay(wanted), NIGHTLY)
    if (night > seconds) return night
  }
  if (same_day && amount <= SAME_DAY_MOST && isBankingDay(today)) {
    const window = SAME_DAY.map(({ until }) => bankMoment(today, until)).find(moment => moment > seconds)
    if (window !== undefined) return Math.min(window, nextNight(seconds))
  }
  return nextNight(seconds)
}

function nextNight(seconds: number): number {
  const today = bankDate(seconds)
  const tonight = bankMoment(today, NIGHTLY)
  return tonight > seconds ? tonight : bankMoment(today.add({ days: 1 }), NIGHTLY)
}

/** Returns the last moment (Unix seconds) up to `seconds` at which files left. */
export function windowAt(seconds: number, same_day: boolean): number {
  const today = bankDate(seconds)
  const times = same_day && isBankingDay(today) ? [NIGHTLY, ...SAME_DAY.map(({ until }) => until)] : [NIGHTLY]
  const passed = times.map(time => bankMoment(today, time)).findLast(moment => moment <= seconds)
  return passed ?? bankMoment(today.subtract({ days: 1 }), NIGHTLY)
}

/**
 * Returns when an entry of a file built at `seconds` settles; entries of the night's file settle on the next banking
 * day. Same Day costs more, so only what was meant to leave in such a window does, however late the night's file is.
 */
export function entryTiming(
  { amount, effective_date, originate_ts }: LeavingEntry,
  same_day: boolean,
  seconds: number,
): EntryTiming {
  const today = bankDate(seconds)
  const wanted = effective_date ? bankingDayFrom(Temporal.PlainDate.from(effective_date)).toString() : null
  const is_meant = same_day && amount <= SAME_DAY_MOST && isSameDayWindow(originate_ts)
  const slot = is_meant && isBankingDay(today) ? openSlot(today, seconds) : null
  if (slot && (wanted === null || wanted <= today.toString()))
    return { effective_date: today.toString(), mark: slot.mark }
  const next = nextBankingDay(today).toString()
  return { effective_date: wanted !== null && wanted > next ? wanted : next, mark: null }
}

/** Returns the Same Day window of a file built now; null at night, when entries for the next day are the usual case. */
function openSlot(today: Temporal.PlainDate, seconds: number) {
  if (seconds < bankMoment(today, NIGHTLY) + GRACE_SECONDS) return null
  return SAME_DAY.find(({ until }) => seconds <= bankMoment(today, until) + GRACE_SECONDS) ?? null
}

function isSameDayWindow(moment: number | null): boolean {
  if (moment === null) return false
  const day = bankDate(moment)
  return SAME_DAY.some(({ until }) => bankMoment(day, until) === moment)
}

/**
 * Returns the moment (Unix seconds) from which a file whose ordinary entries have this date may be delivered; null
 * where that is now. A file that is late, so that their date has come, is taken for Same Day by the bank until the last
 * of its cut-offs, and settles on the next banking day after it.
 */
export function deliverableFrom(effective_date: string, seconds: number): number | null {
  const today = bankDate(seconds)
  if (effective_date > today.toString() || !isBankingDay(today)) return null
  const over = bankMoment(today, SAME_DAY.at(-1)!.until) + GRACE_SECONDS
  return seconds < over ? over : null
}

/** Returns the moment (Unix seconds) at which an entry counts as settled: `hold_days` banking days after its date. */
export function settlesAt({ effective_date, mark }: EntryTiming, hold_days: number): number {
  let day = bankingDayFrom(Temporal.PlainDate.from(effective_date))
  for (let left = hold_days; left > 0; left -= 1) day = nextBankingDay(day)
  const slot = hold_days === 0 ? SAME_DAY.find(each => each.mark === mark) : undefined
  return bankMoment(day, slot?.settles ?? SETTLES)
}

/** A bank returns a payment for most reasons within two banking days of its settlement (Nacha operating rules). */
const DAILY_LOOKS = 5
/** One that was not authorised within sixty days of it; the return is there a few banking days later. */
const WEEKLY_LOOKS = 9
/** Before the banks' day begins. */
const LOOKS_AT = '06:00'

/**
 * Returns when (Unix seconds) a bank payment that its processor accepted at `since` is asked about next: each of the
 * first five banking days, then once a week. Null after that.
 */
export function nextReturnLook(since: number, now: number): number | null {
  const accepted = bankDate(since)
  for (let day = 1; day <= DAILY_LOOKS; day += 1) {
    const moment = bankMoment(addBankingDays(accepted, day), LOOKS_AT)
    if (moment > now) return moment
  }
  const daily_until = addBankingDays(accepted, DAILY_LOOKS)
  for (let week = 1; week <= WEEKLY_LOOKS; week += 1) {
    const moment = bankMoment(bankingDayFrom(daily_until.add({ weeks: week })), LOOKS_AT)
    if (moment > now) return moment
  }
  return null
}
