import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import { DELIVERY, type paylink } from './paylink.ts'

export type Channel = 'email' | 'sms'

type Recipients = Pick<Row<typeof paylink>, 'delivery_method' | 'email' | 'cell_phone'>

const CHANNELS: Record<number, readonly Channel[]> = {
  [DELIVERY.none]: [],
  [DELIVERY.email]: ['email'],
  [DELIVERY.sms]: ['sms'],
  [DELIVERY.both]: ['email', 'sms'],
}

/** The ways a link goes out: those that were asked for and have a recipient (contract 2.5). */
export function channelsOf(row: Recipients): Channel[] {
  return CHANNELS[row.delivery_method]!.filter(channel => reaches(row, channel))
}

/** The ways a link goes out again: as before, or to whom there is where nothing was sent before. */
export function channelsAgain(row: Recipients): Channel[] {
  if (row.delivery_method !== DELIVERY.none) return channelsOf(row)
  return CHANNELS[DELIVERY.both]!.filter(channel => reaches(row, channel))
}

/** One job for each way, so that a mail that has left is not sent again because a text could not be. */
export function notices(paylink_id: string, channels: readonly Channel[], reason: 'created' | 'resend'): Effect[] {
  return channels.map(channel => ({ task: 'paylink.notify', payload: { paylink_id, channel, reason } }))
}

function reaches(row: Recipients, channel: Channel): boolean {
  return Boolean(channel === 'email' ? row.email : row.cell_phone)
}
