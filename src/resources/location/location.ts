import { choice, flag, id, integer, list, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, many, one } from '../../definition/resource.ts'
import { DEFAULT_ZONE } from '../../lib/local-date.ts'
import { LOGO_ADDRESS } from '../../lib/logo-address.ts'
import { HOST } from '../../lib/web-address.ts'

const OF_ROOT = 'At the root, by administrators; counts where it is stricter than the gateway.'

/** What the fields of a location mean, in all forms in which it is shown. */
export const LOCATION_WORDS = {
  name: 'What the place is called, on pages and receipts too.',
  aba: 'Routing number of its bank.',
  dda: 'Number of its bank account.',
  account_number: "The merchant's number at the operator of the gateway.",
  address1: 'Street and number.',
  address2: 'Second line of the address.',
  city: 'City of the address.',
  state: 'State of the address.',
  zip_code: 'ZIP code of the address.',
  office_phone: 'Phone number, ten digits.',
  office_ext_phone: 'Extension of the phone number.',
  fax: 'Fax number, ten digits.',
  contact_email_trx_receipt_default:
    'Whether new contacts are mailed a receipt for every payment, unless their record says otherwise.',
  default_ach: 'The product that takes payments from bank accounts where none is named.',
  default_cc: 'The product that takes card payments where none is named.',
  developer_company_id: 'Who made the software that works here.',
  email_reply_to:
    'Where answers to its mails go; its mails are from it where its domain is proven to be the merchant’s.',
  location_api_key: 'A secret of the location, for whom the contract gives it no use of its own.',
  ticket_hash_key: 'The secret under which a shop signs tickets for the browsers of payers.',
  location_c1: 'For the merchant: any text.',
  location_c2: 'For the merchant: any text.',
  location_c3: 'For the merchant: any text.',
  receipt_logo:
    'The address of the picture on pages, receipts and mails; `POST /v2/locations/{id}/logo` stores one and sets it.',
  recurring_notification_days_default:
    'How many days before a recurring payment contacts are notified, where the recurring says nothing.',
  show_contact_files:
    'Whether people see the files of contacts here. Kept for programs; the gateway does not act on it.',
  show_contact_notes:
    'Whether people see the notes of contacts here. Kept for programs; the gateway does not act on it.',
  zip: 'The same as zip_code.',
}

/** A merchant's place of business, a node of the tree that owns all data. */
export const location = defineResource({
  name: 'location',
  plural: 'locations',
  spec: '2.4, 4.4',
  scope: 'id',
  api_id: 'location_api_id',
  cached: true,
  fields: {
    id: id(),
    parent_id: ref('location', 'PU', { note: 'Required on create; only the root of a tree has none.' }),
    name: text(1, 64, 'RPU'),
    aba: text(9, 9, 'PU'),
    dda: text(3, 32, 'PU', { holds: 'identifier' }),
    account_number: text(0, 32, 'PU', { holds: 'identifier' }),
    address1: text(0, 32, 'PU'),
    address2: text(0, 32, 'PU'),
    city: text(0, 100, 'PU'),
    state: text(undefined, 100, 'PU'),
    zip_code: text(5, 10, 'PU'),
    office_phone: text(10, 10, 'PU'),
    office_ext_phone: text(0, 10, 'PU'),
    fax: text(10, 10, 'PU'),
    tz: text(0, 24, 'PU', { fallback: DEFAULT_ZONE, note: 'Time zone name; dates of this location are read in it.' }),
    branding_domain_id: ref('branding_domain', 'PU', { always: true, note: 'Required when is_new_domain is false.' }),
    branding_domain_title: text(undefined, 64, 'P', { note: 'Required when is_new_domain is true.' }),
    branding_domain_url: text(undefined, 64, 'PU', {
      format: HOST,
      note: 'A host name; of an address, its host is taken. Required when is_new_domain is true. One the tree has already is reused.',
    }),
    is_new_domain: flag('P', { reach: 'input', note: 'True when branding_domain_url is sent and this is not.' }),
    contact_email_trx_receipt_default: flag('PU', { fallback: false }),
    default_ach: ref('producttransaction', 'PU'),
    default_cc: ref('producttransaction', 'PU'),
    developer_company_id: ref('developercompany', 'PU'),
    email_reply_to: text(undefined, 60, 'PU'),
    location_api_id: text(24, 36, 'PU', { holds: 'identifier' }),
    location_api_key: text(36, 36, 'S', { always: true, reach: 'key' }),
    ticket_hash_key: text(36, 36, 'S', { always: true, reach: 'key' }),
    location_c1: text(undefined, 128, 'PU'),
    location_c2: text(undefined, 128, 'PU'),
    location_c3: text(undefined, 128, 'PU'),
    receipt_logo: text(0, 256, 'PU', { format: LOGO_ADDRESS }),
    recurring_notification_days_default: integer(3, 'PU', { fallback: 0 }),
    show_contact_files: flag('PU', { fallback: false }),
    show_contact_notes: flag('PU', { fallback: false }),
    form_data_hash_required: flag('PU', {
      fallback: false,
      as: 'boolean',
      note: 'Hosted forms of this location and those below it open only with a data-hash.',
    }),
    form_opens_once: flag('PU', {
      fallback: false,
      as: 'boolean',
      note: 'The address of a hosted form, and a signed sign-on link, of this location and those below it opens it once.',
    }),
    sso_signature_required: flag('PU', {
      fallback: false,
      as: 'boolean',
      note: 'Sign-on links of this location and those below it need a signature; those with an API key in their data are 401.',
    }),
    ticket_origins: list(255, 'PU', {
      note: 'Origins whose pages may make tickets in the browser of a payer, such as https://shop.example. None: none may.',
      example: ['https://shop.example'],
    }),
    password_min_length: integer(2, 'U', {
      least: 8,
      most: 64,
      note: `${OF_ROOT} Guessable ones are then refused, too.`,
    }),
    password_history: integer(2, 'U', {
      least: 1,
      most: 24,
      note: `${OF_ROOT} Latest passwords that may not come back.`,
    }),
    user_inactive_days: integer(3, 'U', { least: 1, most: 365, note: `${OF_ROOT} Users are switched off after them.` }),
    second_factor_of: choice([0, 1, 2], 'U', {
      means: { 0: 'nobody', 1: 'administrators and operators', 2: 'everybody but contacts' },
      note: 'At the root, by administrators: who signs in with a second factor only.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    location_api_key_sealed: text(undefined, undefined, 'S', { always: true, reach: 'secret' }),
    location_api_key_mark: text(undefined, 64, 'S', {
      reach: 'secret',
      note: 'Keyed hash, by which a ticket finds its location.',
    }),
    ticket_hash_key_sealed: text(undefined, undefined, 'S', { always: true, reach: 'secret' }),
    ticket_hash_key_mark: text(undefined, 64, 'S', { reach: 'secret' }),
  },
  expands: {
    branding_domain: one('branding_domain', 'branding_domain_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    developer_company: one('developercompany', 'developer_company_id'),
    product_transactions: many('producttransaction', 'location_id'),
    product_recurring: one('product_recurring', 'id', 'location_id'),
    product_file: one('product_file', 'id', 'location_id'),
    parent: one('location', 'parent_id'),
    children: many('location', 'parent_id'),
    terminal: many('terminal', 'location_id'),
    tags: many('tag', 'location_id'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: {
    location_location_api_id_key: 'location_api_id',
    location_empty: ['id', 'Location is in use.'],
  },
  about: [
    'Setting up',
    "A merchant's place of business. Locations form a tree: callers see their own and all below it.",
    LOCATION_WORDS,
  ],
})
