import { type Command, decided } from '../../definition/command.ts'
import { rulesOf } from '../../definition/rules.ts'
import { location } from '../location/location.ts'
import { channelsAgain, notices } from './delivery.ts'
import { mustBeOpen } from './paylink.rules.ts'
import { paylink } from './paylink.ts'

const { accept, refuse } = rulesOf(paylink)

const resend = decided(paylink, {
  name: 'resend',
  method: 'POST',
  status: 204,
  says: 'Sends the link again: the ways delivery_method says, or to every recipient there is when it says none.',
  load: (row, _input, read) => read.one(location, row.location_id, 'location_id'),
  decide(row, _input, place, moment) {
    mustBeOpen(row, moment.seconds, place.tz)
    const channels = channelsAgain(row)
    if (channels.length === 0)
      return refuse('delivery_method', 'There is no email address or cell phone to send this paylink to.')
    return accept({}, { effects: notices(row.id, channels, 'resend'), verb: 'resent' })
  },
})

export const paylinkCommands: Command<typeof paylink>[] = [resend]
