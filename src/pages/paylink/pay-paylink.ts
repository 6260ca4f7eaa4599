import { Refusal } from '../../lib/problem.ts'
import type { NewPayment, Payments, TransactionRow } from '../../payments/payments.ts'
import type { Clock } from '../../ports/clock.ts'
import { paylink } from '../../resources/paylink/paylink.ts'
import { claimAttempt } from '../checkout/attempts.ts'
import { identityOf, payerDetails, sourceOf } from '../checkout/page-order.ts'
import type { PagePayment } from '../checkout/pay-port.ts'
import { LANGUAGE, showMoney } from '../show.ts'
import type { Subject } from './subject.ts'
import { authorizes, keepsAccount, paylinkBank } from './subject-view.ts'

/** `trx_source_id` of payments made on this page. */
const PAYLINK_PAGE = 16

export const GONE = 'This payment link was paid or closed meanwhile.'

/** Takes the payment of a link. Throws AlreadyTried, or a Refusal when nothing was sent. */
export async function payPaylink(
  parts: { payments: Payments; clock: Clock },
  subject: Subject,
  payment: PagePayment,
): Promise<TransactionRow> {
  try {
    return await parts.payments.run(subject.actor, orderOf(parts.clock, subject, payment))
  } catch (error) {
    // The link itself lets one payment begin at a time; its words are for those who call the API.
    if (error instanceof Refusal && error.problems?.status_id) throw new Refusal(422, GONE)
    throw error
  }
}

function orderOf(clock: Clock, subject: Subject, payment: PagePayment): NewPayment {
  const { link } = subject
  return {
    ...methodOf(subject, payment),
    location_id: link.location_id,
    amount: payment.amount,
    source: sourceOf(payment),
    identity: identityOf(payment),
    initiation: 'cardholder',
    details: {
      // The link asks for one amount, paid at once.
      ...payerDetails(payment, true),
      paylink_id: link.id,
      contact_id: link.contact_id,
      trx_source_id: PAYLINK_PAGE,
      ...(keepsAccount(link) ? { save_account: true, save_account_title: link.store_token_title } : {}),
    },
    async also(work, transaction_id) {
      await claimAttempt(work, payment, transaction_id, clock.seconds())
      const locked = await work.maybe(paylink, link.id)
      if (!locked) throw new Refusal(422, GONE)
      if (locked.amount_due !== payment.amount) {
        throw new Refusal(422, `The amount is ${showMoney(locked.amount_due, LANGUAGE)} now. Check it and try again.`)
      }
    },
  }
}

function methodOf(
  subject: Subject,
  { instrument }: PagePayment,
): Pick<NewPayment, 'action' | 'product_transaction_id'> {
  const { link, products } = subject
  if (instrument.payment_method === 'cc') {
    if (!products.cc) throw new Refusal(422, 'This payment link cannot be paid with a card.')
    return { action: authorizes(link) ? 'authonly' : 'sale', product_transaction_id: products.cc.id }
  }
  if (!products.ach || !paylinkBank(subject)) {
    throw new Refusal(422, 'This payment link cannot be paid from a bank account.')
  }
  return { action: 'debit', product_transaction_id: products.ach.id }
}
