/** The life of a transaction: order, intent, outcome; and the vault of account numbers. Never: HTTP, a page, a noun's rules. */

/** A card in clear. Exists in memory for one call only. */
export interface CardAccount {
  payment_method: 'cc'
  account_number: string
  /** MMYY */
  exp_date: string
  account_holder_name: string | null
}

/** A bank account in clear. */
export interface BankAccount {
  payment_method: 'ach'
  routing: string
  account_number: string
  account_type: 'checking' | 'savings'
  account_holder_name: string | null
  is_company: boolean
}

/** A card that a terminal read and the processor keeps. Here it has no number, only what stands for it there: a secret like one. */
export interface TokenAccount {
  payment_method: 'cc'
  token: string
  first_six: string | null
  last_four: string | null
  brand: string | null
  /** MMYY */
  exp_date: string
  account_holder_name: string | null
}

/** What people type, read or send. */
export type Account = CardAccount | BankAccount

/** What the vault keeps. */
export type KeptAccount = Account | TokenAccount
