import { type Attack, set } from './attack.ts'

const RUN = `insert into recurring_run (recurring_id, occurrence_date, root_id, transaction_id, created_ts)
 select recurring_id, occurrence_date`
const reminder = (invoice: string, kind: string) =>
  `insert into quick_invoice_reminder (quick_invoice_id, kind, due_date, sent, created_ts, root_id)
   select id, '${kind}', '2030-01-31', true, 0, root_id from quickinvoice where id = '${invoice}'`
const notice = (recurring: string) =>
  `insert into recurring_notice (recurring_id, run_date, created_ts, root_id)
   select id, '2030-01-31', 0, root_id from recurring where id = '${recurring}'`

/** Requests for money: invoices, paylinks, recurrings. */
export const REQUESTS: readonly Attack[] = [
  {
    breaks: 'quickinvoice_amounts',
    tries: 'an invoice of nothing',
    run: ({ invoice }) => [
      set('quickinvoice', invoice, 'amount_due = 0, remaining_balance = 0, payment_status_id = 2'),
    ],
  },
  {
    breaks: 'quickinvoice_balance',
    tries: 'a balance that is not what is due less what was paid',
    run: ({ part_paid }) => [set('quickinvoice', part_paid, 'remaining_balance = 1000')],
  },
  {
    breaks: 'quickinvoice_single_payment',
    tries: 'a least payment above the most',
    run: ({ part_paid }) => [
      set('quickinvoice', part_paid, 'single_payment_min_amount = single_payment_max_amount + 1'),
    ],
  },
  {
    breaks: 'quickinvoice_payment_status',
    tries: 'to call an invoice paid that is not',
    run: ({ part_paid }) => [set('quickinvoice', part_paid, 'payment_status_id = 2')],
  },
  {
    breaks: 'quickinvoice_adds_up',
    tries: 'to say that more was paid than was',
    run: ({ part_paid }) => [set('quickinvoice', part_paid, 'paid_amount = 500, remaining_balance = 500')],
  },
  {
    breaks: 'quickinvoice_adds_up',
    tries: 'to forget a payment on its way',
    run: ({ pending_invoice }) => [set('quickinvoice', pending_invoice, 'pending_amount = 0')],
  },
  {
    breaks: 'quickinvoice_adds_up_begun',
    named: 'quickinvoice_adds_up',
    tries: 'an invoice that is written with a payment nobody made',
    run: ({ part_paid }, copy) => [copy('quickinvoice', part_paid, {})],
  },
  {
    breaks: 'quickinvoice_in_flight',
    tries: 'a payment on its way for more than is due',
    run: ({ pending_invoice }) => [set('quickinvoice', pending_invoice, 'pending_amount = 1001')],
  },
  {
    breaks: 'quickinvoice_in_flight',
    tries: 'to lower what is due under a payment on its way',
    run: ({ pending_invoice }) => [set('quickinvoice', pending_invoice, 'amount_due = 900, remaining_balance = 900')],
  },
  {
    breaks: 'quickinvoice_no_payment_left_behind',
    tries: 'to delete an invoice that is being paid',
    run: ({ pending_invoice }) => [set('quickinvoice', pending_invoice, 'deleted_ts = 1')],
  },
  {
    breaks: 'quickinvoice_place',
    tries: 'to give an invoice to another location',
    run: ({ invoice, other_location }) => [set('quickinvoice', invoice, `location_id = '${other_location}'`)],
  },
  {
    breaks: 'quickinvoice_stays',
    tries: 'to remove an invoice',
    run: ({ invoice }) => [`delete from quickinvoice where id = '${invoice}'`],
  },
  {
    breaks: 'quickinvoice_quick_invoice_api_id_key',
    tries: "two invoices under one of the caller's own ids",
    run: ({ invoice, part_paid }) =>
      [invoice, part_paid].map(id => set('quickinvoice', id, `quick_invoice_api_id = 'x'`)),
  },
  {
    breaks: 'quick_invoice_reminder_pkey',
    tries: 'to remind twice of one date',
    run: ({ invoice }) => [reminder(invoice, 'on'), reminder(invoice, 'on')],
  },
  {
    breaks: 'quick_invoice_reminder_kind_check',
    tries: 'a reminder of another kind, and so another time',
    run: ({ invoice }) => [reminder(invoice, 'again')],
  },
  {
    breaks: 'quick_invoice_reminder_stays',
    tries: 'to forget that it was reminded',
    run: () => ['delete from quick_invoice_reminder'],
  },
  {
    breaks: 'paylink_amount',
    tries: 'a link for nothing',
    run: ({ link }) => [set('paylink', link, 'amount_due = 0')],
  },
  {
    breaks: 'paylink_amount',
    tries: 'a link for more than any payment can be',
    run: ({ link }) => [set('paylink', link, 'amount_due = 10000000000')],
  },
  { breaks: 'paylink_status', tries: 'a link half paid', run: ({ link }) => [set('paylink', link, 'status_id = 3')] },
  {
    breaks: 'paylink_one_payment',
    tries: 'a payment on a link that is paid',
    run: ({ paid_link, sale }) => [set('paylink', paid_link, `pending_transaction_id = '${sale}'`)],
  },
  {
    breaks: 'paylink_paid',
    tries: 'to open a paid link again',
    run: ({ paid_link }) => [set('paylink', paid_link, 'status_id = 0')],
  },
  {
    breaks: 'paylink_no_payment_left_behind',
    tries: 'to delete a link that is being paid',
    run: ({ held_link }) => [set('paylink', held_link, 'deleted_ts = 1')],
  },
  {
    breaks: 'paylink_pending_transaction_id_fkey',
    tries: 'a link that is held by nothing',
    run: ({ link }) => [set('paylink', link, `pending_transaction_id = 'nothing'`)],
  },
  {
    breaks: 'paylink_product',
    tries: 'a link nobody could pay',
    run: ({ link }) => [set('paylink', link, 'cc_product_transaction_id = null, ach_product_transaction_id = null')],
  },
  {
    breaks: 'paylink_place',
    tries: 'to give a link to another location',
    run: ({ link, other_location }) => [set('paylink', link, `location_id = '${other_location}'`)],
  },
  {
    breaks: 'paylink_stays',
    tries: 'to remove a link',
    run: ({ link }) => [`delete from paylink where id = '${link}'`],
  },
  {
    breaks: 'paylink_paylink_api_id_key',
    tries: "two links under one of the caller's own ids",
    run: ({ link, held_link }) => [link, held_link].map(id => set('paylink', id, `paylink_api_id = 'x'`)),
  },
  {
    breaks: 'paylink_declined_transaction_key',
    tries: 'two links for one declined payment',
    run: ({ link, held_link }) => [link, held_link].map(id => set('paylink', id, `declined_transaction_id = 'x'`)),
  },
  {
    breaks: 'recurring_run_pkey',
    tries: 'to charge a recurring twice for one date',
    run: ({ recurring }) => [`${RUN}, root_id, null, 0 from recurring_run where recurring_id = '${recurring}'`],
  },
  {
    breaks: 'recurring_run_transaction_key',
    tries: 'to let one payment stand for two dates',
    run: ({ recurring }) => [
      `${RUN} + 1, root_id, transaction_id, 0 from recurring_run where recurring_id = '${recurring}'`,
    ],
  },
  {
    breaks: 'recurring_run_stays',
    tries: 'to forget that a date was charged',
    run: ({ recurring }) => [`delete from recurring_run where recurring_id = '${recurring}'`],
  },
  {
    breaks: 'recurring_notice_pkey',
    tries: 'to tell twice of one date',
    run: ({ recurring }) => [notice(recurring), notice(recurring)],
  },
  {
    breaks: 'recurring_notice_stays',
    tries: 'to forget who was told',
    run: () => ['delete from recurring_notice'],
  },
  {
    breaks: 'recurring_amounts',
    tries: 'a recurring of nothing',
    run: ({ recurring }) => [set('recurring', recurring, 'transaction_amount = 0')],
  },
  {
    breaks: 'recurring_amounts',
    tries: 'a total that is not so many times the amount',
    run: ({ ended }) => [set('recurring', ended, 'installment_amount_total = 1')],
  },
  {
    breaks: 'recurring_installments',
    tries: 'more payments than were agreed',
    run: ({ ended }) => [set('recurring', ended, 'runs_done = 2')],
  },
  {
    breaks: 'recurring_next_run',
    tries: 'a next date of what is over',
    run: ({ ended }) => [set('recurring', ended, `next_run_date = '2050-01-01'`)],
  },
  {
    breaks: 'recurring_status',
    tries: 'a status nobody knows',
    run: ({ recurring }) => [set('recurring', recurring, `status = 'asleep', next_run_date = null`)],
  },
  {
    breaks: 'recurring_ended',
    tries: 'to begin anew what is over',
    run: ({ ended }) => [set('recurring', ended, `status = 'active', next_run_date = '2050-01-01'`)],
  },
  {
    breaks: 'recurring_place',
    tries: 'to give a recurring to another location',
    run: ({ recurring, other_location }) => [set('recurring', recurring, `location_id = '${other_location}'`)],
  },
  {
    breaks: 'recurring_stays',
    tries: 'to remove a recurring',
    run: ({ recurring }) => [`delete from recurring where id = '${recurring}'`],
  },
  {
    breaks: 'recurring_recurring_api_id_key',
    tries: "two recurrings under one of the caller's own ids",
    run: ({ recurring, ended }) => [recurring, ended].map(id => set('recurring', id, `recurring_api_id = 'x'`)),
  },
]
