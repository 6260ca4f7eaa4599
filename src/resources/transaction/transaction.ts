import { choice, date, flag, id, integer, json, list, money, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import {
  type AnyField,
  defineResource,
  each,
  type Fact,
  fact,
  known,
  many,
  one,
  type Row,
} from '../../definition/resource.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import { COUNTRY_CODE } from '../../lib/country-codes.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'
import { localDate } from '../../lib/local-date.ts'
import { LARGEST_LENGTH } from '../../lib/money.ts'
import { objectSchema, openSchema } from '../../lib/object-schema.ts'
import { isSettledWith, type SettledBatch } from '../transactionbatch/transactionbatch.ts'
import { CONSTRAINT_ERRORS } from './constraint-errors.ts'
import { GIVEN_FIELDS } from './given-fields.ts'
import { KEPT_FIELDS } from './kept-fields.ts'
import {
  ENTRY_MODE_TITLES,
  followUpRefusal,
  refundRefusal,
  SETTLED_STATUSES,
  STATUS,
  STATUS_TITLES,
  type TransactionState,
  TYPE_TITLES,
} from './transaction.states.ts'
import { WORDS } from './words.ts'

/** What payments need to know of a transaction stands in two files and is had from this one. */

export const NEW_ACTIONS = ['sale', 'authonly', 'avsonly', 'force', 'refund', 'debit', 'credit'] as const
export const FOLLOW_UPS = ['void', 'authcomplete', 'authincrement', 'partialreversal', 'tipadjust'] as const
const SEC_CODES = ['WEB', 'PPD', 'CCD', 'TEL', 'POP', 'C21'] as const

const STATUS_CODES = [0, 101, 102, 111, 121, 131, 132, 133, 134, 135, 136, 191, 201, 301, 331] as const
const TYPE_CODES = [20, 21, 22, 30, 40, 50] as const
const SOURCES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18] as const

const BATCH = one('transactionbatch', 'transaction_batch_id')
const LOCATION = one('location', 'location_id')
const contains = { matching: 'contains' } as const
const ALPHANUMERIC = { pattern: /^[A-Za-z0-9 -]*$/, says: 'must contain letters, digits, spaces and dashes only.' }

/** Amounts of at most ten characters, as the field table prints them. */
const paid = <F extends AnyField>(field: F): F => ({ ...field, limits: { max: LARGEST_LENGTH } })

const EMV = openSchema({
  TC: { type: 'string', description: 'The transaction certificate.' },
  TVR: { type: 'string', description: 'The terminal verification results.' },
  AID: { type: 'string', description: 'The application on the chip.' },
  TSI: { type: 'string', description: 'The transaction status information.' },
  ATC: { type: 'string', description: 'The counter of payments of the application.' },
  APPLAB: { type: 'string', description: 'The label of the application.' },
  APPN: { type: 'string', description: 'The name of the application, as its issuer prefers it.' },
  CVM: { type: 'string', description: 'How the cardholder was verified.' },
})
const AMOUNT_PART = objectSchema({
  type: { type: 'string', enum: ['4S', '4U', '4V', '4W', '4X'], description: 'What the part is for.' },
  amount: { type: ['string', 'number'], description: 'How much of the amount it is.' },
})
const WITHIN = { type: 'null', description: 'Always null: a surcharge is within the payment that it is added to.' }
const whether = (what: string) => ({ type: 'boolean', description: `Whether ${what}, as things stand now.` })
const title = (type: 'integer' | 'string', of: string) => ({
  type: ['object', 'null'],
  description: `${of} with its title.`,
  required: ['id', 'title'],
  properties: { id: { type, description: `The ${of}.` }, title: { type: 'string', description: 'What it means.' } },
})

const yes = (note: string) => ({ as: 'boolean', fallback: false, note }) as const

