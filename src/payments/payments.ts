import type { Row, Settable } from '../definition/resource.ts'
import type { Actor, UnitOfWork } from '../definition/store.ts'
import type { Money } from '../lib/money.ts'
import type { CheckImages, Identity, ProcessorRequest } from '../ports/processor.ts'
import type { Beginning, FollowUpAction, TransactionRow, transaction } from '../resources/transaction/transaction.ts'
import type { transactionbatch } from '../resources/transactionbatch/transactionbatch.ts'
import type { BatchReport } from './batches/batch-report.ts'
import type { Entered, KeptPayment, Prepared } from './lifecycle/many.ts'
import type { KeptAccount } from './vault/account.ts'

export type { Entered, KeptPayment, Prepared, TransactionRow }

/** Where the money comes from: numbers just received, or an instrument the vault keeps. */
export type Source =
  | { kind: 'account'; account: KeptAccount; cvv?: string | undefined; track_data?: string | undefined }
  | {
      kind: 'instrument'
      instrument_id: string
      /** Over the instrument's own; a vault may have been given a later one. */
      exp_date: string | null
      account_vault_id: string | null
      cvv?: string | undefined
    }

/** A payment somebody wants: made by the API, a pay page, a recurring, a terminal. */
export interface NewPayment {
  action: Beginning
  location_id: string
  product_transaction_id: string
  /** Minor units; 0n for avsonly. */
  amount: Money
  /** Null for a refund of an earlier transaction: the processor knows the card. */
  source: Source | null
  /** The transaction a refund gives back. */
  refunds?: TransactionRow | undefined
  initiation: ProcessorRequest['initiation']
  /** All other stored columns: description, order_num, billing_zip, contact_id, quick_invoice_id, trx_source_id, … */
  details: Settable<typeof transaction>
  /** Who the payer of a bank debit is, where its terminal asks; a stored account knows it by itself. */
  identity?: Identity | undefined
  check?: CheckImages | undefined
  /**
   * More to be stored together with the intent, for the transaction of this id: a ticket to use up, a run to note.
   * Throwing refuses the payment, and nothing is sent. May run again when the database asks for it.
   */
  also?: ((work: UnitOfWork, transaction_id: string) => Promise<void>) | undefined
}

export type FollowUp = FollowUpAction

/** The one way money moves. */
export interface Payments {
  /**
   * Records the intent and commits; asks the processor with no transaction open; records the outcome.
   * A decline is a row like any other. Throws a Refusal when the order cannot be made at all: then nothing was sent.
   */
  run(actor: Actor, payment: NewPayment): Promise<TransactionRow>
  /**
   * Acts on an earlier transaction: void, capture, increment, partial reversal, tip. A decline is told by the reason of the
   * returned row, whose status then stays. Throws a Refusal when the state does not allow the action or another is under way.
   */
  follow(
    actor: Actor,
    transaction_id: string,
    action: FollowUp,
    asked: { amount: Money | null; set: Settable<typeof transaction> },
  ): Promise<TransactionRow>
  /**
   * Many payments of one tree from kept accounts, in three steps: `prepare` reads what they need, `enter` writes them down in
   * the caller's open transaction, `send` asks the processor and stores the outcomes. What dies between the last two is
   * ended by `resolve`.
   */
  many: {
    prepare(actor: Actor, payments: readonly KeptPayment[]): Promise<Prepared[]>
    enter(work: UnitOfWork, prepared: readonly Prepared[]): Promise<Entered>
    send(actor: Actor, entered: Entered): Promise<void>
  }
  /** Asks the processors about attempts whose outcome was not learned; returns how many of them ended. Safe in several workers at once. */
  resolve(): Promise<number>
  batches: Batches
}

type Batch = Row<typeof transactionbatch>

/** How payments reach their merchant. */
interface Batches {
  /** Closes a batch and has its processor settle it; the batch as it is then. */
  settle(actor: Actor, id: string): Promise<Batch>
  /** The same for a batch whose moment has come; see `settleDue`. */
  settleDue(root_id: string, id: string, moment: number): Promise<void>
  /** Has a batch that was refused settled again at the next cut-off. */
  processAgain(actor: Actor, id: string): Promise<Batch>
  /** What a batch holds and comes to, compared with the processor's file. */
  report(actor: Actor, batch: Batch): Promise<BatchReport>
  /** Closes a batch without the processor. */
  closeByForce(actor: Actor, id: string, detail: string | null): Promise<Batch>
}
