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

/**
 * `locale`: a BCP 47 tag of the United States, whose money and order of numbers all languages share. The first
 * formatter that a process makes opens the data of every locale, five megabytes, so they are made by who needs them.
 */
export function formats(locale: string): Formats {
  let dollars: Intl.NumberFormat | undefined
  let span: Intl.NumberFormat | undefined
  const date = (text: string, dateStyle: 'long' | 'medium') =>
    Temporal.PlainDate.from(text).toLocaleString(locale, { dateStyle })
  return {
    money(amount) {
      dollars ??= new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
      return dollars.format(formatMoney(amount) as `${number}`).replace('-', '−')
    },
    day: text => date(text, 'long'),
    shortDay: text => date(text, 'medium'),
    seconds(count) {
      span ??= new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' })
      return span.format(count)
    },
    moment: (seconds, zone) => momentInWords(seconds, zone, locale),
  }
}
