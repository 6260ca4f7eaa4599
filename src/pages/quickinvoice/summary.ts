import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { icons } from '../icons.ts'
import { showDate, showMoney, showSize } from '../show.ts'
import type { InvoiceView } from './view.ts'

/** What the invoice is for: the side of the page that is read, not filled in. Its title is the page's, unless a message comes first. */
export function invoiceSummary(view: InvoiceView, heading: 'h1' | 'h2' = 'h1'): Html {
  const { invoice } = view
  const settled = view.standing === 'paid'
  return html`<section class="invoice" aria-labelledby="invoice-title">
${invoice.invoice_number && html`<p class="eyebrow">Invoice ${invoice.invoice_number}</p>`}
${
  heading === 'h1'
    ? html`<h1 id="invoice-title">${invoice.title}</h1>`
    : html`<h2 class="title" id="invoice-title">${invoice.title}</h2>`
}
<p class="headline"><span class="amount">${showMoney(settled ? invoice.amount_due : invoice.remaining_balance, view)}</span>
<span class="due">${settled ? 'Paid in full' : dueText(view)}</span></p>
${view.standing === 'payable' && html`<a class="button plain jump" href="#pay">Go to payment ${icons.arrow}</a>`}
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
    html`, payable until <time datetime="${expire_date}">${showDate(expire_date, view)}</time>`
  return html`Due <time datetime="${due_date}">${showDate(due_date, view)}</time>${last}`
}

function itemTable(view: InvoiceView): Html {
  const { items, amount_due, paid, remaining_balance } = view.invoice
  const row = (label: string, amount: bigint) =>
    html`<tr><th scope="row">${label}</th><td>${showMoney(amount, view)}</td></tr>`
  return html`<table class="items">
<caption class="quiet">What this invoice is for</caption>
<thead class="quiet"><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead>
<tbody>${items.map(item => row(item.label, item.amount))}</tbody>
<tfoot>
${paid > 0n && [row('Total', amount_due), row('Paid so far', -paid)]}
<tr class="balance"><th scope="row">${paid > 0n ? 'Balance' : 'Total'}</th><td>${showMoney(remaining_balance, view)}</td></tr>
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
