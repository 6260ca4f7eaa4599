import type { Tasks } from '../../jobs/declare/task.ts'
import type { Messages } from '../../messages/outgoing.ts'
import { merchantOf, senderOf, wordsOfContact } from '../location/merchant.ts'
import { isClosed } from './closed.ts'
import { notifyTask } from './delivery.ts'
import { paylinkLetter, paylinkText } from './letter.ts'
import { payLinkUrl, paylink } from './paylink.ts'

export interface TaskParts {
  messages: Messages
  publicUrl(): string
}

/**
 * What workers do for paylinks after commit. A link that was deleted meanwhile is not sent, nor a new one that was paid
 * or withdrawn. One that is sent again says what it is.
 */
export function paylinkTasks({ messages, publicUrl }: TaskParts): Tasks {
  return messages.sending(notifyTask, async ({ payload, seconds }, read) => {
    const { paylink_id, channel, to, reason } = payload
    const link = await read.maybe(paylink, paylink_id)
    const merchant = link && (await merchantOf(read, link.location_id))
    if (!link || !merchant) return null
    const closed = isClosed(link, seconds, merchant.place.tz)
    if (closed && reason === 'created') return null
    const words = await wordsOfContact(read, link.contact_id)
    const href = payLinkUrl(publicUrl(), link.id)
    const message = {
      to,
      from: senderOf(merchant),
      reason: `paylink.${reason}`,
      about: { model: 'Paylink', id: link.id },
    } as const
    return channel === 'email'
      ? { ...message, channel, letter: paylinkLetter(words, link, merchant, href, closed) }
      : { ...message, channel, text: paylinkText(words, link, merchant, href, closed) }
  })
}
