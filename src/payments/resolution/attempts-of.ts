import type { Queryable } from '../../db/database.ts'
import { formatMoney } from '../../lib/money.ts'
import { LIVING_AND_ARCHIVED } from '../batches/archive.ts'
import type { AttemptStory } from '../payments.ts'
import { interventionsFor } from './intervene.ts'

/** Returns every request to the processor about a transaction, oldest first, and what a person has decided. */
export async function attemptsOf(
  db: Queryable,
  { id, root_id }: { id: string; root_id: string },
): Promise<AttemptStory[]> {
  const rows = await db.query<StoredStory>(STORY, [id, root_id])
  return rows.map(({ is_left, ...row }) => ({
    ...row,
    amount: formatMoney(BigInt(row.amount)),
    auth_amount: row.auth_amount === null ? null : formatMoney(BigInt(row.auth_amount)),
    resolutions: interventionsFor(row, is_left),
  }))
}

type StoredStory = Omit<AttemptStory, 'amount' | 'auth_amount' | 'resolutions'> & {
  amount: number
  auth_amount: number | null
  is_left: boolean
}

const STORY = `
select a.id as reference, a.action, a.purpose, a.original, coalesce(p.connector, p.processor) as processor,
       p.product_transaction_id, a.processor_account_id <> t.processor_account_id as is_left, a.amount, a.state, a.created_ts,
       a.told_ts as reported_ts, a.ended_ts,
       b.created_ts as taken_back_ts, a.stuck_ts, a.reason_code_id, a.verbiage, a.response_message, a.decline_class, a.advice_code, a.auth_code, a.auth_amount, a.processor_reference, a.asks,
       case when i.id is null then null else json_build_object('resolution', i.resolution, 'note', i.note, 'user_id', i.created_user_id,
         'created_ts', i.created_ts) end as intervention
  from ${LIVING_AND_ARCHIVED.attempt} a join ${LIVING_AND_ARCHIVED.transaction} t on t.id = a.transaction_id and t.root_id = a.root_id
  join processor_account p on p.root_id = a.root_id and p.id = a.processor_account_id
  left join taken_back b on b.root_id = a.root_id and b.attempt_id = a.id
  left join intervention i on i.root_id = a.root_id and i.attempt_id = a.id
 where a.transaction_id = $1 and a.root_id = $2
 order by a.id`
