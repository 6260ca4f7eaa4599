import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { contact } from '../../resources/contact/contact.ts'
import { addToBatch, joinBatch, type OpenBatch, type Steps } from '../batches/batch.ts'
import { type Gone, giveBack } from '../risk/velocity.ts'

type Contact = Row<typeof contact>

/**
 * What the payments of one database transaction have in common: their batches and their contacts. What many payments add to
 * a batch is written once and last, because every payment of the batch passes that row one by one.
 */
export interface PostingBatch {
  /** The open batch of a product, found once. */
  batchOf(product_transaction_id: string): Promise<OpenBatch>
  add(batch_id: string, steps: Steps): void
  /** A place within the limits of its product that a payment no longer takes. */
  free(gone: Gone | null): void
  /** The contact of a payment. */
  payerOf(contact_id: string | null): Promise<Contact | null>
  /** Reads the contacts of many payments in one go. */
  meet(contact_ids: readonly (string | null)[]): Promise<void>
  /** Writes the sums, always in the same order of batches and limits. */
  close(seconds: number): Promise<void>
}

export function postingBatch(work: UnitOfWork): PostingBatch {
  const batches = new Map<string, Promise<OpenBatch>>()
  const sums = new Map<string, Steps>()
  const contacts = new Map<string, Contact | null>()
  const free: Gone[] = []
  return {
    batchOf(product_transaction_id) {
      const known = batches.get(product_transaction_id) ?? joinBatch(work, product_transaction_id)
      batches.set(product_transaction_id, known)
      return known
    },
    add(batch_id, steps) {
      sums.set(batch_id, together(sums.get(batch_id) ?? {}, steps))
    },
    free(gone) {
      if (gone) free.push(gone)
    },
    async payerOf(contact_id) {
      if (contact_id === null) return null
      if (!contacts.has(contact_id)) contacts.set(contact_id, await work.maybe(contact, contact_id))
      return contacts.get(contact_id) ?? null
    },
    async meet(contact_ids) {
      const ids = [...new Set(contact_ids.filter(id => id !== null))]
      if (ids.length === 0) return
      for (const id of ids) contacts.set(id, null)
      for (const row of await work.all(contact, { id: ids }, ids.length)) contacts.set(row.id, row)
    },
    async close(seconds) {
      for (const [batch_id, steps] of [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await addToBatch(work, batch_id, steps, seconds)
      await giveBack(work, free)
    },
  }
}

function together(sum: Steps, steps: Steps): Steps {
  const all = { ...sum }
  for (const [name, step] of Object.entries(steps)) {
    const total = name as keyof Steps
    const before = all[total] ?? { amount: 0n, count: 0 }
    all[total] = { amount: before.amount + step.amount, count: before.count + step.count }
  }
  return all
}
