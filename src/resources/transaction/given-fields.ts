import { flag, list, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { EXP_DATE } from '../../lib/exp-date.ts'
import { NOT_DECRYPTED } from '../../lib/track-data.ts'

const input = { reach: 'input' } as const

/** What a payment is made of and no answer shows again: the account, and other names of records. */
export const GIVEN_FIELDS = {
  location_api_id: text(24, 36, 'P', { holds: 'identifier', reach: 'input', note: 'Instead of location_id.' }),
  contact_api_id: text(1, 64, 'PU', { holds: 'identifier', reach: 'input', note: 'Instead of contact_id.' }),
  account_vault_api_id: text(1, 36, 'P', {
    holds: 'identifier',
    reach: 'input',
    note: 'Instead of account_vault_id.',
  }),
  previous_transaction_api_id: text(1, 64, 'P', {
    holds: 'identifier',
    reach: 'input',
    note: 'Instead of previous_transaction_id.',
  }),
  refund_approval_id: text(24, 36, 'P', {
    holds: 'identifier',
    reach: 'input',
    note: 'Of a refund or credit above refund_approval_amount of its product: the refundapproval, made by the same user and approved by another.',
  }),
  account_number: text(4, 19, 'P', {
    holds: 'account',
    reach: 'input',
    format: DIGITS,
    note: 'Sealed in the vault; answers show first_six and last_four.',
  }),
  exp_date: text(4, 4, 'P', {
    reach: 'input',
    // Whether it is a month is asked where a card is read: beside a stored account it is not looked at.
    format: { pattern: /^.{4}$/s, says: EXP_DATE.says },
    note: 'MMYY; required with the account_number of a card.',
  }),
  cvv: text(3, 4, 'P', { reach: 'input', format: DIGITS, note: 'Passed on to the processor, never stored.' }),
  e_track_data: text(0, 2048, 'P', {
    note: 'An encrypted swipe; refused, as nothing here could decrypt it.',
    holds: 'secret',
    reach: 'input',
    format: NOT_DECRYPTED,
  }),
  track_data: text(1, 256, 'P', { holds: 'account', reach: 'input', note: 'A swipe; never stored.' }),
  ticket: text(1, 36, 'P', { holds: 'identifier', reach: 'input', note: 'A card, once; see tickets.' }),
  image_front: text(undefined, 65535, 'P', { ...input, holds: 'secret' }),
  image_back: text(undefined, 65535, 'P', { ...input, holds: 'secret' }),
  dl_number: text(1, 50, 'P', { holds: 'identifier', reach: 'input', note: 'Together with dl_state.' }),
  dl_state: text(2, 2, 'P', input),
  ssn4: text(4, 4, 'P', { reach: 'input', format: DIGITS, note: 'ssn4 or dob_year, never both.' }),
  dob_year: text(4, 4, 'P', { reach: 'input', format: DIGITS }),
  cavv: text(undefined, 40, 'P', {
    ...input,
    holds: 'secret',
    note: 'The cryptogram of 3-D Secure; passed on to the processor, never stored.',
  }),
  xid: text(undefined, 40, 'P', {
    ...input,
    holds: 'secret',
    note: 'The id of that authentication; passed on, never stored.',
  }),
  eci: text(2, 2, 'P', {
    ...input,
    format: DIGITS,
    note: 'The electronic commerce indicator of 3-D Secure: 05, 06, 07, or 02, 01, 00 of Mastercard.',
  }),
  three_d_secure_version: text(5, 8, 'P', {
    ...input,
    format: { pattern: /^\d(\.\d{1,2}){2}$/, says: 'must be a version such as 2.2.0.' },
  }),
  payment_token: text(1, 8192, 'P', {
    ...input,
    holds: 'secret',
    note: 'What Apple Pay or Google Pay gave, as JSON; passed on to processors that decrypt it, never stored.',
  }),
  bank_funded_only_override: flag('P', {
    reach: 'input',
    note: 'Whether only a debit card is taken, in place of bank_funded_only of the product.',
  }),
  tags: list(64, 'PU', {
    reach: 'input',
    embeds: 'title',
    note: 'Titles, or tags as they are read; one the location does not have yet is made.',
  }),
  move_account_vault: flag('U', {
    reach: 'input',
    note: 'With a new contact_id: its account vault goes to that contact too.',
  }),
  move_account_vault_transactions: flag('U', { reach: 'input', note: 'And so do all transactions of that vault.' }),
}
