import { type AmountLimits, ANY_AMOUNT } from '../../lib/amount-limits.ts'
import type { Money } from '../../lib/money.ts'
import type { Words } from '../../words/words.ts'
import { payNoticePage } from '../checkout/checkout-page.ts'
import type { PageMethods } from '../checkout/page-subject.ts'
import { takenBy } from '../checkout/payment-methods.ts'
import { attrs, fill, type Html, html } from '../html.ts'
import { icons } from '../icons.ts'
import type { MerchantView } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import { type AmountRule, amountRule } from '../payform/amount.ts'
import { buildPayForm, type PayForm, RECEIPT_EMAIL } from '../payform/pay-form.ts'
import type { PageSurcharge } from '../payform/surcharge.ts'
import type { Presentation } from '../presentation.ts'
import { lookAgain } from '../receipt/receipt-page.ts'
import { showSize } from '../show.ts'

/**
 * What can be done with the invoice now. `payable`: take a payment. `paid`: nothing is left to pay. `closed`: no more
 * payments are taken. `expired`: its last day has passed. `processing`: a payment has no outcome yet. `untaken`: its
 * processors take no payment of what is left. `gone`: deleted or switched off.
 */
export type PageStatus = 'payable' | 'paid' | 'closed' | 'expired' | 'processing' | 'untaken' | 'gone'

/**
 * What the page of a quick invoice shows. Amounts are minor units, dates `yyyy-mm-dd`, texts the merchant's own, not
 * yet escaped.
 */
export interface InvoiceView {
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
    /** Its day has passed where the merchant is, and something is left to pay. */
    is_overdue: boolean
    /** Where it was mailed to. */
    email: string | null
    /** The last day it can be paid. */
    expire_date: string | null
    amount_due: Money
    paid: Money
    /** On its way: not paid yet. */
    pending: Money
    remaining_balance: Money
    allow_partial_pay: boolean
    allow_overpayment: boolean
    single_payment_min_amount: Money
    single_payment_max_amount: Money
    files: readonly { id: string; name: string; size: number }[]
  }
  methods: PageMethods
  surcharge?: PageSurcharge | null
  status: PageStatus
  /** The receipt of the payment that settled it, for who comes back to a paid invoice; null where there is none. */
  receipt_href: string | null
  /** The language that is set for its payer, or null. */
  locale: string | null
}

export function invoiceHref(id: string): string {
  return `/quickinvoice/?id=${encodeURIComponent(id)}`
}

export const RECEIPT_PATH = '/quickinvoice/receipt'

export function receiptHref(id: string, token: string): string {
  return `${RECEIPT_PATH}?id=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}`
}

/** The form that pays this invoice, or null when neither a card nor a bank debit can be taken on a page. */
export function invoicePayForm({ words, link }: Presentation, view: InvoiceView): PayForm | null {
  const { id, email } = view.invoice
  const amount = payable(view.invoice, takenBy(view.methods))
  if (!amount) return null
  return buildPayForm(words, view, {
    action: link(invoiceHref(id)),
    amount,
    ...(email ? { defaults: { [RECEIPT_EMAIL]: email } } : {}),
  })
}

type Payable = Pick<
  InvoiceView['invoice'],
  | 'remaining_balance'
  | 'paid'
  | 'pending'
  | 'allow_partial_pay'
  | 'allow_overpayment'
  | 'single_payment_min_amount'
  | 'single_payment_max_amount'
>

/**
 * Returns what one payment of this invoice may come to; null where its processors do not take what is left of it.
 */
export function payable(invoice: Payable, takes: AmountLimits = ANY_AMOUNT): AmountRule | null {
  const { remaining_balance: balance, paid, pending } = invoice
  const rule = amountRule(balance, {
    partial: invoice.allow_partial_pay,
    over: invoice.allow_overpayment,
    least: invoice.single_payment_min_amount,
    most: invoice.single_payment_max_amount,
    takes,
  })
  return rule && { ...rule, owed: { balance, paid: paid + pending } }
}

/** What the invoice is for. Its title is the first heading of the page, unless a message is shown before it. */
export function invoiceSummary({ words }: Presentation, view: InvoiceView, heading: 'h1' | 'h2' = 'h1'): Html {
  const { invoice } = view
  const settled = view.status === 'paid'
  const overdue = invoice.is_overdue && view.status === 'payable'
  return html`<section class="invoice" aria-labelledby="invoice-title">
${invoice.invoice_number && html`<p class="eyebrow">${words.invoice.number(invoice.invoice_number)}</p>`}
${
  heading === 'h1'
    ? html`<h1 id="invoice-title">${invoice.title}</h1>`
    : html`<h2 class="title" id="invoice-title">${invoice.title}</h2>`
}
<p class="headline"><span class="amount">${words.money(settled ? invoice.amount_due : invoice.remaining_balance)}</span>
<span${attrs({ class: 'due', 'data-overdue': overdue })}>${settled ? words.invoice.paid_in_full : dueText(words, view, overdue)}</span></p>
${view.status === 'payable' && html`<a class="button plain jump" href="#pay">${words.invoice.go_to_payment} ${icons.arrow}</a>`}
${text(invoice.item_header, 'item-header')}
${itemTable(words, view)}
${text(invoice.item_footer, 'item-footer')}
${noteView(words, view)}
${fileList(words, view)}
<p class="save"><a href="${pdfHref(invoice.id, words)}" download>${icons.download}${words.invoice.save_pdf}</a></p>
</section>`
}

