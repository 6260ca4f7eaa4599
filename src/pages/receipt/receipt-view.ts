import type { Money } from '../../lib/money.ts'
import { approvedAmount, STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { PaidParts } from '../../words/amount-rows.ts'
import { mayShow } from '../../words/decline-message.ts'
import type { Paid } from '../../words/words.ts'
import type { Product } from '../checkout/page-subject.ts'
import { type MerchantRecords, type MerchantView, merchantView } from '../merchant.ts'

/**
 * What a receipt shows: no expiry date and no more of the account number than its last four digits (FACTA, network
 * rules).
 */
export interface ReceiptView {
  merchant: MerchantView
  /** What was paid. */
  subject: {
    /** The merchant's title or description. */
    title: string | null
    /** The merchant's own number for it. */
    number: string | null
    /** The lines of the invoice. */
    items?: PaidParts['items']
    /** Minor units; null where nothing more can be paid. */
    still_to_pay: Money | null
    /** The page it was paid on. */
    page: { href: string; paid: Paid }
  }
  payment: {
    result: 'approved' | 'unknown' | 'declined'
    /** The issuer may have approved it before it was taken back, and then shows the amount for some days. */
    may_show?: boolean
    /** The transaction's id, which the payer quotes in questions about the payment. */
    reference: string
    /** Unix seconds. */
    created_ts: number
    /** IANA zone of the merchant. */
    tz: string
    /** `authonly`: the amount is held and captured later; `avsonly`: the card was checked, and nothing paid. */
    action: 'sale' | 'authonly' | 'avsonly' | 'debit'
    /** Minor units, as requested. */
    amount: Money
    /** What of it is surcharge, in minor units, and what the merchant calls that. */
    surcharge?: { label: string | null; amount: Money } | null
    tax: Money | null
    tip_amount: Money | null
    /** Minor units that were approved: less than `amount` for a partial approval. Null unless approved. */
    auth_amount: Money | null
    /** The bank has paid: until then a debit is on its way. */
    settled: boolean
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
  /** The merchant's own text, such as its refund policy. */
  receipt_footer: string | null
}

/**
 * `status_id` of payments that were voided or rejected by the bank after their approval, so that no money was taken.
 */
const UNDONE: readonly number[] = [STATUS.ach_rejected, STATUS.voided]

/** Returns the receipt of a payment in its current state. */
export function receiptView(
  at: MerchantRecords,
  row: TransactionRow,
  product: Product | null,
  subject: ReceiptView['subject'],
  surcharge_label: string | null = null,
): ReceiptView {
  return {
    merchant: merchantView(at),
    subject,
    payment: {
      result: resultOf(row),
      may_show: row.status_id === STATUS.voided || mayShow(row.reason_code_id),
      reference: row.id,
      created_ts: row.created_ts,
      tz: at.place.tz,
      action: actionOf(row),
      amount: row.transaction_amount,
      surcharge: row.surcharge_amount ? { label: surcharge_label, amount: row.surcharge_amount } : null,
      tax: row.tax,
      tip_amount: row.tip_amount,
      auth_amount: row.outcome === 'approved' ? approvedAmount(row) : null,
      settled: row.status_id === STATUS.ach_settled,
      account_type: row.account_type ?? '',
      payment_method: row.payment_method,
      last_four: row.last_four ?? '',
      account_holder_name: row.account_holder_name,
      auth_code: row.auth_code,
      effective_date: row.payment_method === 'ach' ? row.effective_date : null,
      notification_email_address: row.notification_email_address,
    },
    receipt_header: product?.receipt_header || null,
    receipt_footer: product?.receipt_footer || null,
  }
}

function actionOf(row: TransactionRow): ReceiptView['payment']['action'] {
  if (row.payment_method === 'ach') return 'debit'
  if (row.type_id === TYPE.avsonly) return 'avsonly'
  return row.status_id === STATUS.authorized ? 'authonly' : 'sale'
}

function resultOf(row: TransactionRow): ReceiptView['payment']['result'] {
  if (row.outcome === 'pending' || row.outcome === 'unknown') return 'unknown'
  return row.outcome === 'approved' && !UNDONE.includes(row.status_id) ? 'approved' : 'declined'
}
