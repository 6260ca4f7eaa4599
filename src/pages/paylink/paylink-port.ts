import type { Row } from '../../definition/resource.ts'
import { isExpired } from '../../resources/paylink/closed.ts'
import { paylink, STATUS } from '../../resources/paylink/paylink.ts'
import type { PagePayment, PayPort } from '../checkout/checkout.ts'
import { newPayment, type SubjectPayment } from '../checkout/new-payment.ts'
import { latestReceipt, type PaymentParts, payPort } from '../checkout/page-payments.ts'
import {
  loadSubject,
  openRecord,
  type PageProducts,
  type PageSubject,
  type SubjectParts,
} from '../checkout/page-subject.ts'
import { PayerRefusal } from '../checkout/payer-refusal.ts'
import { bankMethod, cardMethod, taking } from '../checkout/payment-methods.ts'
import { merchantView } from '../merchant.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import { redirectTarget } from '../receipt/redirect.ts'
import { type PageStatus, type PaylinkReceipt, type PaylinkView, paylinkHref, receiptHref } from './paylink-page.ts'

export type PaylinkPagePort = PayPort<PaylinkView, PaylinkReceipt>

/** `trx_source_id` of payments made on this page. */
const PAYLINK_PAGE = 16
const DECLINED_RECURRING_MAIL = 15

export function paylinkPagePort(parts: PaymentParts): PaylinkPagePort {
  return payPort<PaylinkSubject, PaylinkView, PaylinkReceipt>(parts, {
    find: (id, visitor) => findPaylink(parts, id, visitor),
    async view(subject) {
      const view = viewOf(subject, parts.clock.seconds())
      if (view.status !== 'paid') return view
      const { id: paylink_id } = subject.link
      const token = await latestReceipt(parts.cipher, subject, paylink_id, { paylink_id })
      return { ...view, receipt_href: token && receiptHref(paylink_id, token) }
    },
    run: (subject, actor, payment, claim) =>
      parts.payments.run(actor, newPayment(subject, paymentOf(subject, payment), payment, 'paylink', claim)),
    paid: ({ link }) => ({
      title: titleOf(link),
      number: null,
      still_to_pay: null,
      page: { href: paylinkHref(link.id), paid: 'paylink' },
    }),
    receipt: ({ link }, receipt) => ({
      ...receipt,
      shows_details: link.display_product_transaction_receipt_details,
      after_approval:
        receipt.payment.result === 'approved'
          ? redirectTarget(link.redirect_url_on_approve, link.redirect_url_delay)
          : null,
    }),
    names: 'paylink',
    // A paylink has one payment at a time; the refusal of a second one is worded for callers of the API.
    refusalText: ({ problems }, { nothing_paid }) => (problems?.status_id ? nothing_paid.gone('paylink') : null),
  })
}

function viewOf({ link, methods, ...subject }: PaylinkSubject, seconds: number): PaylinkView {
  return {
    merchant: merchantView(subject),
    link: {
      id: link.id,
      description: titleOf(link),
      amount: link.amount_due,
      reference: link.paylink_api_id?.trim() || null,
      expire_date: link.expire_date,
      authorizes: authorizes(link),
      keeps_account: keepsAccount(link),
      after_decline: redirectTarget(link.redirect_url_on_decline, link.redirect_url_delay),
    },
    methods,
    receipt_href: null,
    locale: subject.locale,
    surcharge: subject.surcharge,
    status: statusOf(link, seconds, subject.place.tz),
  }
}

function paymentOf({ link }: PaylinkSubject, { amount, words }: PagePayment): SubjectPayment {
  return {
    card_action: authorizes(link) ? 'authonly' : 'sale',
    location_id: link.location_id,
    allow_partial_authorization: false,
    bank_funded_only: link.bank_funded_only_override,
    details: {
      paylink_id: link.id,
      contact_id: link.contact_id,
      trx_source_id: link.declined_transaction_id === null ? PAYLINK_PAGE : DECLINED_RECURRING_MAIL,
      ...(keepsAccount(link) ? { save_account: true, save_account_title: link.store_token_title } : {}),
    },
    async check(work) {
      const locked = await work.maybe(paylink, link.id)
      const { gone, balance } = words.nothing_paid
      if (!locked) throw new PayerRefusal(gone('paylink'))
      const is_same = authorizes(locked) === authorizes(link) && keepsAccount(locked) === keepsAccount(link)
      if (!is_same) throw new PayerRefusal(words.nothing_paid.text('paylink'))
      if (locked.amount_due === amount) return
      throw new PayerRefusal(balance(words.money(locked.amount_due)))
    },
  }
}

function titleOf({ description }: Paylink): string | null {
  return description?.trim() || null
}

/** An account is only stored for a contact. */
function keepsAccount({ store_token, contact_id }: Paylink): boolean {
  return store_token && contact_id !== null
}

type Paylink = Row<typeof paylink>

/** A paylink as its page needs it. */
interface PaylinkSubject extends PageSubject {
  link: Paylink
}

/** Returns null when there is no such paylink. */
async function findPaylink(parts: SubjectParts, id: string, visitor: string | null): Promise<PaylinkSubject | null> {
  const opened = await openRecord(parts, paylink, id, visitor)
  if (!opened) return null
  const link = opened.record
  const loaded = await loadSubject(opened, link, product => product.paylink_allow)
  return loaded && { ...loaded, link, methods: taking(methodsOf(loaded.products, link), loaded.takes) }
}

function methodsOf({ cc, ach }: PageProducts, link: Paylink): PageSubject['methods'] {
  return { cc: cardMethodOf(cc, link), ach: bankMethodOf(ach, link) }
}

/** The paylink, not the product, says whether a billing address is asked for; only then can the product require it. */
function cardMethodOf(product: PageProducts['cc'], { display_billing_fields }: Paylink): CardMethod | null {
  const method = cardMethod(product)
  if (!method) return null
  return {
    ...method,
    show_street: display_billing_fields,
    require_street: display_billing_fields && method.require_street,
    show_zip: display_billing_fields,
    require_zip: display_billing_fields && method.require_zip,
  }
}

const ADDRESS = ['billing_street', 'billing_city', 'billing_state', 'billing_zip']

/**
 * No amount can be held on a bank account, so a paylink that only authorizes takes cards alone. An address that the
 * bank terminal requires is always asked for.
 */
function bankMethodOf(product: PageProducts['ach'], link: Paylink): BankMethod | null {
  if (authorizes(link)) return null
  const method = bankMethod(product, () => false)
  return method && link.display_billing_fields ? { ...method, offered: ADDRESS } : method
}

function authorizes({ paylink_action }: Paylink): boolean {
  return paylink_action === 'auth-only'
}

/** What can be done with a paylink now (contract 3.2). It takes one payment, and none while one is pending. */
function statusOf(link: Paylink, seconds: number, zone: string): PageStatus {
  if (link.status_id === STATUS.paid) return 'paid'
  if (!link.active) return 'withdrawn'
  if (isExpired(link, seconds, zone)) return 'expired'
  return link.pending_transaction_id === null ? 'payable' : 'processing'
}