function dueText({ invoice: words, day }: Words, { invoice }: InvoiceView, overdue: boolean): Html {
  const { due_date, expire_date } = invoice
  const dates = { date: timeOf(day, due_date), last: expire_date && timeOf(day, expire_date) }
  const ends = expire_date !== null && expire_date !== due_date
  if (overdue) return fill(ends ? words.overdue_pay_by : words.overdue, dates)
  return fill(ends ? words.due_pay_by : words.due, dates)
}

function timeOf(day: Words['day'], date: string): Html {
  return html`<time datetime="${date}">${day(date)}</time>`
}

function itemTable({ invoice: words, money }: Words, view: InvoiceView): Html {
  const { items, amount_due, paid, remaining_balance } = view.invoice
  const row = (label: string, amount: bigint) => html`<tr><th scope="row">${label}</th><td>${money(amount)}</td></tr>`
  return html`<table class="items">
<caption class="quiet">${words.caption}</caption>
<thead class="quiet"><tr><th scope="col">${words.item}</th><th scope="col">${words.amount}</th></tr></thead>
<tbody>${items.map(item => row(item.label, item.amount))}</tbody>
<tfoot>
${paid > 0n && [row(words.total, amount_due), row(words.paid_so_far, -paid)]}
<tr class="balance"><th scope="row">${paid > 0n ? words.balance : words.total}</th><td>${money(remaining_balance)}</td></tr>
</tfoot>
</table>`
}

function text(value: string | null, name: string): Html | false {
  if (!value?.trim()) return false
  return html`<p class="prose ${name}">${value}</p>`
}

function noteView({ invoice: words }: Words, { invoice, merchant }: InvoiceView): Html | false {
  if (!invoice.note?.trim()) return false
  return html`<figure class="note"><blockquote class="prose">${invoice.note}</blockquote><figcaption>${words.note_from(merchant.name)}</figcaption></figure>`
}

function fileList({ invoice: words }: Words, { invoice }: InvoiceView): Html | false {
  if (invoice.files.length === 0) return false
  return html`<h2 class="files-title">${words.files}</h2>
<ul class="files">${invoice.files.map(
    file => html`<li><a href="${fileHref(invoice.id, file.id)}" download>${icons.file}<span class="file-name">${file.name}</span>
<span class="file-size">${showSize(file.size)}</span>${icons.download}</a></li>`,
  )}</ul>`
}

/** In the language of the page. */
function pdfHref(invoice_id: string, { language }: Words): string {
  return `/quickinvoice/pdf?id=${encodeURIComponent(invoice_id)}&lang=${language}`
}

function fileHref(invoice_id: string, file_id: string): string {
  return `/quickinvoice/files/${encodeURIComponent(file_id)}?id=${encodeURIComponent(invoice_id)}`
}

/** The invoice beside a message, for one that cannot be paid now. One whose payment has no outcome looks again. */
export function statusPage(shown: Presentation, view: InvoiceView): PageResponse {
  const document = payNoticePage(shown, view.merchant, statusNotice(shown, view), invoiceSummary(shown, view, 'h2'))
  const href = shown.link(invoiceHref(view.invoice.id))
  return { status: 200, document, ...lookAgain(view.status === 'processing', href) }
}

function statusNotice(shown: Presentation, view: InvoiceView): Notice {
  const { invoice, status, receipt_href } = view
  const { name } = view.merchant
  const { page, invoice: words, receipt, money } = shown.words
  switch (status) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'good',
        title: words.paid_title,
        text: `${words.paid_text} ${page.thanks(name)}`,
        links: receipt_href ? [{ href: shown.link(receipt_href), label: receipt.view }] : undefined,
      }
    case 'closed':
      return { icon: 'closed', tone: 'calm', title: words.closed_title, text: words.closed_text(name) }
    case 'expired':
      return { icon: 'clock', tone: 'warn', title: words.expired_title, text: words.expired_text(name) }
    case 'processing':
      return {
        icon: 'clock',
        tone: 'calm',
        title: page.confirming,
        text: page.confirming_text,
        links: [{ href: shown.link(invoiceHref(invoice.id)), label: page.check_again }],
      }
    case 'untaken': {
      const { least_amount, largest_amount } = takenBy(view.methods)
      const [least, most] = [money(least_amount), money(largest_amount)]
      const text = page.untaken({ amount: money(invoice.remaining_balance), least, most, merchant: name })
      return { icon: 'closed', tone: 'calm', title: words.offline_title, text }
    }
    default:
      return { icon: 'closed', tone: 'calm', title: words.offline_title, text: page.another_way(name) }
  }
}
