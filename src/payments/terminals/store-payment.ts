import { randomInt } from 'node:crypto'
import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { LARGEST_AMOUNT } from '../../lib/money.ts'
import type { Outcome } from '../../ports/processor.ts'
import type { TerminalOutcome, TerminalResponse } from '../../ports/terminal.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { signature } from '../../resources/signature/signature.ts'
import { terminal } from '../../resources/terminal/terminal.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import { type Beginning, beginningOf, STATUS } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { decodeChanges } from '../lifecycle/attempt.ts'
import { decideOrder, declined } from '../lifecycle/outcome.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { openReversal, truncateOutcome } from '../lifecycle/record-outcome.ts'
import { COMMUNICATION_ERROR } from '../lifecycle/submit.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import { startValues } from '../start-values.ts'
import type { StoredOutcome } from './execute-run.ts'
import { cardColumns, tokenAccount } from './read-card.ts'

type Set = Settable<typeof transaction>

/**
 * Stores a payment at a terminal. A failed one authorised nothing and leaves no transaction. One of unknown outcome
 * is shown as pending until the device has responded.
 */
export async function storePayment(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  response: TerminalOutcome,
): Promise<StoredOutcome> {
  const seconds = context.clock.seconds()
  if (response.result === 'failed') {
    const failed = { status: 'ended', result: 'failed', message: response.text } as const
    if (run.transaction_id === null) return { set: failed }
    const set = declined({ ...COMMUNICATION_ERROR, verbiage: response.text.slice(0, LONGEST_VERBIAGE) })
    await postOutcome(work, await lockTransaction(work, run), { ...set, timestamp: seconds }, 'updated', seconds)
    return { set: failed }
  }
  if (response.result === 'unknown') {
    const asking = { status: 'unknown', message: response.text } as const
    if (run.transaction_id !== null) return { set: asking }
    const row = await postOutcome(work, await insertTransaction(work, run), UNKNOWN, 'created', seconds)
    return { set: { ...asking, transaction_id: row.id } }
  }
  return storeAnswer(context, work, run, response, seconds)
}

/** Shown while the outcome is unknown: neither approved nor declined. */
const UNKNOWN: Set = { ...COMMUNICATION_ERROR, outcome: 'unknown', status_id: STATUS.pending }

async function storeAnswer(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  response: TerminalResponse,
  seconds: number,
): Promise<StoredOutcome> {
  const verb = run.transaction_id === null ? 'created' : 'updated'
  const row = run.transaction_id === null ? await insertTransaction(work, run) : await lockTransaction(work, run)
  const product = await work.maybe(producttransaction, row.product_transaction_id)
  if (!product) throw new Error(`transaction ${row.id} has no product`)

  // A tip chosen on the device is added to the requested amount.
  const has_room = response.tip !== null && row.transaction_amount + response.tip <= LARGEST_AMOUNT
  const chosen = row.tip_amount === null && response.tip && has_room ? { tip_amount: response.tip } : null
  const amount = row.transaction_amount + (chosen?.tip_amount ?? 0n)
  const order = { action: run.action as Beginning, amount, told_ts: null, changes: {} }
  const card = cardColumns(response)
  const asked = { ...row, ...card, ...chosen } as TransactionRow
  const { set, state, reverse } = decideOrder(asked, order, outcomeOf(response), product, seconds)
  const tipped = chosen && state === 'approved' && !reverse ? { ...chosen, transaction_amount: amount } : {}
  const token = row.save_account && state === 'approved' && !reverse ? tokenAccount(response) : null
  const kept = token ? { instrument_id: (await context.vaulting.keep(work, row.location_id, token)).id } : {}
  const stored = await postOutcome(work, row, { ...card, ...tipped, ...set, ...kept }, verb, seconds)
  if (response.signature_png_base64) await keepSignature(work, stored, response.signature_png_base64)

  const result = reverse ? 'declined' : state
  const ended = { status: 'ended', result, message: stored.verbiage, transaction_id: stored.id } as const
  if (!reverse) return { set: ended }
  const approved = { ...row, transaction_id: row.id, amount }
  return { set: ended, reversal: { reversal: await openReversal(context, work, approved, seconds), row: stored } }
}

