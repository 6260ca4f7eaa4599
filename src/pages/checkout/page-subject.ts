import { ownedBy } from '../../db/lanes.ts'
import { rowById } from '../../db/row-by-id.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Resource, Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { columnsOf, hydrate } from '../../engine/columns.ts'
import type { AmountLimits } from '../../lib/amount-limits.ts'
import type { Clock } from '../../ports/clock.ts'
import { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import { contact } from '../../resources/contact/contact.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { amountLimits } from '../../resources/producttransaction/requirements.ts'
import { surcharge } from '../../resources/surcharge/surcharge.ts'
import type { MerchantRecords } from '../merchant.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import { type PageSurcharge, pageSurcharge } from '../payform/surcharge.ts'

export type Product = Row<typeof producttransaction>

/** Statements on the pages' own tables. */
export interface Sql {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
}

export interface SubjectParts {
  db: Sql
  store: Store
  clock: Clock
}

/** On whose behalf a page reads and writes: the gateway, within the merchant tree of the paid record. */
export interface PageContext {
  actor: Actor
  read: Reader
}

/** Null where the record names no product, or one that may no longer be used on such a page. */
export interface PageProducts {
  cc: Product | null
  ach: Product | null
}

/** The methods a page offers; null: not offered. */
export interface PageMethods {
  cc: CardMethod | null
  ach: BankMethod | null
}

/** What a pay page needs besides the record that is paid on it. */
export interface PageSubject extends PageContext, MerchantRecords {
  products: PageProducts
  methods: PageMethods
  /** The language that is set for the contact who pays, or null. */
  locale: string | null
  /** What is added to payments by credit card. */
  surcharge: PageSurcharge | null
}

/**
 * Returns the record of a page and on whose behalf the page works, or null when there is none. The id is all a payer
 * has, so it is looked up among all merchants.
 */
export async function openRecord<R extends Resource>(
  { db, store }: SubjectParts,
  resource: R,
  id: string,
  visitor: string | null,
): Promise<(PageContext & { record: Row<R> }) | null> {
  const columns = columnsOf(resource)
  const found = await rowById(db, { table: columns.table, visible: 'deleted_ts is null', values: [], id })
  if (!found) return null
  const root_id = found.root_id as string
  await ownedBy(root_id)
  const caller = systemCaller(root_id, 'page', undefined, visitor)
  return { actor: { caller }, read: store.reader(caller), record: hydrate<Row<R>>(columns, found) }
}

interface Payable {
  contact_id: string | null
  location_id: string
  cc_product_transaction_id: string | null
  ach_product_transaction_id: string | null
}

/** Loads where a record is paid and by which products. Returns null when its location is gone. */
export async function loadSubject(
  { actor, read }: PageContext,
  payable: Payable,
  allows: (product: Product) => boolean,
): Promise<(Omit<PageSubject, 'methods'> & { takes: Record<keyof PageMethods, AmountLimits> }) | null> {
  const place = await read.maybe(location, payable.location_id)
  if (!place) return null
  const product = async (id: string | null) => {
    const found = await read.maybe(producttransaction, id)
    return found?.active && allows(found) ? found : null
  }
  const cc = await product(payable.cc_product_transaction_id)
  const ach = await product(payable.ach_product_transaction_id)
  return {
    actor,
    read,
    place,
    domain: await read.maybe(branding_domain, place.branding_domain_id),
    locale: (await read.maybe(contact, payable.contact_id))?.locale ?? null,
    products: { cc, ach },
    takes: { cc: await amountLimits(read, [cc]), ach: await amountLimits(read, [ach]) },
    surcharge: cc?.surcharge_id ? pageSurcharge(cc, await read.maybe(surcharge, cc.surcharge_id)) : null,
  }
}
