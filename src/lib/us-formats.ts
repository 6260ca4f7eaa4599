import { formatMoney, type Money } from './money.ts'

/** Returns minor units as a reader in the United States writes them: `$1,234.50`. */
export function showDollars(amount: Money): string {
  const written = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return written.format(formatMoney(amount) as `${number}`)
}

/** Returns a `yyyy-mm-dd` date in words: `March 4, 2026`. */
export function showDay(date: string): string {
  return Temporal.PlainDate.from(date).toLocaleString('en-US', { dateStyle: 'long' })
}

/** Returns ten digits as `(202) 555-0143`; another text stays as it is. */
export function showPhone(digits: string | null): string | null {
  return digits?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') ?? null
}
