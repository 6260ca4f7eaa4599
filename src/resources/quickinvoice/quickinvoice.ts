import { choice, date, flag, id, integer, items, list, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, each, fact, known, many, one, type Row } from '../../definition/resource.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'
import { localDate } from '../../lib/local-date.ts'
import { LARGEST_AMOUNT, parseMoney } from '../../lib/money.ts'

export const STATUS = { open: 1, closed: 2 } as const
export const PAYMENT = { unpaid: 1, paid: 2, partially_paid: 3 } as const

export const ON_ITS_WAY =
  'A payment of this invoice is on its way; its outcome has to be known first. One that is_stuck waits for a person: POST /v2/transactions/{id}/resolve.'

export const MIN_ABOVE_MAX =
  'Single Payment Min Amount must be no greater than single_payment_max_amount, and that no less than 0.01.'

const ADDRESS = { type: 'string', format: 'uri', examples: ['https://pay.example.com/quickinvoice/?id=11e9'] }
const ADDRESSES = {
  pattern: /^(?:[^\s@<>,;"]+@[^\s@<>,;"]+(?:\s*[,;]\s*[^\s@<>,;"]+@[^\s@<>,;"]+)*(?:\s*[,;]\s*)?)?$/,
  says: 'must be a list of email addresses, separated by commas.',
}

const settable = (value: string) =>
  ({ always: true, note: `${value} unless the location's settings say otherwise.` }) as const

