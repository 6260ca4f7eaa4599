import { systemCaller } from '../../definition/caller.ts'
import type { Attempt } from '../lifecycle/attempt.ts'
import { isOpen, verbOf } from '../lifecycle/outcome.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { lockingAttempts } from '../lifecycle/record-outcome.ts'
import { postOutcome } from '../posting/post-outcome.ts'

/** Polls after which an attempt may be one that nobody answers for. */
const MANY_ASKS = 10
/** Seconds without an outcome, by the gateway's clock, after which a person may look at the processor's own pages. */
const SILENT_SECONDS = 86_400
/** A review is a person's work; a bank debit is decided within a week. */
const UNDERWAY_SECONDS = { held: 3 * 86_400, pending: 10 * 86_400 }

/** Why a person is called, as the log says it. */
const REASONS = {
  silent: 'a processor has not answered for a day',
  disconnected: 'the processor of an attempt is not connected',
  unclear: 'no processor can tell whether a request was made before',
} as const

/**
 * Marks the transaction of an open attempt that its processor does not answer for: it is no longer connected, has been
 * silent for a day, or cannot tell. The attempt is polled as before; a person who has looked at the processor may say
 * as well what became of it.
 */
export async function callPerson(context: PaymentContext, attempt: Attempt, why: keyof typeof REASONS): Promise<void> {
  if (attempt.stuck_ts !== null || (why === 'silent' && attempt.asks < MANY_ASKS)) return
  try {
    await markStuck(context, attempt, why)
  } catch (error) {
    context.log.error({ attempt: attempt.id, message: (error as Error).message }, 'a person could not be called')
  }
}

async function markStuck(context: PaymentContext, attempt: Attempt, why: keyof typeof REASONS): Promise<void> {
  const actor = { caller: systemCaller(attempt.root_id, 'resolver') }
  await lockingAttempts(context, actor, [{ attempt }], async (work, [locked]) => {
    const { row, attempt: held } = locked!
    const seconds = context.clock.seconds()
    const marked = isOpen(held)
      ? await work.query<{ id: string }>(MARK, [held.id, seconds, why === 'silent' ? longestWait(held) : 0])
      : []
    if (marked.length === 0) return
    // The outcome of a transaction is its first published event; this one is published before it is known.
    const unknown = row.outcome === 'pending' ? ({ outcome: 'unknown' } as const) : {}
    await postOutcome(work, row, { ...unknown, stuck_ts: seconds }, verbOf(row, held), seconds)
    const { id, transaction_id, processor_account_id, action } = held
    const said = `${REASONS[why]}: a person may decide`
    context.log.error({ transaction_id, attempt: id, processor_account_id, action }, said)
  })
}

function longestWait({ underway }: Attempt): number {
  return underway === null ? SILENT_SECONDS : UNDERWAY_SECONDS[underway]
}

const MARK = `update attempt set stuck_ts = $2 where id = $1 and stuck_ts is null and created_ts <= $2::bigint - $3::bigint returning id`
