/** By the codes of `account_type` (contract 2.3). */
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

/** What a payer knows an account by, and all that may be printed of it (FACTA): `Visa ending in 1111`. */
export function accountName(account_type: string | null, last_four: string | null): string {
  return `${NAMES[account_type ?? ''] ?? 'Account'} ending in ${last_four ?? ''}`
}
