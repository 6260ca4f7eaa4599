import type { Money } from '../../lib/money.ts'
import type { MerchantView } from '../checkout/merchant-view.ts'
import { amountRule } from '../payform/amount.ts'
import type { BankMethod } from '../payform/bank.ts'
import { bankFields } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import { cardFields } from '../payform/card.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { Language } from '../show.ts'

/**
 * What can be done with the invoice now. `payable`: take a payment. `paid`: nothing is left to pay. `closed`: no more payments are taken.
 * `expired`: its last day has passed. `processing`: a payment is under way and its outcome is not known yet. `gone`: deleted or switched off.
 */
export type Standing = 'payable' | 'paid' | 'closed' | 'expired' | 'processing' | 'gone'

/** Everything the pay page of a quick invoice shows. All amounts are minor units, all dates `yyyy-mm-dd`; the texts are the merchant's, plain. */
export interface InvoiceView extends Language {
  merchant: MerchantView
  invoice: {
    id: string
    title: string
    invoice_number: string | null
    item_header: string | null
    /** In the merchant's order. */
    items: readonly { label: string; amount: Money }[]
    item_footer: string | null
    note: string | null
    due_date: string
    /** The last day it can be paid. */
    expire_date: string | null
    amount_due: Money
    paid: Money
    remaining_balance: Money
    allow_partial_pay: boolean
    allow_overpayment: boolean
    files: readonly { id: string; name: string; size: number }[]
  }
  methods: { cc: CardMethod | null; ach: BankMethod | null }
  standing: Standing
}

export function invoiceHref(id: string): string {
  return `/quickinvoice/?id=${encodeURIComponent(id)}`
}

/** The form that pays this invoice, or null when neither a card nor a bank debit can be taken on a page. */
export function invoicePayForm(view: InvoiceView): PayForm | null {
  const { merchant, invoice, methods, currency, locale } = view
  const cc = methods.cc && cardFields(methods.cc)
  const ach = methods.ach && bankFields(methods.ach)
  if (!cc && !ach) return null
  return {
    action: invoiceHref(invoice.id),
    payee: merchant.name,
    support_email: merchant.support_email,
    language: { currency, locale },
    amount: amountRule(invoice.remaining_balance, {
      partial: invoice.allow_partial_pay,
      over: invoice.allow_overpayment,
    }),
    cc,
    ach,
  }
}
