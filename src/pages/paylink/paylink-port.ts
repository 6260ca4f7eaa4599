import { Refusal } from '../../lib/problem.ts'
import { paylink } from '../../resources/paylink/paylink.ts'
import type { PagePayment, PayPort } from '../checkout/checkout.ts'
import type { SubjectPayment } from '../checkout/new-payment.ts'
import { type PaymentParts, payPort } from '../checkout/page-payments.ts'
import { merchantView } from '../merchant.ts'
import type { RedirectTarget } from '../receipt/redirect.ts'
import { LANGUAGE, showMoney } from '../show.ts'
import { type PaylinkReceipt, type PaylinkView, paylinkHref } from './paylink-page.ts'
import { authorizes, findPaylink, type Paylink, type PaylinkSubject, statusOf } from './paylink-subject.ts'

export type PaylinkPagePort = PayPort<PaylinkView, PaylinkReceipt>

/** `trx_source_id` of payments made on this page. */
const PAYLINK_PAGE = 16

const GONE = 'This payment link was paid or closed meanwhile.'

export function paylinkPagePort(parts: PaymentParts): PaylinkPagePort {
  return payPort<PaylinkSubject, PaylinkView, PaylinkReceipt>(parts, {
    find: (id, visitor) => findPaylink(parts, id, visitor),
    view: async subject => viewOf(subject, parts.clock.seconds()),
    payment: paymentOf,
    paid: ({ link }) => ({
      title: titleOf(link),
      number: null,
      still_to_pay: null,
      page: { href: paylinkHref(link.id), label: 'payment link' },
    }),
    receipt: ({ link }, receipt) => ({
      ...receipt,
      shows_details: link.display_product_transaction_receipt_details,
      after_approval: receipt.payment.result === 'approved' ? targetOf(link, link.redirect_url_on_approve) : null,
    }),
    refusals: {
      gone: GONE,
      cc: 'This payment link cannot be paid with a card.',
      ach: 'This payment link cannot be paid from a bank account.',
    },
    // A paylink has one payment at a time; the refusal of a second one is worded for callers of the API.
    refusalText: ({ problems }) => (problems?.status_id ? GONE : null),
  })
}

function viewOf({ link, methods, ...subject }: PaylinkSubject, seconds: number): PaylinkView {
  return {
    ...LANGUAGE,
    merchant: merchantView(subject),
    link: {
      id: link.id,
      description: titleOf(link),
      amount: link.amount_due,
      expire_date: link.expire_date,
      authorizes: authorizes(link),
      keeps_account: keepsAccount(link),
      after_decline: targetOf(link, link.redirect_url_on_decline),
    },
    methods,
    status: statusOf(link, seconds, subject.place.tz),
  }
}

function paymentOf({ link }: PaylinkSubject, { amount }: PagePayment): SubjectPayment {
  return {
    card_action: authorizes(link) ? 'authonly' : 'sale',
    location_id: link.location_id,
    allow_partial_authorization: false,
    details: {
      paylink_id: link.id,
      contact_id: link.contact_id,
      trx_source_id: PAYLINK_PAGE,
      ...(keepsAccount(link) ? { save_account: true, save_account_title: link.store_token_title } : {}),
    },
    async check(work) {
      const locked = await work.maybe(paylink, link.id)
      if (!locked) throw new Refusal(422, GONE)
      if (locked.amount_due === amount) return
      throw new Refusal(422, `The amount is ${showMoney(locked.amount_due, LANGUAGE)} now. Check it and try again.`)
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

/** Returns the address in ASCII, which a header requires. */
function targetOf({ redirect_url_delay }: Paylink, url: string | null): RedirectTarget | null {
  const parsed = url ? URL.parse(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? { url: parsed.href, seconds: redirect_url_delay } : null
}
