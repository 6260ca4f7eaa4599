import { choice, flag, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, type Fact, fact, known, many, one } from '../../definition/resource.ts'
import { EXP_DATE, expiringInMonths } from '../../lib/exp-date.ts'
import { localDate } from '../../lib/local-date.ts'
import { NOT_DECRYPTED } from '../../lib/track-data.ts'

const SEC_CODE = { pattern: /^(CCD|PPD|WEB|TEL|POP|C21)?$/, says: 'must be one of CCD, PPD, WEB, TEL, POP, C21.' }

/** The account as it is read: never stored here, never returned. */
const read = { reach: 'input' } as const

/** Further apart than any two months of expiry. */
const LONGEST_MONTHS = 9999

/** The months that `expiringInMonths` counts, in SQL: the year of an MMYY is one of 2000 to 2099. */
function monthsLeft({ seconds, zone }: Fact): string {
  const { year, month } = localDate(seconds, zone)
  return `((2000 + right(exp_date, 2)::integer - ${year}) * 12 + left(exp_date, 2)::integer - ${month})`
}

/** Proofs of identity for a bank: returned as stored, but no event keeps a copy. */
const personal = { unlogged: true } as const

/**
 * A stored card or bank account. The number itself lies sealed in the vault, under `instrument_id`.
 * How `account_number`, `ticket`, `track_data` and the `previous_…` fields are chosen from stands in the rules.
 */
