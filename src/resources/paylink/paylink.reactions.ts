import type { Book, DomainEvent, Projection } from '../../definition/door.ts'
import { invalidField } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { mustBeOpen } from './paylink.rules.ts'
import { CLOSED, paylink, STATUS } from './paylink.ts'

/** How the payments made on a link change it. */
export const paylinkProjections: Projection[] = [{ on: 'transaction', verbs: 'any', fold: followPayment }]

/** Sale and bank debit; an authorization is a sale that is captured later. Refunds and checks of an address pay nothing. */
const PAYING_TYPES: readonly unknown[] = [20, 50]

/**
 * The first approved sale or authorization pays the link (contract 3.2). From its intent to its outcome a payment holds the
 * link, so that of two people who pay at the same moment the second is refused before any money moves.
 */
async function followPayment(book: Book, { row, before }: DomainEvent): Promise<void> {
  if (typeof row.paylink_id !== 'string' || !PAYING_TYPES.includes(row.type_id)) return
  const held = isOpen(before?.outcome)
  const holds = isOpen(row.outcome)
  if (holds && !held) return hold(book, row.paylink_id, row.created_ts as number)
  if (row.outcome === 'approved' && before?.outcome !== 'approved') return pay(book, row.paylink_id, held)
  if (held && !holds) {
    await book.query('update paylink set pending_payments = pending_payments - 1 where id = $1', [row.paylink_id])
  }
}

function isOpen(outcome: unknown): boolean {
  return outcome === 'pending' || outcome === 'unknown'
}

/** Not an event: nobody outside is told that somebody is trying to pay. */
async function hold(book: Book, paylink_id: string, seconds: number): Promise<void> {
  const row = await book.lock(paylink, paylink_id)
  const place = row && (await book.maybe(location, row.location_id))
  if (!row || !place) throw invalidField('status_id', CLOSED)
  mustBeOpen(row, seconds, place.tz)
  await book.query('update paylink set pending_payments = pending_payments + 1 where id = $1', [paylink_id])
}

async function pay(book: Book, paylink_id: string, held: boolean): Promise<void> {
  const row = await book.lock(paylink, paylink_id)
  if (!row) return
  await book.update(paylink, row, { status_id: STATUS.paid, pending_payments: row.pending_payments - (held ? 1 : 0) })
}
