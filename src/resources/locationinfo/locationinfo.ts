import { defineResource, many, one } from '../../definition/resource.ts'
import { LOCATION_WORDS, location } from '../location/location.ts'

/** A location together with everything that is set up for it (contract 2.15). Read only. */
export const locationinfo = defineResource({
  name: 'locationinfo',
  plural: 'locationinfos',
  table: 'location',
  spec: '2.15, 4.12',
  scope: 'id',
  verbs: ['read', 'list'],
  sort: '-created_ts',
  api_id: 'location_api_id',
  fields: location.fields,
  derived: {
    zip: { of: row => row.zip_code, schema: { type: ['string', 'null'] }, column: 'zip_code' },
  },
  order: [
    ...['id', 'name', 'address1', 'address2', 'city', 'state', 'zip', 'office_phone', 'office_ext_phone', 'fax', 'tz'],
    ...['branding_domain_url', 'default_cc', 'default_ach', 'contact_email_trx_receipt_default'],
    ...['show_contact_notes', 'show_contact_files'],
  ],
  /** Always embedded, all of them; naming `terminals` adds each product's own terminals to it. */
  expands: {
    product_transactions: many('producttransaction', 'location_id'),
    product_file: one('product_file', 'id', 'location_id'),
    product_accountvault: one('product_accountvault', 'id', 'location_id'),
    product_recurring: one('product_recurring', 'id', 'location_id'),
    branding_domain: one('branding_domain', 'branding_domain_id'),
    surcharges: many('surcharge', 'location_id'),
    terminals: many('terminal', 'location_id'),
    tags: many('tag', 'location_id'),
  },
  about: ['Setting up', 'A location together with everything that is set up for it. Read only.', LOCATION_WORDS],
})
