import type { TransactionRow } from '../../payments/payments.ts'
import type { ReceiptView } from './port.ts'
import type { Product, Subject } from './subject.ts'
import { standingOf } from './subject.ts'
import { LANGUAGE, merchantOf } from './subject-view.ts'

/** Voided before it was settled, or rejected by the bank: no money was taken in the end. */
const UNDONE: readonly number[] = [136, 201]

/** The receipt of a payment as it stands now. */
export function receiptOf(
  subject: Subject,
  row: TransactionRow,
  product: Product | null,
  seconds: number,
): ReceiptView {
  const { invoice, place } = subject
  return {
    ...LANGUAGE,
    merchant: merchantOf(subject),
    invoice: {
      id: invoice.id,
      title: invoice.title,
      invoice_number: invoice.invoice_number,
      remaining_balance: invoice.remaining_balance,
      payable: standingOf(invoice, seconds, place.tz) === 'payable',
    },
    payment: {
      result: resultOf(row),
      reference: row.id,
      created_ts: row.created_ts,
      tz: place.tz,
      action: row.payment_method === 'cc' ? 'sale' : 'debit',
      amount: row.transaction_amount,
      auth_amount: row.outcome === 'approved' ? row.auth_amount : null,
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

function resultOf(row: TransactionRow): ReceiptView['payment']['result'] {
  if (row.outcome === 'pending' || row.outcome === 'unknown') return 'unknown'
  return row.outcome === 'approved' && !UNDONE.includes(row.status_id) ? 'approved' : 'declined'
}
