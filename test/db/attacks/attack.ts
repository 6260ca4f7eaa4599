/**
 * Statements that would make money wrong, each with the constraint of PostgreSQL that refuses it. Never: a request
 * through the gateway.
 */
import type { Ids } from '../../support/money-site.ts'

export interface Attack {
  /** The constraint, unique index or trigger that has to refuse. */
  breaks: string
  /** The attempt, as the end of a sentence. */
  tries: string
  /** The statements, one after another in one transaction that would be committed. */
  run(ids: Ids, copy: Copy): string[]
  /** The name of the constraint, where several triggers enforce the same rule. */
  named?: string
}

/** The statement that writes a row once more, under a new id and with these columns changed (SQL). */
export type Copy = (table: string, id: string, set: Record<string, string>) => string

/** One statement on one row. */
export function set(table: string, id: string, sets: string): string {
  return `update ${table} set ${sets} where id = '${id}'`
}

/** What a payment looks like that has just begun. */
export const BEGUN = {
  status_id: '0',
  outcome: `'pending'`,
  transaction_batch_id: 'null',
  captured_amount: '0',
  refunded_amount: '0',
  refund_pending_amount: '0',
} as const

/** The totals of a batch that has just been opened. */
export const EMPTY = {
  total_sale_amount: '0',
  total_sale_count: '0',
  total_refund_amount: '0',
  total_refund_count: '0',
  total_void_amount: '0',
  total_void_count: '0',
  total_blind_refund_amount: '0',
  total_blind_refund_count: '0',
} as const
