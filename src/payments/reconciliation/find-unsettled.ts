import { formatMoney } from '../../lib/money.ts'
import type { ProcessorMemory } from '../../ports/processor.ts'
import type { DiscrepancyRow } from '../../resources/discrepancy/discrepancy.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { StoredAccount } from '../accounts/stored-account.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { lookAgainSoon } from '../resolution/look-again.ts'
import { storeFindings } from './findings.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock'>

const KIND = 'settlement_missing'

interface Unsettled {
  id: string
  location_id: string
  payments: number
  amount: string
  first: string
}

/**
 * Records each closed batch of an account with card payments that its processor, which settles by itself, has not told
 * as settled in the time that takes there: a report that never came, or money that never will. Ends those that were
 * told since.
 */
export async function findUnsettled(
  context: Context,
  { id: account_id, root_id, product_transaction_id, processor }: StoredAccount,
  { settles }: ProcessorMemory,
  { since, until }: { since: number; until: number },
  found_by: DiscrepancyRow['found_by'],
): Promise<number> {
  const open = await context.db.query<Open>(OPEN, [root_id, product_transaction_id])
  const still = open.map(({ transaction_batch_id }) => transaction_batch_id)
  const between = [since - settles, until - settles]
  const late = await context.db.query<Unsettled>(UNSETTLED, [root_id, account_id, ...between, still])
  const findings = late.map(
    ({ id, location_id, payments, amount, first }) =>
      ({
        kind: KIND,
        subject: `unsettled ${id}`,
        location_id,
        product_transaction_id,
        transaction_batch_id: id,
        transaction_id: payments === 1 ? first : null,
        processor,
        ours: `${payments} approved, ${formatMoney(BigInt(amount))}`,
        theirs: null,
      }) as const,
  )
  const found = new Set(late.map(({ id }) => id))
  const over = open.filter(({ transaction_batch_id }) => !found.has(transaction_batch_id))
  await storeFindings(context, root_id, { findings, over }, found_by)
  const unsettled = await context.db.query<{ id: string }>(ATTEMPTS, [root_id, [...found]])
  await lookAgainSoon(
    context,
    root_id,
    unsettled.map(({ id }) => id),
  )
  return findings.length
}

interface Open {
  id: string
  transaction_batch_id: string
}

const OPEN = `
select id, transaction_batch_id from discrepancy
 where root_id = $1 and product_transaction_id = $2 and kind = '${KIND}' and status = 'open'`

/** Where a whole report is missing, asking about some tells as much as asking about all. */
const MOST_ASKED = 200

/** The requests of payments that were not told as settled: what their processor has taken back goes back. */
const ATTEMPTS = `
select a.id from transaction t join attempt a on a.root_id = t.root_id and a.transaction_id = t.id and a.state = 'approved'
 where t.root_id = $1 and t.transaction_batch_id = any($2) and t.outcome = 'approved' and t.status_id <> ${STATUS.voided}
   and not exists (select from settled_payment s where s.transaction_id = t.id and s.root_id = t.root_id)
 order by a.id limit ${MOST_ASKED}`

const UNSETTLED = `
select b.id, b.location_id, count(*)::int as payments, min(t.id) as first,
       sum(case when t.type_id in (30, 40) then -t.auth_amount else t.captured_amount end)::text as amount
  from transactionbatch b
  join transaction t on t.transaction_batch_id = b.id and t.root_id = b.root_id
 where b.root_id = $1 and b.processor_account_id = $2 and not b.is_open
   and (b.batch_close_ts >= $3 and b.batch_close_ts < $4 or b.id = any($5))
   and t.outcome = 'approved' and t.status_id <> ${STATUS.voided} and (t.captured_amount > 0 or t.type_id in (30, 40))
   and not exists (select from settled_payment s where s.transaction_id = t.id and s.root_id = t.root_id)
 group by b.id, b.location_id order by b.id`
