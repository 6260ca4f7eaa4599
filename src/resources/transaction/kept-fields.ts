import { choice, date, flag, json, list, money, ref, stamp, text } from '../../definition/field.ts'

const hidden = { reach: 'hidden' } as const

/** What is stored with a transaction and never shown. */
export const KEPT_FIELDS = {
  allow_partial_authorization_override: flag('P', hidden),
  auto_decline_cvv_override: flag('P', hidden),
  auto_decline_street_override: flag('P', hidden),
  auto_decline_zip_override: flag('P', hidden),
  save_account: flag('P', {
    reach: 'hidden',
    fallback: false,
    note: 'Once approved, the account is stored for the contact.',
  }),
  save_account_title: text(undefined, 16, 'P', hidden),
  overrides_id: ref('transaction', 'S', {
    reach: 'hidden',
    note: 'The refused bank payment that was voided for it, once a manager had approved.',
  }),
  saved_account_vault_id: ref('accountvault', 'S', hidden),
  instrument_id: text(24, 36, 'S', { reach: 'hidden', note: 'The sealed account, in the vault.' }),
  outcome: choice(['pending', 'approved', 'declined', 'unknown'], 'S', { reach: 'hidden', always: true }),
  doing: text(undefined, undefined, 'S', { reach: 'hidden', note: 'The action under way; one at a time.' }),
  reference: text(24, 36, 'S', { reach: 'hidden', note: 'What the processor knows it by.' }),
  processor_account_id: text(24, 36, 'S', {
    reach: 'hidden',
    always: true,
    note: 'The account at the processor that it was made with; all that follows goes there.',
  }),
  first_product_transaction_id: text(24, 36, 'S', {
    reach: 'hidden',
    note: 'The product whose processor was asked first, where it was made with a second one.',
  }),
  processor_reference: text(undefined, 64, 'S', { reach: 'hidden', note: "The processor's own id of it." }),
  authorized_amount: money('S', { reach: 'hidden', fallback: 0n }),
  captured_amount: money('S', { reach: 'hidden', fallback: 0n }),
  refunded_amount: money('S', { reach: 'hidden', fallback: 0n }),
  refund_pending_amount: money('S', { reach: 'hidden', fallback: 0n }),
  surcharge_id: ref('surcharge', 'S', { reach: 'hidden', note: 'By which the gateway has charged its surcharge.' }),
  refunded_surcharge_amount: money('S', { reach: 'hidden', fallback: 0n }),
  stuck_ts: stamp('S', { reach: 'hidden', note: 'Since when a person has to decide what it is.' }),
  originate_ts: stamp('S', { reach: 'hidden', note: 'When a bank payment leaves with a file; null once it has.' }),
  expire_ts: stamp('S', { reach: 'hidden', note: 'When an authorization ends that is not captured.' }),
  dup_key: text(undefined, 64, 'S', hidden),
  velocity_date: date('S', { reach: 'hidden', note: "The day it counts on against its product's limits." }),
  payer_identity: json(undefined, 'S', {
    reach: 'secret',
    note: 'For the account that is stored once the payment is approved; gone as soon as its outcome is known.',
  }),
  tag_ids: list(36, 'S', { reach: 'hidden', fallback: [] }),
  tag_records: json(undefined, 'S', { reach: 'hidden', fallback: [] }),
}
