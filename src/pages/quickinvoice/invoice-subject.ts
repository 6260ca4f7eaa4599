import type { Row } from '../../definition/resource.ts'
import { file } from '../../resources/file/file.ts'
import { isExpired, PAYMENT, quickinvoice, STATUS } from '../../resources/quickinvoice/quickinvoice.ts'
import {
  loadSubject,
  type PageProducts,
  type PageSubject,
  pageContext,
  type SubjectParts,
} from '../checkout/page-subject.ts'
import { bankMethod, cardMethod } from '../checkout/payment-methods.ts'
import type { PageStatus } from './invoice-page.ts'

export type Invoice = Row<typeof quickinvoice>

/** An invoice as its page needs it. */
export interface InvoiceSubject extends PageSubject {
  invoice: Invoice
}

/** Returns null when there is no such invoice. */
export async function findInvoice(
  parts: SubjectParts,
  id: string,
  visitor: string | null,
): Promise<InvoiceSubject | null> {
  const context = await pageContext(parts, 'quickinvoice', id, visitor)
  const invoice = context && (await context.read.maybe(quickinvoice, id))
  const loaded = invoice && (await loadSubject(context, invoice, product => product.quick_invoice_allow))
  return loaded && { ...loaded, invoice, methods: methodsOf(loaded.products, invoice) }
}

/** Requirements of the bank terminal that the invoice itself meets are not asked of the payer. */
function methodsOf({ cc, ach }: PageProducts, invoice: Invoice): PageSubject['methods'] {
  return { cc: cardMethod(cc), ach: bankMethod(ach, requirement => isMet(requirement, invoice)) }
}

function isMet(requirement: string, invoice: Invoice): boolean {
  const { customer_id, dl_number, dl_state, dob_year, ssn4 } = invoice
  if (requirement === 'driver_license') return Boolean(customer_id || (dl_number && dl_state))
  return requirement === 'identity_verification' && Boolean(ssn4 || dob_year)
}

/** The files of an invoice in the order they were attached. */
export async function filesOf({ read, invoice }: InvoiceSubject): Promise<Row<typeof file>[]> {
  return (await read.all(file, { resource_id: invoice.id })).toReversed()
}

/**
 * What can be done with an invoice now (contract 3.1). No second payment begins while one is pending, unless
 * overpayment is allowed.
 */
export function statusOf(invoice: Invoice, seconds: number, zone: string): PageStatus {
  if (!invoice.is_active) return 'gone'
  const isPaid = invoice.payment_status_id === PAYMENT.paid
  if (isPaid && !invoice.allow_overpayment) return 'paid'
  if (invoice.status_id === STATUS.closed) return isPaid ? 'paid' : 'closed'
  if (isExpired(invoice, seconds, zone)) return 'expired'
  return invoice.pending_amount > 0n && !invoice.allow_overpayment ? 'processing' : 'payable'
}
