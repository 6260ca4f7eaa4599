import type { Row, Settable } from '../definition/resource.ts'
import type { UnitOfWork } from '../definition/store.ts'
import type { VaultAccount } from '../lib/account.ts'
import type { Money } from '../lib/money.ts'
import type { CheckImages, Identity, ProcessorRequest } from '../ports/processor.ts'
import type { location } from '../resources/location/location.ts'
import type { producttransaction } from '../resources/producttransaction/producttransaction.ts'
import type { Beginning } from '../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../resources/transaction/transaction.ts'

/** Where the money comes from: an account just received, or one that is stored in the vault. */
export type Source =
  | { kind: 'account'; account: VaultAccount; cvv?: string | undefined; track_data?: string | undefined }
  | {
      kind: 'instrument'
      instrument_id: string
      /** Replaces that of the instrument; an account vault may have been given a later one. */
      exp_date: string | null
      account_vault_id: string | null
      cvv?: string | undefined
    }

/** A payment to be made, requested by the API, a pay page, a recurring or a terminal. */
export interface NewPayment {
  action: Beginning
  location_id: string
  product_transaction_id: string
  /** Location and product where the caller has loaded them, so that they are not loaded again. */
  known?: { place: Row<typeof location>; product: Row<typeof producttransaction> } | undefined
  /** Minor units; 0n for avsonly. */
  amount: Money
  /** Null for a refund of an earlier transaction: the processor knows the card. */
  source: Source | null
  /** The transaction that is refunded. */
  refunds?: TransactionRow | undefined
  initiation: ProcessorRequest['initiation']
  /** All other stored columns: description, order_num, billing_zip, contact_id, quick_invoice_id, trx_source_id, … */
  details: Settable<typeof transaction>
  /** Proofs of identity for a bank debit whose terminal requires them; a stored account brings its own. */
  identity?: Identity | undefined
  check?: CheckImages | undefined
  /**
   * Stores more together with the transaction of this id, such as the use of a ticket. Throwing refuses the payment,
   * and nothing is submitted. Runs again when the database transaction has to be repeated.
   */
  also?: ((work: UnitOfWork, transaction_id: string) => Promise<void>) | undefined
}

/** A payment from a stored account, as a recurring makes it. */
export interface StoredAccountPayment extends NewPayment {
  source: Extract<Source, { kind: 'instrument' }>
}
