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

export type Account = CardAccount | BankAccount
