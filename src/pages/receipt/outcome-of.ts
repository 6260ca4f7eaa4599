import type { Notice } from '../notice.ts'
import { showMoney } from '../show.ts'
import type { ReceiptView } from './receipt-view.ts'

/** How the payment ended, for the head of a receipt or a page of its own. */
export function outcomeOf({ merchant, payment, subject }: ReceiptView): Notice {
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
  const mailed = payment.notification_email_address
  const held = isHeld(payment) ? 'The amount is held on your card and taken later. ' : ''
  const keep = mailed ? `A receipt is on its way to ${mailed}.` : 'Print or save this page as your receipt.'
  return approved(payment, `Thank you from ${merchant.name}. ${held}${keep}`)
}

/** The same for a page that shows nothing else of the payment. */
export function plainOutcomeOf(view: ReceiptView): Notice {
  const { merchant, payment } = view
  if (payment.result !== 'approved') return outcomeOf(view)
  const amount = showMoney(payment.auth_amount ?? payment.amount, view)
  const took = isHeld(payment)
    ? `${amount} is held on your card, for ${merchant.name} to take later.`
    : `Your payment of ${amount} to ${merchant.name} was approved.`
  const mailed = payment.notification_email_address
  return approved(payment, `Thank you. ${took}${mailed ? ` A receipt is on its way to ${mailed}.` : ''}`)
}

function approved(payment: ReceiptView['payment'], text: string): Notice {
  return { icon: 'check', tone: 'good', title: isHeld(payment) ? 'Payment authorized' : 'Payment approved', text }
}

function isHeld({ action }: ReceiptView['payment']): boolean {
  return action === 'authonly'
}
