import { type Attack, EMPTY, set } from './attack.ts'

const settlementOf = (batch: string) => `(select id from settlement where transactionbatch_id = '${batch}' limit 1)`
const ask = (batch: string, id: string) =>
  `insert into settlement (id, root_id, transactionbatch_id, processor_account_id, state, ask_ts, created_ts)
   select '${id}', root_id, id, processor_account_id, 'pending', 0, 0 from transactionbatch where id = '${batch}'`

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
    tries: 'to close a batch with a cent too much',
    run: ({ open_batch }) => [
      `update transaction set settled_ts = 1 where transaction_batch_id = '${open_batch}' and status_id in (101, 111)`,
      set(
        'transactionbatch',
        open_batch,
        'processing_status_id = 5, is_open = false, total_sale_amount = total_sale_amount + 1',
      ),
    ],
  },
  {
    breaks: 'transactionbatch_adds_up',
    tries: 'to change the totals of a settled batch',
    run: ({ settled_batch }) => [set('transactionbatch', settled_batch, 'total_void_count = total_void_count + 1')],
  },
  {
    breaks: 'transactionbatch_settled_whole',
    tries: 'to close a batch whose payments can still be voided',
    run: ({ open_batch }) => [set('transactionbatch', open_batch, 'processing_status_id = 5, is_open = false')],
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
    breaks: 'settlement_terminalrun_key',
    tries: 'to close two batches by one request at a terminal',
    run: ({ open_batch, other_batch }) => [
      ask(open_batch, 'one'),
      ask(other_batch, 'two'),
      `update settlement set terminalrun_id = 'run' where id in ('one', 'two')`,
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
]
