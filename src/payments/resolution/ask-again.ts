import type { Actor } from '../../definition/store.ts'
import { eventInsert, recordEvents } from '../../events/record-events.ts'
import { newId } from '../../lib/id.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import { type Attempt, type AttemptRecord, decodeAttempt, newAttempt, openAttempts } from '../lifecycle/attempt.ts'
import type { RecordingContext } from '../lifecycle/payment-context.ts'

/**
 * Has the resolver ask about a transaction in its next round. A reversal that the processor refused is sent anew under
 * a reference of its own: a person has seen to it there, and the processor now takes the money back or says that it is
 * back already. Returns whether anything is asked again.
 */
export function askAgain(context: RecordingContext, actor: Actor, transaction_id: string): Promise<boolean> {
  return context.store.transaction(actor, async work => {
    const row = await work.lock(transaction, transaction_id)
    if (!row) return false
    const seconds = context.clock.seconds()
    const [refused] = await work.query<AttemptRecord>(REFUSED, [row.id, row.root_id])
    if (refused) {
      await openAttempts(work, [anew(context, decodeAttempt(refused))], context.retry_policy, seconds)
      await work.update(transaction, row, { stuck_ts: null }, { verb: 'asked_again' })
    }
    const due = await work.query(DUE, [row.id, row.root_id])
    if (due.length > 0 && !refused) await work.update(transaction, row, {}, { verb: 'asked_again' })
    return due.length > 0
  })
}

function anew({ clock }: RecordingContext, refused: Attempt): Attempt {
  const { root_id, transaction_id, processor_account_id, action, purpose, original, amount } = refused
  const sent = { root_id, transaction_id, processor_account_id, action, purpose, original, amount }
  return newAttempt({ id: newId(clock.now()), ...sent })
}

/** Of one transaction one reversal at most is stuck: it has one open attempt at a time. */
const REFUSED = `
update attempt set stuck_ts = null
 where transaction_id = $1 and root_id = $2 and stuck_ts is not null and purpose = 'reversal' and state = 'declined'
returning *`

const DUE = `
update attempt set ask_ts = 0
 where transaction_id = $1 and root_id = $2 and state in ('pending', 'unknown')
returning id`

/**
 * Has a recurring's payment sent that nobody could say whether it was made before: a person has found out that it was
 * not. Returns whether there is one.
 */
export function release(
  context: RecordingContext,
  actor: Actor,
  transaction_id: string,
  note: string,
): Promise<boolean> {
  return context.store.transaction(actor, async work => {
    const row = await work.lock(transaction, transaction_id)
    if (row?.recurring_id == null) return false
    const released = await work.query(RELEASE, [row.id, row.root_id, context.clock.seconds()])
    if (released.length === 0) return false
    await work.update(transaction, row, { stuck_ts: null })
    const about = { noun: 'transaction', record_id: row.id, location_id: row.location_id }
    const event = { caller: actor.caller, ...about, verb: 'released', details: { note } }
    const values: unknown[] = []
    await work.query(eventInsert([event], context.clock, values), values)
    return true
  })
}

const RELEASE = `
update attempt set stuck_ts = null, is_doubtful = false, released_ts = $3, asks = 0, ask_ts = 0
 where transaction_id = $1 and root_id = $2 and stuck_ts is not null and purpose = 'order' and state = 'pending' and underway is null
returning id`

/** Has the settlement of a batch submitted again in the next round. Returns whether one is open. */
export async function settleAgain(
  { db, clock }: RecordingContext,
  { caller }: Actor,
  batch_id: string,
): Promise<boolean> {
  return db.transaction(async tx => {
    const text = `update settlement set ask_ts = 0 where transactionbatch_id = $1 and root_id = $2 and state = 'pending'`
    const closing = `update transactionbatch set continue_ts = 0 where id = $1 and root_id = $2 and continue_ts is not null`
    const asked = (await tx.run(text, [batch_id, caller.root_id])) + (await tx.run(closing, [batch_id, caller.root_id]))
    if (asked === 0) return false
    const about = { noun: 'transactionbatch', record_id: batch_id, location_id: null }
    await recordEvents(tx, clock, [{ caller, ...about, verb: 'asked_again', details: null }])
    return true
  })
}
