import { newBankProduct, newContact, newProduct, paylinkBody } from '../fixtures.ts'
import { digits, flag, fresh, mail, type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

/** Contract 2.5, but for the amount, the two choices and `active`, which closes a link. */
export const paylinkFacts: NounFacts = {
  noun: 'paylink',
  plural: 'paylinks',
  body: async lab => paylinkBody(lab),
  fields: [
    system('PL-01', 'id', SENT_ID),
    reference('PL-02', 'location_id', {
      write: 'RP',
      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    reference('PL-06', 'cc_product_transaction_id', {
      values: async lab => [
        lab.merchant.cc_product_transaction_id,
        (await lab.once('second cc', () => newProduct(lab))).id,
      ],
    }),
    reference('PL-06', 'ach_product_transaction_id', {
      values: async lab => [
        lab.merchant.ach_product_transaction_id,
        (await lab.once('second ach', () => newBankProduct(lab))).id,
      ],
    }),
    reference('PL-07', 'contact_id', {
      follows: ['email'],
      values: async lab => [lab.merchant.contact_id, (await lab.once('second contact', () => newContact(lab))).id],
    }),
    text('PL-09', 'paylink_api_id', 0, 64, { of: fresh }),
    text('PL-12', 'email', 5, 128, { of: mail }),
    text('PL-13', 'cell_phone', 1, 10, { of: digits }),
    text('PL-16', 'description', 0, 250),
    { ids: 'PL-17', name: 'expire_date', kind: 'date', write: 'PU', values: async () => ['2090-06-30', '2092-02-29'] },
    flag('PL-19', 'display_product_transaction_receipt_details'),
    flag('PL-20', 'display_billing_fields'),
    system('PL-21', 'status_id', 1),
    system('PL-23', 'created_ts', SENT_TS),
    system('PL-23', 'modified_ts', SENT_TS),
    system('PL-24', 'created_user_id', SENT_ID),
    system('PL-24', 'modified_user_id', SENT_ID),
  ],
}

const EMPTY_AT_START = [
  ...[
    'ach_product_transaction_id',
    'contact_id',
    'paylink_api_id',
    'email',
    'cell_phone',
    'description',
    'expire_date',
  ],
  ...['bank_funded_only_override', 'store_token_title', 'redirect_url_on_approve', 'redirect_url_on_decline'],
]

/** The values of a link that was created with only a location and an amount. */
export const PAYLINK_START = {
  ...Object.fromEntries(EMPTY_AT_START.map(name => [name, null])),
  amount_due: '10.00',
  delivery_method: 0,
  paylink_action: 'sale',
  display_product_transaction_receipt_details: 0,
  display_billing_fields: 0,
  status_id: 0,
  active: 1,
  store_token: 0,
  redirect_url_delay: 15,
}
