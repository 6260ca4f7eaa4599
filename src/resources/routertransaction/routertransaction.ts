import { choice, date, flag, id, integer, money, ref, text } from '../../definition/field.ts'
import { type AnyField, defineResource } from '../../definition/resource.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'

/** What begins at a terminal. Everything that acts on an earlier transaction is said to that transaction. */
const ROUTER_ACTIONS = ['sale', 'authonly', 'avsonly', 'force', 'refund', 'settle'] as const

/** What a terminal or processor cannot take of it is cleaned on its way there. */
const PRINTABLE = { pattern: /^[^\p{Cc}\u2028\u2029]*$/u, says: 'must contain printable characters only.' }
/** Amounts of at most ten characters, as the field table prints them. */
const ten = <F extends AnyField>(field: F): F => ({ ...field, limits: { max: 10 } })

/** A payment at a terminal, asked for and answered in one request. What is kept of it is a run and a transaction. */
export const routertransaction = defineResource({
  name: 'routertransaction',
  plural: 'routertransactions',
  table: 'terminalrun',
  spec: '2.13, 4.14',
  scope: 'location_id',
  verbs: [],
  fields: { id: id(), location_id: ref('location', 'S', { always: true }) },
  about: [
    'In the shop',
    'A payment that a terminal takes: the answer comes when the payer is done.',
    {
      payment_method: 'By card (cc).',
      billing_zip: 'ZIP code of the billing address.',
      billing_street: 'Street and number of the billing address.',
      contact_id: 'Who pays.',
      description: 'What is paid for.',
      order_num: "The merchant's order number.",
      po_number: "The buyer's purchase order.",
      tax: 'Sales tax within the amount.',
      notification_email_address: 'Where the receipt is mailed.',
      ticket: "The shop's number of the sale.",
      advance_deposit: 'Whether it is a deposit for a stay to come.',
      no_show: 'Whether it is for a stay that the guest did not come to.',
      checkin_date: 'Lodging: the first night.',
      checkout_date: 'Lodging: the day of departure.',
      room_num: 'Lodging: the room.',
      room_rate: 'Lodging: the price of a night.',
    },
  ],
})

/** The fields of its request (contract 2.13). */
export const routertransactionInput = {
  payment_method: choice(['cc'], 'RP'),
  action: choice(ROUTER_ACTIONS, 'RP', { note: 'Other actions act on a transaction: PUT /v2/transactions/{id}.' }),
  location_id: ref('location', 'RP'),
  terminal_id: ref('terminal', 'RP', { note: 'A terminal of this location.' }),
  transaction_amount: ten(
    money('P', { example: 1800n, note: 'Required but for avsonly and settle. Includes tax and tip_amount.' }),
  ),
  billing_zip: text(0, 10, 'P'),
  billing_street: text(0, 64, 'P'),
  auth_code: text(0, 6, 'P', { note: 'With force, and only then.' }),
  batch: text(0, 4, 'P', { note: 'With settle only: the number of the batch that is meant.' }),
  contact_id: ref('contact', 'P'),
  contact_api_id: text(0, 64, 'P', { holds: 'identifier', note: 'Instead of contact_id.' }),
  description: text(0, 64, 'P'),
  order_num: text(0, 32, 'P', { holds: 'identifier', format: PRINTABLE }),
  po_number: text(0, 24, 'P', { holds: 'identifier', format: PRINTABLE }),
  product_transaction_id: ref('producttransaction', 'P', {
    example: '66f1a0c2e4b09d7a5c3e1f08',
    note: 'The deposit account. Required where the location has more than one for cards.',
  }),
  transaction_api_id: text(0, 64, 'P', {
    holds: 'identifier',
    note: "The caller's own id, unique per location. The same request sent again joins the one that runs, or gets its result.",
  }),
  tax: ten(money('P')),
  tip_amount: ten(money('P', { note: 'Left out, the payer is asked where the terminal has tip_enable.' })),
  save_account: flag('P', { note: 'Once approved, the card is stored for the contact; without a contact it is not.' }),
  notification_email_address: text(0, 128, 'P', { format: EMAIL_ADDRESS }),
  ticket: integer(9, 'P', { least: 0 }),
  advance_deposit: flag('P'),
  no_show: flag('P'),
  checkin_date: date('P'),
  checkout_date: date('P'),
  room_num: text(0, 12, 'P'),
  room_rate: ten(money('P')),
}
