import type { Store } from '../../definition/store.ts'
import type { FileStore } from '../../ports/files.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { quick_invoice_view } from '../../resources/quick_invoice_view/quick_invoice_view.ts'
import { type PaymentParts, pagePayments } from '../checkout/page-payments.ts'
import { receiptOf } from '../receipt/receipt-of.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { GONE, payInvoice } from './pay-invoice.ts'
import type { InvoicePagePort } from './port.ts'
import { filesOf, findSubject, type Subject, standingOf } from './subject.ts'
import { viewOf } from './subject-view.ts'
import { invoiceHref } from './view.ts'

interface Parts extends PaymentParts {
  files: FileStore
}

/** The quick invoice pages' way into the gateway. */
export function invoicePagePort(parts: Parts): InvoicePagePort {
  const { store, files, clock } = parts
  const { mayAttempt, earlier, pay, paid } = pagePayments<Subject>(parts, {
    find: (id, visitor) => findSubject(parts, id, visitor),
    run: (subject, payment) => payInvoice(parts, subject, payment),
    gone: GONE,
  })

  return {
    async view(id, visitor) {
      const subject = await findSubject(parts, id, visitor)
      if (!subject) return null
      if (visitor) await noteVisit(store, subject, visitor)
      return viewOf(subject, await filesOf(subject), clock.seconds())
    },
    mayAttempt,
    earlier,
    pay,
    async receipt(id, token) {
      const found = await paid(id, token)
      if (!found) return null
      const { subject, row } = found
      const product = await subject.read.maybe(producttransaction, row.product_transaction_id)
      return receiptOf(subject, row, product, receiptSubject(subject, clock.seconds()))
    },
    async file(invoice_id, file_id) {
      const subject = await findSubject(parts, invoice_id, null)
      if (!subject || standingOf(subject.invoice, clock.seconds(), subject.place.tz) === 'gone') return null
      const found = (await filesOf(subject)).find(({ id }) => id === file_id)
      if (!found) return null
      return { name: found.file_name, content_type: found.content_type, content: await files.get(found.id) }
    },
  }
}

async function noteVisit(store: Store, { actor, invoice }: Subject, visitor: string): Promise<void> {
  const { id: quick_invoice_id, location_id } = invoice
  await store.insert(actor, quick_invoice_view, { quick_invoice_id, location_id, remote_ip: visitor.slice(0, 45) })
}

function receiptSubject({ invoice, place }: Subject, seconds: number): ReceiptView['subject'] {
  const is_open = standingOf(invoice, seconds, place.tz) === 'payable' && invoice.remaining_balance > 0n
  return {
    title: invoice.title,
    number: invoice.invoice_number,
    still_to_pay: is_open ? invoice.remaining_balance : null,
    page: { href: invoiceHref(invoice.id), label: 'invoice' },
  }
}
