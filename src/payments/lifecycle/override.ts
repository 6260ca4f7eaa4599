import type { UnitOfWork } from '../../definition/store.ts'
import { localDate } from '../../lib/local-date.ts'
import { notFound } from '../../lib/problem.ts'
import { location } from '../../resources/location/location.ts'
import { checkOverride } from '../../resources/transaction/override.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { postOutcome } from '../posting/post-outcome.ts'

/**
 * Voids a refused bank payment inside the open transaction, after its override was stored: both are committed, or none.
 * Two overrides wait for each other at their unique index. Throws 422 where it cannot be overridden any more.
 */
export async function voidRefused(work: UnitOfWork, id: string, seconds: number): Promise<void> {
  const refused = await work.lock(transaction, id)
  if (!refused) throw notFound()
  const { tz } = (await work.maybe(location, refused.location_id)) ?? {}
  checkOverride(refused, seconds, tz)
  const voided = {
    status_id: STATUS.voided,
    void_date: localDate(seconds, tz).toString(),
    // As after every void: what was asked for remains readable.
    transaction_amount: 0n,
    auth_amount: refused.transaction_amount,
  } as const
  await postOutcome(work, refused, voided, 'overridden', seconds)
}
