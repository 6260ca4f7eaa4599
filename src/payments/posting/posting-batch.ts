import type { Resource, Row } from '../../definition/resource.ts'
import type { Actor, SideStatement, UnitOfWork } from '../../definition/store.ts'
import { contact } from '../../resources/contact/contact.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { joinBatch, type OpenBatch, type Steps, totalsUpdate } from '../batches/batch.ts'
import { loaded } from '../lifecycle/attempt.ts'
import type { KnownFacts, Place, Product } from '../lifecycle/routing.ts'
import { type FreedPlace, placesFreed } from '../risk/velocity.ts'

type Contact = Row<typeof contact>

/**
 * What the payments of one database transaction share: their batches, contacts, products and locations, each loaded
 * once. What they add to a batch is summed and written last, because all payments of the batch queue for that row.
 */
export interface PostingBatch {
  readonly work: UnitOfWork
  /** Returns the open batch of a payment's account. */
  batchOf(row: TransactionRow): Promise<OpenBatch>
  contactOf(contact_id: string | null): Promise<Contact | null>
  productOf(row: TransactionRow): Promise<Product | null>
  placeOf(row: TransactionRow): Promise<Place | null>
  /** Returns the ids of the users who are mailed payments of this one's location; one for each address. */
  toldUsersOf(row: TransactionRow): Promise<string[]>
  addToBatch(batch_id: string, steps: Steps): void
  /** Frees the place of a payment within the limits of its product. */
  free(place: FreedPlace | null): void
  /** Returns the card class of the instrument a payment was made with; null where it is not stored. */
  cardClassOf(row: TransactionRow): Promise<{ card_class: string | null } | null>
  /** Statements that come last and are not sent yet. */
  readonly closing: SideStatement[]
  /** Returns the statements that write the sums, always in the same order of batches and limits. */
  sums(seconds: number): SideStatement[]
}

/** `payments`: the transactions to be posted, with what is loaded of them, and the batch that is held open for them. */
export async function postingBatch(
  work: UnitOfWork,
  payments: readonly {
    row: TransactionRow
    known?: KnownFacts | undefined
    open_batch?: OpenBatch | null | undefined
  }[],
): Promise<PostingBatch> {
  const accounts = new Map(payments.map(each => [each.row.processor_account_id, each]))
  const batchOf = once(async (id: string) => accounts.get(id)!.open_batch ?? joinBatch(work, accounts.get(id)!.row))
  const contactOf = once((id: string) => work.maybe(contact, id))
  const productOf = once(
    (id: string) => work.maybe(producttransaction, id),
    payments.flatMap(({ known }) => known?.product ?? []),
  )
  const placeOf = once(
    (id: string) => work.maybe(location, id),
    payments.flatMap(({ known }) => known?.place ?? []),
  )
  const toldUsersOf = once((location_id: string) => toldUsers(work, location_id))
  const contacts = await contactsOf(
    work,
    payments.flatMap(({ row }) => row.contact_id ?? []),
  )
  const card_classes = new Map(payments.map(({ row, known }) => [row.instrument_id, known?.card_class]))
  const sums = new Map<string, Steps>()
  const freed: FreedPlace[] = []
  return {
    work,
    closing: [],
    batchOf: ({ processor_account_id }) => batchOf(processor_account_id),
    contactOf: async id => (id === null ? null : (contacts.get(id) ?? contactOf(id))),
    productOf: ({ product_transaction_id }) => productOf(product_transaction_id),
    placeOf: ({ location_id }) => placeOf(location_id),
    toldUsersOf: ({ location_id }) => toldUsersOf(location_id),
    addToBatch(batch_id, steps) {
      sums.set(batch_id, sumOf(sums.get(batch_id) ?? {}, steps))
    },
    free(place) {
      if (place) freed.push(place)
    },
    async cardClassOf({ instrument_id, root_id }) {
      const card_class = card_classes.get(instrument_id)
      if (card_class !== undefined) return { card_class }
      const text = 'select card_class from instrument where id = $1 and root_id = $2'
      const [instrument] = await work.query<{ card_class: string | null }>(text, [instrument_id, root_id])
      return instrument ?? null
    },
    sums(seconds) {
      const batches = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
      return [
        ...batches.flatMap(([batch_id, steps]) => totalsUpdate(batch_id, steps, seconds) ?? []),
        ...placesFreed(freed),
      ]
    },
  }
}

/** Loads the contacts of many payments at once; that of a single one is loaded when it is needed. */
async function contactsOf(work: UnitOfWork, contact_ids: readonly string[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(contact_ids)]
  const rows = ids.length > 1 ? await work.all(contact, { id: ids }, ids.length) : []
  return new Map(rows.map(row => [row.id, row]))
}

/** A user of type contact (100) is a customer. More than some people who hear of each payment are a mistake. */
const TOLD_USERS = `
select id from (
  select distinct on (lower(u.email)) u.id
    from location_tree above
    join "user" u on u.root_id = above.root_id and u.primary_location_id = above.ancestor_id
   where above.root_id = $1 and above.descendant_id = $2
     and u.email_trx_receipt and u.deleted_ts is null and u.status_id = 1 and u.user_type_id <> 100
   order by lower(u.email), u.id) told
 order by id limit 50`

async function toldUsers(work: UnitOfWork, location_id: string): Promise<string[]> {
  const rows = await work.query<{ id: string }>(TOLD_USERS, [work.actor.caller.root_id, location_id])
  return rows.map(({ id }) => id)
}

/** Remembers what was loaded by its id, for as long as the database transaction runs. */
function once<T>(load: (id: string) => Promise<T>, known: readonly (T & { id: string })[] = []) {
  const loaded = new Map<string, Promise<T>>(known.map(row => [row.id, Promise.resolve(row)]))
  return (id: string): Promise<T> => {
    const row = loaded.get(id) ?? load(id)
    loaded.set(id, row)
    return row
  }
}

function sumOf(sum: Steps, steps: Steps): Steps {
  const all = { ...sum }
  for (const [name, step] of Object.entries(steps)) {
    const total = name as keyof Steps
    const before = all[total] ?? { amount: 0n, count: 0 }
    all[total] = { amount: before.amount + step.amount, count: before.count + step.count }
  }
  return all
}

/**
 * Locks records of the merchant and returns those that are there, by id. They are locked in the order of their ids, as
 * everybody does. `free`: those that somebody else holds are left out instead of being waited for.
 */
export async function lockRecords<R extends Resource>(
  work: UnitOfWork,
  resource: R,
  ids: readonly string[],
  free?: 'free',
): Promise<Map<string, Row<R>>> {
  if (ids.length === 0) return new Map()
  if (ids.length === 1 && !free) {
    const row = await work.lock(resource, ids[0]!)
    return new Map(row ? [[ids[0]!, row]] : [])
  }
  const text = `select * from "${resource.table}" where id = any($1) and root_id = $2 and deleted_ts is null
 order by id for no key update${free ? ' skip locked' : ''}`
  const rows = await work.query<Record<string, unknown> & { id: string }>(text, [ids, work.actor.caller.root_id])
  return new Map(rows.map(row => [row.id, loaded<Row<R>>(resource, row)]))
}

/** A write of a transaction: how it was (null when it is new), how it is, and the verb of its event. */
export interface TransactionChange {
  before: TransactionRow | null
  after: TransactionRow
  verb: string
  /** The batch that it leaves was settled with it, so that its totals stay. */
  keeps_totals?: boolean
}

/** One that is written already, and on whose behalf. */
export interface WrittenChange extends TransactionChange {
  actor: Actor
}
