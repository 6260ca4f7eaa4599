import { newProduct, newVault, recurringBody } from '../fixtures.ts'
import { type FieldFact, fresh, type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

const custom = (name: string): FieldFact => text('RC-22', name, 0, 128)

/** Contract 2.6, but for amounts, choices and `active`. */
export const recurringFacts: NounFacts = {
  noun: 'recurring',
  plural: 'recurrings',
  body: lab => recurringBody(lab),
  fields: [
    system('RC-04', 'id', SENT_ID),
    reference('RC-05', 'account_vault_id', {
      write: 'RPU',
      values: async lab => [(await newVault(lab)).id, (await newVault(lab)).id],
    }),
    reference('RC-06', 'location_id', {
      write: 'RP',
      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    reference('RC-07', 'product_transaction_id', {
      values: async lab => [
        lab.merchant.cc_product_transaction_id,
        (await lab.once('second cc', () => newProduct(lab))).id,
      ],
    }),
    { ids: 'RC-09', name: 'interval', kind: 'integer', write: 'RP', min: 1, max: 3 },
    {
      ids: 'RC-11',
      name: 'start_date',
      kind: 'date',
      write: 'RP',
      values: async () => ['2090-01-15', '2090-02-15'],
    },
    {
      ids: 'RC-12',
      name: 'end_date',
      kind: 'date',
      write: 'PU',
      values: async () => ['2095-01-31', '2096-02-29'],
    },
    {
      ids: 'RC-14',
      name: 'next_run_date',
      kind: 'date',
      write: 'U',
      values: async () => ['2090-03-15', '2090-04-15'],
    },
    text('RC-15', 'description', 0, 36),
    {
      ids: 'RC-16',
      name: 'installment_total_count',
      kind: 'integer',
      write: 'P',
      max: 2,
      follows: ['end_date', 'installment_amount_total', 'recurring_type_id'],
    },
    { ids: 'RC-18', name: 'notification_days', kind: 'integer', write: 'PU', min: 1, max: 2 },
    text('RC-20', 'recurring_api_id', 1, 64, { of: fresh }),
    custom('recurring_c1'),
    custom('recurring_c2'),
    custom('recurring_c3'),
    system('RC-17', 'installment_amount_total', '777.77'),
    system('RC-25', 'recurring_type_id', 'i'),
    system('RC-26', 'status', 'ended'),
    system('RC-27', 'created_ts', SENT_TS),
    system('RC-27', 'modified_ts', SENT_TS),
  ],
}
