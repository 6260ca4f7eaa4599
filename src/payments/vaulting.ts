import type { Caller } from '../definition/caller.ts'
import type { Row } from '../definition/resource.ts'
import type { Reader } from '../definition/rules.ts'
import type { SideStatement, UnitOfWork } from '../definition/store.ts'
import type { VaultAccount } from '../lib/account.ts'
import type { ticket } from '../resources/ticket/ticket.ts'
import type { BinData } from './vault/bin-data.ts'

/** What may be shown of an account. */
export interface Shown {
  /** Null where the number is too short to show six digits of it beside the last four. */
  first_six: string | null
  last_four: string
  /** Brand code for cards (visa, mc, …), checking or savings for banks. Empty for a card of no brand we know. */
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
  /** What it was known by before, while the key of fingerprints is replaced; else null. */
  fingerprint_before: string | null
  /** B, C, P or T from the BIN table; B, P and T are commercial cards. */
  card_class: string | null
  /** The networks' ids of what stored it, the oldest first; left out of one that is new. */
  network_ids?: readonly NetworkId[]
}

/** An instrument together with the account it stands for. */
export interface Opened {
  instrument: Instrument
  account: VaultAccount
}

/** The card network's id of the payment or check that stored an account, as one processor account reported it. */
export interface NetworkId {
  /** Null for ids that were kept before they had an account. */
  processor_account_id: string | null
  network_transaction_id: string
}

/** An instrument, and the payment or check that was made with its account. */
export interface Continued {
  root_id: string
  instrument_id: string
  transaction_id: string
}

/** A new instrument, and the statement that stores it together with its sealed number. */
export interface SealedAccount {
  instrument: Instrument
  statement: SideStatement
}

/** The vault: account numbers go in encrypted and come out in memory, for one call. */
export interface Vaulting {
  /** What first digits tell of cards. */
  bins: BinData
  /**
   * What may be shown of an account, and its problems by field (`accountProblems`), without
   * storing anything. A card is good until its month has ended in `zone`, the location's; in the default zone when
   * left out.
   */
  validate(
    account: VaultAccount,
    seconds: number,
    zone?: string | null,
  ): { shown: Shown; problems: Record<string, string[]> }
  /** Seals the account without storing it. Throws a 422 for a card of no brand we know. */
  seal(root_id: string, location_id: string, account: VaultAccount): SealedAccount
  /** Seals the account inside the open transaction and returns the instrument that stands for it. */
  keep(work: UnitOfWork, location_id: string, account: VaultAccount): Promise<Instrument>
  /** Reads an instrument of this root without its number, and whether that is still kept. */
  look(root_id: string, instrument_id: string): Promise<(Instrument & { is_kept: boolean }) | null>
  /**
   * Opens an instrument for one call to a processor. Its `exp_date` and name are taken from the argument, which a
   * vault may have changed. That `caller` had it opened is in the audit trail.
   */
  reveal(instrument: Instrument, caller: Caller): Promise<VaultAccount>
  /**
   * Opens many instruments of the caller's tree in one go, each for one call to a processor; by id, and without those
   * that do not exist or whose numbers are erased. Noted like one that is revealed.
   */
  openAll(caller: Caller, instrument_ids: readonly string[]): Promise<Map<string, Opened>>
  /**
   * Keeps the network's id of an earlier payment or check with an instrument that is stored or used again because of
   * it, so that later payments can name it; unless the instrument has one. Inside `work` where there is one.
   */
  continueSeries(about: Continued, work?: UnitOfWork): Promise<void>
  /**
   * Returns all that an account is known by here: one fingerprint, or two while their key is replaced, the current one
   * first.
   */
  knownBy(instrument: Pick<Instrument, 'payment_method' | 'fingerprint' | 'fingerprint_before'>): string[]
  /**
   * A ticket of this location that can still be used, by its id or its nine digits; a 422 on `ticket` otherwise. Uses
   * nothing up.
   */
  findTicket(read: Reader, location_id: string, named: string): Promise<Row<typeof ticket>>
  /**
   * Uses a ticket up inside the open transaction and returns its instrument; a 422 on `ticket` when it cannot be
   * used, or no more.
   */
  redeem(work: UnitOfWork, location_id: string, named: string): Promise<Instrument>
}
