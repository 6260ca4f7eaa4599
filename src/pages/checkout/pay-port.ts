/** What all pay pages share, whatever is paid on them: the port to the gateway, the answer to a form, routes. Never: a noun's own words or rules. */

import type { AttemptVerdict } from '../../auth/attempt-limiter.ts'
import type { PaymentOrder } from '../payform/pay-form.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import type { GuardedTry } from './card-guard.ts'

/** All that a pay page asks of the gateway. A page has the id of the record that is paid on it. Every id and token comes from a stranger's browser. */
export interface PayPort<View, Receipt extends ReceiptView = ReceiptView> {
  /** What is to be paid, or null when there is nothing to show. `visitor` is the address of a person opening the page; null when nobody looks. */
  view(page_id: string, visitor: string | null): Promise<View | null>
  /** Whether this address may try to pay here now; counts the try. Guards against card testing. */
  mayAttempt(attempt: GuardedTry): Promise<AttemptVerdict>
  /**
   * What became of an earlier `pay` with this token on this page, or null when there was none.
   * One that is still running is waited for, or answered as `unknown`.
   */
  earlier(page_id: string, attempt: string): Promise<PayOutcome | null>
  /**
   * Takes the payment. Idempotent by `attempt` within the page: the same token never moves money twice and always answers the same.
   * Everything is checked again under a lock; what no longer fits is `refused` with a text for the payer, and no money has moved.
   */
  pay(payment: PagePayment): Promise<PayOutcome>
  /** The receipt a token opens, or null. */
  receipt(page_id: string, token: string): Promise<Receipt | null>
}

export interface PagePayment extends PaymentOrder {
  page_id: string
  remote_ip: string
}

/**
 * `approved`: the issuer agreed, and `receipt_token` opens the receipt. `declined`: the issuer said no. `unknown`: we are finding out; with a
 * token the receipt page shows how it stands. `refused`: never sent, the record or the form does not allow it.
 */
export interface PayOutcome {
  result: 'approved' | 'declined' | 'unknown' | 'refused'
  /** For the payer: what happened and what to do, without codes. Empty: the page's own words. */
  message: string
  receipt_token: string | null
}
