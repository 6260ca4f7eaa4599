import type { Command } from '../../definition/command.ts'
import { decided } from '../../definition/command.ts'
import { rulesOf } from '../../definition/rules.ts'
import type { Recipient } from '../../messages/ports.ts'
import { isBlacklisted } from '../email_blacklist/blacklist.ts'
import { location } from '../location/location.ts'
import { invoiceBalance } from './balance.ts'
import { noticesOf } from './notices.ts'
import { fileCommands } from './quickinvoice.files.ts'
import { transactionCommands } from './quickinvoice.transactions.ts'
import { isExpired, PAYMENT, quickinvoice, STATUS } from './quickinvoice.ts'

type Invoice = typeof quickinvoice

const { accept, refuse } = rulesOf(quickinvoice)

/**
 * Contract 3.1: a closed invoice that is not expired opens again, unless it is paid and takes no more. Its payment status is what the
 * money says, so an invoice that was paid in part stays Partially Paid.
 */
const reopen: Command<Invoice> = decided(quickinvoice, {
  name: 'reopen',
  method: 'POST',
  says: 'Opens a closed quick invoice again.',
  load: (row, _input, read) => read.maybe(location, row.location_id),
  decide(row, _input, place, { seconds }) {
    if (isExpired(row, seconds, place?.tz ?? '')) {
      refuse('expire_date', 'Quick Invoice has expired and cannot be reopened.')
    }
    if (row.status_id !== STATUS.closed) refuse('status_id', 'Quick Invoice is not closed.')
    if (row.payment_status_id === PAYMENT.paid && !row.allow_overpayment) {
      refuse('payment_status_id', 'A paid Quick Invoice can be reopened only when overpayment is allowed.')
    }
    const { settled: _, ...money } = invoiceBalance(row.amount_due, row.paid_amount, row.allow_overpayment)
    return accept({ status_id: STATUS.open, ...money })
  },
})

/** The record stays as it is; the event `resent` carries the messages. */
const resend: Command<Invoice> = decided(quickinvoice, {
  name: 'resend',
  method: 'POST',
  says: 'Sends the notification again, by e-mail and SMS as far as there is an address.',
  query: { sms: '0: by e-mail only', email: '0: by SMS only' },
  returns: 'nothing',
  async load(row, input, read) {
    const notices = noticesOf(row.id, row, 'resend', asked(input))
    const listed = await Promise.all(notices.map(({ payload }) => isBlacklisted(read, payload as unknown as Recipient)))
    return { notices, welcome: notices.filter((_, index) => !listed[index]) }
  },
  decide(_row, input, { notices, welcome }) {
    const actor = asked(input)
    if (!actor.email && !actor.sms) refuse('email', 'Nothing is sent when both e-mail and SMS are switched off.')
    if (notices.length === 0) refuse('email', 'Quick Invoice has no address it could be sent to.')
    if (welcome.length === 0) refuse('email', 'Every address of this Quick Invoice is blacklisted.')
    return accept({}, { effects: welcome, verb: 'resent' })
  },
})

function asked(input: Record<string, unknown>): { email: boolean; sms: boolean } {
  return { email: input.email !== '0', sms: input.sms !== '0' }
}

/** The endpoints of an invoice beside the five of every noun. */
export const quickinvoiceCommands = [reopen, resend, ...transactionCommands, ...fileCommands]
