import type { TransactionRow } from '../../payments/payments.ts'
import { merchantOf, type Place } from '../checkout/merchant-of.ts'
import type { Product } from '../checkout/page-subject.ts'
import { LANGUAGE } from '../show.ts'
import type { ReceiptView } from './receipt-view.ts'

/** Voided before it was settled, or rejected by the bank: no money was taken in the end. */
const UNDONE: readonly number[] = [136, 201]
const AUTHORIZED = 102

/** The receipt of a payment as it stands now. */
export function receiptOf(
  at: Place,
  row: TransactionRow,
  product: Product | null,
  subject: ReceiptView['subject'],
): ReceiptView {
  return {
    ...LANGUAGE,
    merchant: merchantOf(at),
    subject,
    payment: {
      result: resultOf(row),
      reference: row.id,
      created_ts: row.created_ts,
      tz: at.place.tz,
      action: actionOf(row),
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

function actionOf(row: TransactionRow): ReceiptView['payment']['action'] {
  if (row.payment_method === 'ach') return 'debit'
  return row.status_id === AUTHORIZED ? 'authonly' : 'sale'
}

function resultOf(row: TransactionRow): ReceiptView['payment']['result'] {
  if (row.outcome === 'pending' || row.outcome === 'unknown') return 'unknown'
  return row.outcome === 'approved' && !UNDONE.includes(row.status_id) ? 'approved' : 'declined'
}
