import type { ProcessorHost } from '../../prove/hosts/processor-host.ts'
import { bookRecords, hostStates } from '../../prove/reconcile/host-states.ts'
import type { Database } from '../../src/db/database.ts'
import type { LedgerEntry } from '../support/app.ts'

/** Everything that is wrong once no work is left: in the database itself, and between it and the processor's ledger. */
export async function audit(db: Database, ledger: readonly LedgerEntry[]): Promise<string[]> {
  return [...(await wrongIn(db)), ...(await againstLedger(db, ledger))]
}

/** Everything that is wrong in the database itself. */
export async function wrongIn(db: Database): Promise<string[]> {
  const wrong: string[] = []
  for (const [says, text] of Object.entries(NONE)) {
    const rows = await db.query<{ id: string }>(text)
    wrong.push(...rows.slice(0, 5).map(({ id }) => `${says}: ${id}`))
  }
  return wrong
}

/** Statements that must find nothing. */
const NONE: Readonly<Record<string, string>> = {
  'a question is still open': `select transaction_id as id from attempt where state in ('pending', 'unknown')`,
  'a settlement is still open': `select transactionbatch_id as id from settlement where state = 'pending'`,
  'a payment is still under way': `select id from transaction where outcome in ('pending', 'unknown') or doing is not null or refund_pending_amount <> 0`,
  'an invoice waits for a payment': 'select id from quickinvoice where pending_amount <> 0',
  'a paylink waits for a payment': 'select id from paylink where pending_transaction_id is not null',
  'more was given back than taken': `
    select id from transaction original where captured_amount < (
      select coalesce(sum(transaction_amount), 0) from transaction
       where previous_transaction_id = original.id and refunded_id = original.id and outcome = 'approved' and status_id <> 201)`,
  'an invoice does not add up': `
    select id from quickinvoice where deleted_ts is null and (remaining_balance <> greatest(amount_due - paid_amount, 0) or paid_amount <> (
      select coalesce(sum(case status_id when 102 then authorized_amount else captured_amount end - refunded_amount), 0)
        from transaction where quick_invoice_id = quickinvoice.id and type_id in (20, 50) and status_id in (101, 102, 131)))`,
  'a paylink was paid twice or not at all': `
    select id from paylink where status_id <> (
      select count(*) from transaction where paylink_id = paylink.id and outcome = 'approved' and type_id in (20, 50))`,
  'a batch does not add up': `
    select batch.id from transactionbatch batch, lateral (
        select coalesce(sum(captured_amount) filter (where status_id = 101), 0) as sold,
               count(*) filter (where status_id = 101) as sales,
               coalesce(sum(auth_amount) filter (where status_id = 111 and refunded_id is not null), 0) as returned,
               count(*) filter (where status_id = 111 and refunded_id is not null) as refunds,
               count(*) filter (where status_id = 201) as voids
          from transaction where transaction_batch_id = batch.id) as own
     where (total_sale_amount, total_sale_count, total_refund_amount, total_refund_count, total_void_count)
        <> (sold, sales, returned, refunds, voids)`,
  'a recurring was charged twice for a date': `
    select recurring_id as id from recurring_run group by recurring_id, occurrence_date having count(*) > 1`,
  'a ticket was used twice': `
    select instrument_id as id from transaction
     where instrument_id in (select instrument_id from ticket) and outcome = 'approved'
     group by instrument_id having count(*) > 1`,
}

interface Question {
  reference: string
  action: string
  amount: number
  result: string
}

/** Both books hold the same money of each payment at a real processor, and it knows of nothing that is unknown here. */
export async function againstBooks(db: Database, hosts: readonly ProcessorHost[]): Promise<string[]> {
  const attempts = await db.query<{ id: string; transaction_id: string }>('select id, transaction_id from attempt')
  const owners = new Map(attempts.map(({ id, transaction_id }) => [id, transaction_id]))
  const states = hostStates(hosts, owners)
  const payments = await db.query<{ id: string; held: number; moved: number; refunded: number }>(MONEY)
  const wrong = payments.flatMap(({ id, held, moved, refunded }) => {
    const is = states.get(id) ?? { held: 0, captured: 0, refunded: 0 }
    const [ours, theirs] = [
      [held, moved, refunded],
      [is.held, is.captured, is.refunded],
    ].map(all => all.map(Number).join(' '))
    return ours === theirs ? [] : [`${id} holds, moves and gave back ${ours} here, ${theirs} at its processor`]
  })
  const strange = bookRecords(hosts).filter(({ reference }) => !owners.has(reference))
  return [...wrong, ...strange.map(({ reference }) => `only the processor knows of ${reference}`)].slice(0, 20)
}

const MONEY = `
select t.id, case status_id when 102 then authorized_amount else 0 end as held,
       case when status_id = 101 then captured_amount when status_id in (111, 131, 132, 133, 134) then auth_amount else 0 end as moved,
       refunded_amount as refunded
  from transaction t join processor_account a on a.id = t.processor_account_id and a.root_id = t.root_id
 where a.connector is not null`

/** Every approval is in both, for the same amount, and the money of each payment is the sum of its ledger entries. */
async function againstLedger(db: Database, ledger: readonly LedgerEntry[]): Promise<string[]> {
  const asked = await db.query<Question>(
    `select id as reference, action, auth_amount as amount, 'approved' as result from attempt where state in ('approved', 'reversed')
     union all
     select id, action, coalesce(transaction_amount, 0), 'approved' from terminalrun where result = 'approved' and action <> 'settle'`,
  )
  const mine = new Set(asked.map(({ reference, action, amount }) => `${reference} ${action} ${Number(amount)}`))
  const theirs = new Set(
    ledger
      .filter(({ result }) => result === 'approved')
      .map(({ reference, action, amount }) => `${reference} ${action} ${Math.round(Number(amount) * 100)}`),
  )
  return [
    ...[...theirs].filter(each => !mine.has(each)).map(each => `only the processor knows of ${each}`),
    ...[...mine].filter(each => !theirs.has(each)).map(each => `the processor knows nothing of ${each}`),
  ].slice(0, 20)
}
