import { locationBody, newLocation } from '../fixtures.ts'
import { digits, flag, fresh, mail, type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

/**
 * Contract 2.4, except the domain's title and url, the default products and the developer company. Time zones have
 * limits of their own.
 */
export const locationFacts: NounFacts = {
  noun: 'location',
  plural: 'locations',
  body: async lab => locationBody(lab),
  fields: [
    system('LOC-02', 'id', SENT_ID),
    reference(['LOC-03', 'LOC-01'], 'parent_id', {
      write: 'RPU',

      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    text('LOC-04', 'name', 1, 64, { write: 'RPU' }),
    text('LOC-05', 'aba', 9, 9, { of: length => '0720003260'.slice(0, length) }),
    text('LOC-06', 'dda', 3, 32, { of: digits }),
    text('LOC-07', 'account_number', 0, 32, { of: digits }),
    text('LOC-08', 'address1', 0, 32),
    text('LOC-08', 'address2', 0, 32),
    text('LOC-09', 'city', 0, 100),
    text('LOC-10', 'state', undefined, 100),
    text('LOC-11', 'zip_code', 5, 10, { of: digits }),
    text('LOC-12', 'office_phone', 10, 10, { of: digits }),
    text('LOC-13', 'office_ext_phone', 0, 10, { of: digits }),
    text('LOC-14', 'fax', 10, 10, { of: digits }),
    reference('LOC-16', 'branding_domain_id', {
      body: async lab => ({ parent_id: lab.merchant.location_id, name: `Branch ${lab.unique()}`, is_new_domain: 0 }),
      follows: ['branding_domain_url', 'branding_domain_title'],
      values: async lab => {
        const [one, two] = [await newLocation(lab), await newLocation(lab)]
        return [one.branding_domain_id, two.branding_domain_id]
      },
    }),
    flag('LOC-20', 'contact_email_trx_receipt_default'),
    text('LOC-24', 'email_reply_to', undefined, 60, { of: mail, noEmpty: true }),
    text('LOC-25', 'location_api_id', 24, 36, { of: fresh }),
    system('LOC-26', 'location_api_key', 'f1'.repeat(18)),
    system('LOC-27', 'ticket_hash_key', 'f1'.repeat(18)),
    text('LOC-28', 'location_c1', undefined, 128),
    text('LOC-28', 'location_c2', undefined, 128),
    text('LOC-28', 'location_c3', undefined, 128),
    text('LOC-29', 'receipt_logo', 0, 256),
    { ids: 'LOC-30', name: 'recurring_notification_days_default', kind: 'integer', write: 'PU' },
    flag('LOC-31', 'show_contact_files'),
    flag('LOC-31', 'show_contact_notes'),
    system('LOC-32', 'created_ts', SENT_TS),
    system('LOC-32', 'modified_ts', SENT_TS),
  ],
}
