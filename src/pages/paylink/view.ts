/** The hosted page of one paylink: what it shows, its routes, and its way into the gateway. Never: what all pay pages share. */

import type { Money } from '../../lib/money.ts'
import type { MerchantView } from '../checkout/merchant-view.ts'
import type { BankMethod } from '../payform/bank.ts'
import { bankFields } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import { cardFields } from '../payform/card.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import type { Language } from '../show.ts'

/**
 * What can be done with the link now. `payable`: take its payment. `paid`: it was paid. `expired`: its last day has passed. `withdrawn`: the
 * merchant switched it off. `processing`: a payment is under way and its outcome is not known yet.
 */
export type Standing = 'payable' | 'paid' | 'expired' | 'withdrawn' | 'processing'

/** An address the payer is sent on to after some seconds. */
export interface Next {
  url: string
  seconds: number
}

/** Everything the page of a paylink shows. The amount is in minor units, the date `yyyy-mm-dd`; the description is the merchant's, plain. */
export interface PaylinkView extends Language {
  merchant: MerchantView
  link: {
    id: string
    description: string | null
    amount: Money
    /** The last day it can be paid. */
    expire_date: string | null
    /** The amount is held on a card now and taken later. */
    authorizes: boolean
    /** The merchant keeps the account for payments to come. */
    keeps_account: boolean
    after_decline: Next | null
  }
  methods: { cc: CardMethod | null; ach: BankMethod | null }
  standing: Standing
}

export interface PaylinkReceipt extends ReceiptView {
  /** Whether more is shown than how it ended (contract 2.5). */
  shows_details: boolean
  after_approval: Next | null
}

/** Contract 2.5. */
export function paylinkHref(id: string): string {
  return `/?paylink_id=${encodeURIComponent(id)}`
}

/** The form that pays this link, or null when neither a card nor a bank debit can be taken on a page. */
export function paylinkPayForm({ merchant, link, methods, currency, locale }: PaylinkView): PayForm | null {
  const cc = methods.cc && cardFields(methods.cc)
  const ach = methods.ach && bankFields(methods.ach)
  if (!cc && !ach) return null
  return {
    action: paylinkHref(link.id),
    payee: merchant.name,
    support_email: merchant.support_email,
    language: { currency, locale },
    amount: { kind: 'fixed', amount: link.amount },
    cc,
    ach,
    authorizes: link.authorizes,
    keeps_account: link.keeps_account,
  }
}
