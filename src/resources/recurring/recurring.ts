import { choice, date, flag, id, integer, list, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, each, known, many, one } from '../../definition/resource.ts'
import { defineTask } from '../../jobs/declare/task.ts'

export const STATUSES = ['active', 'on hold', 'ended'] as const
export type Status = (typeof STATUSES)[number]

/** A payment that repeats until it is ended (ongoing) or a fixed number of times (installment). */
export const recurring = defineResource({
  name: 'recurring',
  plural: 'recurrings',
  spec: '2.6, 3.3, 4.6',
  scope: 'location_id',
  sort: 'next_run_date',
  fields: {
    id: id(),
    account_vault_id: ref('accountvault', 'PU', {
      always: true,
      note: 'The vault that pays. Required, or account_vault_api_id.',
    }),
    account_vault_api_id: text(1, 36, 'PU', {
      holds: 'identifier',
      reach: 'input',
      note: 'In place of account_vault_id.',
    }),
    location_id: ref('location', 'RP'),
    product_transaction_id: ref('producttransaction', 'PU', {
      always: true,
      note: "Left out: the location's default product for the vault's payment method.",
    }),
    transaction_amount: money('RP'),
    interval: integer(3, 'RP', {
      least: 1,
      as: 'string',
      note: 'How many days, weeks or months lie between two payments.',
    }),
    interval_type: choice(['d', 'w', 'm'], 'RP', { means: { d: 'days', w: 'weeks', m: 'months' } }),
    start_date: date('RP', {
      note: 'Every later date is counted from this one; day 31 means the last day of shorter months.',
    }),
    end_date: date('PU', {
      zero: true,
      note: 'The last possible day. An installment recurring gets the day before the payment that would follow its last one.',
    }),
    next_run_date: date('U', { zero: true, note: 'A new date becomes the one that later dates are counted from.' }),
    description: text(0, 36, 'PU'),
    installment_total_count: integer(2, 'P', {
      least: 1,
      note: 'How many payments to make. Left out: no fixed number.',
    }),
    installment_amount_total: money('S', { note: 'Amount times count; null when there is no fixed number.' }),
    notification_days: integer(2, 'PU', {
      always: true,
      as: 'string',
      note: "Days before a payment on which the contact is notified. Left out: the location's recurring_notification_days_default.",
    }),
    payment_method: choice(['cc', 'ach'], 'P', { always: true, note: "The vault's." }),
    recurring_api_id: text(1, 64, 'PU', { holds: 'identifier', note: "The caller's own id, unique per location." }),
    recurring_c1: text(0, 128, 'PU'),
    recurring_c2: text(0, 128, 'PU'),
    recurring_c3: text(0, 128, 'PU'),
    active: flag('PU', {
      fallback: true,
      as: 'string',
      note: 'Read for ongoing recurrings only: 0 puts on hold, 1 activates.',
    }),
    recurring_type_id: choice(['o', 'i'], 'S', {
      always: true,
      means: { o: 'ongoing', i: 'installment' },
      note: 'i when installment_total_count was sent.',
    }),
    status: choice(STATUSES, 'S', { fallback: 'active' }),
    tags: list(64, 'PU', {
      reach: 'input',
      embeds: 'title',
      note: 'Titles, or tags as they are read; those the location does not have yet are made. Read them with expand=tags. PUT replaces them all.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    contact_id: ref('contact', 'S', { reach: 'hidden', note: "The vault's contact, kept equal by a projection." }),
    tag_ids: list(36, 'S', { fallback: [], reach: 'hidden' }),
    anchor_date: date('S', {
      always: true,
      reach: 'hidden',
      note: 'Where counting begins: start_date, or a next_run_date set later.',
    }),
    occurrence: integer(undefined, 'S', {
      fallback: 0,
      reach: 'hidden',
      note: 'The occurrence that runs next, 0 being the anchor.',
    }),
    runs_done: integer(undefined, 'S', { fallback: 0, reach: 'hidden' }),
    skipped_count: integer(undefined, 'S', { fallback: 0, reach: 'hidden' }),
    deferred_count: integer(undefined, 'S', { fallback: 0, reach: 'hidden' }),
    notice_ts: stamp('S', {
      reach: 'hidden',
      note: 'When the next notice is due; a moment in the past means now.',
    }),
    due_ts: stamp('S', {
      reach: 'hidden',
      note: 'When a worker has to process it: at its next run, or when its end date passes while it is on hold.',
    }),
  },
  expands: {
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    account_vault: one('accountvault', 'account_vault_id'),
    transactions: many('transaction', 'recurring_id'),
    log_emails: many('log_email', 'reason_model_id'),
    signature: one('signature', 'id', 'resource_id'),
    location: one('location', 'location_id'),
    contact: one('contact', 'contact_id'),
    tags: each('tag', 'tag_ids'),
    all_tags: each('tag', 'tag_ids'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: { recurring_recurring_api_id_key: 'recurring_api_id' },
  about: [
    'Billing',
    'A series of payments from a stored account, made by the gateway on their days.',
    {
      account_vault_id: 'The stored account that pays.',
      transaction_amount: 'How much each payment is.',
      interval_type: 'The unit of interval.',
      description: 'What is paid for.',
      recurring_c1: 'For the merchant: any text.',
      recurring_c2: 'For the merchant: any text.',
      recurring_c3: 'For the merchant: any text.',
      status: 'active runs, on hold waits, ended is over.',
      start_date: 'The day of the first payment.',
      next_run_date: 'The day of the next payment.',
    },
  ],
})

/** Notifies the contact that a payment was declined. */
export const declinedTask = defineTask<{ transaction_id: string }>('recurring.declined')

/** Puts recurrings on hold whose account must not be charged again. */
export const refusedTask = defineTask<{ transaction_id: string }>('recurring.refused')
