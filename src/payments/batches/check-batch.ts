import type { Queryable } from '../../db/database.ts'
import { formatMoney } from '../../lib/money.ts'
import type { Statement } from '../../ports/processor.ts'
import { PROCESSING } from '../../resources/transactionbatch/transactionbatch.ts'
import { type OfAccount, type Processors, processorFor } from '../lifecycle/routing.ts'
import type { BatchLine, LineAction, Mismatch } from '../payments.ts'
import { LIVING_AND_ARCHIVED } from './archive.ts'

export const LINE_ACTIONS: readonly LineAction[] = ['sale', 'refund', 'void', 'blind_refund']

/** Most mismatches that are told of one batch. */
const MOST = 1_000
/** Payments per query. */
const CHUNK = 1_000

export interface BatchCheck {
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

interface Piece extends OfAccount {
  id: string
  state: 'pending' | 'settled' | 'error'
  after_id: string
  to_id: string
  file_name: string | null
}

/** Payments of a batch: all of them, or those after one id up to another. */
interface Range {
  after_id: string
  to_id: string
}

/**
 * Compares a batch's totals with its payments, and its payments with what the processor's own files say, line by line
 * and file by file, so that memory holds one file at a time. Throws when one cannot be fetched.
 */
export async function checkBatch(
  parts: { db: Queryable; processors: Processors },
  batch: CheckedBatch,
): Promise<BatchCheck> {
  const found: Mismatch[] = []
  let more = 0
  const add = (mismatches: readonly Mismatch[]): void => {
    const room = mismatches.slice(0, MOST - found.length)
    found.push(...room)
    more += mismatches.length - room.length
  }
  add(await totalsOff(parts.db, batch.id))
  const text = `select id, root_id, processor_account_id, state, after_id, to_id, file_name from settlement
    where transactionbatch_id = $1 order by try, after_id`
  const pieces = await parts.db.query<Piece>(text, [batch.id])
  let has_files = false
  for (const piece of pieces) {
    const statement = await (await processorFor(parts, piece))?.statement?.(piece.id)
    if (statement === undefined) continue
    if (piece.state === 'settled') {
      has_files = true
      if (batch.processing_status_id === PROCESSING.forced) add([CLOSED_WITHOUT])
      add(await fileOff(parts.db, batch, piece, statement))
    } else if (piece.state === 'error' && statement !== null) {
      const told = { ours: 'refused', theirs: statement.file_name }
      add([{ what: 'the processor has settled what it had refused', transaction_id: null, ...told }])
    }
  }
  if (has_files) add(batchOff(batch, pieces))
  if (more > 0) found.push(off('more mismatches than are shown', null, String(more)))
  return { mismatches: found, reconciled: found.length > 0 ? false : has_files ? true : null }
}

const CLOSED_WITHOUT = off('the processor has settled what was closed without it', 'closed by force', 'settled')

function byRange(one: Range, other: Range): number {
  return one.after_id < other.after_id ? -1 : 1
}

const COLUMNS = `id, root_id, location_id, created_ts, account_type, first_six, last_four, order_num, auth_code, reference,
  previous_transaction_id`
const TAKEN_BACK = COLUMNS.split(', ')
  .map(name => `t.${name.trim()}`)
  .join(', ')

/** What its processor took back after it was settled counts in the batch as it was settled. */
const PAYMENTS = `(
  select ${COLUMNS}, status_id, transaction_batch_id, captured_amount, auth_amount from ${LIVING_AND_ARCHIVED.transaction} as kept
  union all
  select ${TAKEN_BACK}, b.from_status, b.transactionbatch_id, b.amount, b.amount
    from taken_back b join transaction t on t.id = b.transaction_id and t.root_id = b.root_id
   where b.transactionbatch_id is not null) as payment`

/** What counts in a batch, as what, and with how much. */
const COUNTS = 'status_id in (101, 111, 201)'
const AS_ACTION = `case status_id when 101 then 'sale' when 201 then 'void'
  else case when previous_transaction_id is null then 'blind_refund' else 'refund' end end`
const AS_AMOUNT = 'case status_id when 101 then captured_amount else coalesce(auth_amount, 0) end'

interface LineRecord extends Omit<BatchLine, 'amount'> {
  amount: string
}

/** Yields the payments of a batch oldest first, so many at a time. */
export async function* linesOf(
  db: Queryable,
  batch_id: string,
  { after_id, to_id }: Range = { after_id: '', to_id: 'z' },
): AsyncGenerator<BatchLine[]> {
  const text = `select id, location_id, created_ts, account_type, first_six, last_four, order_num, auth_code, reference,
            ${AS_ACTION} as action, (${AS_AMOUNT})::text as amount
       from ${PAYMENTS} where transaction_batch_id = $1 and id > $2 and id <= $3 and ${COUNTS} order by id limit ${CHUNK}`
  for (let last = after_id; ; ) {
    const rows = await db.query<LineRecord>(text, [batch_id, last, to_id])
    if (rows.length > 0) yield rows.map(row => ({ ...row, amount: BigInt(row.amount) }))
    if (rows.length < CHUNK) return
    last = rows.at(-1)!.id
  }
}

/** What the payments of a batch come to by card and action. */
export interface BatchSum {
  account_type: string | null
  action: LineAction
  count: number
  amount: bigint
}

export async function sumsOf(db: Queryable, batch_id: string): Promise<BatchSum[]> {
  const rows = await db.query<Omit<BatchSum, 'amount'> & { amount: string }>(
    `select account_type, action, count(*)::int as count, sum(amount)::text as amount
       from (select account_type, ${AS_ACTION} as action, ${AS_AMOUNT} as amount
               from ${PAYMENTS} where transaction_batch_id = $1 and ${COUNTS}) as line
      group by account_type, action`,
    [batch_id],
  )
  return rows.map(row => ({ ...row, amount: BigInt(row.amount) }))
}

/** What is paid out. */
export function netOf(sums: readonly Pick<BatchSum, 'action' | 'amount'>[]): bigint {
  return sums.reduce((net, each) => net + (payout(each) ?? 0n), 0n)
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
              from ${PAYMENTS} where transaction_batch_id = transactionbatch.id and ${COUNTS}) as line) as counted
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
function payout({ action, amount }: Pick<BatchLine, 'action' | 'amount'>): bigint | null {
  if (action === 'void') return null
  return action === 'sale' ? amount : -amount
}

