import type { By } from '../definition/door.ts'
import type { Row, Settable } from '../definition/resource.ts'
import type { Money } from '../lib/money.ts'
import type { Action } from '../ports/processor.ts'
import type { transaction } from '../resources/transaction/transaction.ts'
import type { Account } from './account.ts'

export type TransactionRow = Row<typeof transaction>

/** Where the money comes from: numbers just received, or an instrument the vault keeps. */
export type Source =
  | { kind: 'account'; account: Account; cvv?: string | undefined; track_data?: string | undefined }
  | { kind: 'instrument'; instrument_id: string; exp_date: string | null; account_vault_id: string | null; cvv?: string | undefined }

/** A payment somebody wants: made by the API, a pay page, a recurring, a terminal. */
export interface NewPayment {
  action: Extract<Action, 'sale' | 'authonly' | 'avsonly' | 'force' | 'refund' | 'debit' | 'credit'>
  location_id: string
  product_transaction_id: string
  /** Minor units; 0n for avsonly. */
  amount: Money
  /** Null for a refund of an earlier transaction: the processor knows the card. */
  source: Source | null
  /** The transaction a refund gives back. */
  refunds?: TransactionRow | undefined
  initiation: 'cardholder' | 'merchant' | 'recurring' | 'installment'
  /** All other stored columns: description, order_num, billing_zip, contact_id, quick_invoice_id, trx_source_id, … */
  details: Settable<typeof transaction>
}

export type FollowUp = Extract<Action, 'void' | 'authcomplete' | 'authincrement' | 'partialreversal' | 'tipadjust'>

/** The one way money moves. */
export interface Payments {
  /**
   * Records the intent and commits; asks the processor with no transaction open; records the outcome.
   * A decline is a row like any other. Throws a Refusal when the order cannot be made at all.
   */
  run(by: By, payment: NewPayment): Promise<TransactionRow>
  /** Acts on an earlier transaction: void, capture, increment, partial reversal, tip. */
  follow(by: By, transaction_id: string, action: FollowUp, asked: { amount: Money | null; set: Settable<typeof transaction> }): Promise<TransactionRow>
  /** Asks the processors about every attempt whose outcome was not learned; returns how many were settled. */
  resolve(): Promise<number>
}
