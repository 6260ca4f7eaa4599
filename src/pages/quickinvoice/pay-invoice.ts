import type { Book } from '../../definition/door.ts'
import type { Money } from '../../lib/money.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Account } from '../../payments/account.ts'
import type { NewPayment, Payments, TransactionRow } from '../../payments/payments.ts'
import type { Clock } from '../../ports/clock.ts'
import { quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import { amountRule } from '../payform/amount.ts'
import { showMoney } from '../show.ts'
import type { InvoicePayment } from './port.ts'
import { type Invoice, type Subject, standingOf } from './subject.ts'
import { bankMethod, LANGUAGE } from './subject-view.ts'

/** `trx_source_id` of payments made on this page. */
const QUICK_INVOICE_PAGE = 8

/** This form was sent before; its first outcome stands. */
export class AlreadyTried extends Error {}

/** Takes a payment of an invoice. Throws AlreadyTried, or a Refusal when nothing was sent. */
export async function payInvoice(
  parts: { payments: Payments; clock: Clock },
  subject: Subject,
  payment: InvoicePayment,
): Promise<TransactionRow> {
  const { by, invoice, place } = subject
  const { instrument } = payment
  const product = productFor(subject, payment)
  return parts.payments.run(by, {
    action: instrument.payment_method === 'cc' ? 'sale' : 'debit',
    location_id: invoice.location_id,
    product_transaction_id: product,
    amount: payment.amount,
    source: sourceOf(payment),
    initiation: 'cardholder',
    details: detailsOf(invoice, payment),
    also: async (book, transaction_id) => {
      await claim(book, payment, transaction_id, parts.clock.seconds())
      const locked = await book.maybe(quickinvoice, invoice.id)
      const text = locked ? problemOf(locked, payment.amount, parts.clock.seconds(), place.tz) : GONE
      if (text) throw new Refusal(422, text)
    },
  })
}

const GONE = 'This invoice cannot be paid any more.'

function productFor({ products, invoice }: Subject, { instrument }: InvoicePayment): string {
  const isCard = instrument.payment_method === 'cc'
  const product = isCard ? products.cc : products.ach
  if (!product || (!isCard && !bankMethod(product, invoice))) {
    throw new Refusal(422, `This invoice cannot be paid with a ${isCard ? 'card' : 'bank account'}.`)
  }
  return product.id
}

/** Stored with the intent, so a form is tried once whatever happens to the process. Two at once wait for each other here. */
async function claim(book: Book, payment: InvoicePayment, transaction_id: string, seconds: number): Promise<void> {
  const claimed = await book.query(
    `insert into page_attempt (page_id, attempt, transaction_id, created_ts) values ($1, $2, $3, $4)
     on conflict do nothing returning attempt`,
    [payment.invoice_id, payment.attempt, transaction_id, seconds],
  )
  if (claimed.length === 0) throw new AlreadyTried()
}

/**
 * Why an invoice cannot be paid this amount now, for the payer; null when it can. The invoice is locked and counts the payment itself
 * among those on their way.
 */
function problemOf(locked: Invoice, amount: Money, seconds: number, zone: string): string | null {
  const others = { ...locked, pending_amount: locked.pending_amount - amount }
  if (standingOf(others, seconds, zone) !== 'payable') return GONE
  const rule = amountRule(locked.remaining_balance, {
    partial: locked.allow_partial_pay,
    over: locked.allow_overpayment,
  })
  const fits = rule.kind === 'fixed' ? amount === rule.amount : amount >= rule.min && amount <= rule.max
  return fits
    ? null
    : `The balance is ${showMoney(locked.remaining_balance, LANGUAGE)} now. Check the amount and try again.`
}

function sourceOf({ instrument }: InvoicePayment): NewPayment['source'] {
  if (instrument.payment_method === 'cc') {
    const { account_number, exp_date, account_holder_name, cvv } = instrument
    const account: Account = { payment_method: 'cc', account_number, exp_date, account_holder_name }
    return { kind: 'account', account, cvv: cvv ?? undefined }
  }
  const { routing, account_number, account_type, account_holder_name, is_company } = instrument
  return {
    kind: 'account',
    account: { payment_method: 'ach', routing, account_number, account_type, account_holder_name, is_company },
  }
}

function detailsOf(invoice: Invoice, payment: InvoicePayment): NewPayment['details'] {
  const { instrument } = payment
  const { billing_street, billing_zip } = instrument
  const known = {
    quick_invoice_id: invoice.id,
    contact_id: invoice.contact_id,
    customer_id: invoice.customer_id,
    trx_source_id: QUICK_INVOICE_PAGE,
    notification_email_address: payment.notification_email_address,
    customer_ip: payment.remote_ip.slice(0, 39),
    billing_street,
    billing_zip,
    card_present: false,
  } as const
  // A part of the money would be a partial payment, which this invoice does not take.
  if (instrument.payment_method === 'cc') {
    return invoice.allow_partial_pay ? known : { ...known, allow_partial_authorization_override: false }
  }
  const { billing_city, billing_state, billing_phone, check_number } = instrument
  return {
    ...known,
    billing_city,
    billing_state,
    billing_phone,
    check_number,
    ach_sec_code: 'WEB',
    // The form is only read when the box that authorizes the debit is ticked.
    terms_agree: 1,
  }
}
