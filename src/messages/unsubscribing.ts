import { timingSafeEqual } from 'node:crypto'
import { systemCaller } from '../definition/caller.ts'
import type { Store } from '../definition/store.ts'
import type { Cipher } from '../ports/cipher.ts'
import { blacklist, isBlacklisted, OWN_WORD, type Recipient, unblock } from './blacklist.ts'
import { type Merchant, merchantOf } from './merchant.ts'

export interface UnsubscribingParts {
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> }
  store: Store
  cipher: Pick<Cipher, 'fingerprint'>
  publicUrl(): string
}

/** Whose mails somebody may stop, and whether they have. */
export interface Subscription {
  merchant: Merchant
  recipient: string
  is_stopped: boolean
}

/** How the recipient of a mail stops all further ones of its merchant: by a link that only that mail holds. */
export interface Unsubscribing {
  url(message_id: string): string
  /** Null when the token was not made here for this message. */
  find(message_id: string, token: string): Promise<Subscription | null>
  /** Stops mails, or lets them come again; answers as `find`. */
  set(message_id: string, token: string, stop: boolean): Promise<Subscription | null>
}

export function unsubscribing({ db, store, cipher, publicUrl }: UnsubscribingParts): Unsubscribing {
  const tokenOf = (message_id: string) => cipher.fingerprint('unsubscribe', message_id)
  const logged = async (message_id: string, token: string) => {
    if (!isSame(token, tokenOf(message_id))) return null
    const text = 'select root_id, location_id, recipient from log_email where id = $1'
    const [row] = await db.query<{ root_id: string; location_id: string; recipient: string }>(text, [message_id])
    return row ?? null
  }
  const find = async (message_id: string, token: string): Promise<Subscription | null> => {
    const row = await logged(message_id, token)
    if (!row) return null
    const read = store.reader(systemCaller(row.root_id, 'page'))
    const merchant = await merchantOf(read, row.location_id)
    if (!merchant) return null
    const is_stopped = await isBlacklisted(read, { channel: 'email', to: row.recipient })
    return { merchant, recipient: row.recipient, is_stopped }
  }
  return {
    url: message_id => `${publicUrl()}/unsubscribe?id=${message_id}&token=${tokenOf(message_id)}`,
    find,
    async set(message_id, token, stop) {
      const row = await logged(message_id, token)
      if (!row) return null
      const recipient: Recipient = { channel: 'email', to: row.recipient }
      await store.transaction({ caller: systemCaller(row.root_id, 'page') }, work =>
        stop ? blacklist(work, recipient, OWN_WORD.unsubscribed) : unblock(work, recipient, OWN_WORD.back),
      )
      return find(message_id, token)
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
