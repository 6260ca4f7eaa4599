/** What all pay pages share, whatever is paid on them. Texts and rules of a single resource belong to its own page. */

import type { AttemptVerdict } from '../../auth/attempt-limiter.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Paid, Words } from '../../words/words.ts'
import type { PageResponse } from '../page-routes.ts'
import type { FormProblem, PayForm, PaymentOrder } from '../payform/pay-form.ts'
import type { PayFormState } from '../payform/pay-form-view.ts'
import type { Presentation, Presenting } from '../presentation.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import type { GuardedAttempt } from './card-guard.ts'

/** One kind of pay page: its port to the gateway, its texts and its documents. */
export interface Checkout<View, Receipt extends ReceiptView = ReceiptView> {
  port: PayPort<View, Receipt>
  presenting: Presenting
  clock: Clock
  /** What is paid. */
  paid: Paid
  /** The language that is set for the payer of this record, or null. */
  localeOf(view: View): string | null
  /** The form that pays it, or null when it cannot be paid now. */
  form(shown: Presentation, view: View): PayForm | null
  /** The page with the form. */
  payPage(shown: Presentation, view: View, form: PayForm, state: PayFormState): string
  /** The page that says why there is no form. */
  statusPage(shown: Presentation, view: View): PageResponse
  /** `stay`: the payer asked not to be redirected. */
  receiptPage(
    shown: Presentation,
    receipt: Receipt,
    request: { page_id: string; token: string; stay: boolean },
  ): PageResponse
  /** Who may frame the page; nobody where this is missing. */
  framedBy?(view: View): Pick<PageResponse, 'framed_by'>
  pageHref(page_id: string): string
  receiptHref(page_id: string, token: string): string
  /** The page after a decline. Where this is missing or returns null, the form is shown again. */
  declinedPage?(shown: Presentation, view: View, problem: FormProblem): PageResponse | null
}

/**
 * All that a pay page needs from the gateway. A page has the id of the record that is paid on it. Every id and token
 * comes from an unknown browser.
 */
export interface PayPort<View, Receipt extends ReceiptView = ReceiptView> {
  /**
   * What is to be paid, or null when there is nothing to show. `visitor`: the address of a person who opens the page,
   * or null.
   */
  view(page_id: string, visitor: string | null): Promise<View | null>
  /** What a form that was sent is read by: the view without what is only looked at, such as files. */
  reading(page_id: string): Promise<View | null>
  /** Whether this address may try to pay here now. Counts the attempt; protects against card testing. */
  mayAttempt(attempt: GuardedAttempt): Promise<AttemptVerdict>
  /**
   * Returns the outcome of an earlier `pay` with this token on this page, or null when there was none. Waits for one
   * that is still running in this process; one in another process is `unknown`.
   */
  earlier(page_id: string, attempt: string, words: Words): Promise<PayOutcome | null>
  /**
   * Takes the payment. Idempotent by `attempt` within the page: a token never moves money twice and always has the same
   * outcome. Everything is checked again under a lock; a payment that no longer fits is `refused`, and no money has
   * moved. `view`: what the form was read by, so that what it was made of is not read again.
   */
  pay(payment: PagePayment, view?: View): Promise<PayOutcome>
  /** The receipt a token opens, or null. */
  receipt(page_id: string, token: string): Promise<Receipt | null>
}

export interface PagePayment extends PaymentOrder {
  page_id: string
  remote_ip: string
  /** The payer's language, for what is said of the payment. */
  words: Words
  /** The id of the request that sent the form. */
  request_id?: string
}

/**
 * `approved`: the issuer agreed, and `receipt_token` opens the receipt. `declined`: the issuer said no. `unknown`: the
 * outcome is being resolved; with a token the receipt page shows it. `refused`: never sent, the record or the form does
 * not allow it.
 */
export interface PayOutcome {
  result: 'approved' | 'declined' | 'unknown' | 'refused'
  /** For the payer: what happened and what to do, without codes. When it is empty, the page uses its own text. */
  message: string
  receipt_token: string | null
  /** What is posted to the page around the frame after a decline, and the origin that may read it. */
  told?: FormProblem['told']
}
