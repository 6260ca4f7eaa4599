import { type Command, decided } from '../../definition/command.ts'
import { rulesOf } from '../../definition/rules.ts'
import type { Recipient } from '../../messages/ports.ts'
import { isBlacklisted } from '../email_blacklist/blacklist.ts'
import { location } from '../location/location.ts'
import { messagesAgain, notices } from './delivery.ts'
import { mustBeOpen } from './paylink.rules.ts'
import { paylink } from './paylink.ts'
import { qrCode } from './qr-code.ts'

const { accept, refuse } = rulesOf(paylink)

const NOBODY = 'Paylink has no email address or cell phone it could be sent to.'
const UNWELCOME = 'Every recipient of this paylink is blacklisted.'

/** The record stays as it is; the event `resent` carries the messages. */
const resend: Command<typeof paylink> = decided(paylink, {
  name: 'resend',
  method: 'POST',
  returns: 'nothing',
  says: 'Sends the link again: the ways delivery_method says, or to every recipient there is when it says none.',
  async load(row, _input, read) {
    const welcome: Recipient[] = []
    for (const message of messagesAgain(row)) if (!(await isBlacklisted(read, message))) welcome.push(message)
    return { place: await read.one(location, row.location_id, 'location_id'), welcome }
  },
  decide(row, _input, { place, welcome }, { seconds }) {
    mustBeOpen(row, seconds, place.tz)
    if (welcome.length === 0) refuse('delivery_method', messagesAgain(row).length === 0 ? NOBODY : UNWELCOME)
    return accept({}, { effects: notices(row.id, welcome, 'resend'), verb: 'resent' })
  },
})

/** What beside the five a paylink offers. */
export const paylinkCommands = [resend, qrCode]
