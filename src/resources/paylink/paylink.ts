import { choice, date, flag, id, integer, list, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, each, fact, known, many, one } from '../../definition/resource.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'
import { WEB_ADDRESS } from '../../lib/web-address.ts'

export const STATUS = { unpaid: 0, paid: 1 } as const
export const DELIVERY = { none: 0, email: 1, sms: 2, both: 3 } as const

export const BUSY =
  'A payment is being made on this paylink. One that is_stuck waits for a person: POST /v2/transactions/{id}/resolve.'
export const CLOSED = 'Paylink is closed and cannot be updated.'

/** A link on which one amount is paid, once. */
export const paylink = defineResource({
  name: 'paylink',
  plural: 'paylinks',
  spec: '2.5, 3.2, 4.5',
  scope: 'location_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    cc_product_transaction_id: ref('producttransaction', 'PU', {
      note: "The location's default_cc when left out; null or empty means none.",
    }),
    ach_product_transaction_id: ref('producttransaction', 'PU', {
      note: "The location's default_ach when left out; null or empty means none.",
    }),
    contact_id: ref('contact', 'PU'),
    contact_api_id: text(1, 64, 'PU', {
      holds: 'identifier',
      reach: 'input',
      note: 'Names the contact by its own id; answers show contact_id.',
    }),
    paylink_api_id: text(0, 64, 'PU', { holds: 'identifier', note: "The caller's own id, unique per location." }),
    amount_due: money('RPU', { note: 'At least 0.01.' }),
    email: text(5, 128, 'PU', { searched: true, format: EMAIL_ADDRESS, note: 'Where the link is mailed to.' }),
    cell_phone: text(1, 10, 'PU', {
      note: 'Where the link is texted to. Required when delivery_method is 2 or 3.',
    }),
    delivery_method: choice([DELIVERY.none, DELIVERY.email, DELIVERY.sms, DELIVERY.both], 'PU', {
      fallback: DELIVERY.none,
      means: { 0: 'none', 1: 'Email', 2: 'SMS', 3: 'Both' },
    }),
    description: text(0, 250, 'PU'),
    expire_date: date('PU', {
      note: 'The last day it can be paid, in the zone of its location. A later one opens an expired link again.',
    }),
    paylink_action: choice(['sale', 'auth-only'], 'PU', { fallback: 'sale' }),
    display_product_transaction_receipt_details: flag('PU', {
      fallback: false,
      note: 'Shows the receipt after a payment.',
    }),
    display_billing_fields: flag('PU', { fallback: false, note: 'Asks for a billing address.' }),
    status_id: choice([STATUS.unpaid, STATUS.paid], 'S', {
      fallback: STATUS.unpaid,
      means: { 0: 'Unpaid', 1: 'Paid' },
      note: 'Paid by the first approved sale or authorization; a later void does not open it again.',
    }),
    active: flag('PU', { fallback: true, note: '0 withdraws the link, 1 offers it again.' }),
    bank_funded_only_override: flag('PU', {
      note: 'Whether only debit cards are taken, in place of bank_funded_only of the product.',
    }),
    store_token: flag('PU', { fallback: false, note: "Stores the payer's account as a vault of the contact." }),
    store_token_title: text(0, 16, 'PU'),
    redirect_url_on_approve: text(0, 512, 'PU', { holds: 'identifier', format: WEB_ADDRESS }),
    redirect_url_on_decline: text(0, 512, 'PU', { holds: 'identifier', format: WEB_ADDRESS }),
    redirect_url_delay: integer(2, 'PU', { fallback: 15, most: 15, note: 'Seconds before the payer is sent on.' }),
    tags: list(64, 'PU', {
      reach: 'input',
      embeds: 'title',
      note: 'Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    tag_ids: list(36, 'S', { fallback: [], reach: 'hidden' }),
    declined_transaction_id: text(24, 36, 'S', {
      reach: 'hidden',
      note: 'The declined payment of a recurring that it collects.',
    }),
    pending_transaction_id: text(24, 36, 'S', { reach: 'hidden', note: 'The payment whose outcome is not known yet.' }),
  },
  expands: {
    contact: one('contact', 'contact_id'),
    email_blacklist: one('email_blacklist', 'email', 'email'),
    sms_blacklist: one('sms_blacklist', 'cell_phone', 'cell_phone'),
    location: one('location', 'location_id'),
    tags: each('tag', 'tag_ids'),
    all_tags: each('tag', 'tag_ids'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    transactions: many('transaction', 'paylink_id'),
    log_emails: many('log_email', 'reason_model_id'),
    log_sms: many('log_sms', 'reason_model_id'),
    payment_url: fact((row, { public_url }) => payLinkUrl(public_url, row.id as string), {
      type: 'string',
      format: 'uri',
      description: 'The pay page of the link, to be sent to whoever pays.',
    }),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: {
    paylink_paylink_api_id_key: 'paylink_api_id',
    paylink_declined_transaction_key: ['declined_transaction_id', 'The declined payment has a paylink already.'],
    paylink_one_payment: ['status_id', CLOSED],
    paylink_paid: ['status_id', CLOSED],
    paylink_no_payment_left_behind: ['status_id', BUSY],
    paylink_product: ['cc_product_transaction_id', 'Cc Product Transaction Id cannot be blank.'],
  },
  about: [
    'Billing',
    'A link on which one amount is paid, once.',
    {
      contact_id: 'Who pays.',
      amount_due: 'What is to be paid.',
      delivery_method: 'How the link is sent.',
      description: 'What is paid for, as the payer reads it.',
      paylink_action: 'Whether the money is taken (sale) or reserved (auth-only).',
      store_token_title: 'What the stored account is called.',
      redirect_url_on_approve: 'Where the payer goes after an approval.',
      redirect_url_on_decline: 'Where the payer goes after a decline.',
      active: 'Whether the link can be paid.',
      status_id: 'Whether it is paid.',
      expire_date: 'Until when it can be paid.',
    },
  ],
})

/** Where the link is paid (contract 2.5). */
export function payLinkUrl(public_url: string, paylink_id: string): string {
  return `${public_url}/?paylink_id=${paylink_id}`
}
