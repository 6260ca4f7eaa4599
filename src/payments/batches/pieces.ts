import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import type { SettlementRequest } from '../../ports/processor.ts'
import { SETTLED_STATUSES, STATUS } from '../../resources/transaction/transaction.states.ts'
import {
  PROCESSING,
  type SettledRange,
  type transactionbatch,
} from '../../resources/transactionbatch/transactionbatch.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { type OfAccount, processorFor } from '../lifecycle/routing.ts'
import { LEASE_SECONDS } from './close.ts'

/** A stored request to settle the payments of a batch within a range of ids. Its id is the reference that is sent. */
export interface Settlement extends OfAccount {
  id: string
  transactionbatch_id: string
  /** Not itself one of them; `''` begins with the first payment. */
  after_id: string
  to_id: string
  asks: number
  /** A person has closed its batch without the processor. */
  is_given_up: boolean
}

/** A request to settle a part of a batch, and what came of it. */
export interface Piece {
  after_id: string
  to_id: string
  /** The first, second … time that the batch was sent. */
  try: number
  state: 'pending' | 'settled' | 'error'
  message: string | null
  file_name: string | null
}

/** All ids lie between these two. */
const WHOLE: SettledRange = ['', 'z']

const RETURNED = `id, root_id, transactionbatch_id, processor_account_id, after_id, to_id, asks,
  (select b.processing_status_id = ${PROCESSING.forced} from transactionbatch b
    where b.id = transactionbatch_id and b.root_id = settlement.root_id) as is_given_up`

/**
 * Pieces of the processor account $3 whose outcome is unknown, or whose process has died. Those that were never sent
 * leave one after another with their batch, as long as somebody goes on with it.
 */
export const duePieces = lease<Settlement>({
  table: 'settlement',
  column: 'ask_ts',
  counter: 'asks',
  open: `state = 'pending'`,
  due: `ask_ts <= ${MACHINE_NOW} and processor_account_id = $3 and (asks > 0 or not exists (
    select from transactionbatch b where b.id = transactionbatch_id and b.root_id = settlement.root_id and b.continue_ts is not null))`,
  returning: RETURNED,
})

/** Pieces of the batch $3 that were never sent. */
export const newPieces = lease<Settlement>({
  table: 'settlement',
  column: 'ask_ts',
  counter: 'asks',
  open: `state = 'pending'`,
  due: 'transactionbatch_id = $3 and asks = 0',
  order: 'after_id',
  returning: RETURNED,
})

/** Pieces of a batch whose outcome is not known. */
export function pendingOf(db: Pick<UnitOfWork, 'query'>, batch_id: string): Promise<Settlement[]> {
  const text = `select ${RETURNED} from settlement where transactionbatch_id = $1 and state = 'pending' order by after_id`
  return db.query<Settlement>(text, [batch_id])
}

/** What was asked for a batch, in the order of the payments and then of the tries. */
export function piecesOf(db: Pick<UnitOfWork, 'query'>, batch_id: string): Promise<Piece[]> {
  const text = `select after_id, to_id, try, state, message, file_name from settlement
    where transactionbatch_id = $1 order by after_id, try`
  return db.query<Piece>(text, [batch_id])
}

/** Returns the parts that were refused when the batch was last sent. */
export function refusedOf(pieces: readonly Piece[]): Piece[] {
  const last = triesOf(pieces)
  return pieces.filter(each => each.try === last && each.state === 'error')
}

function triesOf(pieces: readonly Piece[]): number {
  return Math.max(0, ...pieces.map(each => each.try))
}

/**
 * Stores the requests to settle a locked batch whose membership is fixed: all of it, or the parts that were refused
 * before, in pieces as large as its processor takes. Returns how many; 0 where no payment is left in those parts.
 */
export async function openPieces(
  context: PaymentContext,
  work: UnitOfWork,
  batch: Row<typeof transactionbatch>,
): Promise<number> {
  const most = (await processorFor(context, batch))?.settlement_orders_max ?? null
  const earlier = await piecesOf(work, batch.id)
  const open =
    earlier.length === 0 ? [WHOLE] : refusedOf(earlier).map(({ after_id, to_id }) => [after_id, to_id] as const)
  const parts: Part[] = []
  for (const range of open) parts.push(...(await partsOf(work, batch.id, range, most)))
  const next = triesOf(earlier) + 1
  const rows = parts.map(part => ({
    ...part,
    id: newId(context.clock.now()),
    root_id: batch.root_id,
    transactionbatch_id: batch.id,
    processor_account_id: batch.processor_account_id,
    try: next,
    created_ts: batch.fixed_ts,
  }))
  await work.query(OPEN, [JSON.stringify(rows), LEASE_SECONDS])
  return rows.length
}

/** Leased to this process, which sends them in a moment. */
const OPEN = `
insert into settlement (id, root_id, transactionbatch_id, processor_account_id, after_id, to_id, try, orders, amount, created_ts, state, ask_ts)
select id, root_id, transactionbatch_id, processor_account_id, after_id, to_id, try, orders, amount, created_ts, 'pending', ${MACHINE_NOW} + $2
  from json_populate_recordset(null::settlement, $1)`

const AMOUNT = `case when status_id = ${STATUS.refunded} then -coalesce(auth_amount, 0) else captured_amount end`
const SETTLED = `status_id in (${SETTLED_STATUSES.join()})`

interface Part {
  after_id: string
  to_id: string
  orders: number
  amount: string
}

/** Divides the payments of a range into parts of so many. Together they are the whole range again. */
async function partsOf(
  work: UnitOfWork,
  batch_id: string,
  [after_id, to_id]: SettledRange,
  most: number | null,
): Promise<Part[]> {
  const text = `
    select max(id) as to_id, count(*)::int as orders, sum(amount)::text as amount
      from (select id, ${AMOUNT} as amount, (row_number() over (order by id) - 1) / $4::bigint as part
              from transaction where transaction_batch_id = $1 and id > $2 and id <= $3 and ${SETTLED}) as payment
     group by part order by part`
  const parts = await work.query<Omit<Part, 'after_id'>>(text, [batch_id, after_id, to_id, most ?? ALL])
  return parts.map((part, index) => ({
    ...part,
    after_id: parts[index - 1]?.to_id ?? after_id,
    to_id: index === parts.length - 1 ? to_id : part.to_id,
  }))
}

/** More payments than there are. */
const ALL = 1e15

/** The request that a piece stands for: its payments oldest first. */
export async function requestOf(
  db: Pick<UnitOfWork, 'query'>,
  { id, transactionbatch_id, after_id, to_id }: Settlement,
): Promise<SettlementRequest> {
  const lines = await db.query<{ reference: string; amount: string }>(
    `select reference, (${AMOUNT})::text as amount from transaction
      where transaction_batch_id = $1 and id > $2 and id <= $3 and ${SETTLED} and reference is not null
      order by id`,
    [transactionbatch_id, after_id, to_id],
  )
  return {
    reference: id,
    orders: lines.map(({ reference }) => reference),
    amount: lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  }
}