/** One payment with the processor, from the question to what finally became of it. */
export const transaction = defineResource({
  name: 'transaction',
  plural: 'transactions',
  spec: '2.13, 4.14, 7',
  scope: 'location_id',
  verbs: ['create', 'read', 'list', 'update'],
  api_id: 'transaction_api_id',
  fields: {
    id: id(),
    action: choice([...NEW_ACTIONS, ...FOLLOW_UPS, 'edit'], 'RPU', {
      reach: 'input',
      // Reserves money and takes none, where somebody sends an example as it stands.
      example: 'authonly',
      note: 'POST begins with one of the first seven; PUT without an action edits.',
    }),
    payment_method: choice(['cc', 'ach'], 'RP'),
    account_vault_id: ref('accountvault', 'P', { note: 'Instead of account_number and exp_date.' }),
    recurring_id: ref('recurring', 'S'),
    first_six: text(6, 6, 'S'),
    last_four: text(undefined, 4, 'S', { listed: true }),
    account_holder_name: text(undefined, 60, 'PU', {
      ...contains,
      note: 'Required for bank accounts without a vault.',
    }),
    transaction_amount: paid(
      money('PU', {
        as: 'number',
        always: true,
        listed: true,
        note: 'Includes tax, tip and surcharge. A JSON number in answers.',
      }),
    ),
    description: text(undefined, 64, 'PU', contains),
    transaction_code: text(undefined, 64, 'S'),
    avs: text(undefined, 16, 'S', { note: 'GOOD, BAD, or the part that does not match: STREET, ZIP.' }),
    avs_enhanced: text(undefined, 1, 'S'),
    batch: text(undefined, 4, 'S', { note: 'The number of its batch; null where there is none.' }),
    item: text(undefined, 64, 'S'),
    order_num: text(undefined, 32, 'P', {
      listed: true,
      holds: 'identifier',
      format: ALPHANUMERIC,
      note: 'Twelve digits are made up when left out.',
    }),
    timestamp: stamp('S', { note: 'When the processor answered.' }),
    verbiage: text(undefined, 255, 'S', { note: 'For people; approval is told by status_id alone.' }),
    transaction_settlement_status: text(undefined, 64, 'S', { note: 'Always null.' }),
    effective_date: date('P'),
    routing: text(9, 9, 'P', { format: DIGITS }),
    return_date: date('S'),
    created_ts: stamp('S', { always: true, listed: true }),
    modified_ts: stamp('S', { always: true, listed: true }),
    transaction_api_id: text(undefined, 64, 'P', {
      holds: 'identifier',
      note: "The caller's own id, unique per location: a second POST with it is refused.",
    }),
    terms_agree: integer(1, 'P'),
    notification_email_address: text(undefined, 128, 'P', { ...contains, format: EMAIL_ADDRESS }),
    notification_email_sent: flag('S', { as: 'boolean', fallback: false }),
    response_message: text(undefined, 255, 'S', { note: "The processor's own code and text." }),
    auth_amount: money('S', { note: 'What was approved; less than asked for a partial approval.' }),
    status_id: choice(STATUS_CODES, 'S', { always: true, listed: true, means: STATUS_TITLES }),
    type_id: choice(TYPE_CODES, 'S', { always: true, means: TYPE_TITLES }),
    reason_code_id: integer(4, 'S', { always: true }),
    location_id: ref('location', 'P', { always: true, note: "The caller's primary location when left out." }),
    settle_date: date('S'),
    charge_back_date: date('S'),
    void_date: date('S'),
    account_type: text(1, 32, 'P', { note: 'checking or savings for bank accounts; the brand of a card in answers.' }),
    checkin_date: date('P'),
    checkout_date: date('PU'),
    room_num: text(undefined, 12, 'PU'),
    room_rate: paid(money('PU', { fallback: 0n })),
    advance_deposit: flag('P', yes('Lodging.')),
    no_show: flag('P', yes('Lodging.')),
    entry_mode_id: choice(['B', 'S', 'K', 'C', 'P', 'F'], 'S', { means: ENTRY_MODE_TITLES }),
    emv_receipt_data: json(512, 'S', {
      note: 'What a receipt of a chip card has to show; chip cards only.',
      schema: EMV,
    }),
    folio_num: text(undefined, 64, 'S'),
    customer_id: text(undefined, 64, 'P', { ...contains, holds: 'identifier' }),
    customer_ip: text(undefined, 39, 'P'),
    cvv_response: text(undefined, 1, 'S'),
    auth_code: text(undefined, 24, 'P', { note: 'Six characters; required for force, ignored otherwise.' }),
    product_transaction_id: ref('producttransaction', 'P', {
      always: true,
      note: "The location's default for the payment method when left out.",
    }),
    transaction_batch_id: ref('transactionbatch', 'S'),
    previous_transaction_id: ref('transaction', 'P', {
      note: 'The transaction to refund, or whose payment data is used again.',
    }),
    contact_id: ref('contact', 'PU', { listed: true }),
    quick_invoice_id: ref('quickinvoice', 'U'),
    paylink_id: ref('paylink', 'S'),
    hosted_payment_page_id: ref('hostedpaymentpage', 'S'),
    terminal_id: ref('terminal', 'S'),
    terminal_serial_number: text(undefined, 24, 'PU', { holds: 'identifier' }),
    tax: paid(money('PU', { fallback: 0n })),
    tip_amount: paid(money('PU')),
    subtotal_amount: paid(money('PU')),
    surcharge_amount: paid(money('PU')),
    billing_street: text(undefined, 64, 'P', contains),
    billing_city: text(undefined, 36, 'P', contains),
    billing_state: text(2, 26, 'P', contains),
    billing_zip: text(4, 12, 'P', contains),
    billing_phone: text(10, 10, 'P', { format: DIGITS }),
    service_address: text(undefined, 32, 'P', contains),
    service_city: text(undefined, 36, 'P', contains),
    service_state: text(undefined, 26, 'P', contains),
    service_zip: text(4, 12, 'P', contains),
    service_country: text(undefined, 3, 'P', { ...contains, format: COUNTRY_CODE }),
    po_number: text(undefined, 24, 'P', { holds: 'identifier', ...contains, format: ALPHANUMERIC }),
    statement_descriptor: text(undefined, 64, 'P', {
      note: 'Replaces that of the product; shortened to what the processor accepts.',
    }),
    clerk_number: text(undefined, 16, 'P', { ...contains, holds: 'identifier' }),
    transaction_c1: text(undefined, 128, 'PU', contains),
    transaction_c2: text(undefined, 128, 'PU', contains),
    transaction_c3: text(undefined, 128, 'PU', contains),
    custom_data: json(512, 'PU'),
    additional_amounts: json(2048, 'P', {
      fallback: [],
      note: 'Parts of the amount that are for health care or transit.',
      schema: { type: 'array', items: AMOUNT_PART },
    }),
    card_present: flag('P', {
      as: 'boolean',
      always: true,
      note: 'Follows the industry when left out; false for a stored account.',
    }),
    ach_sec_code: choice(SEC_CODES, 'P', { note: "Required for bank accounts; a vault's own when left out." }),
    ach_identifier: choice(['P'], 'P', { means: { P: 'payroll' } }),
    check_number: text(1, 15, 'P', { holds: 'identifier', format: DIGITS }),
    wallet_id: text(undefined, 3, 'P'),
    locale: text(5, 5, 'P'),
    trx_source_id: choice(SOURCES, 'S', { fallback: 12 }),
    bill_payment: flag('S', { as: 'boolean', fallback: false }),
    recurring_number: integer(4, 'S'),
    installment_number: integer(4, 'S'),
    installment_total_count: integer(4, 'S'),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    ...GIVEN_FIELDS,
    ...KEPT_FIELDS,
  },
  derived: {
    auth: {
      of: row => row.auth_code,
      schema: { type: ['string', 'null'], description: 'auth_code by its older name.' },
      column: 'auth_code',
    },
    is_recurring: {
      of: row => row.recurring_id !== null,
      schema: { type: 'boolean', description: 'Whether a recurring made it.' },
      computed: { field: flag('S', { as: 'boolean' }), sql: () => '(recurring_id is not null)' },
    },
    is_accountvault: {
      of: row => row.account_vault_id !== null,
      schema: { type: 'boolean', description: 'Whether it was paid from a stored account.' },
      computed: { field: flag('S', { as: 'boolean' }), sql: () => '(account_vault_id is not null)' },
    },
    is_stuck: {
      of: row => row.stuck_ts !== null,
      schema: { type: 'boolean', description: 'Whether a person has to decide what it is, with POST …/resolve.' },
      computed: { field: flag('S', { as: 'boolean' }), sql: () => '(stuck_ts is not null)' },
    },
    recurring_flag: {
      of: row => (row.recurring_id === null ? 'no' : 'yes'),
      schema: { type: 'string', enum: ['no', 'yes'], description: 'is_recurring in words.' },
      computed: {
        field: choice(['no', 'yes'], 'S'),
        sql: () => "(case when recurring_id is null then 'no' else 'yes' end)",
      },
    },
    tags: {
      of: row => row.tag_records,
      schema: {
        type: 'array',
        description: 'Its tags, as they were called when they were set.',
        items: objectSchema({
          id: { type: 'string', description: 'The tag.' },
          title: { type: 'string', description: 'What it was called.' },
        }),
      },
      computed: {
        field: list(64, 'S', { note: 'A title.' }),
        sql: () => "array(select each ->> 'title' from json_array_elements(tag_records) as each)",
      },
    },
  },
  expands: {
    account_vault: one('accountvault', 'account_vault_id'),
    all_tags: each('tag', 'tag_ids'),
    contact: one('contact', 'contact_id'),
    // The developer id of a request names no company.
    developer_company: fact(() => null, {
      type: 'null',
      description: 'Always null: no company is known of a developer id.',
    }),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    log_emails: many('log_email', 'reason_model_id'),
    entrymode: fact(row => titled(row.entry_mode_id, ENTRY_MODE_TITLES), title('string', 'entry_mode_id')),
    is_completable: fact(
      row => row.status_id === STATUS.authorized && row.doing === null,
      whether('it is authorized and can be captured with authcomplete'),
    ),
    is_refundable: fact(
      row => refundRefusal(row as unknown as TransactionState) === null,
      whether('money of it can be given back with refund'),
    ),
    is_reversible: fact(
      (row, fact, batch, place) => allows('partialreversal', row, fact, batch, place),
      whether('a part of it can be released with partialreversal'),
      BATCH,
      LOCATION,
    ),
    is_settled: fact((row, _, batch) => isSettled(row, batch ?? null), whether('it has been settled'), BATCH),
    is_voidable: fact(
      (row, fact, batch, place) => allows('void', row, fact, batch, place),
      whether('it can be undone with void, because it is not settled yet'),
      BATCH,
      LOCATION,
    ),
    location: LOCATION,
    paylink: one('paylink', 'paylink_id'),
    hosted_payment_page: one('hostedpaymentpage', 'hosted_payment_page_id'),
    postback_logs: many('postback_log', 'resource_id'),
    previous_transaction: one('transaction', 'previous_transaction_id'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    quick_invoice: one('quickinvoice', 'quick_invoice_id'),
    reason_code: one('reasoncode', 'reason_code_id'),
    recurring: one('recurring', 'recurring_id'),
    saved_account: one('accountvault', 'saved_account_vault_id'),
    signature: one('signature', 'id', 'resource_id'),
    status: fact(row => titled(row.status_id, STATUS_TITLES), title('integer', 'status_id')),
    surcharge: one('surcharge', 'surcharge_id'),
    surcharge_transaction: fact(() => null, WITHIN),
    tags: each('tag', 'tag_ids'),
    terminal: one('terminal', 'terminal_id'),
    transaction_batch: BATCH,
    transaction_histories: many('transactionhistory', 'transaction_id'),
    transaction_level3: one('transactionlevel3', 'id', 'transaction_id'),
    type: fact(row => titled(row.type_id, TYPE_TITLES), title('integer', 'type_id')),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: CONSTRAINT_ERRORS,
  about: [
    'Taking payments',
    'One payment with the processor, from the request to what finally became of it. status_id tells the result.',
    WORDS,
  ],
})

export type TransactionRow = Row<typeof transaction>

type Shown = Record<string, unknown>
type Beside = (Shown | null | undefined)[]

function titled(code: unknown, titles: Record<string, string>): { id: unknown; title: string } | null {
  return code === null ? null : { id: code, title: titles[String(code)] ?? String(code) }
}

/** As the action is decided: the day of a payment is that of its location, wherever the caller is. */
function allows(action: 'void' | 'partialreversal', row: Shown, fact: Fact, ...[batch, place]: Beside): boolean {
  const [seconds, zone] = [fact.seconds, place?.tz as string | undefined]
  const same_day = localDate(row.created_ts as number, zone).equals(localDate(seconds, zone))
  const facts = { same_day, settled: isSettled(row, batch ?? null) }
  return followUpRefusal(action, row as unknown as TransactionState, facts) === null
}

function isSettled({ id, status_id }: Shown, batch: Shown | null): boolean {
  if (status_id === STATUS.ach_settled) return true
  if (batch === null || !SETTLED_STATUSES.includes(status_id as number)) return false
  return isSettledWith(batch as unknown as SettledBatch, id as string)
}

/** Mails the receipt of an approved payment to one address. */
export const receiptTask = defineTask<{ transaction_id: string; to: string }>('transaction.receipt')

/** Mails one user of the merchant that a payer has paid on a page. */
export const paidTask = defineTask<{ transaction_id: string; user_id: string }>('transaction.paid')
