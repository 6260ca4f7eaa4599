import type { Words } from './words.ts'

/**
 * Returns the name of an account for its payer, `Visa ending in 1111`, which is all that may be printed of it (FACTA).
 */
export function accountName(words: Words, account_type: string | null, last_four: string | null): string {
  const names: Record<string, string> = words.accounts
  return words.account_ending(names[account_type ?? ''] ?? words.accounts.other, last_four ?? '')
}
