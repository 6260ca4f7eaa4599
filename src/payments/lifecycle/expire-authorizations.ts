import { systemCaller } from '../../definition/caller.ts'
import type { Actor } from '../../definition/store.ts'
import { localDate } from '../../lib/local-date.ts'
import { Refusal } from '../../lib/problem.ts'
import { location } from '../../resources/location/location.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import { EXPIRED, expired } from './approved-action.ts'
import { authoriseFollowUp } from './authorise-follow-up.ts'
import { submitActions } from './payment.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PendingRequest } from './processor-request.ts'

/**
 * Gives back authorizations that were not captured in time: each is voided at its processor, which frees the
 * cardholder's money, and shows reason 1658 whatever the processor says to it. What is being captured or changed at
 * this moment, or has been, is left alone; the scan comes back to it. An unknown outcome is left to the resolver.
 */
export async function expireAuthorizations(
  context: PaymentContext,
  root_id: string,
  ids: readonly string[],
  expire_ts: number,
): Promise<void> {
  const actor: Actor = { caller: systemCaller(root_id, 'worker') }
  await submitActions(context, actor, async () => {
    const requests: PendingRequest[] = []
    for (const id of ids) requests.push(...(await begin(context, actor, id, expire_ts)))
    return requests
  })
}

/** Stores the intent to void one authorization; one whose processor cannot be asked any more ends at once. */
async function begin(context: PaymentContext, actor: Actor, id: string, expire_ts: number): Promise<PendingRequest[]> {
  const when = (row: TransactionRow) => row.status_id === STATUS.authorized && row.expire_ts === expire_ts
  try {
    return [await authoriseFollowUp(context, actor, id, 'void', { amount: null, set: EXPIRED, when })]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  await context.store.transaction(actor, async work => {
    const row = await work.lock(transaction, id)
    if (!row || row.doing !== null || !when(row)) return
    const place = await work.maybe(location, row.location_id)
    const seconds = context.clock.seconds()
    const set = expired(localDate(seconds, place?.tz).toString(), null)
    await postOutcome(work, row, set, 'updated', seconds)
  })
  return []
}
