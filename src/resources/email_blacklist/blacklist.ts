import type { Settable } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { type Blacklist, OWN_REQUEST, type Recipient } from '../../messages/ports.ts'
import { sms_blacklist } from '../sms_blacklist/sms_blacklist.ts'
import { email_blacklist } from './email_blacklist.ts'

type List = typeof email_blacklist

/**
 * Returns the blacklist of a channel and the recipient's key in it. Both lists have the same columns but for the key.
 */
function entryOf({ channel, to }: Recipient): { list: List; key: Record<string, string> } {
  if (channel === 'email') return { list: email_blacklist, key: { email: to.toLowerCase() } }
  return { list: sms_blacklist as unknown as List, key: { cell_phone: to } }
}

/** Returns whether the recipient gets no messages from this merchant, or no reminders where one is asked about. */
export async function isBlacklisted(read: Reader, recipient: Recipient, reminds = false): Promise<boolean> {
  const { list, key } = entryOf(recipient)
  const found = await read.find(list, { ...key, is_blacklisted: true })
  return found !== null && (reminds || found.detail !== OWN_REQUEST.no_reminders)
}

async function block(work: UnitOfWork, recipient: Recipient, detail: string): Promise<void> {
  const { list, key } = entryOf(recipient)
  const set = { is_blacklisted: true, detail: detail.slice(0, 255) }
  const found = await work.find(list, key)
  const held = found && (await work.lock(list, found.id))
  // A mailbox that is gone stops more than the reminders that its owner had stopped.
  const widens = held?.detail === OWN_REQUEST.no_reminders && detail !== OWN_REQUEST.no_reminders
  if (held?.is_blacklisted && !widens) return
  await (held ? work.update(list, held, set) : work.insert(list, { ...key, ...set } as Settable<List>))
}

async function unblock(work: UnitOfWork, recipient: Recipient, detail: string): Promise<void> {
  const { list, key } = entryOf(recipient)
  const found = await work.find(list, { ...key, is_blacklisted: true })
  const held = found && (await work.lock(list, found.id))
  if (!held || !isOwnRequest(held.detail)) return
  await work.update(list, held, { is_blacklisted: false, detail: detail.slice(0, 255) })
}

export const blacklist: Blacklist = { has: isBlacklisted, block, unblock }

function isOwnRequest(detail: string | null): boolean {
  return Object.values(OWN_REQUEST).some(word => word === detail)
}
