import type { Money } from '../../lib/money.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Payments, TransactionRow } from '../../payments/payments.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Identity } from '../../ports/processor.ts'
import { quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import { claimAttempt } from '../checkout/attempts.ts'
import { identityOf, payerDetails, sourceOf } from '../checkout/page-order.ts'
import type { PagePayment } from '../checkout/pay-port.ts'
import { amountRule } from '../payform/amount.ts'
import { LANGUAGE, showMoney } from '../show.ts'
import { type Invoice, type Subject, standingOf } from './subject.ts'
import { invoiceBank } from './subject-view.ts'

/** `trx_source_id` of payments made on this page. */
const QUICK_INVOICE_PAGE = 8

export const GONE = 'This invoice cannot be paid any more.'

/** Takes a payment of an invoice. Throws AlreadyTried, or a Refusal when nothing was sent. */
export async function payInvoice(
  parts: { payments: Payments; clock: Clock },
  subject: Subject,
  payment: PagePayment,
): Promise<TransactionRow> {
  const { actor, invoice, place } = subject
  const product = productFor(subject, payment)
  return parts.payments.run(actor, {
    action: payment.instrument.payment_method === 'cc' ? 'sale' : 'debit',
    location_id: invoice.location_id,
    product_transaction_id: product,
    amount: payment.amount,
    source: sourceOf(payment),
    identity: identityFor(invoice, payment),
    initiation: 'cardholder',
    details: {
      // A part of the money would be a partial payment, which not every invoice takes.
      ...payerDetails(payment, !invoice.allow_partial_pay),
      quick_invoice_id: invoice.id,
      contact_id: invoice.contact_id,
      customer_id: invoice.customer_id,
      trx_source_id: QUICK_INVOICE_PAGE,
    },
    also: async (work, transaction_id) => {
      await claimAttempt(work, payment, transaction_id, parts.clock.seconds())
      const locked = await work.maybe(quickinvoice, invoice.id)
      const text = locked ? problemOf(locked, payment.amount, parts.clock.seconds(), place.tz) : GONE
      if (text) throw new Refusal(422, text)
    },
  })
}

/** What the invoice says about its payer stands; the page asks for what it does not say. */
function identityFor({ dl_number, dl_state, ssn4, dob_year }: Invoice, payment: PagePayment): Identity | undefined {
  const typed = identityOf(payment)
  if (!typed) return undefined
  const license = dl_number && dl_state ? { dl_number, dl_state } : {}
  const proof = ssn4 || dob_year ? { ssn4, dob_year } : {}
  return { ...typed, ...license, ...proof }
}

function productFor({ products, invoice }: Subject, { instrument }: PagePayment): string {
  const isCard = instrument.payment_method === 'cc'
  const product = isCard ? products.cc : products.ach
  if (!product || (!isCard && !invoiceBank(product, invoice))) {
    throw new Refusal(422, `This invoice cannot be paid with a ${isCard ? 'card' : 'bank account'}.`)
  }
  return product.id
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
