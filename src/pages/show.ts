import type { Money } from '../lib/money.ts'
import { showDollars } from '../lib/us-formats.ts'

/** Returns minor units as text: 123450n is `$1,234.50`. A negative amount has the minus sign U+2212. */
export function showMoney(amount: Money): string {
  return showDollars(amount).replace('-', '−')
}

/** Returns the size of a file as text: `48 KB`, `1.2 MB`. */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
