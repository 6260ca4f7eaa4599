import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { type Blacklist, OWN_REQUEST, type Recipient } from '../../messages/ports.ts'
import { sms_blacklist } from '../sms_blacklist/sms_blacklist.ts'
import { email_blacklist } from './email_blacklist.ts'

/** Returns whether the recipient gets no more messages from this merchant. Addresses are stored in lower case. */
export function isBlacklisted(read: Reader, { channel, to }: Recipient): Promise<boolean> {
  if (channel === 'email') return read.exists(email_blacklist, { email: to.toLowerCase(), is_blacklisted: true })
  return read.exists(sms_blacklist, { cell_phone: to, is_blacklisted: true })
}

async function block(work: UnitOfWork, { channel, to }: Recipient, detail: string): Promise<void> {
  const set = { is_blacklisted: true, detail: detail.slice(0, 255) }
  if (channel === 'email') {
    const email = to.toLowerCase()
    const found = await work.find(email_blacklist, { email })
    const held = found && (await work.lock(email_blacklist, found.id))
    if (held?.is_blacklisted) return
    await (held ? work.update(email_blacklist, held, set) : work.insert(email_blacklist, { email, ...set }))
    return
  }
  const found = await work.find(sms_blacklist, { cell_phone: to })
  const held = found && (await work.lock(sms_blacklist, found.id))
  if (held?.is_blacklisted) return
  await (held ? work.update(sms_blacklist, held, set) : work.insert(sms_blacklist, { cell_phone: to, ...set }))
}

async function unblock(work: UnitOfWork, { channel, to }: Recipient, detail: string): Promise<void> {
  const set = { is_blacklisted: false, detail: detail.slice(0, 255) }
  if (channel === 'email') {
    const found = await work.find(email_blacklist, { email: to.toLowerCase(), is_blacklisted: true })
    const held = found && (await work.lock(email_blacklist, found.id))
    if (held && isOwnRequest(held.detail)) await work.update(email_blacklist, held, set)
    return
  }
  const found = await work.find(sms_blacklist, { cell_phone: to, is_blacklisted: true })
  const held = found && (await work.lock(sms_blacklist, found.id))
  if (held && isOwnRequest(held.detail)) await work.update(sms_blacklist, held, set)
}

export const blacklist: Blacklist = { has: isBlacklisted, block, unblock }

function isOwnRequest(detail: string | null): boolean {
  return Object.values(OWN_REQUEST).some(word => word === detail)
}
