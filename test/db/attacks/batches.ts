import { type Attack, EMPTY, set } from './attack.ts'

const settlementOf = (batch: string) => `(select id from settlement where transactionbatch_id = '${batch}' limit 1)`
/** The request to settle all that a batch holds. */
export const ask = (batch: string, id: string, orders = 'count(t.id)') =>
  `insert into settlement (id, root_id, transactionbatch_id, processor_account_id, after_id, to_id, try, orders, amount, state, ask_ts, created_ts)
   select '${id}', b.root_id, b.id, b.processor_account_id, '', 'z', 9, ${orders},
          coalesce(sum(case t.status_id when 111 then -t.auth_amount else t.captured_amount end), 0), 'pending', 0, 0
     from transactionbatch b left join transaction t on t.transaction_batch_id = b.id and t.status_id in (101, 111)
    where b.id = '${batch}' group by b.id, b.root_id`

const leaveOut = (id: string, batch: string, transaction: string) =>
  `insert into settlement_exception (id, root_id, settlement_id, transactionbatch_id, transaction_id, reason, amount, created_ts)
   select '${id}', root_id, id, transactionbatch_id, '${transaction}', 'unknown', 0, 0
     from settlement where transactionbatch_id = '${batch}' limit 1`

/** Batches and the requests to settle them. */
export const BATCHES: readonly Attack[] = [
  {
    breaks: 'transactionbatch_begins',
    tries: 'a batch that is written closed',
    run: ({ settled_batch }, copy) => [copy('transactionbatch', settled_batch, EMPTY)],
  },
  {
    breaks: 'transactionbatch_begins',
    tries: 'a batch that is written with totals',
    run: ({ settled_batch }, copy) => [
      copy('transactionbatch', settled_batch, { processing_status_id: '1', is_open: 'true' }),
    ],
  },
  {
    breaks: 'transactionbatch_open_key',
    tries: 'two open batches of one account',
    run: ({ open_batch }, copy) => [copy('transactionbatch', open_batch, EMPTY)],
  },
  {
    breaks: 'transactionbatch_product_transaction_id_fkey',
    tries: "a batch of another merchant's product",
    run: ({ open_batch, strange_product }, copy) => [
      copy('transactionbatch', open_batch, {
        ...EMPTY,
        product_transaction_id: `'${strange_product}'`,
        processor_account_id: `'${strange_product}'`,
      }),
    ],
  },
  {
    breaks: 'transactionbatch_open_to_settle',
    tries: 'a batch that is closed and waits to be closed',
    run: ({ open_batch }) => [set('transactionbatch', open_batch, 'is_open = false')],
  },
  {
    breaks: 'transactionbatch_totals',
    tries: 'a total below nothing',
    run: ({ open_batch }) => [set('transactionbatch', open_batch, 'total_sale_amount = -1')],
  },
  {
    breaks: 'transactionbatch_moves',
    tries: 'to open a settled batch again',
    run: ({ settled_batch }) => [set('transactionbatch', settled_batch, 'processing_status_id = 1, is_open = true')],
  },
  {
    breaks: 'transactionbatch_moves',
    tries: 'to have a settled batch settled once more',
    run: ({ settled_batch }) => [set('transactionbatch', settled_batch, 'processing_status_id = 5')],
  },
  {
    breaks: 'transactionbatch_place',
    tries: 'to give a batch to another location',
    run: ({ open_batch, other_location }) => [set('transactionbatch', open_batch, `location_id = '${other_location}'`)],
  },
  {
    breaks: 'transactionbatch_stays',
    tries: 'to remove a batch',
    run: ({ open_batch }) => [`delete from transactionbatch where id = '${open_batch}'`],
  },
  {
    breaks: 'transactionbatch_adds_up',
    tries: 'to settle a batch nobody was asked for',
    run: ({ open_batch }) => [set('transactionbatch', open_batch, 'processing_status_id = 2, is_open = false')],
  },
  {
    breaks: 'transactionbatch_adds_up',
    tries: 'to change the totals of a settled batch',
    run: ({ settled_batch }) => [set('transactionbatch', settled_batch, 'total_sale_count = total_sale_count + 1')],
  },
  {
    breaks: 'transactionbatch_fixes',
    tries: 'to settle a batch of which a payment is being changed',
    run: ({ open_batch, sale }) => [
      set('transaction', sale, `doing = 'void'`),
      set('transactionbatch', open_batch, 'processing_status_id = 5, is_open = false'),
      set('transactionbatch', open_batch, 'fixed_ts = 1'),
    ],
  },
  {
    breaks: 'settlement_begins',
    tries: 'a settlement nobody asked for',
    run: ({ settled_batch }, copy) => [copy('settlement', settlementOf(settled_batch), {})],
  },
  {
    breaks: 'settlement_open_key',
    tries: 'to ask twice at once for one batch',
    run: ({ open_batch }) => [ask(open_batch, 'one'), ask(open_batch, 'two')],
  },
  {
    breaks: 'settlement_settled_key',
    tries: 'to settle a batch twice',
    run: ({ settled_batch }) => [
      ask(settled_batch, 'again'),
      set('settlement', 'again', `state = 'settled', ended_ts = 1`),
    ],
  },
  {
    breaks: 'settlement_adds_up',
    tries: 'to ask for more payments than there are',
    run: ({ open_batch }) => [ask(open_batch, 'one', 'count(t.id) + 1')],
  },
  {
    breaks: 'settlement_range',
    tries: 'to ask for the payments from the last to the first',
    run: ({ settled_batch }, copy) => [
      copy('settlement', settlementOf(settled_batch), {
        ...{ state: `'pending'`, ended_ts: 'null', after_id: `'z'`, to_id: `''`, orders: '0', amount: '0' },
      }),
    ],
  },
  {
    breaks: 'settlement_counts_in_batch',
    named: 'transactionbatch_adds_up',
    tries: 'to ask for less than a batch says it holds',
    run: ({ open_batch }) => [
      set(
        'transactionbatch',
        open_batch,
        'processing_status_id = 5, is_open = false, total_sale_amount = total_sale_amount + 1',
      ),
      set('transactionbatch', open_batch, 'fixed_ts = 1'),
      'set constraints transactionbatch_adds_up immediate',
      ask(open_batch, 'one'),
    ],
  },
  {
    breaks: 'transaction_stays_in_batch',
    tries: 'to move a payment that stands still out of a batch that closes',
    run: ({ open_batch, sale }, copy) => [
      set('transactionbatch', open_batch, 'processing_status_id = 5, is_open = false'),
      copy('transactionbatch', open_batch, { ...EMPTY, is_open: 'true', processing_status_id: '1' }),
      `update transaction t set transaction_batch_id = b.id
         from transactionbatch b where t.id = '${sale}' and b.is_open and b.product_transaction_id = t.product_transaction_id`,
    ],
  },
  {
    breaks: 'transactionbatch_terminalrun_key',
    tries: 'to close two batches by one request at a terminal',
    run: ({ open_batch, other_batch }) => [
      `update transactionbatch set terminalrun_id = 'run' where id in ('${open_batch}', '${other_batch}')`,
    ],
  },
  {
    breaks: 'settlement_ended',
    tries: 'an answer that never came',
    run: ({ settled_batch }) => [`update settlement set ended_ts = null where id = ${settlementOf(settled_batch)}`],
  },
  {
    breaks: 'settlement_moves',
    tries: 'to change what the processor answered',
    run: ({ settled_batch }) => [`update settlement set state = 'error' where id = ${settlementOf(settled_batch)}`],
  },
  {
    breaks: 'settlement_place',
    tries: 'to have asked for another batch',
    run: ({ settled_batch, open_batch }) => [
      `update settlement set transactionbatch_id = '${open_batch}' where id = ${settlementOf(settled_batch)}`,
    ],
  },
  { breaks: 'settlement_stays', tries: 'to remove what was asked', run: () => ['delete from settlement'] },
  {
    breaks: 'settlement_exception_open_key',
    tries: 'to leave a payment out twice at a time',
    run: ({ settled_batch, settled_sale, refused_batch }) => [
      leaveOut('one', settled_batch, settled_sale),
      leaveOut('two', refused_batch, settled_sale),
    ],
  },
  {
    breaks: 'settlement_exception_once_key',
    tries: 'to leave a payment out of one request twice',
    run: ({ settled_batch, settled_sale }) => [
      leaveOut('one', settled_batch, settled_sale),
      set('settlement_exception', 'one', `resolution = 'closed', resolved_ts = 1`),
      leaveOut('two', settled_batch, settled_sale),
    ],
  },
  {
    breaks: 'settlement_exception_resolution',
    tries: 'to decide about a payment that was left out, at no time',
    run: ({ settled_batch, settled_sale }) => [
      leaveOut('one', settled_batch, settled_sale),
      set('settlement_exception', 'one', `resolution = 'closed'`),
    ],
  },
  {
    breaks: 'settlement_exception_place',
    tries: 'to decide twice about a payment that was left out',
    run: ({ settled_batch, settled_sale }) => [
      leaveOut('one', settled_batch, settled_sale),
      set('settlement_exception', 'one', `resolution = 'closed', resolved_ts = 1`),
      set('settlement_exception', 'one', `resolution = 'moved'`),
    ],
  },
  {
    breaks: 'settlement_exception_stays',
    tries: 'to remove what the processor left out',
    run: () => ['delete from settlement_exception'],
  },
]
