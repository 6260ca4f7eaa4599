import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
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
 * link, so that of two people who pay at the same moment the second is refused before any money moves. Only an intent can be
 * refused: what a processor has answered is stored whatever it makes of the link.
 */
async function followPayment(work: UnitOfWork, event: DomainEvent): Promise<void> {
  const { row, before } = event
  if (typeof row.paylink_id !== 'string' || !PAYING_TYPES.includes(row.type_id)) return
  if (before === null && row.outcome === 'pending') return hold(work, row.paylink_id, event)
  if (row.outcome === before?.outcome) return
  if (row.outcome === 'approved') return pay(work, row.paylink_id)
  if (row.outcome === 'declined') await release(work, row.paylink_id, event)
}

/** Not an event: nobody outside is told that somebody is trying to pay. */
async function hold(work: UnitOfWork, paylink_id: string, { record_id, row }: DomainEvent): Promise<void> {
  const link = await work.lock(paylink, paylink_id)
  const place = link && (await work.maybe(location, link.location_id))
  if (!link || !place) throw invalidField('status_id', CLOSED)
  mustBeOpen(link, row.created_ts as number, place.tz)
  await work.query('update paylink set pending_transaction_id = $2 where id = $1', [paylink_id, record_id])
}

async function pay(work: UnitOfWork, paylink_id: string): Promise<void> {
  const link = await work.lock(paylink, paylink_id)
  if (!link) return
  await work.update(paylink, link, { status_id: STATUS.paid, pending_transaction_id: null })
}

async function release(work: UnitOfWork, paylink_id: string, { record_id }: DomainEvent): Promise<void> {
  const text = 'update paylink set pending_transaction_id = null where id = $1 and pending_transaction_id = $2'
  await work.query(text, [paylink_id, record_id])
}