export const accountvault = defineResource({
  name: 'accountvault',
  plural: 'accountvaults',
  spec: '2.3, 4.3',
  scope: 'location_id',
  api_id: 'account_vault_api_id',
  fields: {
    id: id(),
    payment_method: choice(['cc', 'ach'], 'RP'),
    location_id: ref('location', 'RP'),
    contact_id: ref('contact', 'PU'),
    title: text(1, 16, 'PU'),
    account_holder_name: text(1, 32, 'PU', { searched: true, note: 'Required for ach, and for ach only.' }),
    account_number: text(4, 19, 'P', {
      holds: 'account',
      ...read,
      format: DIGITS,
      note: 'Required unless another source of the account is named.',
    }),
    exp_date: text(4, 4, 'PU', {
      format: EXP_DATE,
      note: 'MMYY. Required with a card number; a month that is over is refused. Null for ach.',
    }),
    account_type: text(1, 32, 'P', {
      note: 'checking or savings, required with a bank account number; for cc the brand of the card.',
    }),
    is_company: flag('P', { as: 'boolean', note: 'Required with a bank account number. Ignored for cc.' }),
    routing: text(9, 9, 'P', {
      ...read,
      format: DIGITS,
      note: 'Required with a bank account number. Always returned as null.',
    }),
    ach_sec_code: text(undefined, 3, 'PU', {
      format: SEC_CODE,
      note: 'CCD for a company, PPD for a person, unless sent. Null for cc.',
    }),
    billing_address: text(1, 32, 'PU'),
    billing_city: text(1, 36, 'PU'),
    billing_state: text(2, 2, 'PU'),
    billing_zip: text(5, 10, 'PU'),
    billing_phone: text(1, 10, 'PU'),
    account_vault_api_id: text(1, 36, 'PU', { holds: 'identifier', note: 'Unique per location.' }),
    accountvault_c1: text(undefined, 128, 'PU'),
    accountvault_c2: text(undefined, 128, 'PU'),
    accountvault_c3: text(undefined, 128, 'PU'),
    customer_id: text(1, 50, 'PU', { holds: 'identifier' }),
    dl_number: text(1, 50, 'PU', { holds: 'identifier', ...personal, note: 'Sent together with dl_state.' }),
    dl_state: text(2, 2, 'PU'),
    dob_year: text(4, 4, 'P', personal),
    ssn4: text(undefined, 4, 'PU', personal),
    terms_agree: integer(1, 'PU'),
    terms_agree_ip: text(undefined, 15, 'PU'),
    ticket: text(1, 36, 'P', {
      holds: 'identifier',
      ...read,
      note: 'The id or the nine digits of a ticket that is neither used nor expired.',
    }),
    e_track_data: text(0, 2048, 'P', {
      note: 'An encrypted swipe; refused, as nothing here could decrypt it.',
      holds: 'secret',
      reach: 'input',
      format: NOT_DECRYPTED,
    }),
    track_data: text(undefined, 256, 'P', {
      holds: 'account',
      ...read,
      note: 'Only number, month of expiry and name are kept of it.',
    }),
    previous_transaction_id: ref('transaction', 'P', read),
    previous_transaction_api_id: text(undefined, 64, 'P', { ...read, holds: 'identifier' }),
    previous_account_vault_id: ref('accountvault', 'P', read),
    previous_account_vault_api_id: text(undefined, 64, 'P', { ...read, holds: 'identifier' }),
    run_avs: flag('P', {
      ...read,
      note: "Cards only. Overrides run_avs_on_accountvault_create of the location's default card product.",
    }),
    first_six: text(6, 6, 'S', { note: 'Null where the number is too short to show as much of it.' }),
    last_four: text(1, 4, 'S', { always: true, note: 'Half of the digits where the number has fewer than eight.' }),
    has_recurring: flag('S', {
      as: 'boolean',
      fallback: false,
      note: 'Tied to a recurring that still runs; the vault cannot be deleted then.',
    }),
    active: integer(1, 'S', { fallback: 1 }),
    instrument_id: text(24, 36, 'S', { always: true, reach: 'hidden' }),
    blocked_reason_id: integer(4, 'S', {
      reach: 'hidden',
      note: 'Why its bank lets nothing be taken from it any more; payments with it are declined.',
    }),
    product_transaction_id: ref('producttransaction', 'S', {
      reach: 'hidden',
      note: "The location's default product when the vault was made.",
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  derived: {
    routing: { of: () => null, schema: { type: 'null' } },
    expiring_in_months: {
      of: (row, { seconds, zone }) =>
        row.exp_date ? expiringInMonths(String(row.exp_date), localDate(seconds, zone)) : null,
      schema: { type: ['integer', 'null'], description: 'Calendar months from this month to the month of expiry.' },
      computed: { field: integer(undefined, 'S', { least: -LONGEST_MONTHS }), sql: monthsLeft },
    },
  },
  order: [
    ...['id', 'payment_method', 'location_id', 'contact_id', 'title', 'account_holder_name', 'first_six', 'last_four'],
    ...['exp_date', 'expiring_in_months', 'account_type', 'is_company', 'routing', 'ach_sec_code'],
    ...['billing_address', 'billing_city', 'billing_state', 'billing_zip', 'billing_phone'],
    ...['account_vault_api_id', 'accountvault_c1', 'accountvault_c2', 'accountvault_c3', 'customer_id'],
    ...['dl_number', 'dl_state', 'dob_year', 'ssn4', 'terms_agree', 'terms_agree_ip'],
    ...['has_recurring', 'active', 'created_ts', 'modified_ts'],
  ],
  expands: {
    location: one('location', 'location_id'),
    contact: one('contact', 'contact_id'),
    signature: one('signature', 'id', 'resource_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    // Card networks' automatic updates of stored cards are not offered, so nothing was ever updated.
    account_vault_cau_product_transaction: fact(() => null, {
      type: 'null',
      description: 'Always null: cards are not updated by the networks.',
    }),
    account_vault_cau_logs: fact(() => [], {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'Always empty: cards are not updated by the networks.',
    }),
    changelogs: many('changelog', 'model_id'),
    microdeposits: many('microdeposit', 'account_vault_id'),
  },
  constraints: {
    accountvault_account_vault_api_id_key: 'account_vault_api_id',
    // Of all that an account can be stored from, only an earlier payment may have lost its number.
    accountvault_number_kept: [
      'previous_transaction_id',
      'The account of this payment is no longer stored; give it again.',
    ],
  },
  about: [
    'Taking payments',
    'A stored card or bank account. Its number is sealed; payments name the record instead of the number.',
    {
      payment_method: 'A card (cc) or a bank account (ach).',
      contact_id: 'Whose account it is.',
      title: 'What people call it.',
      account_number: 'The number of the card or bank account. It is sealed and never shown.',
      account_holder_name: 'The name on the account.',
      billing_address: 'Street and number of the billing address.',
      billing_city: 'City of the billing address.',
      billing_state: 'State of the billing address, two letters.',
      billing_zip: 'ZIP code of the billing address.',
      billing_phone: 'Phone number of the holder.',
      accountvault_c1: 'For the merchant: any text.',
      accountvault_c2: 'For the merchant: any text.',
      accountvault_c3: 'For the merchant: any text.',
      customer_id: "The holder's number at the merchant.",
      dl_number: "Number of the holder's driver license.",
      dl_state: 'The state that issued the driver license; together with dl_number.',
      dob_year: 'Year of birth of the holder.',
      ssn4: 'The last four digits of the social security number of the holder.',
      terms_agree: '1 where the holder agreed to the terms.',
      terms_agree_ip: 'The network address from which the holder agreed.',
      previous_transaction_id: 'The payment whose account is stored.',
      previous_transaction_api_id: "The same, by the caller's own id.",
      previous_account_vault_id: 'The vault whose account is stored once more.',
      previous_account_vault_api_id: "The same, by the caller's own id.",
      active: 'Always 1.',
      routing: 'Always null.',
      first_six: 'The first six digits.',
      last_four: 'The last four digits.',
      first_amount: 'One of the two amounts on the statement.',
      second_amount: 'The other amount.',
      account_vault_api_id: "The caller's own id of the record.",
    },
  ],
})
