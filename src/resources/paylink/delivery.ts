import type { Row } from '../../definition/resource.ts'
import type { Effect, Reader } from '../../definition/rules.ts'
import { email_blacklist } from '../email_blacklist/email_blacklist.ts'
import { sms_blacklist } from '../sms_blacklist/sms_blacklist.ts'
import { DELIVERY, type paylink } from './paylink.ts'

export type Channel = 'email' | 'sms'

/** One message to one recipient. */
export interface Message {
  channel: Channel
  /** An address, or 10 digits. */
  to: string
}

/** What the job `paylink.notify` gets. */
export interface Notice extends Message {
  paylink_id: string
  reason: 'created' | 'resend'
}

type Recipients = Pick<Row<typeof paylink>, 'delivery_method' | 'email' | 'cell_phone'>

const CHANNELS: Record<number, readonly Channel[]> = {
  [DELIVERY.none]: [],
  [DELIVERY.email]: ['email'],
  [DELIVERY.sms]: ['sms'],
  [DELIVERY.both]: ['email', 'sms'],
}

/** How a link goes out: in the ways that were asked for, as far as there is a recipient (contract 2.5). */
export function messagesOf(row: Recipients): Message[] {
  return CHANNELS[row.delivery_method]!.flatMap(channel => {
    const to = channel === 'email' ? row.email : row.cell_phone
    return to ? [{ channel, to }] : []
  })
}

/** How a link goes out again: as before, or to whoever there is where nothing was to be sent. */
export function messagesAgain(row: Recipients): Message[] {
  return messagesOf(row.delivery_method === DELIVERY.none ? { ...row, delivery_method: DELIVERY.both } : row)
}

/** One job for each message, so that a mail that has left is not sent again because a text could not be. */
export function notices(paylink_id: string, messages: readonly Message[], reason: Notice['reason']): Effect[] {
  return messages.map(message => ({ task: 'paylink.notify', payload: { paylink_id, reason, ...message } }))
}

/** Whether the recipient wants no more messages from this merchant. */
export function isBlacklisted(read: Reader, { channel, to }: Message): Promise<boolean> {
  if (channel === 'email') return read.exists(email_blacklist, { email: to.toLowerCase(), is_blacklisted: true })
  return read.exists(sms_blacklist, { cell_phone: to, is_blacklisted: true })
}
