import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { Identity } from '../../ports/processor.ts'
import { STATUS, type TransactionRow, TYPE, transaction } from '../../resources/transaction/transaction.ts'
import type { Steps, Total } from '../batches/batch.ts'
import { goneBy } from '../risk/velocity.ts'
import { INSTRUMENT_COLUMNS } from '../vault/redeem-ticket.ts'
import { storeVault } from '../vault/store-vault.ts'
import type { Instrument } from '../vault/vaulting.ts'
import { declinedRun } from './declined-run.ts'
import { type PostingBatch, postingBatch } from './posting-batch.ts'
import { receiptEffects } from './receipts.ts'

type Set = Settable<typeof transaction>

/**
 * Stores what an outcome makes of a locked transaction, with everything that follows from it in other books: the batch it
 * joins and its totals, the original of a refund, the account to keep. `verb` is that of the event.
 */
export async function postOutcome(
  work: UnitOfWork,
  row: TransactionRow,
  set: Set,
  verb: string,
  seconds: number,
): Promise<TransactionRow> {
  const open = postingBatch(work)
  const stored = await postOutcomeIn(open, work, row, set, verb)
  await open.close(seconds)
  return stored
}

/** The same for one of many transactions that are stored together; whoever opened the till closes it. */
export async function postOutcomeIn(
  open: PostingBatch,
  work: UnitOfWork,
  row: TransactionRow,
  set: Set,
  verb: string,
): Promise<TransactionRow> {
  const after = { ...row, ...set } as TransactionRow
  const joins = row.transaction_batch_id === null && joinsBatch(after)
  const batch = joins ? await open.batchOf(row.product_transaction_id) : null
  const saved = await saveAccount(work, after)
  const stored = await work.update(
    transaction,
    row,
    {
      ...set,
      ...(batch ? { transaction_batch_id: batch.id, batch: String(batch.batch_num) } : {}),
      ...(saved ? { saved_account_vault_id: saved } : {}),
      ...(row.payer_identity !== null && isDone(after) ? { payer_identity: null } : {}),
    },
    { verb, effects: [...(await receiptEffects(open, row, after)), ...declinedRun(row, after)] },
  )
  await settleOriginal(work, row, after)
  if (stored.transaction_batch_id) open.add(stored.transaction_batch_id, batchSteps(row, after))
  open.free(goneBy(row, after))
  return stored
}

function isDone({ outcome }: TransactionRow): boolean {
  return outcome === 'approved' || outcome === 'declined'
}

/** Card money that is the merchant's, or goes back from it, is settled with a batch; an authorization is not yet. */
function joinsBatch(row: TransactionRow): boolean {
  return row.status_id === STATUS.sale || row.status_id === STATUS.refunded
}

/** How a change moves the totals of its batch: what a payment counted for before is taken out, what it counts for now put in. */
export function batchSteps(before: TransactionRow, after: TransactionRow): Steps {
  const steps: Steps = {}
  const add = (total: Total, amount: bigint, count: number): void => {
    const sum = steps[total] ?? { amount: 0n, count: 0 }
    steps[total] = { amount: sum.amount + amount, count: sum.count + count }
  }
  const was = countsAs(before)
  const is = countsAs(after)
  if (was) add(was.total, -was.amount, -1)
  if (is) add(is.total, is.amount, 1)
  if (was && after.status_id === STATUS.voided) add('void', was.amount, 1)
  const moved = Object.entries(steps).filter(([, step]) => step.amount !== 0n || step.count !== 0)
  return Object.fromEntries(moved)
}

function countsAs(row: TransactionRow): { total: Total; amount: bigint } | null {
  if (row.status_id === STATUS.sale) return { total: 'sale', amount: row.captured_amount }
  if (row.status_id !== STATUS.refunded) return null
  return { total: row.previous_transaction_id === null ? 'blind_refund' : 'refund', amount: row.auth_amount ?? 0n }
}

/** Whether a transaction gives back another's money. A sale may also name an earlier one, to use its account again. */
function isLinkedRefund(row: TransactionRow): boolean {
  return row.type_id === TYPE.refund && row.previous_transaction_id !== null
}

/** A refund that was voided, or that the bank has rejected or sent back: its payment can be refunded again. */
const CAME_TO_NOTHING: readonly number[] = [STATUS.voided, STATUS.ach_rejected, STATUS.charged_back]

/** What an intended refund reserves of its original, what an approved one has taken of it. */
function claimOf(row: TransactionRow): { pending: bigint; refunded: bigint } {
  const none = { pending: 0n, refunded: 0n }
  if (!isLinkedRefund(row)) return none
  if (row.outcome === 'pending' || row.outcome === 'unknown') return { ...none, pending: row.transaction_amount }
  const stands = row.outcome === 'approved' && !CAME_TO_NOTHING.includes(row.status_id)
  return stands ? { ...none, refunded: row.transaction_amount } : none
}

/** Moves the claim of a refund on its original along with the refund's outcome. */
async function settleOriginal(work: UnitOfWork, before: TransactionRow, after: TransactionRow): Promise<void> {
  const was = claimOf(before)
  const is = claimOf(after)
  const pending = is.pending - was.pending
  const refunded = is.refunded - was.refunded
  if (pending === 0n && refunded === 0n) return
  const original = await work.lock(transaction, before.previous_transaction_id!)
  if (!original) throw new Error(`the original of refund ${before.id} is gone`)
  const refund_pending_amount = original.refund_pending_amount + pending
  // Nobody outside sees a reservation, so only money that really went back is an event.
  if (refunded === 0n) return reserve(work, original.id, pending)
  await work.update(transaction, original, {
    refund_pending_amount,
    refunded_amount: original.refunded_amount + refunded,
  })
}

/** Holds (or frees) a part of a transaction for a refund. The database refuses more than was captured. */
export async function reserve(work: UnitOfWork, id: string, amount: bigint): Promise<void> {
  await work.query('update transaction set refund_pending_amount = refund_pending_amount + $2 where id = $1', [
    id,
    amount.toString(),
  ])
}

/** `save_account`: once approved, the account becomes a vault of the contact (contract 2.13). */
async function saveAccount(work: UnitOfWork, row: TransactionRow): Promise<string | null> {
  const wanted = row.save_account && row.outcome === 'approved' && row.saved_account_vault_id === null
  if (!wanted || !row.contact_id || !row.instrument_id || row.account_vault_id) return null
  const text = `select ${INSTRUMENT_COLUMNS} from instrument where id = $1`
  const [instrument] = await work.query<Instrument>(text, [row.instrument_id])
  if (!instrument) return null
  const vault = await storeVault(work, instrument, {
    location_id: row.location_id,
    contact_id: row.contact_id,
    title: row.save_account_title || null,
    billing_address: row.billing_street,
    billing_city: row.billing_city,
    billing_state: row.billing_state?.length === 2 ? row.billing_state : null,
    billing_zip: row.billing_zip && row.billing_zip.length >= 5 ? row.billing_zip.slice(0, 10) : null,
    billing_phone: row.billing_phone,
    customer_id: row.customer_id?.slice(0, 50) ?? null,
    ...(row.payer_identity as Identity | null),
    product_transaction_id: row.product_transaction_id,
  })
  return vault.id
}