/** A request for payment of listed items, which its recipient pays on a page of its own. */
export const quickinvoice = defineResource({
  name: 'quickinvoice',
  plural: 'quickinvoices',
  spec: '2.2, 3.1, 4.2',
  scope: 'location_id',
  api_id: 'quick_invoice_api_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    title: text(1, 64, 'RPU', { listed: true, searched: true }),
    due_date: date('RPU', { listed: true }),
    item_list: items(5, 4000, 'RPU'),
    cc_product_transaction_id: ref('producttransaction', 'PU', {
      note: "The location's default_cc when left out; null or empty means none. Fixed once a payment has been made.",
    }),
    ach_product_transaction_id: ref('producttransaction', 'PU', {
      note: "The location's default_ach when left out; null or empty means none. Fixed once a payment has been made.",
    }),
    contact_id: ref('contact', 'PU', { listed: true, note: 'Its email fills an empty email.' }),
    contact_api_id: text(1, 64, 'PU', {
      holds: 'identifier',
      reach: 'input',
      note: 'Names the contact by its own id; answers show contact_id.',
    }),
    customer_id: text(undefined, 64, 'P', { holds: 'identifier', unlogged: true }),
    dl_number: text(1, 50, 'P', { holds: 'identifier', unlogged: true, note: 'Together with dl_state.' }),
    dl_state: text(2, 2, 'P', { unlogged: true }),
    dob_year: text(4, 4, 'P', { unlogged: true, note: 'Or ssn4, never both.' }),
    ssn4: text(4, 4, 'P', { unlogged: true, note: 'Or dob_year, never both.' }),
    email: text(5, 128, 'PU', {
      searched: true,
      format: EMAIL_ADDRESS,
      note: "Where notifications go; the contact's when left out.",
    }),
    expire_date: date('PU', { note: 'The last day it can be paid, in the zone of its location.' }),
    invoice_number: text(0, 64, 'PU', { holds: 'identifier' }),
    item_header: text(0, 250, 'PU'),
    item_footer: text(0, 250, 'PU'),
    note: text(undefined, 200, 'PU', { note: 'To the recipient.' }),
    allow_overpayment: flag('PU', { fallback: false, note: 'It takes payments after amount_due is met.' }),
    allow_partial_pay: flag('PU', settable('0')),
    attach_files_to_email: flag('PU', { fallback: false }),
    attach_pdf_to_email: flag('PU', { fallback: false }),
    cell_phone: text(1, 10, 'PU', { note: 'Required when send_text_to_pay is 1.' }),
    send_text_to_pay: flag('PU', {
      fallback: false,
      note: '1 sends reminders by text, too, and with send_email the first notification.',
    }),
    notification_days_before_due_date: integer(2, 'PU', settable('3')),
    notification_days_after_due_date: integer(2, 'PU', settable('7')),
    notification_on_due_date: flag('PU', settable('1')),
    send_email: flag('P', { fallback: false, note: '1 sends the notification at once.' }),
    tags: list(64, 'P', {
      reach: 'input',
      embeds: 'title',
      note: 'Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags.',
    }),
    quick_invoice_api_id: text(0, 64, 'PU', { holds: 'identifier', note: "The caller's own id, unique per location." }),
    notification_email: text(undefined, 640, 'PU', {
      format: ADDRESSES,
      note: 'Further addresses that get the notifications, separated by commas.',
    }),
    status_id: choice([STATUS.open, STATUS.closed], 'U', {
      fallback: STATUS.open,
      listed: true,
      alias: { '0': STATUS.closed },
      means: { 1: 'Open', 2: 'Closed' },
      note: 'It closes when it becomes fully paid and allow_overpayment is 0; a PUT that would change it is 422. Filters read 0 as Closed.',
    }),
    payment_status_id: choice([PAYMENT.unpaid, PAYMENT.paid, PAYMENT.partially_paid], 'S', {
      fallback: PAYMENT.unpaid,
      means: { 1: 'Unpaid', 2: 'Paid', 3: 'Partially Paid' },
    }),
    amount_due: money('S', { always: true, note: 'The sum of the items.' }),
    remaining_balance: money('S', { always: true, note: 'Never below 0.00.' }),
    single_payment_min_amount: money('PU', {
      fallback: 0n,
      note: 'The least of a part on the pay page, where allow_partial_pay is 1; the last part may be less.',
    }),
    single_payment_max_amount: money('PU', {
      fallback: LARGEST_AMOUNT,
      note: 'The most of one payment on the pay page. Left out: the largest amount a transaction can carry.',
    }),
    quick_invoice_c1: text(0, 128, 'PU'),
    quick_invoice_c2: text(0, 128, 'PU'),
    quick_invoice_c3: text(0, 128, 'PU'),
    bank_funded_only_override: flag('PU', {
      note: 'Whether only debit cards are taken, in place of bank_funded_only of the product.',
    }),
    auto_reopen: flag('PU', {
      fallback: false,
      note: '1: a closed invoice opens again when a payment of it is voided, refunded, returned or taken off it.',
    }),
    is_active: flag('S', { fallback: true }),
    created_ts: stamp('S', { always: true, listed: true }),
    modified_ts: stamp('S', { always: true, listed: true }),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    paid_amount: money('S', { fallback: 0n, reach: 'hidden', note: 'Approved payments less what was given back.' }),
    pending_amount: money('S', { fallback: 0n, reach: 'hidden', note: 'Payments whose outcome is not known yet.' }),
    tag_ids: list(36, 'S', { fallback: [], reach: 'hidden' }),
    reminder_ts: stamp('S', {
      reach: 'hidden',
      note: 'When the next reminder is due; one in the past means: look now.',
    }),
    thanked_ts: stamp('S', { reach: 'hidden', note: 'When it was first fully paid: the payer is thanked once.' }),
  },
  derived: {
    active: {
      of: row => (row.is_active ? 1 : 0),
      schema: { type: 'integer', enum: [0, 1], description: 'is_active by its other name' },
      column: 'is_active',
    },
  },
  expands: {
    contact: one('contact', 'contact_id'),
    email_blacklist: one('email_blacklist', 'email', 'email'),
    sms_blacklist: one('sms_blacklist', 'cell_phone', 'cell_phone'),
    files: many('file', 'resource_id'),
    location: one('location', 'location_id'),
    tags: each('tag', 'tag_ids'),
    all_tags: each('tag', 'tag_ids'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    modified_user: known('user', 'modified_user_id', 'first_name', 'last_name'),
    quick_invoice_settings: one('quick_invoice_setting', 'location_id', 'location_id'),
    quick_invoice_views: many('quick_invoice_view', 'quick_invoice_id'),
    transactions: many('transaction', 'quick_invoice_id'),
    log_emails: many('log_email', 'reason_model_id'),
    log_sms: many('log_sms', 'reason_model_id'),
    payment_url: fact((row, { public_url }) => payPageUrl(public_url, row.id as string), {
      ...ADDRESS,
      description: 'The pay page of the invoice, to be sent to whoever pays.',
    }),
    cc_product_transaction: one('producttransaction', 'cc_product_transaction_id'),
    ach_product_transaction: one('producttransaction', 'ach_product_transaction_id'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: {
    quickinvoice_quick_invoice_api_id_key: 'quick_invoice_api_id',
    quickinvoice_in_flight: [
      'transaction_amount',
      'The invoice has less left to pay, or another payment of it is on its way.',
    ],
    quickinvoice_single_payment: ['single_payment_min_amount', MIN_ABOVE_MAX],
    quickinvoice_no_payment_left_behind: ['status_id', ON_ITS_WAY],
    quickinvoice_adds_up: ['status_id', ON_ITS_WAY],
  },
  about: [
    'Billing',
    'A request for payment of listed items, which its recipient pays on a page of its own.',
    {
      title: 'What it is called, on the pay page and in mails too.',
      due_date: 'Until when it should be paid.',
      item_list: 'What is billed: labels and amounts, whose sum is amount_due.',
      customer_id: "The payer's number at the merchant.",
      dl_number: "Number of the payer's driver license.",
      dl_state: 'The state that issued the driver license; together with dl_number.',
      dob_year: 'Year of birth of the payer.',
      ssn4: 'The last four digits of the social security number of the payer.',
      invoice_number: "The merchant's number of the invoice.",
      item_header: 'Text above the items.',
      item_footer: 'Text below the items.',
      attach_files_to_email: 'Whether its files go with the mails.',
      attach_pdf_to_email: 'Whether it goes with the mails as a PDF to print.',
      payment_status_id: 'How much of it is paid.',
      single_payment_min_amount: 'The least that one payment may be.',
      single_payment_max_amount: 'The most that one payment may be.',
      is_active: 'Whether it is in use.',
      transaction_id: 'The payment.',
      allow_partial_pay: 'Whether less than all may be paid at once.',
      amount_due: 'What is billed.',
      remaining_balance: 'What is left to pay.',
      cell_phone: 'Where it is texted, ten digits.',
      contact_id: 'Who is billed.',
      status_id: 'Whether it can be paid.',
      expire_date: 'Until when it can be paid.',
      note: 'A message.',
      auto_reopen: 'Whether it opens again when a payment of it is taken back.',
      notification_on_due_date: 'Whether its recipient is notified on the due date.',
      notification_days_before_due_date: 'How many days before the due date its recipient is notified; 0 for never.',
      notification_days_after_due_date: 'How many days after the due date its recipient is notified; 0 for never.',
      allow_overpayment: 'Whether more than amount_due may be paid.',
      quick_invoice_c1: 'For the merchant: any text.',
      quick_invoice_c2: 'For the merchant: any text.',
      quick_invoice_c3: 'For the merchant: any text.',
    },
  ],
})

/** Returns the lines of an invoice with their amounts in minor units. */
export function itemsOf({ item_list }: { item_list: Readonly<Record<string, string | number>> }) {
  return Object.entries(item_list).map(([label, amount]) => ({ label, amount: parseMoney(amount) ?? 0n }))
}

/** Where the invoice is paid (contract 2.2). */
export function payPageUrl(public_url: string, quick_invoice_id: string): string {
  return `${public_url}/quickinvoice/?id=${quick_invoice_id}`
}

/** An invoice can be paid through its expire_date, in the zone of its location. */
export function isExpired(
  { expire_date }: Pick<Row<typeof quickinvoice>, 'expire_date'>,
  seconds: number,
  zone: string | null,
): boolean {
  return expire_date !== null && expire_date < localDate(seconds, zone).toString()
}

/** Thanks for the payment that settled an invoice. */
export const thanksTask = defineTask<{ quick_invoice_id: string; transaction_id: string }>('quickinvoice.thanks')
