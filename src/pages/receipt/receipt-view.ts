/** Receipts of payments made on a page: what they show and who may open them. Never: a route, a noun. */

import type { Money } from '../../lib/money.ts'
import type { MerchantView } from '../checkout/merchant-view.ts'
import type { Language } from '../show.ts'

/** What a receipt shows. It holds no expiry date and no more of the account than its last four (FACTA, network rules). */
export interface ReceiptView extends Language {
  merchant: MerchantView
  /** What was paid. */
  subject: {
    /** In the merchant's words, if it said any. */
    title: string | null
    /** The merchant's own number for it. */
    number: string | null
    /** Minor units; null where nothing more can be paid. */
    still_to_pay: Money | null
    /** The page it was paid on, as the payer calls it. */
    page: { href: string; label: string }
  }
  payment: {
    result: 'approved' | 'unknown' | 'declined'
    /** The transaction's id: what the payer quotes when asking about it. */
    reference: string
    /** Unix seconds. */
    created_ts: number
    /** IANA zone of the merchant. */
    tz: string
    /** `authonly`: the amount is held, and taken later. */
    action: 'sale' | 'authonly' | 'debit'
    /** Minor units, what was asked for. */
    amount: Money
    /** Minor units actually approved; less than asked for a partial approval. Null while unknown. */
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
