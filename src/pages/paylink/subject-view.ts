import { merchantOf } from '../checkout/merchant-of.ts'
import { bankMethod, cardMethod } from '../checkout/methods-of.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import { LANGUAGE } from '../show.ts'
import { type Link, type Subject, standingOf } from './subject.ts'
import type { Next, PaylinkView } from './view.ts'

const ADDRESS = ['billing_street', 'billing_city', 'billing_state', 'billing_zip']

/** The page's view of a paylink. */
export function viewOf(subject: Subject, seconds: number): PaylinkView {
  const { link, place } = subject
  return {
    ...LANGUAGE,
    merchant: merchantOf(subject),
    link: {
      id: link.id,
      description: link.description?.trim() || null,
      amount: link.amount_due,
      expire_date: link.expire_date,
      authorizes: authorizes(link),
      keeps_account: keepsAccount(link),
      after_decline: nextOf(link, link.redirect_url_on_decline),
    },
    methods: { cc: paylinkCard(subject), ach: paylinkBank(subject) },
    standing: standingOf(link, seconds, place.tz),
  }
}

export function authorizes({ paylink_action }: Link): boolean {
  return paylink_action === 'auth-only'
}

/** An account is kept for a contact, or not at all. */
export function keepsAccount({ store_token, contact_id }: Link): boolean {
  return store_token && contact_id !== null
}

/** The address in ASCII, as a header has to have it. */
export function nextOf({ redirect_url_delay }: Link, url: string | null): Next | null {
  const parsed = url ? URL.parse(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? { url: parsed.href, seconds: redirect_url_delay } : null
}

/** The link, not the product, says whether a billing address is asked; what the product insists on it can then insist on. */
function paylinkCard({ link, products }: Subject): CardMethod | null {
  const method = cardMethod(products.cc)
  if (!method) return null
  const shown = link.display_billing_fields
  return {
    ...method,
    show_street: shown,
    require_street: shown && method.require_street,
    show_zip: shown,
    require_zip: shown && method.require_zip,
  }
}

/** Nothing can be held on a bank account, so a link that only authorizes takes cards alone. An address the bank's terminal insists on is always asked. */
export function paylinkBank({ link, products }: Subject): BankMethod | null {
  if (authorizes(link)) return null
  const method = bankMethod(products.ach, () => false)
  return method && link.display_billing_fields ? { ...method, offered: ADDRESS } : method
}
