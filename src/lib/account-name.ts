/** By `account_type` (contract 2.3). */
const NAMES: Record<string, string> = {
  visa: 'Visa',
  mc: 'Mastercard',
  amex: 'American Express',
  disc: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  debit: 'Debit card',
  checking: 'Checking account',
  savings: 'Savings account',
}

/**
 * Returns the name of an account for its payer, `Visa ending in 1111`, which is all that may be printed of it
 * (FACTA).
 */
export function accountName(account_type: string | null, last_four: string | null): string {
  return `${NAMES[account_type ?? ''] ?? 'Account'} ending in ${last_four ?? ''}`
}
