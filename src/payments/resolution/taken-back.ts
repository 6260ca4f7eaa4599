import { systemCaller } from '../../definition/caller.ts'
import type { Settable } from '../../definition/resource.ts'
import type { Actor, SideStatement, UnitOfWork } from '../../definition/store.ts'
import { eventInsert } from '../../events/record-events.ts'
import { bankDate } from '../../lib/banking-day.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import { formatMoney } from '../../lib/money.ts'
import type { Outcome } from '../../ports/processor.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { PROCESSING } from '../../resources/transactionbatch/transactionbatch.ts'
import { titleOf } from '../bank/apply-return.ts'
import { blockAccounts } from '../bank/block-accounts.ts'
import { reasonOf, returnRule } from '../bank/return-codes.ts'
import { isSettled, joinBatch, joinsBatch } from '../batches/batch.ts'
import { type Attempt, attemptEnd, isLeft } from '../lifecycle/attempt.ts'
import { decideTakenBack, isTakenBack, type TakenBackDecision } from '../lifecycle/decide-taken-back.ts'
import { recordLocked, submitReversal } from '../lifecycle/payment.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { lockingAttempts, type Recorded, truncateOutcome } from '../lifecycle/record-outcome.ts'
import { accountOf, leavesByFile } from '../lifecycle/routing.ts'
import { postOutcomes } from '../posting/post-outcome.ts'
import { type Finding, recordFindings } from '../reconciliation/findings.ts'

type Context = Pick<PaymentContext, 'db' | 'store' | 'clock' | 'log'>
type Set = Settable<typeof transaction>

/** The steps of a bank payment before it can come back. */
const STEPS: readonly TransactionRow['status_id'][] = [
  STATUS.ach_pending,
  STATUS.ach_originating,
  STATUS.ach_originated,
]

/**
 * Stores that a bank payment which its processor had sent came back: it is charged back, and what the code requires
 * follows in the same transaction, as for one that left with a file. One that is charged back already stays as it is.
 */
export async function recordReturned(
  { db, store, clock, log }: Context,
  root_id: string,
  transaction_id: string,
  { code }: NonNullable<Outcome['returned']>,
): Promise<void> {
  const reason_code_id = reasonOf(code)
  if (reason_code_id === null) {
    log.error({ transaction_id, code }, 'a bank payment came back with a code that is no reason')
    return
  }
  await store.transaction({ caller: systemCaller(root_id, 'resolver') }, async work => {
    const row = await work.lock(transaction, transaction_id)
    if (!row || !canComeBack(row) || leavesByFile(await accountOf(db, row))) return
    const seconds = clock.seconds()
    const taken = await asSent(work, row)
    const why = { reason_code_id, verbiage: await titleOf(work, reason_code_id, code) }
    await postOutcomes(work, [{ row: taken, set: chargedBack(why, seconds), verb: 'updated' }], seconds)
    await blockAccounts(work, taken, returnRule(code), reason_code_id, seconds)
  })
}

/** Whether a payment is in a state in which its bank may send it back. */
export function canComeBack({
  payment_method,
  status_id,
  doing,
}: Pick<TransactionRow, 'payment_method' | 'status_id' | 'doing'>): boolean {
  return payment_method === 'ach' && doing === null && (STEPS.includes(status_id) || status_id === STATUS.ach_settled)
}

/** Only payments that were sent can come back. */
async function asSent(work: UnitOfWork, row: TransactionRow): Promise<TransactionRow> {
  const at = STEPS.indexOf(row.status_id)
  let sent = row
  for (const status_id of at < 0 ? [] : STEPS.slice(at + 1)) sent = await work.update(transaction, sent, { status_id })
  return sent
}

function chargedBack(why: Pick<Set, 'reason_code_id' | 'verbiage'>, seconds: number): Set {
  const today = bankDate(seconds).toString()
  return { ...why, status_id: STATUS.charged_back, return_date: today, charge_back_date: today, dup_key: null }
}

/**
 * Stores that a processor has taken back what it had approved: a refund failed after it had succeeded, a void did not
 * happen, a sale is not settled. The transaction goes back with everything that follows (its original, invoice and
 * batch), and a difference is listed for a person. What cannot go back, because more has happened since, is only
 * listed. Returns `later` while the transaction is being changed, or settled: then it has to be asked about again.
 */
