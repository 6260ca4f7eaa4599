import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import type { Clock } from '../../ports/clock.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { Place } from './merchant-of.ts'

export type Product = Row<typeof producttransaction>

/** Statements of the pages' own tables. */
export interface Sql {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
}

export interface SubjectParts {
  db: Sql
  store: Store
  clock: Clock
}

/** Who acts on behalf of a page: the gateway inside the tree of the record that is paid, at a visitor's address. */
export interface Acting {
  actor: Actor
  read: Reader
}

/** What a pay page needs besides the record that is paid on it. */
export interface PageSubject extends Acting, Place {
  /** Null where the record names none, or one that may not be used on such a page any more. */
  products: { cc: Product | null; ach: Product | null }
}

const ROOTS = {
  quickinvoice: 'select root_id from quickinvoice where id = $1 and deleted_ts is null',
  paylink: 'select root_id from paylink where id = $1 and deleted_ts is null',
}

/** Null when there is no such record. The id is all a payer has, so it is looked up among all merchants. */
export async function actingFor(
  { db, store }: SubjectParts,
  noun: keyof typeof ROOTS,
  id: string,
  visitor: string | null,
): Promise<Acting | null> {
  const [found] = await db.query<{ root_id: string }>(ROOTS[noun], [id])
  if (!found) return null
  const caller = systemCaller(found.root_id, 'page', undefined, visitor)
  return { actor: { caller }, read: store.reader(caller) }
}

interface Payable {
  location_id: string
  cc_product_transaction_id: string | null
  ach_product_transaction_id: string | null
}

/** Where a record is paid and by which products; null when its location is gone. */
export async function subjectOf(
  acting: Acting,
  payable: Payable,
  allows: (product: Product) => boolean,
): Promise<PageSubject | null> {
  const { read } = acting
  const place = await read.maybe(location, payable.location_id)
  if (!place) return null
  const product = async (id: string | null) => {
    const found = await read.maybe(producttransaction, id)
    return found?.active && allows(found) ? found : null
  }
  return {
    ...acting,
    place,
    domain: await read.maybe(branding_domain, place.branding_domain_id),
    products: {
      cc: await product(payable.cc_product_transaction_id),
      ach: await product(payable.ach_product_transaction_id),
    },
  }
}
