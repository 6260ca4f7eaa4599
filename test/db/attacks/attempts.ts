import { type Attack, set } from './attack.ts'

const form = (invoice: string) =>
  `insert into page_attempt (page_id, attempt, created_ts, root_id) select id, 'form', 0, root_id from quickinvoice where id = '${invoice}'`

const signatureUse = (sale: string, opened: string) =>
  `insert into signature_use (root_id, user_id, signed_ts, part, opened)
   select u.root_id, u.id, 1800000000, '', '${opened}' from "user" u join transaction t using (root_id) where t.id = '${sale}' limit 1`

const NEW = {
  state: `'pending'`,
  ended_ts: 'null',
  purpose: `'follow_up'`,
  original: `'before'`,
} as const

/** The statement by which a person keeps a payment. */
export const decided = (payment: string, resolution = 'kept', note = 'told') =>
  `insert into intervention (id, root_id, transaction_id, attempt_id, resolution, note, created_ts)
   select id, root_id, transaction_id, id, '${resolution}', '${note}', 0 from attempt where id = '${payment}'`

const REFUNDED = { ...NEW, purpose: `'reversal'`, action: `'refund'` }

/** Questions to processors, and what is written once. The first question of a payment has the payment's id. */
export const ATTEMPTS: readonly Attack[] = [
  {
    breaks: 'attempt_open_key',
    tries: 'two questions at once about one payment',
    run: ({ sale }, copy) => [copy('attempt', sale, NEW), copy('attempt', sale, NEW)],
  },
  {
    breaks: 'attempt_begins',
    tries: 'an answer without a question',
    run: ({ sale }, copy) => [copy('attempt', sale, {})],
  },
  {
    breaks: 'attempt_moves',
    tries: 'to make a decline of an approval',
    run: ({ sale }) => [set('attempt', sale, `state = 'declined'`)],
  },
  {
    breaks: 'attempt_moves',
    tries: 'to ask anew under the id of an answered question',
    run: ({ sale }) => [set('attempt', sale, `state = 'pending', ended_ts = null`)],
  },
  {
    breaks: 'attempt_place',
    tries: 'to have asked for another amount',
    run: ({ sale }) => [set('attempt', sale, 'amount = 1')],
  },
  {
    breaks: 'attempt_stays',
    tries: 'to remove all questions',
    run: () => ['truncate attempt cascade'],
  },
  {
    breaks: 'attempt_archived',
    tries: 'to remove a question',
    run: ({ sale }) => [`delete from attempt where id = '${sale}'`],
  },
  {
    breaks: 'attempt_underway',
    tries: 'to wait for a processor in a way that nobody looks at',
    run: ({ sale }) => [set('attempt', sale, `underway = 'lost', underway_ts = 1`)],
  },
  {
    breaks: 'attempt_underway',
    tries: 'to wait for a review since no moment',
    run: ({ sale }) => [set('attempt', sale, `underway = 'held'`)],
  },
  {
    breaks: 'attempt_decline_class',
    tries: 'a decline of a class that nobody knows',
    run: ({ sale }) => [set('attempt', sale, `decline_class = 'maybe'`)],
  },
  {
    breaks: 'attempt_amounts',
    tries: 'to ask for less than nothing',
    run: ({ sale }, copy) => [copy('attempt', sale, { ...NEW, amount: '-1' })],
  },
  {
    breaks: 'attempt_amounts',
    tries: 'an approval of less than nothing',
    run: ({ sale }) => [set('attempt', sale, 'auth_amount = -1')],
  },
  {
    breaks: 'attempt_ended',
    tries: 'an answered question that waits for its answer',
    run: ({ sale }) => [set('attempt', sale, 'ended_ts = null')],
  },
  {
    breaks: 'attempt_acts_on',
    tries: 'to take back nothing in particular',
    run: ({ sale }, copy) => [copy('attempt', sale, { ...NEW, purpose: `'reversal'`, original: 'null' })],
  },
  {
    breaks: 'attempt_purpose',
    tries: 'to ask for no purpose that there is',
    run: ({ sale }, copy) => [copy('attempt', sale, { ...NEW, purpose: `'curiosity'` })],
  },
  {
    breaks: 'attempt_refund_key',
    tries: 'to refund an approval twice that was to be reversed',
    run: ({ sale, second_sale }, copy) => [copy('attempt', sale, REFUNDED), copy('attempt', second_sale, REFUNDED)],
  },
  {
    breaks: 'attempt_stuck_state',
    tries: 'to call a person for an order that was approved',
    run: ({ sale }) => [set('attempt', sale, 'stuck_ts = 0')],
  },
  {
    breaks: 'intervention_attempt_key',
    tries: 'to decide twice about one request',
    run: ({ sale }) => [decided(sale), decided(sale).replace('select id,', `select 'another',`)],
  },
  {
    breaks: 'intervention_resolution',
    tries: 'a decision that there is not',
    run: ({ sale }) => [decided(sale, 'forgotten')],
  },
  {
    breaks: 'intervention_note',
    tries: 'a decision without a reason',
    run: ({ sale }) => [decided(sale, 'kept', '')],
  },
  {
    breaks: 'intervention_stays',
    tries: 'to change a decision',
    run: ({ sale }) => [decided(sale), `update intervention set note = 'never said' where attempt_id = '${sale}'`],
  },
  {
    breaks: 'event_stays',
    tries: 'to change the audit trail',
    run: ({ sale }) => [`update event set user_id = null where record_id = '${sale}'`],
  },
  {
    breaks: 'page_attempt_pkey',
    tries: 'to pay twice with one form',
    run: ({ invoice }) => [form(invoice), form(invoice)],
  },
  {
    breaks: 'signature_use_pkey',
    tries: 'to open another form with a signature that has opened one',
    run: ({ sale }) => ['payform 1', 'payform 2'].map(form => signatureUse(sale, form)),
  },
  {
    breaks: 'state_step_stays',
    tries: 'to take a step away',
    run: () => ['delete from state_step where from_state = 101'],
  },
  {
    breaks: 'state_step_pkey',
    tries: 'to write a step twice',
    run: () => ['insert into state_step select * from state_step'],
  },
]
