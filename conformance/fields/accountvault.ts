import { bankVaultBody, cardVaultBody, newContact } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { capitals, digits, fresh, type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

const bank = async (lab: Lab) => bankVaultBody(lab)

/** Contract 2.3, but for payment_method and where the account comes from: those depend on each other. */
export const accountvaultFacts: NounFacts = {
  noun: 'accountvault',
  plural: 'accountvaults',
  body: async lab => cardVaultBody(lab),
  fields: [
    system('AV-01', 'id', SENT_ID),
    reference('AV-03', 'location_id', {
      write: 'RP',

      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    reference('AV-04', 'contact_id', {
      values: async lab => [lab.merchant.contact_id, (await lab.once('second contact', () => newContact(lab))).id],
    }),
    text('AV-05', 'title', 1, 16),
    text('AV-06', 'account_holder_name', 1, 32),
    text('AV-08', 'account_number', 4, 19, { write: 'P', of: digits, body: bank, unseen: true }),
    text('AV-10', 'exp_date', 4, 4, { of: length => '12495'.slice(0, length), follows: ['expiring_in_months'] }),
    text('AV-17', 'routing', 9, 9, {
      write: 'P',
      of: length => '0720003260'.slice(0, length),
      body: bank,
      unseen: true,
    }),
    text('AV-19', 'ach_sec_code', undefined, 3, {
      of: length => 'WEBB'.slice(0, length),
      body: bank,
      noEmpty: true,
      values: async () => ['WEB', 'PPD'],
    }),
    text('AV-20', 'billing_address', 1, 32),
    text('AV-21', 'billing_city', 1, 36),
    text('AV-22', 'billing_state', 2, 2, { of: capitals }),
    text('AV-23', 'billing_zip', 5, 10, { of: digits }),
    text('AV-24', 'billing_phone', 1, 10, { of: digits }),
    text('AV-25', 'account_vault_api_id', 1, 36, { of: fresh }),
    text('AV-28', 'accountvault_c1', undefined, 128),
    text('AV-28', 'accountvault_c2', undefined, 128),
    text('AV-28', 'accountvault_c3', undefined, 128),
    text('AV-29', 'customer_id', 1, 50),
    text('AV-30', 'dl_number', 1, 50, { beside: { dl_state: 'MI' } }),
    text('AV-31', 'dl_state', 2, 2, { of: capitals, beside: { dl_number: 'L1' } }),
    text('AV-33', 'dob_year', 4, 4, { write: 'P', of: length => '19800'.slice(0, length) }),
    text('AV-34', 'ssn4', undefined, 4, { of: digits, noEmpty: true }),
    { ids: 'AV-35', name: 'terms_agree', kind: 'integer', write: 'PU', max: 1 },
    text('AV-36', 'terms_agree_ip', undefined, 15, {
      of: length => '203.100.113.1000'.slice(0, length),
      noEmpty: true,
    }),
    system('AV-44', 'first_six', '999999'),
    system('AV-45', 'last_four', '9999'),
    system('AV-46', 'expiring_in_months', 7777),
    system('AV-47', 'has_recurring', true),
    system('AV-48', 'active', 0),
    system('AV-49', 'created_ts', SENT_TS),
    system('AV-49', 'modified_ts', SENT_TS),
  ],
}
