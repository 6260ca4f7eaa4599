import type { Queryable } from '../../db/database.ts'
import type { Action, Inquiry, Original } from '../../ports/processor-request.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { type Attempt, sentBetween } from './attempt.ts'

/** Returns a transaction as the request that acts on it names it. */
export function originalOf(row: TransactionRow): Original {
  const { payment_method, processor_reference, last_four, auth_code, account_type: brand, created_ts } = row
  const amount = row.captured_amount || row.authorized_amount || row.auth_amount || 0n
  const about = { processor_reference, last_four, auth_code, brand, created_ts }
  const reference = row.reference ?? row.id
  // It was sent before its outcome was stored.
  const sent = sentBetween(reference, [created_ts, row.timestamp])
  return { reference, action: actionOf(row), payment_method, amount, ...about, sent }
}

/** A sale cannot be told from an authorization that was captured, and both are undone alike. */
function actionOf({ status_id, payment_method }: TransactionRow): Action {
  if (status_id === STATUS.authorized) return 'authonly'
  if (status_id === STATUS.refunded) return 'refund'
  return payment_method === 'ach' ? 'debit' : 'sale'
}

interface StoredOriginal extends Omit<Original, 'amount' | 'action' | 'sent'> {
  amount: string
  action: Action
  sent_ts: number | null
}

type Asked = Pick<Attempt, 'id' | 'root_id' | 'transaction_id' | 'original'>

/** Returns what a stored attempt acts on; undefined where it begins a payment of its own. */
export async function storedOriginal(db: Pick<Queryable, 'query'>, attempt: Asked): Promise<Original | undefined> {
  const { original, root_id, transaction_id } = attempt
  if (original === null) return undefined
  const [found] = await db.query<StoredOriginal>(ORIGINAL, [original, root_id, transaction_id])
  if (!found) throw new Error(`nothing is known of ${original}, which attempt ${attempt.id} acts on`)
  const { sent_ts, ...about } = found
  const sent = sentBetween(original, [about.created_ts, sent_ts])
  return { ...about, amount: BigInt(about.amount), sent }
}

// What a device authorised has no attempt. A refund acts on the payment it gives back, all else on its own transaction.
const ORIGINAL = `
select $1::text as reference, t.payment_method, t.last_four, t.account_type as brand, t.created_ts, greatest(o.created_ts, o.sent_ts) as sent_ts, coalesce(o.auth_code, t.auth_code) as auth_code,
       coalesce(t.processor_reference, o.processor_reference) as processor_reference,
       coalesce(case when t.status_id = ${STATUS.sale} and o.action = 'authonly' then 'authcomplete' else o.action end,
         case t.status_id when ${STATUS.authorized} then 'authonly' when ${STATUS.refunded} then 'refund' else 'sale' end) as action,
       coalesce(nullif(t.captured_amount, 0), nullif(t.authorized_amount, 0), o.auth_amount, o.amount, 0)::text as amount
  from (select $1::text as asked) as about
  left join attempt o on o.id = about.asked and o.root_id = $2
  join transaction t on t.root_id = $2 and t.id = coalesce(o.transaction_id,
         (select coalesce(refunded_id, id) from transaction where id = $3 and root_id = $2))`

/** Returns what the processor is asked about a request that is stored: an attempt, or a payment that a device sent. */
export async function inquiryOf(
  db: Pick<Queryable, 'query'>,
  { id: reference, root_id, action, amount }: Pick<Attempt, 'id' | 'root_id' | 'amount'> & { action: string },
): Promise<Inquiry> {
  const asked = { reference, action: action as Action, amount }
  const [known] = await db.query<Known>(KNOWN, [reference, root_id])
  if (!known) return asked
  const { processor_reference, last_four, created_ts, sent_ts, is_doubtful, released_ts, ...acts } = known
  return {
    ...asked,
    processor_reference,
    last_four,
    // A lost gateway may have sent it from the moment of its reference on; this one has stored it before.
    sent: sentBetween(is_doubtful ? reference : null, [released_ts ?? created_ts, sent_ts]),
    original: await storedOriginal(db, { id: reference, root_id, ...acts }),
  }
}

type Known = Pick<Attempt, 'transaction_id' | 'original' | 'is_doubtful'> &
  Pick<Inquiry, 'processor_reference' | 'last_four'> & {
    created_ts: number
    sent_ts: number | null
    released_ts: number | null
  }

const KNOWN = `
select a.transaction_id, a.original, a.is_doubtful, a.created_ts, a.sent_ts, a.released_ts, a.processor_reference, t.last_four
  from attempt a join transaction t on t.root_id = a.root_id and t.id = a.transaction_id
 where a.id = $1 and a.root_id = $2`
