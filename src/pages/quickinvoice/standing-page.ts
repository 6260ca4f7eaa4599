import type { Assets } from '../assets.ts'
import type { Answer } from '../checkout/checkout.ts'
import { noticePage } from '../checkout/checkout-page.ts'
import { troublePage } from '../checkout/trouble-page.ts'
import type { Notice } from '../notice.ts'
import { invoiceSummary } from './summary.ts'
import type { InvoiceView, Standing } from './view.ts'
import { invoiceHref } from './view.ts'

/** The invoice beside a message, for one that cannot be paid now. Nothing is shown of one that is gone. */
export function standingPage(assets: Assets, view: InvoiceView): Answer {
  const standing = view.standing === 'payable' ? 'unpayable' : view.standing
  if (standing === 'gone') return { status: 404, document: troublePage(assets, 'gone', 'invoice', null) }
  const notice = standingNotice(view, standing)
  return { status: 200, document: noticePage(assets, view.merchant, notice, invoiceSummary(view, 'h2')) }
}

function standingNotice(view: InvoiceView, standing: Exclude<Standing, 'payable' | 'gone'> | 'unpayable'): Notice {
  const { name } = view.merchant
  const links = standing === 'processing' ? [{ href: invoiceHref(view.invoice.id), label: 'Check again' }] : undefined
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
  return { ...notices[standing], links }
}
