import type { Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import type { Store, UnitOfWork } from '../definition/store.ts'
import type { InboundText } from '../ports/mailer.ts'
import { logText } from './log-text.ts'
import { type MessageRecords, OWN_REQUEST, type Recipient } from './ports.ts'

export interface InboundMessageParts extends MessageRecords {
  /** Carriers know messages by their own ids and people by their numbers, whatever the merchant. */
  db: Queryable
  store: Store
}

/** Keywords that stop texts (47 CFR 64.1200 and the carriers' lists), and keywords that start them again. */
const STOP: readonly string[] = [
  ...['STOP', 'STOPALL', 'STOP ALL', 'QUIT', 'END', 'REVOKE', 'OPTOUT', 'OPT OUT', 'CANCEL', 'UNSUBSCRIBE'],
  ...['PLEASE STOP', 'STOP PLEASE', 'STOP IT', 'REMOVE ME', 'STOP TEXTING', 'STOP TEXTING ME', 'STOP MESSAGING ME'],
]
const START: readonly string[] = ['START', 'UNSTOP']

/** Stores what a carrier reports about a text, or a reply to one. */
export async function handleInbound(parts: InboundMessageParts, inbound: InboundText): Promise<void> {
  if (inbound.kind === 'reply') return handleReply(parts, inbound.from, inbound.text)
  if (inbound.kind === 'status') return handleStatus(parts, inbound)
}

/**
 * All merchants send from the operator's number, so a STOP is meant for everyone who has written to the recipient
 * from it. START undoes only what the recipient's own STOP has caused.
 */
async function handleReply(
  { db, store, blacklist, messageLog }: InboundMessageParts,
  from: string,
  text: string,
): Promise<void> {
  const word = text
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim()
  const stops = STOP.includes(word)
  if (!stops && !START.includes(word)) return
  const recipient: Recipient = { channel: 'sms', to: from }
  for (const root_id of await messageLog.rootsThatTexted(db, from)) {
    await inTree(store, root_id, work =>
      stops
        ? blacklist.block(work, recipient, OWN_REQUEST.stopped)
        : blacklist.unblock(work, recipient, OWN_REQUEST.back),
    )
  }
}

type Status = Extract<InboundText, { kind: 'status' }>

async function handleStatus(
  { db, store, blacklist, messageLog }: InboundMessageParts,
  { provider_id, status, detail, unwelcome }: Status,
): Promise<void> {
  const found = await messageLog.textOfProvider(db, provider_id)
  if (!found) return
  await inTree(store, found.root_id, async work => {
    const row = await messageLog.lock(work, 'sms', found.id)
    if (row?.status !== 'sent') return
    const after = status === 'delivered' ? 'delivered' : unwelcome ? 'bounced' : 'failed'
    const words = detail && logText(detail)
    await messageLog.update(work, 'sms', row, { status: after, detail: words }, { verb: after })
    if (unwelcome)
      await blacklist.block(work, { channel: 'sms', to: row.recipient }, words ?? 'The number takes no texts.')
  })
}

/**
 * Stores the bounce of a mail. Returns whether there is a sent mail of this id. `is_gone`: the address will never
 * accept mail.
 */
export async function handleBounce(
  { db, store, blacklist, messageLog }: InboundMessageParts,
  message_id: string,
  detail: string,
  is_gone = true,
): Promise<boolean> {
  const channel = 'email'
  const found = await messageLog.mailOf(db, message_id)
  if (!found) return false
  return inTree(store, found.root_id, async work => {
    const row = await messageLog.lock(work, channel, message_id)
    if (row?.status !== 'sent') return false
    const words = logText(detail)
    const status = is_gone ? 'bounced' : 'failed'
    await messageLog.update(work, channel, row, { status, detail: words }, { verb: status })
    if (is_gone) await blacklist.block(work, { channel, to: row.recipient }, words)
    return true
  })
}

function inTree<T>(store: Store, root_id: string, work: (work: UnitOfWork) => Promise<T>): Promise<T> {
  return store.transaction({ caller: systemCaller(root_id, 'carrier') }, work)
}
