import type { Assets } from '../assets.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { colophon, masthead } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import { noticePanel } from '../notice.ts'
import { invoiceSummary } from './summary.ts'
import type { InvoiceView, Standing } from './view.ts'
import { brandingOf, invoiceHref } from './view.ts'

/** Why a page cannot show a form, where no invoice is shown either. */
export type Trouble =
  | 'gone'
  | 'receipt_gone'
  | 'file_gone'
  | 'too_often'
  | 'foreign_form'
  | 'bad_form'
  | 'unsure'
  | 'error'

/** The invoice beside a message, for one that cannot be paid now. `gone` shows nothing of it. */
export function standingPage(assets: Assets, view: InvoiceView): string {
  const standing = view.standing === 'payable' ? 'unpayable' : view.standing
  if (standing === 'gone') return troublePage(assets, 'gone', null)
  const notice = standingNotice(view, standing)
  return page({
    assets,
    title: `${notice.title} – ${view.merchant.name}`,
    branding: brandingOf(view.merchant),
    body: html`${masthead(view.merchant)}
<main class="checkout">
${noticePanel(notice)}
${invoiceSummary(view, 'h2')}
</main>
${colophon(view.merchant)}`,
  })
}

/** A message on its own. `invoice_id` gives the way back, where there is one. */
export function troublePage(assets: Assets, trouble: Trouble, invoice_id: string | null): string {
  const link = invoice_id === null ? undefined : { href: invoiceHref(invoice_id), label: 'Open the invoice' }
  const notice = { ...TROUBLES[trouble], link }
  return page({
    assets,
    title: notice.title,
    width: 'narrow',
    body: html`<main class="alone">
${noticePanel(notice)}
</main>
${colophon(null)}`,
  })
}

function standingNotice(view: InvoiceView, standing: Exclude<Standing, 'payable' | 'gone'> | 'unpayable'): Notice {
  const { name } = view.merchant
  const link = standing === 'processing' ? { href: invoiceHref(view.invoice.id), label: 'Check again' } : undefined
  const notices: Record<typeof standing, Notice> = {
    paid: {
      icon: 'check',
      tone: 'good',
      title: 'This invoice is paid',
      text: `Nothing is left to pay. Thank you from ${name}.`,
    },
    closed: {
      icon: 'closed',
      tone: 'calm',
      title: 'This invoice is closed',
      text: `It takes no more payments. If you think it should, ask ${name}.`,
    },
    expired: {
      icon: 'clock',
      tone: 'warn',
      title: 'This invoice has expired',
      text: `The last day to pay it here has passed. Ask ${name} how to pay it now.`,
    },
    processing: {
      icon: 'clock',
      tone: 'calm',
      title: 'A payment is being confirmed',
      text: 'It was sent and we are waiting for the answer. Please do not pay again; look here in a few minutes.',
    },
    unpayable: {
      icon: 'closed',
      tone: 'calm',
      title: 'This invoice cannot be paid online',
      text: `Ask ${name} for another way to pay it.`,
    },
  }
  return { ...notices[standing], link }
}

const TROUBLES: Record<Trouble, Notice> = {
  gone: {
    icon: 'search',
    tone: 'calm',
    title: 'This invoice is not available',
    text: 'The link may be incomplete, or the invoice was withdrawn. Check the link in your message, or ask the sender.',
  },
  receipt_gone: {
    icon: 'search',
    tone: 'calm',
    title: 'This receipt is not available',
    text: 'The link may be incomplete. The invoice itself shows what has been paid.',
  },
  file_gone: {
    icon: 'search',
    tone: 'calm',
    title: 'This file is not available',
    text: 'It may have been withdrawn. Ask the sender of the invoice for it.',
  },
  too_often: {
    icon: 'clock',
    tone: 'warn',
    title: 'Too many tries',
    text: 'Nothing was paid with this try. Please wait a few minutes before you pay again.',
  },
  foreign_form: {
    icon: 'alert',
    tone: 'warn',
    title: 'This form was sent from elsewhere',
    text: 'For your safety nothing was paid. Open the invoice from its own link and pay it there.',
  },
  bad_form: {
    icon: 'alert',
    tone: 'warn',
    title: 'This form could not be read',
    text: 'Nothing was paid. Open the invoice again and fill in the form once more.',
  },
  unsure: {
    icon: 'clock',
    tone: 'warn',
    title: 'Your payment is being confirmed',
    text: 'It was sent and we are waiting for the answer. Please do not pay again until the invoice shows how it ended.',
  },
  error: {
    icon: 'alert',
    tone: 'warn',
    title: 'Something went wrong on our side',
    text: 'If you were paying, open the invoice and see whether it is paid before you try again.',
  },
}
