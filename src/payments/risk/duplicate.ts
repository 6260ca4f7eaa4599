import { createHash } from 'node:crypto'
import type { UnitOfWork } from '../../definition/store.ts'
import type { Beginning } from '../../resources/transaction/transaction.states.ts'

/** Actions that take money anew. Two refunds of one sale may well be equal. */
const CHECKED: readonly Beginning[] = ['sale', 'authonly', 'force', 'debit', 'credit']

/**
 * What makes two payments of one batch the same, by a product's `dup_check_per_batch` (a comma list of transaction
 * fields); null when nothing is to be compared. Card and account numbers are compared by their keyed mark. Stored
 * with the payment under a unique index, so that of two equal ones at the same moment only one is submitted.
 */
export function duplicateKey(
  fields: string | null,
  action: Beginning,
  record: Record<string, unknown>,
  fingerprint: string,
  batch: string,
): string | null {
  const names = (fields ?? '').split(',').map(name => name.trim())
  const compared = names.filter(name => name === 'account_number' || Object.hasOwn(record, name)).toSorted()
  if (compared.length === 0 || !CHECKED.includes(action)) return null
  const values = compared.map(name => [name, name === 'account_number' ? fingerprint : text(record[name])])
  return createHash('sha256')
    .update(JSON.stringify([batch, action, values]))
    .digest('hex')
}

function text(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

const TWIN = `
select 1 from transaction
 where root_id = $1 and coalesce(first_product_transaction_id, product_transaction_id) = $2 and dup_key = any($3) limit 1`

/**
 * Refuses a payment that has the key of another in any form, as the unique index does in one: while the key of
 * fingerprints is replaced, a payment of before has another form of the same key. Whoever stores one of them holds the
 * locks of all, so that of two at once the second sees the first.
 */
export async function refuseTwin(
  work: UnitOfWork,
  product_transaction_id: string,
  keys: readonly string[],
): Promise<void> {
  const { root_id } = work.actor.caller
  for (const key of keys.toSorted())
    await work.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${product_transaction_id} ${key}`])
  const [twin] = await work.query(TWIN, [root_id, product_transaction_id, keys])
  if (twin) throw Object.assign(new Error('this payment is in the batch already'), { constraint: INDEX })
}

/** The unique index the key lies under. */
const INDEX = 'transaction_dup_key'

export function isDuplicate(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === INDEX
}
