import { invoiceBody, newBankProduct, newContact, newProduct } from '../fixtures.ts'
import {
  capitals,
  digits,
  type FieldFact,
  flag,
  fresh,
  mail,
  type NounFacts,
  reference,
  SENT_ID,
  SENT_TS,
  system,
  text,
} from './field-fact.ts'

const days = (ids: string, name: string): FieldFact => ({ ids, name, kind: 'integer', write: 'PU', min: 1, max: 2 })

/** Contract 2.2, but for item_list, files, tags and notification_email. */
export const quickinvoiceFacts: NounFacts = {
  noun: 'quickinvoice',
  plural: 'quickinvoices',
  body: async lab => invoiceBody(lab),
  fields: [
    system('QI-01', 'id', SENT_ID),
    reference('QI-02', 'location_id', {
      write: 'RP',

      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    text('QI-03', 'title', 1, 64, { write: 'RPU' }),
    { ids: 'QI-04', name: 'due_date', kind: 'date', write: 'RPU', values: async () => ['2090-02-28', '2091-12-31'] },
    reference('QI-09', 'cc_product_transaction_id', {
      values: async lab => [
        lab.merchant.cc_product_transaction_id,
        (await lab.once('second cc', () => newProduct(lab))).id,
      ],
    }),
    reference('QI-11', 'ach_product_transaction_id', {
      values: async lab => [
        lab.merchant.ach_product_transaction_id,
        (await lab.once('second ach', () => newBankProduct(lab))).id,
      ],
    }),
    reference('QI-15', 'contact_id', {
      follows: ['email'],
      values: async lab => [lab.merchant.contact_id, (await lab.once('second contact', () => newContact(lab))).id],
    }),
    text('QI-18', 'customer_id', undefined, 64, { write: 'P' }),
    text('QI-20', 'dl_number', 1, 50, { write: 'P', beside: { dl_state: 'MI' } }),
    text('QI-21', 'dl_state', 2, 2, { write: 'P', of: capitals, beside: { dl_number: 'L1' } }),
    text('QI-22', 'dob_year', 4, 4, { write: 'P', of: length => '1980'.padEnd(length, '0').slice(0, length) }),
    text('QI-23', 'ssn4', 4, 4, { write: 'P', of: digits }),
    text('QI-25', 'email', 5, 128, { of: mail }),
    { ids: 'QI-26', name: 'expire_date', kind: 'date', write: 'PU', values: async () => ['2090-06-30', '2092-02-29'] },
    text('QI-27', 'invoice_number', 0, 64),
    text('QI-28', 'item_header', 0, 250),
    text('QI-29', 'item_footer', 0, 250),
    text('QI-30', 'note', undefined, 200),
    flag('QI-31', 'allow_overpayment'),
    flag('QI-32', 'allow_partial_pay'),
    flag('QI-33', 'attach_files_to_email'),
    text('QI-34', 'cell_phone', 1, 10, { of: digits }),
    flag('QI-36', 'send_text_to_pay', { beside: { cell_phone: '7005550199' } }),
    days('QI-37', 'notification_days_before_due_date'),
    days('QI-38', 'notification_days_after_due_date'),
    flag('QI-39', 'notification_on_due_date'),
    flag('QI-40', 'send_email', { write: 'P' }),
    text('QI-43', 'quick_invoice_api_id', 0, 64, { of: fresh }),
    system('QI-46', 'status_id', 2),
    system('QI-47', 'payment_status_id', 2),
    system('QI-06', 'amount_due', '777.77'),
    system('QI-07', 'remaining_balance', '777.77'),
    system('QI-48', 'is_active', 0),
    system('QI-48', 'active', 0),
    system('QI-49', 'created_ts', SENT_TS),
    system('QI-49', 'modified_ts', SENT_TS),
    system('QI-50', 'created_user_id', SENT_ID),
    system('QI-50', 'modified_user_id', SENT_ID),
  ],
}
