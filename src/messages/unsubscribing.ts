import type { Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import type { Reader } from '../definition/rules.ts'
import type { Store } from '../definition/store.ts'
import type { Cipher } from '../ports/cipher.ts'
import { type MessageRecords, OWN_REQUEST, type Recipient } from './ports.ts'

export interface UnsubscribingParts<Merchant> extends MessageRecords {
  db: Queryable
  store: Store
  cipher: Pick<Cipher, 'fingerprint' | 'isFingerprint'>
  publicUrl(): string
  merchantOf(read: Reader, location_id: string): Promise<Merchant | null>
}

/** The reminders of one merchant to one recipient, and whether they are stopped. */
export interface Subscription<Merchant> {
  merchant: Merchant
  recipient: string
  is_stopped: boolean
}

/**
 * Links by which the recipient of a reminder stops further ones of its merchant. Only the mail itself holds its link.
 */
export interface Unsubscribing<Merchant> {
  url(message_id: string): string
  /** Returns null when the token is not that of the message. */
  find(message_id: string, token: string): Promise<Subscription<Merchant> | null>
  /** Stops mails or allows them again. Returns what `find` does. */
  set(message_id: string, token: string, stop: boolean): Promise<Subscription<Merchant> | null>
}

const PURPOSE = 'unsubscribe'

export function unsubscribing<Merchant>(parts: UnsubscribingParts<Merchant>): Unsubscribing<Merchant> {
  const { db, store, cipher, publicUrl, blacklist, messageLog } = parts
  const logged = async (message_id: string, token: string) => {
    return cipher.isFingerprint(token, PURPOSE, message_id) ? messageLog.mailOf(db, message_id) : null
  }
  const find = async (message_id: string, token: string): Promise<Subscription<Merchant> | null> => {
    const row = await logged(message_id, token)
    if (!row) return null
    const read = store.reader(systemCaller(row.root_id, 'page'))
    const merchant = await parts.merchantOf(read, row.location_id)
    if (!merchant) return null
    const is_stopped = await blacklist.has(read, { channel: 'email', to: row.recipient }, true)
    return { merchant, recipient: row.recipient, is_stopped }
  }
  return {
    url: message_id => `${publicUrl()}/unsubscribe?id=${message_id}&token=${cipher.fingerprint(PURPOSE, message_id)}`,
    find,
    async set(message_id, token, stop) {
      const row = await logged(message_id, token)
      if (!row) return null
      const recipient: Recipient = { channel: 'email', to: row.recipient }
      await store.transaction({ caller: systemCaller(row.root_id, 'page') }, work =>
        stop
          ? blacklist.block(work, recipient, OWN_REQUEST.no_reminders)
          : blacklist.unblock(work, recipient, OWN_REQUEST.back),
      )
      return find(message_id, token)
    },
  }
}
