import { createHash } from 'node:crypto'
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

/** The unique index the key lies under. */
const INDEX = 'transaction_dup_key'

export function isDuplicate(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === INDEX
}
