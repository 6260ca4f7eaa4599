import { systemCaller } from '../../definition/caller.ts'
import type { By, Door } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Clock } from '../../ports/clock.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { file } from '../../resources/file/file.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { isExpired, PAYMENT, quickinvoice, STATUS } from '../../resources/quickinvoice/quickinvoice.ts'
import type { Standing } from './view.ts'

export type Invoice = Row<typeof quickinvoice>
export type Product = Row<typeof producttransaction>

/** Statements of the pages' own tables. */
export interface Sql {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
}

export interface SubjectParts {
  db: Sql
  door: Door
  clock: Clock
}

/** An invoice as its page needs it, and who acts on its behalf: the gateway inside the invoice's tree, at a visitor's address. */
export interface Subject {
  by: By
  read: Reader
  invoice: Invoice
  place: Row<typeof location>
  domain: Row<typeof branding_domain> | null
  /** Null where the invoice names none, or one that takes no quick invoices any more. */
  products: { cc: Product | null; ach: Product | null }
}

/** Null when there is no such invoice. The id is all a payer has, so it is looked up among all merchants. */
export async function findSubject(parts: SubjectParts, id: string, visitor: string | null): Promise<Subject | null> {
  const [found] = await parts.db.query<{ root_id: string }>(
    'select root_id from quickinvoice where id = $1 and deleted_ts is null',
    [id],
  )
  if (!found) return null
  const caller = systemCaller(found.root_id, 'page', undefined, visitor)
  const read = parts.door.reader(caller)
  const invoice = await read.maybe(quickinvoice, id)
  const place = invoice && (await read.maybe(location, invoice.location_id))
  if (!invoice || !place) return null
  const product = async (product_id: string | null) => usable(await read.maybe(producttransaction, product_id))
  return {
    by: { caller },
    read,
    invoice,
    place,
    domain: await read.maybe(branding_domain, place.branding_domain_id),
    products: {
      cc: await product(invoice.cc_product_transaction_id),
      ach: await product(invoice.ach_product_transaction_id),
    },
  }
}

function usable(product: Product | null): Product | null {
  return product?.active && product.quick_invoice_allow ? product : null
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