/** Compares the payments of a piece with the processor's file of it. */
async function fileOff(
  db: Queryable,
  batch: CheckedBatch,
  piece: Piece,
  statement: Statement | null,
): Promise<Mismatch[]> {
  if (statement === null) return [off('the processor has no file of it', piece.file_name, null)]
  const told = new Map(statement.lines.map(({ reference, amount }) => [reference, amount]))
  const left_out = await leftOutOf(db, piece.id)
  const listed = told.size
  const found: Mismatch[] = []
  let net = 0n
  for await (const lines of linesOf(db, batch.id, piece)) {
    for (const line of lines) {
      const own = payout(line)
      const left = left_out.get(line.id)
      if (left) {
        if (left.is_open) found.push({ ...off(left.reason, formatMoney(own ?? 0n), null), transaction_id: line.id })
        continue
      }
      net += own ?? 0n
      const theirs = line.reference === null ? undefined : told.get(line.reference)
      if (line.reference !== null) told.delete(line.reference)
      if ((own ?? undefined) === theirs) continue
      const amounts = { ours: own === null ? 'voided' : formatMoney(own), theirs: moneyOr(theirs) }
      found.push({ what: 'a payment is settled differently', transaction_id: line.id, ...amounts })
    }
  }
  for (const [reference, amount] of told)
    found.push({
      ...off('a payment of another batch is settled', null, formatMoney(amount)),
      transaction_id: reference,
    })
  if (listed < statement.lines.length)
    found.push(off('a payment is in the file twice', null, String(statement.lines.length)))
  if (net !== statement.amount) found.push(off('net amount', formatMoney(net), formatMoney(statement.amount)))
  if (piece.file_name !== statement.file_name) found.push(off('file name', piece.file_name, statement.file_name))
  return found
}

/** Returns the payments that the processor left out of a piece; `is_open` until a person has decided about one. */
async function leftOutOf(
  db: Queryable,
  settlement_id: string,
): Promise<Map<string, { reason: string; is_open: boolean }>> {
  const text = `select transaction_id, 'left out by the processor: ' || reason as reason, resolution is null as is_open
    from settlement_exception where settlement_id = $1`
  const rows = await db.query<{ transaction_id: string; reason: string; is_open: boolean }>(text, [settlement_id])
  return new Map(rows.map(({ transaction_id, ...left }) => [transaction_id, left]))
}

/** Compares what a batch says of itself with the files of its pieces. */
function batchOff(batch: CheckedBatch, pieces: readonly Piece[]): Mismatch[] {
  const settled = pieces.filter(({ state }) => state === 'settled').toSorted(byRange)
  const open = pieces.some(
    ({ state, after_id }) => state !== 'settled' && settled.every(each => each.after_id !== after_id),
  )
  if (open || batch.processing_status_id === PROCESSING.forced) return []
  const found: Mismatch[] = []
  if (batch.processing_status_id !== PROCESSING.settled)
    found.push(off('processing_status_id', String(batch.processing_status_id), String(PROCESSING.settled)))
  const [first] = settled
  if (batch.settlement_file_name !== first!.file_name)
    found.push(off('settlement_file_name', batch.settlement_file_name, first!.file_name))
  return found
}

function moneyOr(amount: bigint | undefined): string | null {
  return amount === undefined ? null : formatMoney(amount)
}

function off(what: string, ours: string | null, theirs: string | null): Mismatch {
  return { what, transaction_id: null, ours, theirs }
}
