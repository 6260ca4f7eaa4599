import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalidField } from '../../lib/problem.ts'
import { location } from '../../resources/location/location.ts'
import { mustBeOpen } from '../../resources/paylink/paylink.rules.ts'
import { CLOSED, paylink, STATUS } from '../../resources/paylink/paylink.ts'
import type { WrittenChange } from './posting-batch.ts'

/**
 * The first approved sale or authorization pays the link (contract 3.2). From its intent to its outcome a payment
 * holds the link, so that of two payers at the same moment the second is refused before money moves. Only an intent
 * can be refused: what a processor has answered is recorded whatever it makes of the link.
 */
export async function followPayments(work: UnitOfWork, changes: readonly WrittenChange[]): Promise<void> {
  const byLink = (one: WrittenChange, other: WrittenChange) =>
    one.after.paylink_id! < other.after.paylink_id! ? -1 : 1
  for (const change of changes.toSorted(byLink)) await followPayment(work, change)
}

async function followPayment(work: UnitOfWork, { before, after, actor }: WrittenChange): Promise<void> {
  const { id, outcome, created_ts } = after
  const paylink_id = after.paylink_id!
  if (before === null && outcome === 'pending') return hold(work, paylink_id, id, created_ts)
  if (outcome === 'approved') return pay(work, paylink_id, actor)
  if (outcome === 'declined') await release(work, paylink_id, id)
}

/** No event: an attempt to pay is not visible from outside. */
async function hold(work: UnitOfWork, paylink_id: string, transaction_id: string, seconds: number): Promise<void> {
  const link = await work.lock(paylink, paylink_id)
  const place = link && (await work.maybe(location, link.location_id))
  if (!link || !place) throw invalidField('status_id', CLOSED)
  mustBeOpen(link, seconds, place.tz)
  await work.query('update paylink set pending_transaction_id = $2 where id = $1', [paylink_id, transaction_id])
}

async function pay(work: UnitOfWork, paylink_id: string, actor: Actor): Promise<void> {
  const link = await work.lock(paylink, paylink_id)
  if (!link) return
  await work.updateAll(paylink, [{ row: link, set: { status_id: STATUS.paid, pending_transaction_id: null }, actor }])
}

async function release(work: UnitOfWork, paylink_id: string, transaction_id: string): Promise<void> {
  const text = 'update paylink set pending_transaction_id = null where id = $1 and pending_transaction_id = $2'
  await work.query(text, [paylink_id, transaction_id])
}
