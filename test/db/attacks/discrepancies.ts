import type { Ids } from '../../support/money-site.ts'
import { type Attack, set } from './attack.ts'

const ROW = {
  id: `'discrepancy-0000000000001'`,
  location_id: 'location_id',
  kind: `'net_amount'`,
  status: `'open'`,
  theirs: `'1.00'`,
  found_by: `'hand'`,
  times_found: '1',
  seen_ts: '1',
  subject: `'subject'`,
  transaction_batch_id: 'id',
  created_ts: '1',
  modified_ts: '1',
} as const

/** Writes a difference of a merchant's batch, with some columns otherwise (SQL). */
function insert({ settled_batch }: Pick<Ids, 'settled_batch'>, over: Record<string, string> = {}): string {
  const row = { root_id: 'root_id', ...ROW, ...over }
  const names = Object.keys(row).join(', ')
  return `insert into discrepancy (${names}) select ${Object.values(row).join(', ')} from transactionbatch where id = '${settled_batch}'`
}

const changed = (sets: string): string => set('discrepancy', 'discrepancy-0000000000001', sets)

/** Differences between the books and a processor, a bank or a terminal. */
export const DISCREPANCIES: readonly Attack[] = [
  {
    breaks: 'discrepancy_once_key',
    tries: 'to count one difference twice',
    run: ids => [insert(ids), insert(ids, { id: `'discrepancy-0000000000002'` })],
  },
  {
    breaks: 'discrepancy_differs',
    tries: 'a difference of what is equal',
    run: ids => [insert(ids, { ours: `'1.00'` })],
  },
  {
    breaks: 'discrepancy_owner',
    tries: 'a difference of a merchant at no location',
    run: ids => [insert(ids, { location_id: 'null' })],
  },
  {
    breaks: 'discrepancy_status',
    tries: 'a difference that is forgotten',
    run: ids => [insert(ids, { status: `'forgotten'` })],
  },
  {
    breaks: 'discrepancy_explained',
    tries: 'to explain a difference without a word',
    run: ids => [insert(ids), changed(`status = 'explained', explained_ts = 2`)],
  },
  {
    breaks: 'discrepancy_gone',
    tries: 'a difference that ended at no time',
    run: ids => [insert(ids), changed(`status = 'gone'`)],
  },
  {
    breaks: 'discrepancy_times_found',
    tries: 'a difference that was never found',
    run: ids => [insert(ids, { times_found: '0' })],
  },
  {
    breaks: 'discrepancy_place',
    tries: 'to make a difference one of another kind',
    run: ids => [insert(ids), changed(`kind = 'line_missing'`)],
  },
  {
    breaks: 'discrepancy_stays',
    tries: 'to remove a difference',
    run: ids => [insert(ids), 'delete from discrepancy'],
  },
  ...(
    ['location_id', 'product_transaction_id', 'transaction_batch_id', 'transaction_id', 'explained_user_id'] as const
  ).map(
    (column): Attack => ({
      breaks: `discrepancy_${column}_fkey`,
      tries: `a difference with ${column} of a record that is none of its merchant`,
      run: ids => [insert(ids, { [column]: `'nothing'` })],
    }),
  ),
  {
    breaks: 'nightly_comparison_pkey',
    tries: 'to compare the same twice in a night',
    run: () => [compared(1, 1), compared(1, 1)],
  },
  {
    breaks: 'nightly_comparison_forward',
    tries: 'a comparison that ended after the next one begins',
    run: () => [compared(2, 1)],
  },
]

function compared(through_ts: number, next_ts: number): string {
  return `insert into nightly_comparison (name, through_ts, next_ts, lease_until) values ('tried', ${through_ts}, ${next_ts}, 0)`
}
