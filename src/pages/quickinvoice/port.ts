/** The hosted pages of one quick invoice: what they show, their routes, and the port to the gateway. Never: money rules, which live behind the port. */

import type { Money } from '../../lib/money.ts'
import type { PaymentOrder } from '../payform/pay-form.ts'
import type { Language } from '../show.ts'
import type { InvoiceView, MerchantView } from './view.ts'

/** All that the quick invoice pages ask of the gateway. Every id and token comes from a stranger's browser. */
export interface InvoicePagePort {
  /** The invoice, or null when there is none to show. `visitor` is the address of a person opening the page, whose visit is recorded; null when nobody looks. */
  view(id: string, visitor: string | null): Promise<InvoiceView | null>
  /** Whether this address may try to pay this invoice now; counts the try. Guards against card testing. */
  mayTry(attempt: {
    invoice_id: string
    remote_ip: string
  }): Promise<{ allowed: true } | { allowed: false; retry_after: number }>
  /**
   * What became of an earlier `pay` with this token on this invoice, or null when there was none.
   * One that is still running is waited for, or answered as `unknown`.
   */
  earlier(invoice_id: string, attempt: string): Promise<PayOutcome | null>
  /**
   * Takes the payment. Idempotent by `attempt` within the invoice: the same token never moves money twice and always answers the same.
   * Everything is checked again under a lock; what no longer fits is `refused` with a text for the payer, and no money has moved.
   */
  pay(payment: InvoicePayment): Promise<PayOutcome>
  /** The receipt a token opens, or null. */
  receipt(invoice_id: string, token: string): Promise<ReceiptView | null>
  /** A file attached to the invoice, or null. */
  file(invoice_id: string, file_id: string): Promise<{ name: string; content_type: string; content: Buffer } | null>
}

export interface InvoicePayment extends PaymentOrder {
  invoice_id: string
  remote_ip: string
}

/**
 * `approved`: money was taken, and `receipt_token` opens the receipt. `declined`: the issuer said no. `unknown`: we are finding out; with a
 * token the receipt page shows how it stands. `refused`: never sent, the invoice or the form does not allow it.
 */
export interface PayOutcome {
  result: 'approved' | 'declined' | 'unknown' | 'refused'
  /** For the payer: what happened and what to do, without codes. Empty: the page's own words. */
  message: string
  receipt_token: string | null
}

/** What a receipt shows. It holds no expiry date and no more of the account than its last four (FACTA, network rules). */
export interface ReceiptView extends Language {
  merchant: MerchantView
  invoice: { id: string; title: string; invoice_number: string | null; remaining_balance: Money; payable: boolean }
  payment: {
    result: 'approved' | 'unknown' | 'declined'
    /** The transaction's id: what the payer quotes when asking about it. */
    reference: string
    /** Unix seconds. */
    created_ts: number
    /** IANA zone of the merchant. */
    tz: string
    action: 'sale' | 'debit'
    /** Minor units, what was asked for. */
    amount: Money
    /** Minor units actually taken; less for a partial approval. Null while unknown. */
    auth_amount: Money | null
    /** `visa`, `mc`, `amex`, `disc`, `jcb`, `diners`, `debit`; `checking`, `savings`. */
    account_type: string
    payment_method: 'cc' | 'ach'
    last_four: string
    account_holder_name: string | null
    auth_code: string | null
    /** Day the bank debit takes effect, `yyyy-mm-dd`; null for cards. */
    effective_date: string | null
    /** Where the receipt was mailed to. */
    notification_email_address: string | null
  }
  receipt_header: string | null
  /** The merchant's closing words, such as its refund policy. */
  receipt_footer: string | null
}
