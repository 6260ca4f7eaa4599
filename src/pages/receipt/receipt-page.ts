import { accountName } from '../../words/account-name.ts'
import { amountRows } from '../../words/amount-rows.ts'
import type { Words } from '../../words/words.ts'
import { attrs, type Child, type Html, html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { brandingOf, pageFooter, pageHeader } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import type { Presentation } from '../presentation.ts'
import type { ReceiptView } from './receipt-view.ts'
import { type Redirect, redirectLinks, redirectText } from './redirect.ts'

/** What the script posts to the page around the frame, and the one origin that may read it. */
export interface FrameMessage {
  text: string
  origin: string
}

/** A page of an unknown outcome looks again by itself after so many seconds. */
const LOOK_AGAIN_SECONDS = 15

/** Returns the header by which the page of a payment without an outcome is loaded again; nothing for others. */
export function lookAgain(is_pending: boolean, href: string): Pick<PageResponse, 'refresh'> {
  return is_pending ? { refresh: { seconds: LOOK_AGAIN_SECONDS, url: href } } : {}
}

/**
 * A receipt to print or save on one page. While the outcome is unknown it says so, and a reload shows the outcome.
 * Returns the whole document.
 */
export function receiptPage(
  shown: Presentation,
  view: ReceiptView,
  redirect: Redirect | null = null,
  message: FrameMessage | null = null,
): string {
  const { words } = shown
  const { merchant, payment, subject } = view
  const outcome = fullOutcome(words, view)
  const links = redirect
    ? redirectLinks(words, redirect)
    : [{ href: shown.link(subject.page.href), label: words.receipt.back(subject.page.paid) }]
  return page({
    ...shown,
    title: `${outcome.title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    width: 'narrow',
    scripts: message ? ['pay.js', 'parent.js'] : ['pay.js'],
    body: html`${pageHeader(merchant)}
<main${attrs({ class: 'alone', id: message && 'result', 'data-message': message?.text, 'data-origin': message?.origin })}>
<article class="receipt" data-tone="${outcome.tone}" aria-labelledby="receipt-title">
<header>
<span class="notice-icon">${icons[outcome.icon]}</span>
<h1 id="receipt-title">${outcome.title}</h1>
${!isCheck(payment) && html`<p class="amount">${words.money(payment.auth_amount ?? payment.amount)}</p>`}
<p>${outcome.text}${redirect && html` ${redirectText(words, redirect)}`}</p>
</header>
${view.receipt_header && html`<p class="prose">${view.receipt_header}</p>`}
<dl class="facts">${factRows(words, view)}</dl>
${payment.payment_method === 'ach' && payment.result === 'approved' && authorization(words, view)}
${view.receipt_footer && html`<p class="prose fine">${view.receipt_footer}</p>`}
</article>
<p class="actions">
<button class="button plain" type="button" data-print hidden>${icons.printer}<span>${words.receipt.print}</span></button>
${links.map(({ href, label }) => html`<a class="button plain" href="${href}">${label}</a>`)}
</p>
</main>
${pageFooter(merchant, shown)}`,
  })
}

/**
 * What networks and law require of a receipt: merchant, date, purpose, amount, account (last four digits) and the
 * issuer's response.
 */
function factRows(words: Words, view: ReceiptView): (Html | false)[] {
  const { merchant, subject, payment } = view
  const { receipt, money } = words
  const { surcharge = null } = payment
  const total = payment.auth_amount ?? payment.amount
  const rows: [string, Child][] = [
    [receipt.merchant, [merchant.name, ...merchant.address].map(one => html`<span class="line">${one}</span>`)],
    [receipt.date, words.moment(payment.created_ts, payment.tz)],
    [receipt.purpose, subject.title],
    [receipt.number, subject.number],
    [receipt.type, receipt.types[payment.action]],
    [receipt.paid_with, accountName(words, payment.account_type, payment.last_four)],
    [receipt.holder, payment.account_holder_name],
    [
      receipt.requested,
      payment.auth_amount !== null && payment.auth_amount !== payment.amount && money(payment.amount),
    ],
    ...amountRows(words, { ...payment, total, surcharge, items: subject.items ?? [] }),
    [receipt.total, !isCheck(payment) && `${money(total)} USD`],
    [receipt.auth_code, payment.auth_code],
    [receipt.effective, payment.result === 'approved' && payment.effective_date && words.day(payment.effective_date)],
    [receipt.reference, html`<span class="code">${payment.reference}</span>`],
    [receipt.still_due, subject.still_to_pay !== null && money(subject.still_to_pay)],
  ]
  return rows.map(
    ([term, value]) =>
      Boolean(value) &&
      html`<div${attrs({ class: term === receipt.total && 'sum' })}><dt>${term}</dt><dd>${value}</dd></div>`,
  )
}

/** Nacha rules: the payer keeps the text of the debit authorization and learns how to revoke it. */
function authorization({ receipt, money }: Words, { merchant, payment }: ReceiptView): Html {
  return html`<p class="fine">${receipt.debit(merchant.name, money(payment.amount), merchant.support_email)}</p>`
}

/** How the payment ended, for the head of a receipt. */
function fullOutcome(words: Words, view: ReceiptView): Notice {
  const { merchant, payment } = view
  const { receipt } = words
  if (payment.result !== 'approved') return failedOutcome(words, view)
  if (isCheck(payment)) return approved(words, payment, receipt.plain_verified(merchant.name))
  const email = payment.notification_email_address
  const more = isHeld(payment) ? [receipt.held(merchant.name)] : isOnItsWay(payment) ? [receipt.on_its_way] : []
  const keep = email ? receipt.sent_to(email) : receipt.keep
  return approved(words, payment, [receipt.thanks(merchant.name), ...more, keep].join(' '))
}

/** How the payment ended, for a page that shows nothing else of it. */
export function plainOutcome(words: Words, view: ReceiptView): Notice {
  const { merchant, payment } = view
  const { receipt } = words
  if (payment.result !== 'approved') return failedOutcome(words, view)
  const amount = words.money(payment.auth_amount ?? payment.amount)
  const email = payment.notification_email_address
  const said = isHeld(payment)
    ? [receipt.plain_held(amount, merchant.name)]
    : isOnItsWay(payment)
      ? [receipt.plain_submitted(amount, merchant.name), receipt.on_its_way]
      : [receipt.plain_approved(amount, merchant.name)]
  return approved(words, payment, [...said, ...(email ? [receipt.sent_to(email)] : [])].join(' '))
}

function failedOutcome({ receipt, declined }: Words, { payment, subject }: ReceiptView): Notice {
  if (payment.result === 'unknown')
    return { icon: 'clock', tone: 'calm', title: receipt.pending, text: receipt.pending_text }
  const text = [receipt.declined_text(subject.page.paid), ...(payment.may_show ? [declined.may_show] : [])].join(' ')
  return { icon: 'alert', tone: 'warn', title: receipt.declined, text }
}

function approved({ receipt }: Words, payment: ReceiptView['payment'], text: string): Notice {
  if (isCheck(payment)) return { icon: 'check', tone: 'good', title: receipt.verified, text }
  const title = isHeld(payment) ? receipt.authorized : isOnItsWay(payment) ? receipt.submitted : receipt.approved
  return { icon: 'check', tone: 'good', title, text }
}

function isCheck({ action }: ReceiptView['payment']): boolean {
  return action === 'avsonly'
}

function isHeld({ action }: ReceiptView['payment']): boolean {
  return action === 'authonly'
}

/** A debit that the bank has accepted has not been paid yet. */
function isOnItsWay({ action, settled }: ReceiptView['payment']): boolean {
  return action === 'debit' && !settled
}
