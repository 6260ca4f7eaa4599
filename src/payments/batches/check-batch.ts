import type { Queryable } from '../../db/database.ts'
import { formatMoney } from '../../lib/money.ts'
import type { Statement } from '../../ports/processor.ts'
import { PROCESSING } from '../../resources/transactionbatch/transactionbatch.ts'
import { type OfAccount, type Processors, processorFor } from '../lifecycle/routing.ts'
import type { BatchLine, LineAction, Mismatch } from '../payments.ts'

export const LINE_ACTIONS: readonly LineAction[] = ['sale', 'refund', 'void', 'blind_refund']

export interface BatchCheck {
  lines: BatchLine[]
  mismatches: Mismatch[]
  /**
   * Null where nothing was settled, or the processor gives no file: then only the batch and its payments were
   * compared.
   */
  reconciled: boolean | null
}

/** What of a batch is looked at. */
export interface CheckedBatch {
  id: string
  processing_status_id: number
  settlement_file_name: string | null
}

interface Settlement extends OfAccount {
  id: string
  state: 'pending' | 'settled' | 'error'
  after_id: string
  to_id: string
}

/**
 * Compares a batch's totals with its payments, and its payments with what the processor's own file says, line by
 * line. Asks the processor for the file of every settlement of the batch; throws when it cannot be fetched.
 */
export async function checkBatch(db: Queryable, processors: Processors, batch: CheckedBatch): Promise<BatchCheck> {
  const lines = await linesOf(db, batch.id)
  const mismatches = await totalsOff(db, batch.id)
  const settlements = await db.query<Settlement>(
    'select id, root_id, processor_account_id, state, after_id, to_id from settlement where transactionbatch_id = $1 order by id',
    [batch.id],
  )
  let compared = false
  for (const settlement of settlements) {
    const statement = await (await processorFor({ db, processors }, settlement))?.statement?.(settlement.id)
    // The processor gives no files.
    if (statement === undefined) continue
    if (settlement.state === 'settled') {
      compared = true
      const asked = lines.filter(({ id }) => id > settlement.after_id && id <= settlement.to_id)
      mismatches.push(...(statement === null ? [noFile(batch)] : fileOff(batch, asked, statement)))
    } else if (settlement.state === 'error' && statement !== null) {
      const told = { ours: 'refused', theirs: statement.file_name }
      mismatches.push({ what: 'the processor has settled what it had refused', transaction_id: null, ...told })
    }
  }
  return { lines, mismatches, reconciled: mismatches.length > 0 ? false : compared ? true : null }
}

/** What counts in a batch, as what, and with how much. */
const COUNTS = 'status_id in (101, 111, 201)'
const AS_ACTION = `case status_id when 101 then 'sale' when 201 then 'void'
  else case when previous_transaction_id is null then 'blind_refund' else 'refund' end end`
const AS_AMOUNT = 'case status_id when 101 then captured_amount else coalesce(auth_amount, 0) end'

interface LineRecord extends Omit<BatchLine, 'amount'> {
  amount: string
}

async function linesOf(db: Queryable, batch_id: string): Promise<BatchLine[]> {
  const rows = await db.query<LineRecord>(
    `select id, location_id, created_ts, account_type, first_six, last_four, order_num, auth_code, reference,
            ${AS_ACTION} as action, (${AS_AMOUNT})::text as amount
       from transaction where transaction_batch_id = $1 and ${COUNTS} order by id`,
    [batch_id],
  )
  return rows.map(row => ({ ...row, amount: BigInt(row.amount) }))
}

/**
 * One statement, so that payments which join meanwhile are seen by both: each total as the batch has it, and as
 * counted.
 */
const TOTALS = `
select ${LINE_ACTIONS.map(
  action => `
    array[total_${action}_amount, counted.${action}_amount] as ${action}_amount,
    array[total_${action}_count, counted.${action}_count] as ${action}_count`,
).join()}
  from transactionbatch, lateral (
    select ${LINE_ACTIONS.map(
      action => `
           coalesce(sum(amount) filter (where action = '${action}'), 0)::bigint as ${action}_amount,
           count(*) filter (where action = '${action}') as ${action}_count`,
    ).join()}
      from (select ${AS_ACTION} as action, ${AS_AMOUNT} as amount
              from transaction where transaction_batch_id = transactionbatch.id and ${COUNTS}) as line) as counted
 where id = $1`

async function totalsOff(db: Queryable, batch_id: string): Promise<Mismatch[]> {
  const [row] = await db.query<Record<string, readonly [number | string, number | string]>>(TOTALS, [batch_id])
  return Object.entries(row ?? {}).flatMap(([name, [told, counted]]) => {
    if (String(told) === String(counted)) return []
    const show = (value: number | string) => (name.endsWith('_amount') ? formatMoney(BigInt(value)) : String(value))
    return [off(`total_${name}`, show(told), show(counted))]
  })
}

/** What a payment adds to what is paid out; null for one that was voided. */
export function payout({ action, amount }: Pick<BatchLine, 'action' | 'amount'>): bigint | null {
  if (action === 'void') return null
  return action === 'sale' ? amount : -amount
}

function fileOff(batch: CheckedBatch, lines: readonly BatchLine[], statement: Statement): Mismatch[] {
  const told = new Map(statement.lines.map(({ reference, amount }) => [reference, amount]))
  const found: Mismatch[] = []
  for (const line of lines) {
    const own = payout(line)
    const theirs = line.reference === null ? undefined : told.get(line.reference)
    if (line.reference !== null) told.delete(line.reference)
    if ((own ?? undefined) === theirs) continue
    const amounts = { ours: own === null ? 'voided' : formatMoney(own), theirs: moneyOr(theirs) }
    found.push({ what: 'a payment is settled differently', transaction_id: line.id, ...amounts })
  }
  for (const [reference, amount] of told)
    found.push({
      ...off('a payment of another batch is settled', null, formatMoney(amount)),
      transaction_id: reference,
    })
  const listed = new Set(statement.lines.map(({ reference }) => reference)).size
  if (listed < statement.lines.length)
    found.push(off('a payment is in the file twice', null, String(statement.lines.length)))
  const net = formatMoney(lines.reduce((sum, line) => sum + (payout(line) ?? 0n), 0n))
  if (net !== formatMoney(statement.amount)) found.push(off('net amount', net, formatMoney(statement.amount)))
  if (batch.processing_status_id !== PROCESSING.settled)
    found.push(off('processing_status_id', String(batch.processing_status_id), String(PROCESSING.settled)))
  if (batch.settlement_file_name !== statement.file_name)
    found.push(off('settlement_file_name', batch.settlement_file_name, statement.file_name))
  return found
}

function noFile(batch: CheckedBatch): Mismatch {
  return off('the processor has no file of it', batch.settlement_file_name, null)
}

function moneyOr(amount: bigint | undefined): string | null {
  return amount === undefined ? null : formatMoney(amount)
}

function off(what: string, ours: string | null, theirs: string | null): Mismatch {
  return { what, transaction_id: null, ours, theirs }
}
