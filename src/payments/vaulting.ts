import type { Book } from '../definition/door.ts'
import type { Account } from './account.ts'

/** What may be shown of an account. */
export interface Shown {
  first_six: string | null
  last_four: string
  /** Brand code for cards (visa, mc, …), checking or savings for banks. */
  account_type: string
}

/** An account the vault keeps, without its number. */
export interface Instrument extends Shown {
  id: string
  root_id: string
  location_id: string
  payment_method: 'cc' | 'ach'
  /** MMYY for cards, null for banks. */
  exp_date: string | null
  account_holder_name: string | null
  is_company: boolean
  /** Keyed mark of the number: equal for the same card within this installation. */
  fingerprint: string
  /** B, C, P or T from the BIN table; B, P and T are commercial cards. */
  card_class: string | null
}

/** The vault: account numbers go in encrypted and come out in memory, for one call. */
export interface Vaulting {
  /** What may be shown of an account, and its problems by field (`account_number`, `exp_date`, `routing`), without storing anything. */
  examine(account: Account, seconds: number): { shown: Shown; problems: Record<string, string[]> }
  /** Seals the account inside the open transaction and returns the instrument that stands for it. */
  keep(book: Book, location_id: string, account: Account): Promise<Instrument>
  /** Reads an instrument of this root without its number. */
  look(root_id: string, instrument_id: string): Promise<Instrument | null>
  /** Opens an instrument for one call to a processor. */
  reveal(instrument: Instrument): Promise<Account>
}
