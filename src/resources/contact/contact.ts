import { choice, date, flag, id, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, fact, known, many, one, summary } from '../../definition/resource.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'

const LETTERS = { pattern: /^[A-Za-z]*$/, says: 'must contain letters only.' }
const ZIP = { pattern: /^[A-Za-z0-9 -]*$/, says: 'must contain letters, digits, spaces and dashes only.' }

const DELETABLE = { type: 'boolean', description: 'Whether it may be deleted: all its recurrings have ended.' }

const searched = { searched: true } as const

const phone = () => text(10, 10, 'PU', { format: DIGITS })

/** A customer of a location. */
export const contact = defineResource({
  name: 'contact',
  plural: 'contacts',
  spec: '2.2, 2.3, 2.5, 4.1',
  scope: 'location_id',
  api_id: 'contact_api_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    account_number: text(0, 32, 'PU', { holds: 'identifier', note: "The payer's number at the merchant." }),
    contact_api_id: text(0, 64, 'PU', { holds: 'identifier', note: "The caller's own id, unique per location." }),
    company_name: text(0, 64, 'PU', searched),
    first_name: text(0, 64, 'PU', searched),
    last_name: text(1, 64, 'RPU', searched),
    email: text(5, 64, 'PU', { ...searched, format: EMAIL_ADDRESS }),
    address: text(0, 255, 'PU'),
    city: text(0, 100, 'PU'),
    state: text(2, 2, 'PU', { format: LETTERS }),
    zip: text(4, 12, 'PU', { format: ZIP }),
    home_phone: phone(),
    cell_phone: phone(),
    office_phone: phone(),
    office_ext_phone: text(0, 10, 'PU'),
    email_trx_receipt: flag('PU', {
      always: true,
      as: 'boolean',
      note: "Mails a receipt for every transaction. Left out on create: the location's contact_email_trx_receipt_default.",
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    date_of_birth: date('PU', { unlogged: true }),
    header_message: text(0, 250, 'PU'),
    header_message_type: choice([0, 1, 2, 3, 4], 'PU', {
      always: true,
      means: { 0: 'popup', 1: 'banner', 2: 'banner', 3: 'banner', 4: 'banner' },
      note: '0 when left out on create.',
    }),
    contact_c1: text(0, 128, 'PU'),
    contact_c2: text(0, 128, 'PU'),
    contact_c3: text(0, 128, 'PU'),
    contact_balance: text(0, 12, 'PU', { note: 'Kept for the merchant; the gateway never computes it.' }),
    locale: text(2, 8, 'PU', {
      note: 'Mails, texts and pay pages are in this language: en or es, with a region as in es-US. Others count as none.',
    }),
    update_if_exists: flag('P', {
      fallback: false,
      reach: 'input',
      note: 'With contact_api_id: when the location has that contact already, it is changed instead, and the answer is 200.',
    }),
  },
  derived: {
    header_message_type_id: {
      of: row => row.header_message_type,
      schema: { type: 'integer', description: 'header_message_type by its other name' },
      column: 'header_message_type',
    },
  },
  expands: {
    // Contacts stand beside each other: none is above another.
    parent: fact(() => null, { type: 'null', description: 'Always null: none is above another.' }),
    children: fact(() => [], {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'Always empty: none is below another.',
    }),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    location: one('location', 'location_id'),
    notes: many('note', 'resource_id'),
    user: one('user', 'id', 'contact_id'),
    recurrings: many('recurring', 'contact_id'),
    files: many('file', 'resource_id'),
    email_blacklist: one('email_blacklist', 'email', 'email'),
    sms_blacklist: one('sms_blacklist', 'cell_phone', 'cell_phone'),
    received_emails: many('log_email', 'recipient', 'email'),
    postback_logs: many('postback_log', 'resource_id'),
    is_deletable: summary('recurring', 'contact_id', DELETABLE, rows => rows.every(({ status }) => status === 'ended')),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: { contact_contact_api_id_key: 'contact_api_id' },
  about: [
    'Customers',
    'A customer of a location: who pays, how he is reached, and what was agreed with him.',
    {
      company_name: 'The company the contact stands for.',
      first_name: 'First name.',
      last_name: 'Last name; for a company, its name will do.',
      email: 'Where receipts and notices are mailed.',
      address: 'Street and number.',
      city: 'City of the address.',
      state: 'State of the address, two letters.',
      zip: 'ZIP or postal code of the address.',
      home_phone: 'Phone number at home, ten digits.',
      cell_phone: 'Mobile number, ten digits; texts go there.',
      office_phone: 'Phone number at work, ten digits.',
      office_ext_phone: 'Extension of the number at work.',
      locale: 'The language of the customer.',
      date_of_birth: 'Date of birth; it is kept out of the audit trail.',
      header_message:
        'What people at the merchant read when they open the contact. Kept for programs; the gateway does not act on it.',
      header_message_type: 'How that message is shown.',
      contact_c1: 'For the merchant: any text.',
      contact_c2: 'For the merchant: any text.',
      contact_c3: 'For the merchant: any text.',
    },
  ],
})
