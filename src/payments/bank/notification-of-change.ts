import { abaValid } from '../../lib/aba.ts'
import type { BankAccount } from '../vault/account.ts'

/** What a notification of change corrects of a stored account. */
export interface Correction {
  routing?: string
  account_number?: string
  account_type?: 'checking' | 'savings'
  account_holder_name?: string
  /** What the merchant knows the payer by. */
  customer_id?: string
}

/**
 * Reads the corrected data of a notification of change, whose columns depend on the code (Nacha's operating rules, appendix on
 * notifications of change). Null for codes that correct nothing an account holds, and for data that cannot be right.
 */
export function correctionOf(code: string, data: string): Correction | null {
  const part = (from: number, to: number) => data.slice(from - 1, to).trim()
  const columns: Readonly<Record<string, () => Correction | null>> = {
    C01: () => ({ account_number: part(1, 17) }),
    C02: () => ({ routing: part(1, 9) }),
    C03: () => ({ routing: part(1, 9), account_number: part(13, 29) }),
    C04: () => ({ account_holder_name: part(1, 22) }),
    C05: () => typed(part(1, 2)),
    C06: () => both({ account_number: part(1, 17) }, typed(part(21, 22))),
    C07: () => both({ routing: part(1, 9), account_number: part(10, 26) }, typed(part(27, 28))),
    C09: () => ({ customer_id: part(1, 22) }),
  }
  const read = Object.hasOwn(columns, code) ? columns[code]!() : null
  return read && isPossible(read) ? read : null
}

function typed(transaction_code: string): Correction | null {
  if (/^2[2-9]$/.test(transaction_code)) return { account_type: 'checking' }
  return /^3[2-9]$/.test(transaction_code) ? { account_type: 'savings' } : null
}

function both(one: Correction, other: Correction | null): Correction | null {
  return other && { ...one, ...other }
}

function isPossible({ routing, account_number, account_holder_name, customer_id }: Correction): boolean {
  if (routing !== undefined && !abaValid(routing)) return false
  // The vault keeps numbers of digits; banks write dashes and blanks into some.
  if (account_number !== undefined && !/^\d{4,17}$/.test(account_number)) return false
  return account_holder_name !== '' && customer_id !== ''
}

/** The account as the bank says it is; null where that is how it is known already. */
export function applyCorrection(account: BankAccount, correction: Correction): BankAccount | null {
  const { routing = account.routing, account_number = account.account_number } = correction
  const { account_type = account.account_type } = correction
  const same =
    routing === account.routing && account_number === account.account_number && account_type === account.account_type
  return same ? null : { ...account, routing, account_number, account_type }
}