/**
 * Reverses an approval that arrived after the payment was reported as failed and perhaps repeated. It leaves a
 * declined transaction without the caller's own id, which another run may use by now. Null when there is nothing to
 * reverse or a reversal exists.
 */
export async function reverseLateApproval(
  context: PaymentContext,
  work: UnitOfWork,
  run: RunRow,
  response: TerminalResponse,
): Promise<StoredOutcome['reversal']> {
  const earlier = await work.query("select 1 from attempt where transaction_id = $1 and purpose = 'reversal'", [run.id])
  if (run.action === 'avsonly' || earlier.length > 0) return null
  const seconds = context.clock.seconds()
  const told = { ...cardColumns(response), ...declined(COMMUNICATION_ERROR), timestamp: seconds }
  const row =
    (await work.lock(transaction, run.id)) ??
    (await postOutcome(
      work,
      await insertTransaction(work, { ...run, transaction_api_id: null }),
      told,
      'created',
      seconds,
    ))
  const amount = outcomeOf(response).auth_amount ?? row.transaction_amount
  const approved = { ...row, transaction_id: row.id, amount }
  return { reversal: await openReversal(context, work, approved, seconds), row }
}

function outcomeOf(response: TerminalResponse): Outcome {
  return truncateOutcome({ ...response, processor_reference: response.host_reference })
}

/** Inserts the pending transaction. It has the run's id, by which device and processor know it. */
async function insertTransaction(work: UnitOfWork, run: RunRow): Promise<TransactionRow> {
  const device = await work.maybe(terminal, run.terminal_id)
  const record: Set = {
    ...STARTS,
    ...decodeChanges(run.details as Record<string, unknown>),
    id: run.id,
    payment_method: 'cc',
    location_id: run.location_id,
    product_transaction_id: run.product_transaction_id!,
    processor_account_id: run.processor_account_id!,
    contact_id: run.contact_id,
    transaction_amount: run.transaction_amount ?? 0n,
    transaction_api_id: await freeApiId(work, run),
    type_id: beginningOf(run.action as Beginning, 'cc')!.type_id as TransactionRow['type_id'],
    terminal_id: run.terminal_id,
    terminal_serial_number: device?.serial_number ?? null,
    card_present: true,
    reference: run.id,
    created_user_id: run.created_user_id,
    ...COMMUNICATION_ERROR,
    outcome: 'pending',
    status_id: STATUS.pending,
  }
  record.order_num ||= String(randomInt(100_000_000_000, 1_000_000_000_000))
  return work.insert(transaction, record, { verb: 'started' })
}

const LONGEST_VERBIAGE = 255

const STARTS: Set = startValues(transaction)

async function lockTransaction(work: UnitOfWork, run: RunRow): Promise<TransactionRow> {
  const row = await work.lock(transaction, run.transaction_id!)
  if (!row) throw new Error(`the transaction of terminal run ${run.id} is gone`)
  return row
}

async function keepSignature(work: UnitOfWork, { id, location_id }: TransactionRow, png: string): Promise<void> {
  // An oversized image must not keep a payment from being stored.
  if (png.length > (signature.fields.signature.limits.max ?? 0)) return
  await work.insert(signature, { resource: 'Transaction', resource_id: id, location_id, signature: png })
}

/**
 * Returns the caller's own id for the transaction of a run; null when another payment has taken it meanwhile, because
 * a payment must be stored in any case.
 */
export async function freeApiId(work: UnitOfWork, { transaction_api_id, location_id }: RunRow): Promise<string | null> {
  const taken = transaction_api_id && (await work.find(transaction, { transaction_api_id, location_id }))
  return taken ? null : transaction_api_id
}
