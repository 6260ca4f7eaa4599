import type { Row, Settable } from '../definition/resource.ts'
import { letterText } from '../lib/letter.ts'
import { log_email } from '../resources/log_email/log_email.ts'
import { log_sms } from '../resources/log_sms/log_sms.ts'
import type { Channel } from './blacklist.ts'
import { replyAddress } from './merchant.ts'
import type { Outgoing } from './outgoing.ts'

export type LogRow = Row<typeof log_email>
export type LogChange = Settable<typeof log_email>

/** A status of texts alone: of a mail it never has to be said. */
export const UNKNOWN = 'unknown' as LogRow['status']

/** Both logs have the same columns of what became of a message, and those are all that is read of them here. */
export function logOf(channel: Channel): typeof log_email {
  return channel === 'email' ? log_email : (log_sms as unknown as typeof log_email)
}

/** What the log keeps of a message: everything a merchant wants to find again, without the HTML form of what the text says too. */
export function logRecord(message: Outgoing): LogChange {
  const { merchant, about, reason, to } = message
  const record = {
    location_id: merchant.place.id,
    recipient: to,
    reason_sent: reason,
    reason_model: about.model,
    reason_model_id: about.id,
  }
  if (message.channel === 'sms') return { ...record, body: message.text }
  return {
    ...record,
    subject: [...message.letter.subject].slice(0, 256).join(''),
    body: letterText(message.letter),
    source_address: replyAddress(merchant),
    reply_to: replyAddress(merchant),
    domain_id: merchant.domain?.id ?? null,
  }
}
