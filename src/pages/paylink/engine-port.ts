import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type PaymentParts, pagePayments } from '../checkout/page-payments.ts'
import type { PayPort } from '../checkout/pay-port.ts'
import { receiptOf } from '../receipt/receipt-of.ts'
import { GONE, payPaylink } from './pay-paylink.ts'
import { findSubject, type Subject } from './subject.ts'
import { nextOf, viewOf } from './subject-view.ts'
import { type PaylinkReceipt, type PaylinkView, paylinkHref } from './view.ts'

export type PaylinkPagePort = PayPort<PaylinkView, PaylinkReceipt>

/** The paylink page's way into the gateway. */
export function paylinkPagePort(parts: PaymentParts): PaylinkPagePort {
  const { mayAttempt, earlier, pay, paid } = pagePayments<Subject>(parts, {
    find: (id, visitor) => findSubject(parts, id, visitor),
    run: (subject, payment) => payPaylink(parts, subject, payment),
    gone: GONE,
  })

  return {
    async view(id, visitor) {
      const subject = await findSubject(parts, id, visitor)
      return subject && viewOf(subject, parts.clock.seconds())
    },
    mayAttempt,
    earlier,
    pay,
    async receipt(id, token) {
      const found = await paid(id, token)
      if (!found) return null
      const { link } = found.subject
      const product = await found.subject.read.maybe(producttransaction, found.row.product_transaction_id)
      const receipt = receiptOf(found.subject, found.row, product, {
        title: link.description?.trim() || null,
        number: null,
        still_to_pay: null,
        page: { href: paylinkHref(link.id), label: 'payment link' },
      })
      return {
        ...receipt,
        shows_details: link.display_product_transaction_receipt_details,
        after_approval: receipt.payment.result === 'approved' ? nextOf(link, link.redirect_url_on_approve) : null,
      }
    },
  }
}