export async function recordTakenBack(
  context: PaymentContext,
  attempt: Attempt,
  said: Outcome,
): Promise<'later' | undefined> {
  const actor: Actor = { caller: systemCaller(attempt.root_id, 'resolver') }
  const outcome = truncateOutcome(said)
  const recorded = await lockingAttempts(context, actor, [{ attempt }], async (work, [locked]) => {
    const { row, attempt: held } = locked!
    if (!isTakenBack(held, outcome) || isLeft(row, held) || (await leavesHere(context, row))) return null
    if (row.doing !== null || (await isBeingSettled(work, row))) return 'later'
    const decision = decideTakenBack(row, held, outcome, await factsOf(work, row, context.clock.seconds()))
    if (decision === null) return null
    return follow(context, work, { row, held, outcome }, decision)
  })
  if (recorded === 'later') return recorded
  if (recorded) await submitReversal(context, actor, recorded)
  return undefined
}

/** Whether its batch is just being closed, or settled: its totals belong to what was asked of the processor. */
async function isBeingSettled(work: UnitOfWork, row: TransactionRow): Promise<boolean> {
  return (await batchOf(work, row))?.processing_status_id === PROCESSING.processing
}

async function batchOf(work: UnitOfWork, { transaction_batch_id, root_id }: TransactionRow) {
  const [batch] = await work.query<{ is_open: boolean; processing_status_id: number }>(BATCH, [
    transaction_batch_id,
    root_id,
  ])
  return batch
}

const BATCH = 'select is_open, processing_status_id from transactionbatch where id = $1 and root_id = $2 for key share'

/** What leaves with a file of the gateway is taken back by that bank's files alone. */
async function leavesHere({ db }: PaymentContext, row: TransactionRow): Promise<boolean> {
  return row.payment_method === 'ach' && leavesByFile(await accountOf(db, row))
}

async function factsOf(work: UnitOfWork, row: TransactionRow, seconds: number) {
  const product = await work.maybe(producttransaction, row.product_transaction_id)
  const place = await work.maybe(location, row.location_id)
  const original = row.type_id === TYPE.refund ? await originalOf(work, row) : null
  return {
    today: localDate(seconds, place?.tz).toString(),
    industry_type: product?.industry_type ?? '',
    original_left: original && original.captured_amount - original.refunded_amount - original.refund_pending_amount,
  }
}

async function originalOf(work: UnitOfWork, { previous_transaction_id: id }: TransactionRow) {
  return id === null ? null : work.lock(transaction, id)
}

interface TakenBack {
  row: TransactionRow
  held: Attempt
  outcome: Outcome
}

async function follow(
  context: PaymentContext,
  work: UnitOfWork,
  about: TakenBack,
  decision: TakenBackDecision,
): Promise<Recorded | null> {
  const seconds = context.clock.seconds()
  const { row, held, outcome } = about
  const { reason_code_id, verbiage } = outcome
  const told = { transaction_id: row.id, attempt: held.id, action: held.action, reason_code_id, verbiage }
  context.log.warn(told, decision.kind === 'differs' ? CANNOT_GO_BACK : TAKEN_BACK)
  await list(work, about, decision, await accountOf(context.db, held), seconds)
  if (decision.kind === 'differs') return null
  if (decision.kind === 'reverse') return standsAgain(context, work, about)
  const sent = decision.kind === 'charge_back' ? await asSent(work, row) : row
  const set = decision.kind === 'charge_back' ? chargedBack({ reason_code_id, verbiage }, seconds) : decision.set
  const place = await placeOf(work, sent, set, seconds)
  await permit(context, work, about, { from: sent.status_id, to: set.status_id!, settled_with: place.settled_with })
  const { keeps_totals } = place
  const posting = { row: sent, set: { ...set, ...place.set }, verb: 'updated', keeps_totals }
  const [after] = await postOutcomes(work, [posting], seconds, closing(context, work, about, seconds))
  return { row: after!, reversal: null }
}

const TAKEN_BACK = 'a processor has taken back what it had approved'
const CANNOT_GO_BACK = 'a processor has taken back an approval that more has followed: a person has to decide'

