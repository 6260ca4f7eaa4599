import { localDate } from './local-date.ts'

/** A span of dates, last day included. */
export interface DateSpan {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

type Span = (today: Temporal.PlainDate) => DateSpan

const daysBack =
  (days: number): Span =>
  today => ({ from: today.subtract({ days: days - 1 }), to: today })

/** The words of timestamp filters (contract 4.1). Weeks begin on Monday; "last 30 days" ends today. */
const WORDS = new Map<string, Span>(
  Object.entries({
    today: today => ({ from: today, to: today }),
    yesterday: today => ({ from: today.subtract({ days: 1 }), to: today.subtract({ days: 1 }) }),
    'this week': today => week(today),
    'last week': today => week(today.subtract({ days: 7 })),
    'last 30 days': daysBack(30),
    'last 90 days': daysBack(90),
    'this month': today => month(today),
    'last month': today => month(today.subtract({ months: 1 })),
  } satisfies Record<string, Span>),
)

export const TIME_WORDS = [...WORDS.keys()]

/** Returns the dates a word means in a zone; null when it is no such word. */
export function datesOfWord(word: string, seconds: number, zone: string): DateSpan | null {
  return WORDS.get(word.toLowerCase().replaceAll(/[_+]/g, ' '))?.(localDate(seconds, zone)) ?? null
}

function week(day: Temporal.PlainDate): DateSpan {
  const from = day.subtract({ days: day.dayOfWeek - 1 })
  return { from, to: from.add({ days: 6 }) }
}

function month(day: Temporal.PlainDate): DateSpan {
  return { from: day.with({ day: 1 }), to: day.with({ day: day.daysInMonth }) }
}
