import { momentInWords } from '../lib/local-date.ts'
import { formatMoney, type Money } from '../lib/money.ts'

/** How a language writes amounts, dates and sizes. */
export interface Formats {
  /** Returns minor units as text: 123450n is `$1,234.50`. A negative amount has the minus sign U+2212. */
  money(amount: Money): string
  /** Returns a `yyyy-mm-dd` date: `March 4, 2026`. */
  day(date: string): string
  /** Returns a date in few characters, for texts: `Mar 4, 2026`. */
  shortDay(date: string): string
  /** Returns Unix seconds in a time zone: `March 4, 2026 at 2:05 PM EST`. */
  moment(seconds: number, zone: string | null | undefined): string
  /** Returns a span of time: `15 seconds`. */
  seconds(count: number): string
}

/** `locale`: a BCP 47 tag of the United States, whose money and order of numbers all languages share. */
export function formats(locale: string): Formats {
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const span = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  const date = (text: string, dateStyle: 'long' | 'medium') =>
    Temporal.PlainDate.from(text).toLocaleString(locale, { dateStyle })
  return {
    money: amount => dollars.format(formatMoney(amount) as `${number}`).replace('-', '−'),
    day: text => date(text, 'long'),
    shortDay: text => date(text, 'medium'),
    seconds: count => span.format(count),
    moment: (seconds, zone) => momentInWords(seconds, zone, locale),
  }
}