/** A reversal has failed after all: it is answered as if it had been declined at once, and a person is called. */
async function standsAgain(context: PaymentContext, work: UnitOfWork, about: TakenBack): Promise<Recorded> {
  const { row, held, outcome } = about
  await permit(context, work, about, { from: row.status_id, to: row.status_id, settled_with: null })
  const text = `update attempt set state = 'approved' where root_id = $1 and id = $2 and state = 'reversed'`
  await work.query(text, [held.root_id, held.original])
  const { text: event, values } = audited(context, work, about)
  await work.query(event, values)
  const [recorded] = await recordLocked(context, work, [{ row, attempt: { ...held, state: 'pending' }, outcome }])
  return recorded!
}

interface Place {
  set: Set
  /** The batch that was settled with it. */
  settled_with: string | null
  keeps_totals: boolean
}

/**
 * Where a payment counts. One that goes leaves its batch, whose totals stay where it was settled with it; one that
 * comes back, after its batch was closed, joins the open one.
 */
async function placeOf(work: UnitOfWork, row: TransactionRow, set: Set, seconds: number): Promise<Place> {
  const stays = { set: {}, settled_with: null, keeps_totals: false }
  const { transaction_batch_id } = row
  if (transaction_batch_id === null) return stays
  if (joinsBatch({ ...row, ...set } as TransactionRow)) {
    if ((await batchOf(work, row))?.is_open) return stays
    const { id, batch_num } = await joinBatch(work, row)
    return { ...stays, set: { transaction_batch_id: id, batch: String(batch_num) } }
  }
  const is_settled = (await isSettled(work, row)) && !(await wasLeftOut(work, row, seconds))
  if (!is_settled && set.status_id === STATUS.voided) return stays
  const leaves = { transaction_batch_id: null, batch: null }
  return { set: leaves, settled_with: is_settled ? transaction_batch_id : null, keeps_totals: is_settled }
}

/** The processor had left it out when it settled the batch. Now it is clear why, and no person has to decide. */
async function wasLeftOut(work: UnitOfWork, { id, root_id }: TransactionRow, seconds: number): Promise<boolean> {
  return (await work.query(LEFT_OUT, [id, root_id, seconds])).length > 0
}

const LEFT_OUT = `
update settlement_exception set resolution = 'moved', resolved_ts = $3
 where transaction_id = $1 and root_id = $2 and resolution is null returning id`

/** PostgreSQL lets an approval go back only where this is stored. */
async function permit(
  { clock }: PaymentContext,
  work: UnitOfWork,
  { row, held }: TakenBack,
  { from, to, settled_with }: { from: number; to: number; settled_with: string | null },
): Promise<void> {
  const amount = row.captured_amount || row.auth_amount || held.amount
  const ids = [newId(clock.now()), row.root_id, row.id, held.id]
  await work.query(PERMIT, [...ids, from, to, amount.toString(), settled_with, clock.seconds()])
}

const PERMIT = `
insert into taken_back (id, root_id, transaction_id, attempt_id, from_status, to_status, amount, transactionbatch_id, created_ts)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

function closing(context: PaymentContext, work: UnitOfWork, about: TakenBack, seconds: number): SideStatement[] {
  const { held, outcome } = about
  return [
    attemptEnd([{ id: held.id, state: 'declined', outcome, is_stuck: false }], seconds),
    audited(context, work, about),
  ]
}

function audited(
  { clock }: PaymentContext,
  { actor: { caller } }: UnitOfWork,
  { row, held, outcome }: TakenBack,
): SideStatement {
  const { reason_code_id, verbiage } = outcome
  const details = { attempt: held.id, action: held.action, amount: formatMoney(held.amount), reason_code_id, verbiage }
  const about = { noun: 'transaction', record_id: row.id, location_id: row.location_id, verb: 'taken_back' }
  const values: unknown[] = []
  return { text: eventInsert([{ caller, ...about, details }], clock, values), values }
}

/** The difference that a person reads, and that the operator is mailed. */
async function list(
  work: UnitOfWork,
  { row, held, outcome }: TakenBack,
  { kind }: TakenBackDecision,
  { processor }: { processor: string },
  seconds: number,
): Promise<void> {
  const finding: Finding = {
    kind: kind === 'differs' ? 'order_result' : 'taken_back',
    subject: `taken back ${held.id}`,
    location_id: row.location_id,
    product_transaction_id: row.product_transaction_id,
    transaction_id: row.id,
    reference: held.id,
    processor,
    ours: `${held.action} approved ${formatMoney(held.amount)}`,
    theirs: `declined ${outcome.verbiage}`,
  }
  await recordFindings(work, [finding], 'return', seconds)
}
