import type { Queryable } from '../db/database.ts'
import type { Channel, MessageLog } from './ports.ts'

/**
 * Messages by mail or by text within an hour: to a recipient about one record, to a recipient of a merchant, and of a
 * merchant. The last is looked at once a minute.
 */
const MOST = { record: 6, recipient: 60, merchant: 20_000 } as const
const WITHIN_SECONDS = 3600
const KEPT_SECONDS = 60
const MOST_KEPT = 10_000

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
 * A receipt is about a payment that was made, and counts for its payment alone.
 */
export function messageLimits(db: Queryable, log: Pick<MessageLog, 'recent' | 'isBusy'>): WithinLimits {
  const busy = new Map<string, { is_busy: boolean; until: number }>()
  const isBusy = async (root_id: string, channel: Channel, seconds: number): Promise<boolean> => {
    const key = `${channel} ${root_id}`
    const known = busy.get(key)
    if (known && known.until > seconds && known.until <= seconds + KEPT_SECONDS) return known.is_busy
    if (busy.size >= MOST_KEPT) busy.clear()
    const is_busy = await log.isBusy(db, { root_id, channel, most: MOST.merchant, since: seconds - WITHIN_SECONDS })
    busy.set(key, { is_busy, until: seconds + KEPT_SECONDS })
    return is_busy
  }
  const heldBack = async (message: Sending, seconds: number): Promise<string | null> => {
    const { root_id, channel, about } = message
    const { of_record, of_recipient } = await log.recent(db, { ...message, since: seconds - WITHIN_SECONDS })
    if (of_record >= MOST.record) return `Held back: ${MOST.record} messages about this record within an hour.`
    if (about.model !== 'Transaction' && of_recipient >= MOST.recipient)
      return `Held back: ${MOST.recipient} messages to this recipient within an hour.`
    if (await isBusy(root_id, channel, seconds))
      return `Held back: ${MOST.merchant} messages of this merchant within an hour.`
    return null
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
