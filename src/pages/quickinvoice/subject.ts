import type { Row } from '../../definition/resource.ts'
import { file } from '../../resources/file/file.ts'
import { isExpired, PAYMENT, quickinvoice, STATUS } from '../../resources/quickinvoice/quickinvoice.ts'
import { actingFor, type PageSubject, type SubjectParts, subjectOf } from '../checkout/page-subject.ts'
import type { Standing } from './view.ts'

export type Invoice = Row<typeof quickinvoice>

/** An invoice as its page needs it. */
export interface Subject extends PageSubject {
  invoice: Invoice
}

/** Null when there is no such invoice. */
export async function findSubject(parts: SubjectParts, id: string, visitor: string | null): Promise<Subject | null> {
  const acting = await actingFor(parts, 'quickinvoice', id, visitor)
  const invoice = acting && (await acting.read.maybe(quickinvoice, id))
  const subject = invoice && (await subjectOf(acting, invoice, product => product.quick_invoice_allow))
  return subject && { ...subject, invoice }
}

/** The files of an invoice in the order they were attached. */
export async function filesOf({ read, invoice }: Subject): Promise<Row<typeof file>[]> {
  return (await read.all(file, { resource_id: invoice.id })).toReversed()
}

/** What can be done with an invoice now (contract 3.1). One payment on its way is waited for, unless too much is welcome. */
export function standingOf(invoice: Invoice, seconds: number, zone: string): Standing {
  if (!invoice.is_active) return 'gone'
  const isPaid = invoice.payment_status_id === PAYMENT.paid
  if (isPaid && !invoice.allow_overpayment) return 'paid'
  if (invoice.status_id === STATUS.closed) return isPaid ? 'paid' : 'closed'
  if (isExpired(invoice, seconds, zone)) return 'expired'
  return invoice.pending_amount > 0n && !invoice.allow_overpayment ? 'processing' : 'payable'
}
