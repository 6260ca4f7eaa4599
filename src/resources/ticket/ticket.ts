import { id, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, known, one } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'
import { checkCardNumber } from '../../lib/card-number.ts'
import { EXP_DATE } from '../../lib/exp-date.ts'

export const TICKET_SECONDS = 15 * 60

/**
 * A card for one use: with the ticket's id a caller can store or charge the card once, without seeing its number. The
 * security code is checked for its form and then discarded: card schemes forbid storing it, so the payment that uses
 * the ticket is sent without one.
 */
export const ticket = defineResource({
  name: 'ticket',
  plural: 'tickets',
  spec: '2.3, 2.13',
  scope: 'location_id',
  verbs: ['create', 'read'],
  fields: {
    id: id(),
    ticket_number: text(9, 9, 'S', {
      always: true,
      note: 'Nine digits that do wherever the id does, for fields that take a number.',
    }),
    location_id: ref('location', 'RP'),
    contact_id: ref('contact', 'P'),
    account_number: text(13, 19, 'R', { holds: 'account', reach: 'input', format: DIGITS }),
    exp_date: text(4, 4, 'RP', { format: EXP_DATE, note: 'MMYY' }),
    cvv: text(3, 4, 'P', { reach: 'input', format: DIGITS, note: 'Never stored, and so not part of a later payment.' }),
    account_holder_name: text(1, 32, 'P'),
    billing_street: text(1, 32, 'P'),
    billing_zip: text(5, 10, 'P'),
    first_six: text(6, 6, 'S', { always: true }),
    last_four: text(4, 4, 'S', { always: true }),
    account_type: text(1, 32, 'S', { always: true, note: 'The brand of the card.' }),
    expire_ts: stamp('S', { always: true, note: 'From this second on it can no longer be used.' }),
    order_id: text(1, 64, 'S', { note: 'Of a ticket that a browser made: what was signed.' }),
    used_ts: stamp('S', {}),
    signature_mark: text(64, 64, 'S', { reach: 'hidden', note: 'By which a browser made it, hashed.' }),
    instrument_id: text(24, 36, 'S', { always: true, reach: 'hidden' }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: {
    location: one('location', 'location_id'),
    contact: one('contact', 'contact_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
  },
  constraints: {
    ticket_ticket_number_key: 'ticket_number',
    ticket_signature_mark_key: ['signature', 'Signature has made a ticket already, which was used.'],
  },
  about: [
    'Taking payments',
    'Stands once, and for minutes, for an account that a payment or a vault is made of.',
    {
      contact_id: 'Whose account it is.',
      account_number: 'The number of the card or bank account; never shown again.',
      account_holder_name: 'The name on the account.',
      billing_street: 'Street and number of the billing address.',
      billing_zip: 'ZIP code of the billing address.',
      first_six: 'The first six digits.',
      last_four: 'The last four digits.',
      used_ts: 'When it was used.',
    },
  ],
})

const { rules } = rulesOf(ticket)

export const ticketRules = rules({
  create: {
    validate({ account_number }, problems) {
      const problem = account_number ? checkCardNumber(account_number) : null
      if (problem) problems.add('account_number', problem)
    },
  },
})
