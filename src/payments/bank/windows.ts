import {
  bankDate,
  bankingDayFrom,
  bankMoment,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from '../../lib/banking-day.ts'

/** Bank payments on their way through the bank: files of debits and credits, and what comes back of them. Never: HTTP, a processor. */

/** What has been accepted by this time of day, where the banks are, leaves with the night's file. */
const NIGHTLY = '02:00'

/** The windows of Same Day ACH: until when a file has to be there, what its batches are marked with, and when its entries settle. */
const SAME_DAY = [
  { until: '10:30', mark: 'SD1300', settles: '13:00' },
  { until: '14:45', mark: 'SD1700', settles: '17:00' },
  { until: '16:45', mark: 'SD1800', settles: '18:00' },
] as const

/** Minor units: one million dollars is the most an entry may be to settle on the same day. */
export const SAME_DAY_MOST = 100_000_000n
/** Entries of the days to come settle in the morning. */
const SETTLES = '08:30'
/** A worker that comes to a window late still makes it by so many seconds: the file is small and the bank is near. */
const GRACE_SECONDS = 600

/** What decides when a payment leaves. */
export interface EntryTerms {
  /** Minor units. */
  amount: bigint
  /** The date that was asked for, `yyyy-mm-dd`. */
  effective_date: string | null
}

/** When an entry takes effect. */
export interface EntryTiming {
  /** The date banks settle it, `yyyy-mm-dd`. */
  effective_date: string
  /** `SD1300` and the like for entries that settle on the day itself; null for all others. */
  mark: string | null
}

/** The moment (Unix seconds) after `seconds` at which a payment leaves with a file. */
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

/** The last moment (Unix seconds) at which files left, `seconds` included: what is due by now belongs to it. */
export function windowAt(seconds: number, same_day: boolean): number {
  const today = bankDate(seconds)
  const times = same_day && isBankingDay(today) ? [NIGHTLY, ...SAME_DAY.map(({ until }) => until)] : [NIGHTLY]
  const passed = times.map(time => bankMoment(today, time)).findLast(moment => moment <= seconds)
  return passed ?? bankMoment(today.subtract({ days: 1 }), NIGHTLY)
}

/** When an entry takes effect whose file is written at `seconds`. The night's entries settle on the next banking day. */
export function entryTiming({ amount, effective_date }: EntryTerms, same_day: boolean, seconds: number): EntryTiming {
  const today = bankDate(seconds)
  const wanted = effective_date ? bankingDayFrom(Temporal.PlainDate.from(effective_date)).toString() : null
  const slot = same_day && amount <= SAME_DAY_MOST && isBankingDay(today) ? openSlot(today, seconds) : null
  if (slot && (wanted === null || wanted <= today.toString()))
    return { effective_date: today.toString(), mark: slot.mark }
  const next = nextBankingDay(today).toString()
  return { effective_date: wanted !== null && wanted > next ? wanted : next, mark: null }
}

/** The window a file makes that is written now. At night the next file of entries for the day to come is the usual one. */
function openSlot(today: Temporal.PlainDate, seconds: number) {
  if (seconds < bankMoment(today, NIGHTLY) + GRACE_SECONDS) return null
  return SAME_DAY.find(({ until }) => seconds <= bankMoment(today, until) + GRACE_SECONDS) ?? null
}

/** The moment (Unix seconds) at which an entry counts as settled: on its date, `hold_days` banking days later. */
export function settlesAt({ effective_date, mark }: EntryTiming, hold_days: number): number {
  let day = bankingDayFrom(Temporal.PlainDate.from(effective_date))
  for (let left = hold_days; left > 0; left -= 1) day = nextBankingDay(day)
  const slot = hold_days === 0 ? SAME_DAY.find(each => each.mark === mark) : undefined
  return bankMoment(day, slot?.settles ?? SETTLES)
}
