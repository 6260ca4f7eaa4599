import type { Assets } from '../assets.ts'
import type { Answer } from '../checkout/checkout.ts'
import { noticePage } from '../checkout/checkout-page.ts'
import type { Notice } from '../notice.ts'
import { showDate, showMoney } from '../show.ts'
import { titleOf } from './summary.ts'
import type { PaylinkView, Standing } from './view.ts'
import { paylinkHref } from './view.ts'

/** A message in place of the form, for a link that cannot be paid now. What was withdrawn is not repeated. */
export function standingPage(assets: Assets, view: PaylinkView): Answer {
  const standing = view.standing === 'payable' ? 'unpayable' : view.standing
  return { status: 200, document: noticePage(assets, view.merchant, noticeOf(view, standing), null) }
}

function noticeOf(view: PaylinkView, standing: Exclude<Standing, 'payable'> | 'unpayable'): Notice {
  const { link, merchant } = view
  const { name } = merchant
  const what = `${showMoney(link.amount, view)} for “${titleOf(view)}”`
  const last = link.expire_date ? showDate(link.expire_date, view) : ''
  const notices: Record<typeof standing, Notice> = {
    paid: {
      icon: 'check',
      tone: 'good',
      title: 'This payment link has been paid',
      text: `Nothing is left to pay of ${what}. Thank you from ${name}.`,
    },
    expired: {
      icon: 'clock',
      tone: 'warn',
      title: 'This payment link has expired',
      text: `The last day to pay ${what} was ${last}. Ask ${name} for a new link.`,
    },
    withdrawn: {
      icon: 'closed',
      tone: 'calm',
      title: 'This payment link is closed',
      text: `${name} takes no payment on it any more. If you think it should, ask there.`,
    },
    processing: {
      icon: 'clock',
      tone: 'calm',
      title: 'A payment is being confirmed',
      text: `${what}: we are waiting for the answer. Please do not pay again; look here in a few minutes.`,
      links: [{ href: paylinkHref(link.id), label: 'Check again' }],
    },
    unpayable: {
      icon: 'closed',
      tone: 'calm',
      title: 'This payment link cannot be paid online',
      text: `Ask ${name} for another way to pay ${what}.`,
    },
  }
  return notices[standing]
}
