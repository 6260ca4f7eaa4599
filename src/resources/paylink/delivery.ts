import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import type { Recipient } from '../../messages/ports.ts'
import { DELIVERY, type paylink } from './paylink.ts'

/** One message that asks for the payment of a link. */
export interface Notice extends Recipient {
  paylink_id: string
  reason: 'created' | 'resend'
}

export const notifyTask = defineTask<Notice>('paylink.notify')

type Recipients = Pick<Row<typeof paylink>, 'delivery_method' | 'email' | 'cell_phone'>

const CHANNELS: Record<number, readonly Recipient['channel'][]> = {
  [DELIVERY.none]: [],
  [DELIVERY.email]: ['email'],
  [DELIVERY.sms]: ['sms'],
  [DELIVERY.both]: ['email', 'sms'],
}

/** How a link goes out: in the ways that were asked for, as far as there is a recipient (contract 2.5). */
export function messagesOf(row: Recipients): Recipient[] {
  return CHANNELS[row.delivery_method]!.flatMap(channel => {
    const to = channel === 'email' ? row.email : row.cell_phone
    return to ? [{ channel, to }] : []
  })
}

/** How a link is sent again: as before, or to every known address where nothing was to be sent. */
export function messagesAgain(row: Recipients): Recipient[] {
  return messagesOf(row.delivery_method === DELIVERY.none ? { ...row, delivery_method: DELIVERY.both } : row)
}

/** One job for each message, so that a mail that has left is not sent again because a text could not be. */
export function notices(paylink_id: string, messages: readonly Recipient[], reason: Notice['reason']): Effect[] {
  return messages.map(message => notifyTask.effect({ paylink_id, reason, ...message }))
}
