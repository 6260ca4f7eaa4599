import type { Reader } from '../definition/rules.ts'
import type { UnitOfWork } from '../definition/store.ts'
import { email_blacklist } from '../resources/email_blacklist/email_blacklist.ts'
import { sms_blacklist } from '../resources/sms_blacklist/sms_blacklist.ts'

export type Channel = 'email' | 'sms'

/** One recipient of one way to reach people. */
export interface Recipient {
  channel: Channel
  /** An address, or 10 digits. */
  to: string
}

/** Whether the recipient gets no more messages from this merchant. Capitals in an address make no difference. */
export function isBlacklisted(read: Reader, { channel, to }: Recipient): Promise<boolean> {
  if (channel === 'email') return read.exists(email_blacklist, { email: to.toLowerCase(), is_blacklisted: true })
  return read.exists(sms_blacklist, { cell_phone: to, is_blacklisted: true })
}

/** From now on this merchant sends the recipient nothing more; `detail` says why. */
export async function blacklist(work: UnitOfWork, { channel, to }: Recipient, detail: string): Promise<void> {
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

/** Takes back what the recipient's own word brought about; what the merchant or a bounce has listed stays. */
export async function unblock(work: UnitOfWork, { channel, to }: Recipient, detail: string): Promise<void> {
  const set = { is_blacklisted: false, detail: detail.slice(0, 255) }
  if (channel === 'email') {
    const found = await work.find(email_blacklist, { email: to.toLowerCase(), is_blacklisted: true })
    const held = found && (await work.lock(email_blacklist, found.id))
    if (held && isOwnWord(held.detail)) await work.update(email_blacklist, held, set)
    return
  }
  const found = await work.find(sms_blacklist, { cell_phone: to, is_blacklisted: true })
  const held = found && (await work.lock(sms_blacklist, found.id))
  if (held && isOwnWord(held.detail)) await work.update(sms_blacklist, held, set)
}

/** What blacklists say of recipients who asked for it. */
export const OWN_WORD = {
  unsubscribed: 'The recipient unsubscribed.',
  stopped: 'The recipient answered STOP.',
  opted_out: 'The carrier says that the recipient opted out.',
  back: 'The recipient took it back.',
} as const

function isOwnWord(detail: string | null): boolean {
  return Object.values(OWN_WORD).some(word => word === detail)
}
