import type { Attack } from './attack.ts'

const DEPENDENT = ['attempt', 'transactionhistory', 'transactionlevel3'] as const

/** Moves a payment to the archive with all that hangs on it, changed on the way (JSON). */
function move(id: string, changed: Record<string, unknown> = {}): string {
  const moves = DEPENDENT.map(
    table =>
      `gone_${table} as (delete from ${table} where transaction_id = '${id}' returning *),
       kept_${table} as (insert into archived_${table} select * from gone_${table})`,
  )
  return `with ${moves.join(', ')}, gone as (delete from transaction where id = '${id}' returning *)
    insert into archived_transaction
    select (jsonb_populate_record(null::archived_transaction, to_jsonb(gone) || '${JSON.stringify(changed)}')).* from gone`
}

/** Stores another payment's living row as one of a payment that is archived. */
function alsoIn(table: string, other: string, archived: string): string {
  const changed = JSON.stringify({ transaction_id: archived })
  return `insert into archived_${table} select (jsonb_populate_record(null::archived_${table}, to_jsonb(t) || '${changed}')).*
    from ${table} t where transaction_id = '${other}'`
}

const LEVEL3 = (id: string): string =>
  `insert into transactionlevel3 (id, root_id, transaction_id, level3_data, location_id, automatic, created_ts, modified_ts)
   select 'level3-00000000000000001', root_id, id, '{}', location_id, false, 1, 1 from transaction where id = '${id}'`

/** Old payments, which move to the archive and stay there. */
export const ARCHIVE: readonly Attack[] = [
  {
    breaks: 'transaction_archived',
    tries: 'to change what a payment took while it is archived',
    run: ({ settled_sale }) => [move(settled_sale, { captured_amount: 1 })],
  },
  {
    breaks: 'archived_transaction_settled',
    tries: 'to archive a payment of an open batch',
    run: ({ second_sale }) => [move(second_sale)],
  },
  {
    breaks: 'archived_transaction_over',
    tries: 'to archive what an invoice counts',
    run: ({ part }) => [move(part)],
  },
  {
    breaks: 'archived_transaction_previous_transaction_id_fkey',
    tries: 'to archive a refund without its payment',
    run: ({ refund }) => [move(refund)],
  },
  {
    breaks: 'archived_transaction_once',
    tries: 'to have a payment here and there',
    run: ({ settled_sale }) => [
      `insert into archived_transaction select * from transaction where id = '${settled_sale}'`,
    ],
  },
  {
    breaks: 'archived_attempt_once',
    tries: 'to have a question here and there',
    run: ({ settled_sale, sale }) => [move(settled_sale), alsoIn('attempt', sale, settled_sale)],
  },
  {
    breaks: 'archived_transactionhistory_once',
    tries: 'to have a step of a payment here and there',
    run: ({ settled_sale, sale }) => [move(settled_sale), alsoIn('transactionhistory', sale, settled_sale)],
  },
  {
    breaks: 'archived_transactionlevel3_once',
    tries: 'to have level 3 data here and there',
    run: ({ settled_sale, authorized }) => [
      move(settled_sale),
      LEVEL3(authorized),
      alsoIn('transactionlevel3', authorized, settled_sale),
    ],
  },
  ...['transaction', ...DEPENDENT].flatMap((table): Attack[] => [
    {
      breaks: `archived_${table}_stays`,
      tries: 'to change what is archived',
      run: ({ settled_sale }) => [move(settled_sale), `update archived_${table} set id = id`],
    },
    {
      breaks: `archived_${table}_stays`,
      tries: 'to remove what is archived',
      run: ({ settled_sale }) => [`delete from archived_${table} where id = '${settled_sale}'`],
    },
  ]),
]
