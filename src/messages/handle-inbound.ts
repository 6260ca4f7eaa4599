import { systemCaller } from '../definition/caller.ts'
import type { Store, UnitOfWork } from '../definition/store.ts'
import type { InboundText } from '../ports/mailer.ts'
import { blacklist, type Channel, OWN_WORD, type Recipient, unblock } from './blacklist.ts'
import { foreignWords } from './foreign-words.ts'
import { logOf } from './log-record.ts'

export interface InboundMessageParts {
  /** Carriers know messages by their own ids and people by their numbers, whatever the merchant. */
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> }
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
async function handleReply({ db, store }: InboundMessageParts, from: string, text: string): Promise<void> {
  const word = text
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim()
  const stops = STOP.includes(word)
  if (!stops && !START.includes(word)) return
  const rows = await db.query<{ root_id: string }>('select distinct root_id from log_sms where recipient = $1', [from])
  const recipient: Recipient = { channel: 'sms', to: from }
  for (const { root_id } of rows) {
    await inTree(store, root_id, work =>
      stops ? blacklist(work, recipient, OWN_WORD.stopped) : unblock(work, recipient, OWN_WORD.back),
    )
  }
}

type Status = Extract<InboundText, { kind: 'status' }>

async function handleStatus(
  { db, store }: InboundMessageParts,
  { provider_id, status, detail, unwelcome }: Status,
): Promise<void> {
  const text = 'select id, root_id from log_sms where provider_id = $1'
  const [found] = await db.query<{ id: string; root_id: string }>(text, [provider_id])
  if (!found) return
  await inTree(store, found.root_id, async work => {
    const log = logOf('sms')
    const row = await work.lock(log, found.id)
    if (row?.status !== 'sent') return
    const after = status === 'delivered' ? ('delivered' as 'sent') : unwelcome ? 'bounced' : 'failed'
    const words = detail && foreignWords(detail)
    await work.update(log, row, { status: after, detail: words }, { verb: after })
    if (unwelcome) await blacklist(work, { channel: 'sms', to: row.recipient }, words ?? 'The number takes no texts.')
  })
}

/**
 * Stores the bounce of a mail. Returns whether there is a sent mail of this id. `is_gone`: the address will never
 * accept mail.
 */
export async function handleBounce(
  { db, store }: InboundMessageParts,
  message_id: string,
  detail: string,
  is_gone = true,
): Promise<boolean> {
  const channel: Channel = 'email'
  const [found] = await db.query<{ root_id: string }>('select root_id from log_email where id = $1', [message_id])
  if (!found) return false
  return inTree(store, found.root_id, async work => {
    const row = await work.lock(logOf(channel), message_id)
    if (row?.status !== 'sent') return false
    const words = foreignWords(detail)
    const status = is_gone ? 'bounced' : 'failed'
    await work.update(logOf(channel), row, { status, detail: words }, { verb: status })
    if (is_gone) await blacklist(work, { channel, to: row.recipient }, words)
    return true
  })
}

function inTree<T>(store: Store, root_id: string, work: (work: UnitOfWork) => Promise<T>): Promise<T> {
  return store.transaction({ caller: systemCaller(root_id, 'carrier') }, work)
}
