import { momentInWords } from '../lib/local-date.ts'
import { formatMoney, type Money } from '../lib/money.ts'

/** How money and dates are written on a page. */
export interface Language {
  /** ISO 4217 code with two decimals. */
  currency: 'USD'
  /** BCP 47 tag. */
  locale: 'en-US'
}

/** The language of every hosted page. */
export const LANGUAGE: Language = { currency: 'USD', locale: 'en-US' }

/** Returns minor units as text: 123450n is `$1,234.50`. A negative amount has the minus sign U+2212. */
export function showMoney(amount: Money, { currency, locale }: Language): string {
  const written = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    formatMoney(amount) as `${number}`,
  )
  return written.replace('-', '−')
}

/** Returns a `yyyy-mm-dd` date in words: `March 4, 2026`. */
export function showDate(date: string, { locale }: Language): string {
  return Temporal.PlainDate.from(date).toLocaleString(locale, { dateStyle: 'long' })
}

/** Returns Unix seconds as local time with its zone: `March 4, 2026 at 2:05 PM EST`. */
export function showMoment(seconds: number, zone: string, { locale }: Language): string {
  return momentInWords(seconds, zone, locale)
}

/** Returns the size of a file as text: `48 KB`, `1.2 MB`. */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
