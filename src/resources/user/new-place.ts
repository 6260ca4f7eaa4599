import { defineTask, type Tasks } from '../../jobs/declare/task.ts'
import { momentInWords } from '../../lib/local-date.ts'
import type { Messages } from '../../messages/outgoing.ts'
import { letterSender, merchantOf, senderOf } from '../location/merchant.ts'
import { user } from './user.ts'

interface NewPlace {
  user_id: string
  address: string
  /** Unix seconds. */
  signed_in_ts: number
}

/** A user signed in at an address that is not known: neither the first nor one of the last 90 days. */
export const newPlaceTask = defineTask<NewPlace>('user.new_place')

/** The mail goes to the user, so that a sign-in by somebody else is noticed by the one person who can tell. */
export function newPlaceTasks({ messages }: { messages: Messages }): Tasks {
  return messages.sending(newPlaceTask, async ({ payload }, read) => {
    const row = await read.maybe(user, payload.user_id)
    const merchant = row?.email && (await merchantOf(read, row.primary_location_id))
    if (!row?.email || !merchant) return null
    const when = momentInWords(payload.signed_in_ts, row.tz || merchant.place.tz)
    return {
      channel: 'email',
      to: row.email,
      from: senderOf(merchant),
      reason: newPlaceTask.name,
      about: { model: 'User', id: row.id },
      letter: {
        subject: `New sign-in to your ${merchant.place.name} account`,
        preview: `${row.username} signed in from ${payload.address}.`,
        sender: letterSender(merchant),
        heading: 'You signed in from a new address',
        paragraphs: [
          'If this was you, there is nothing to do.',
          'If it was not, change your password now and end the other sessions of your account.',
        ],
        figure: null,
        rows: [
          { label: 'Username', value: row.username },
          { label: 'Address', value: payload.address },
          { label: 'Time', value: when },
        ],
        quote: null,
        button: null,
        notes: ['This mail is sent when an account signs in from an address that it has not used for 90 days.'],
      },
    }
  })
}
