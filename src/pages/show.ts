import { momentInWords } from '../lib/local-date.ts'
import type { Money } from '../lib/money.ts'
import { formatMoney } from '../lib/money.ts'

/** How a page's reader writes money and dates. */
export interface Language {
  /** ISO 4217 code with two decimals. */
  currency: 'USD'
  /** BCP 47 tag. */
  locale: 'en-US'
}

/** The language of every hosted page. */
export const LANGUAGE: Language = { currency: 'USD', locale: 'en-US' }

/** Minor units as a reader expects them: 123450n → `$1,234.50`, with a true minus sign below zero. */
export function showMoney(amount: Money, { currency, locale }: Language): string {
  const written = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    formatMoney(amount) as `${number}`,
  )
  return written.replace('-', '−')
}

/** A `yyyy-mm-dd` date in words: `March 4, 2026`. */
export function showDate(date: string, { locale }: Language): string {
  return Temporal.PlainDate.from(date).toLocaleString(locale, { dateStyle: 'long' })
}

/** Unix seconds as wall-clock time with its zone, as a receipt needs it: `March 4, 2026 at 2:05 PM EST`. */
export function showMoment(seconds: number, zone: string, { locale }: Language): string {
  return momentInWords(seconds, zone, locale)
}

/** A file's size for people: `48 KB`, `1.2 MB`. */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
