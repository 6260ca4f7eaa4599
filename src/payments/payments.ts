import type { Row, Settable } from '../definition/resource.ts'
import type { Actor, UnitOfWork } from '../definition/store.ts'
import type { Money } from '../lib/money.ts'
import type { FollowUpAction } from '../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../resources/transaction/transaction.ts'
import type { transactionbatch } from '../resources/transactionbatch/transactionbatch.ts'
import type { BatchReport } from './batches/batch-report.ts'
import type { PaymentPlan } from './lifecycle/plan.ts'
import type { AuthorisedPayments } from './lifecycle/processor-request.ts'
import type { NewPayment, StoredAccountPayment } from './new-payment.ts'

/** The only way money moves. */
export interface Payments {
  /**
   * Makes one payment: stores the intent and commits, submits it to the processor with no transaction open, records
   * the outcome. A decline is a row like any other. Throws a Refusal when the payment cannot be made at all; then
   * nothing was submitted.
   */
  run(actor: Actor, payment: NewPayment): Promise<TransactionRow>
  /**
   * Acts on an earlier transaction: void, capture, increment, partial reversal, tip. After a decline the status of
   * the returned row is unchanged and its reason says why. Throws a Refusal when the state does not allow the action
   * or another is in progress.
   */
  follow(
    actor: Actor,
    transaction_id: string,
    action: FollowUpAction,
    input: { amount: Money | null; set: Settable<typeof transaction> },
  ): Promise<TransactionRow>
  /** The payments of recurrings of one merchant, in the same steps as a single one. */
  scheduled: {
    /** Loads everything the payments need and checks their requirements. */
    plan(actor: Actor, payments: readonly StoredAccountPayment[]): Promise<PaymentPlan[]>
    /** Stores transactions and attempts in the open transaction of the caller. */
    authorise(work: UnitOfWork, plans: readonly PaymentPlan[]): Promise<AuthorisedPayments>
    /** Submits them and records the outcomes. What is interrupted before this is resolved by `resolve`. */
    submit(actor: Actor, authorised: AuthorisedPayments): Promise<void>
  }
  /**
   * Polls the processors about attempts of unknown outcome; returns how many were resolved. Safe to run in several
   * workers.
   */
  resolve(): Promise<number>
  batches: Batches
}

type Batch = Row<typeof transactionbatch>

/** How payments are settled to their merchant. */
interface Batches {
  /** Closes a batch and has its processor settle it; returns the batch as it is then. */
  settle(actor: Actor, id: string): Promise<Batch>
  /** The same for a batch whose cut-off has come; see `settleDue`. */
  settleDue(root_id: string, id: string, moment: number): Promise<void>
  /** Has a batch that the processor refused settled again at the next cut-off. */
  processAgain(actor: Actor, id: string): Promise<Batch>
  /** Returns the contents and totals of a batch, compared with the processor's settlement file. */
  report(actor: Actor, batch: Batch): Promise<BatchReport>
  /** Closes a batch without the processor. */
  closeByForce(actor: Actor, id: string, detail: string | null): Promise<Batch>
}
