import type { Queryable } from '../db/database.ts'
import { usedUpText } from '../lib/quotas.ts'
import type { Quotas } from '../ports/quotas.ts'
import type { Channel, MessageLog } from './ports.ts'

/** Messages by mail or by text within an hour: to a recipient about one record, and to a recipient of a merchant. */
const MOST = { record: 6, recipient: 60 } as const
const WITHIN_SECONDS = 3600

/** A message that is about to be sent. */
interface Sending {
  root_id: string
  channel: Channel
  recipient: string
  /** The record that it is about. */
  about: { model: string; id: string }
}

/**
 * Calls `start`, which logs the message, with why it is held back, in words for the merchant, or null where it may go.
 * Messages to one recipient are looked at one after the other, so that each counts for the next.
 */
export type WithinLimits = <T>(
  message: Sending,
  seconds: number,
  start: (held: string | null) => Promise<T>,
) => Promise<T>

/**
 * Returns limits for messages, so that repeated sending cannot flood one payer.
 * A receipt is about a payment that was made, and counts for its payment alone. What warns a user of a sign-in is not
 * held back by what else his merchant sends.
 */
export function messageLimits(db: Queryable, log: Pick<MessageLog, 'recent'>, quotas: Quotas): WithinLimits {
  const heldBack = async (message: Sending, seconds: number): Promise<string | null> => {
    const { root_id, channel, about } = message
    const { of_record, of_recipient } = await log.recent(db, { ...message, since: seconds - WITHIN_SECONDS })
    if (of_record >= MOST.record) return `Held back: ${MOST.record} messages about this record within an hour.`
    if (about.model !== 'Transaction' && of_recipient >= MOST.recipient)
      return `Held back: ${MOST.recipient} messages to this recipient within an hour.`
    if (about.model === 'User') return null
    const used_up = await quotas.take(root_id, channel === 'email' ? 'mail' : 'text')
    return used_up && `Held back: ${usedUpText(used_up)}.`
  }
  const lines = new Map<string, Promise<unknown>>()
  return (message, seconds, start) => {
    const key = `${message.channel} ${message.root_id} ${message.recipient}`
    const run = async () => start(await heldBack(message, seconds))
    const done = (lines.get(key) ?? Promise.resolve()).then(run, run)
    lines.set(key, done)
    const clear = () => {
      if (lines.get(key) === done) lines.delete(key)
    }
    done.then(clear, clear)
    return done
  }
}
