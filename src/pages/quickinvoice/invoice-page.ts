import type { Money } from '../../lib/money.ts'
import { showDay } from '../../lib/us-formats.ts'
import type { Assets } from '../assets.ts'
import { payNoticePage } from '../checkout/checkout-page.ts'
import type { PageMethods } from '../checkout/page-subject.ts'
import { type Html, html } from '../html.ts'
import { icons } from '../icons.ts'
import type { MerchantView } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import { type AmountRule, amountRule } from '../payform/amount.ts'
import { buildPayForm, type PayForm } from '../payform/pay-form.ts'
import { showMoney, showSize } from '../show.ts'

/**
 * What can be done with the invoice now. `payable`: take a payment. `paid`: nothing is left to pay. `closed`: no more
 * payments are taken. `expired`: its last day has passed. `processing`: a payment has no outcome yet. `gone`: deleted
 * or switched off.
 */
export type PageStatus = 'payable' | 'paid' | 'closed' | 'expired' | 'processing' | 'gone'

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
    /** The last day it can be paid. */
    expire_date: string | null
    amount_due: Money
    paid: Money
    remaining_balance: Money
    allow_partial_pay: boolean
    allow_overpayment: boolean
    single_payment_min_amount: Money
    single_payment_max_amount: Money
    files: readonly { id: string; name: string; size: number }[]
  }
  methods: PageMethods
  status: PageStatus
}

export function invoiceHref(id: string): string {
  return `/quickinvoice/?id=${encodeURIComponent(id)}`
}

/** The form that pays this invoice, or null when neither a card nor a bank debit can be taken on a page. */
export function invoicePayForm(view: InvoiceView): PayForm | null {
  return buildPayForm(view, { action: invoiceHref(view.invoice.id), amount: payable(view.invoice) })
}

type Payable = Pick<
  InvoiceView['invoice'],
  | 'remaining_balance'
  | 'allow_partial_pay'
  | 'allow_overpayment'
  | 'single_payment_min_amount'
  | 'single_payment_max_amount'
>

/** Returns what one payment of this invoice may come to. */
export function payable(invoice: Payable): AmountRule {
  return amountRule(invoice.remaining_balance, {
    partial: invoice.allow_partial_pay,
    over: invoice.allow_overpayment,
    least: invoice.single_payment_min_amount,
    most: invoice.single_payment_max_amount,
  })
}

/** What the invoice is for. Its title is the first heading of the page, unless a message is shown before it. */
export function invoiceSummary(view: InvoiceView, heading: 'h1' | 'h2' = 'h1'): Html {
  const { invoice } = view
  const settled = view.status === 'paid'
  return html`<section class="invoice" aria-labelledby="invoice-title">
${invoice.invoice_number && html`<p class="eyebrow">Invoice ${invoice.invoice_number}</p>`}
${
  heading === 'h1'
    ? html`<h1 id="invoice-title">${invoice.title}</h1>`
    : html`<h2 class="title" id="invoice-title">${invoice.title}</h2>`
}
<p class="headline"><span class="amount">${showMoney(settled ? invoice.amount_due : invoice.remaining_balance)}</span>
<span class="due">${settled ? 'Paid in full' : dueText(view)}</span></p>
${view.status === 'payable' && html`<a class="button plain jump" href="#pay">Go to payment ${icons.arrow}</a>`}
${text(invoice.item_header, 'item-header')}
${itemTable(view)}
${text(invoice.item_footer, 'item-footer')}
${noteView(view)}
${fileList(view)}
</section>`
}

function dueText(view: InvoiceView): Html {
  const { due_date, expire_date } = view.invoice
  const last =
    expire_date &&
    expire_date !== due_date &&
    html`, payable until <time datetime="${expire_date}">${showDay(expire_date)}</time>`
  return html`Due <time datetime="${due_date}">${showDay(due_date)}</time>${last}`
}

function itemTable(view: InvoiceView): Html {
  const { items, amount_due, paid, remaining_balance } = view.invoice
  const row = (label: string, amount: bigint) =>
    html`<tr><th scope="row">${label}</th><td>${showMoney(amount)}</td></tr>`
  return html`<table class="items">
<caption class="quiet">What this invoice is for</caption>
<thead class="quiet"><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead>
<tbody>${items.map(item => row(item.label, item.amount))}</tbody>
<tfoot>
${paid > 0n && [row('Total', amount_due), row('Paid so far', -paid)]}
<tr class="balance"><th scope="row">${paid > 0n ? 'Balance' : 'Total'}</th><td>${showMoney(remaining_balance)}</td></tr>
</tfoot>
</table>`
}

function text(value: string | null, name: string): Html | false {
  return value !== null && value.trim() !== '' && html`<p class="prose ${name}">${value}</p>`
}

function noteView({ invoice, merchant }: InvoiceView): Html | false {
  if (!invoice.note?.trim()) return false
  return html`<figure class="note"><blockquote class="prose">${invoice.note}</blockquote><figcaption>Note from ${merchant.name}</figcaption></figure>`
}

function fileList({ invoice }: InvoiceView): Html | false {
  if (invoice.files.length === 0) return false
  return html`<h2 class="files-title">Attached files</h2>
<ul class="files">${invoice.files.map(
    file => html`<li><a href="${fileHref(invoice.id, file.id)}" download>${icons.file}<span class="file-name">${file.name}</span>
<span class="file-size">${showSize(file.size)}</span>${icons.download}</a></li>`,
  )}</ul>`
}

function fileHref(invoice_id: string, file_id: string): string {
  return `/quickinvoice/files/${encodeURIComponent(file_id)}?id=${encodeURIComponent(invoice_id)}`
}

/** The invoice beside a message, for one that cannot be paid now. */
export function statusPage(assets: Assets, view: InvoiceView): PageResponse {
  const notice = statusNotice(view)
  return { status: 200, document: payNoticePage(assets, view.merchant, notice, invoiceSummary(view, 'h2')) }
}

function statusNotice({ invoice, merchant: { name }, status }: InvoiceView): Notice {
  switch (status) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'good',
        title: 'This invoice is paid',
        text: `Nothing is left to pay. Thank you from ${name}.`,
      }
    case 'closed':
      return {
        icon: 'closed',
        tone: 'calm',
        title: 'This invoice is closed',
        text: `It takes no more payments. If you think it should, ask ${name}.`,
      }
    case 'expired':
      return {
        icon: 'clock',
        tone: 'warn',
        title: 'This invoice has expired',
        text: `The last day to pay it here has passed. Ask ${name} how to pay it now.`,
      }
    case 'processing':
      return {
        icon: 'clock',
        tone: 'calm',
        title: 'A payment is being confirmed',
        text: 'It was sent and we are waiting for the answer. Please do not pay again; look here in a few minutes.',
        links: [{ href: invoiceHref(invoice.id), label: 'Check again' }],
      }
    default:
      return {
        icon: 'closed',
        tone: 'calm',
        title: 'This invoice cannot be paid online',
        text: `Ask ${name} for another way to pay it.`,
      }
  }
}
