import { accountName } from '../../lib/account-name.ts'
import { momentInWords } from '../../lib/local-date.ts'
import { showDay } from '../../lib/us-formats.ts'
import type { Assets } from '../assets.ts'
import { attrs, type Child, type Html, html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { brandingOf, pageFooter, pageHeader } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import { showMoney } from '../show.ts'
import type { ReceiptView } from './receipt-view.ts'
import { type Redirect, redirectLinks, redirectText } from './redirect.ts'

/** What the script posts to the page around the frame, and the one origin that may read it. */
export interface FrameMessage {
  text: string
  origin: string
}

/**
 * A receipt to print or save. While the outcome is unknown it says so, and a reload shows the outcome. Returns the
 * whole document.
 */
export function receiptPage(
  assets: Assets,
  view: ReceiptView,
  redirect: Redirect | null = null,
  message: FrameMessage | null = null,
): string {
  const { merchant, payment, subject } = view
  const outcome = fullOutcome(view)
  const links = redirect
    ? redirectLinks(redirect)
    : [{ href: subject.page.href, label: `Back to the ${subject.page.label}` }]
  return page({
    assets,
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
<p class="amount">${showMoney(payment.auth_amount ?? payment.amount)}</p>
<p>${outcome.text}${redirect && html` ${redirectText(redirect)}`}</p>
</header>
${view.receipt_header && html`<p class="prose">${view.receipt_header}</p>`}
<dl class="facts">${factRows(view)}</dl>
${payment.payment_method === 'ach' && authorization(view)}
${view.receipt_footer && html`<p class="prose fine">${view.receipt_footer}</p>`}
</article>
<p class="actions">
<button class="button plain" type="button" data-print hidden>${icons.printer}<span>Print</span></button>
${links.map(({ href, label }) => html`<a class="button plain" href="${href}">${label}</a>`)}
</p>
</main>
${pageFooter(merchant)}`,
  })
}

/**
 * What networks and law require of a receipt: merchant, date, purpose, amount, account (last four digits) and the
 * issuer's response.
 */
function factRows(view: ReceiptView): (Html | false)[] {
  const { merchant, subject, payment } = view
  const rows: [string, Child][] = [
    ['Merchant', [merchant.name, ...merchant.address].map(one => html`<span class="line">${one}</span>`)],
    ['Date', momentInWords(payment.created_ts, payment.tz)],
    ['For', subject.title],
    ['Invoice number', subject.number],
    ['Type', TYPES[payment.action]],
    ['Paid with', accountName(payment.account_type, payment.last_four)],
    ['Account holder', payment.account_holder_name],
    [
      'Amount requested',
      payment.auth_amount !== null && payment.auth_amount !== payment.amount && showMoney(payment.amount),
    ],
    ['Total', `${showMoney(payment.auth_amount ?? payment.amount)} USD`],
    ['Result', RESULTS[payment.result]],
    ['Authorization code', payment.auth_code],
    ['Effective date', payment.effective_date && showDay(payment.effective_date)],
    ['Reference', html`<span class="code">${payment.reference}</span>`],
    ['Still to pay', subject.still_to_pay !== null && showMoney(subject.still_to_pay)],
  ]
  return rows.map(
    ([term, value]) =>
      Boolean(value) &&
      html`<div${attrs({ class: term === 'Total' && 'sum' })}><dt>${term}</dt><dd>${value}</dd></div>`,
  )
}

const TYPES = {
  sale: 'Sale, entered online',
  authonly: 'Authorization, entered online',
  debit: 'Bank debit, entered online',
}

const RESULTS = { approved: 'Approved', unknown: 'Waiting for the answer', declined: 'Declined' }

/** Nacha rules: the payer keeps the text of the debit authorization and learns how to revoke it. */
function authorization({ merchant, payment }: ReceiptView): Html {
  const contact = merchant.support_email ? ` by writing to ${merchant.support_email}` : ''
  return html`<p class="fine">You authorized ${merchant.name} to debit this account once, for ${showMoney(payment.amount)}. You can revoke the authorization${contact} until the debit has been sent to your bank.</p>`
}

/** How the payment ended, for the head of a receipt. */
function fullOutcome({ merchant, payment, subject }: ReceiptView): Notice {
  if (payment.result === 'unknown') {
    return {
      icon: 'clock',
      tone: 'calm',
      title: 'Payment being confirmed',
      text: 'We are waiting for the answer. Please do not pay again; reload this page in a few minutes.',
    }
  }
  if (payment.result === 'declined') {
    return {
      icon: 'alert',
      tone: 'warn',
      title: 'Payment declined',
      text: `No money was taken. You can open the ${subject.page.label} and pay another way.`,
    }
  }
  const email = payment.notification_email_address
  const held = isHeld(payment) ? 'The amount is held on your card and taken later. ' : ''
  const keep = email ? `A receipt is on its way to ${email}.` : 'Print or save this page as your receipt.'
  return approved(payment, `Thank you from ${merchant.name}. ${held}${keep}`)
}

/** How the payment ended, for a page that shows nothing else of it. */
export function plainOutcome(view: ReceiptView): Notice {
  const { merchant, payment } = view
  if (payment.result !== 'approved') return fullOutcome(view)
  const amount = showMoney(payment.auth_amount ?? payment.amount)
  const took = isHeld(payment)
    ? `${amount} is held on your card, for ${merchant.name} to take later.`
    : `Your payment of ${amount} to ${merchant.name} was approved.`
  const email = payment.notification_email_address
  return approved(payment, `Thank you. ${took}${email ? ` A receipt is on its way to ${email}.` : ''}`)
}

function approved(payment: ReceiptView['payment'], text: string): Notice {
  return { icon: 'check', tone: 'good', title: isHeld(payment) ? 'Payment authorized' : 'Payment approved', text }
}

function isHeld({ action }: ReceiptView['payment']): boolean {
  return action === 'authonly'
}
