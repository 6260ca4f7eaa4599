import type { Row, Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { BankAccount } from '../../lib/account.ts'
import { minorNumber } from '../../lib/money.ts'
import { UnwritableFile } from '../../nacha/write-nacha.ts'
import type { location } from '../../resources/location/location.ts'
import { achSettings } from '../../resources/producttransaction/processor-data.ts'
import { quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import { REASON, STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { Product } from '../lifecycle/routing.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import type { Opened } from '../vaulting.ts'
import type { BankContext } from './bank-context.ts'
import { type EntryDetails, type EntryRejection, entryDetailsOf, originatorOf } from './entry-details.ts'
import { deliveryJob, insertFile, sortedByBatch, type UnnumberedEntry } from './insert-file.ts'
import { renderFile } from './render-file.ts'
import { entryTiming, settlesAt } from './windows.ts'

interface OriginatedPayment {
  row: TransactionRow
  instrument_id: string
  account: BankAccount
  details: EntryDetails
  /** 1 for the first presentment. */
  presentment: number
}

/** A payment that is due to leave, as read before it is locked. */
export interface Candidate {
  id: string
  /** The current instrument of its account. */
  instrument_id: string | null
}

/** Payments of one product that leave together, with their accounts opened. */
export interface Origination {
  product: Product
  place: Row<typeof location>
  candidates: readonly Candidate[]
  opened: ReadonlyMap<string, Opened>
}

/**
 * Builds the file of one product: its row, an entry per payment, and every payment marked as originating, in one
 * transaction. A payment that is being voided is left out. A payment that no file can hold is rejected. Returns the
 * number of payments moved.
 */
export async function buildFile(bank: BankContext, work: UnitOfWork, leaving: Origination): Promise<number> {
  const seconds = bank.clock.seconds()
  const rows = await lockWaiting(work, leaving, seconds)
  const before = await presentmentsOf(
    work,
    rows.map(({ id }) => id),
  )
  const accounts = new Map(leaving.candidates.map(({ id, instrument_id }) => [id, instrument_id]))
  const payments: OriginatedPayment[] = []
  let unsent = 0
  for (const row of rows) {
    const instrument_id = accounts.get(row.id) ?? ''
    const account = leaving.opened.get(instrument_id)?.account
    const presentment = (before.get(row.id) ?? 0) + 1
    const bank_account = account?.payment_method === 'ach' ? account : null
    const details = bank_account
      ? ((await obsoleteReason(work, row)) ?? entryDetailsOf(row, bank_account, leaving.product, presentment > 1))
      : NO_ACCOUNT
    if (bank_account && !('verbiage' in details)) {
      payments.push({ row, instrument_id, account: bank_account, details, presentment })
      continue
    }
    await reject(work, row, details as EntryRejection, seconds)
    unsent += 1
  }
  if (payments.length > 0) {
    const { good, bad } = partitionWritable(leaving, bank, payments, seconds)
    for (const { row } of bad) await reject(work, row, UNWRITABLE, seconds)
    const accounts = new Map(good.map(({ instrument_id, account }) => [instrument_id, account]))
    const { file_id } = await insertFile(bank, work, leaving, {
      unnumbered: entriesOf(leaving.product, good, seconds),
      accounts,
    })
    await markOriginating(work, good, file_id)
  }
  return payments.length + unsent
}

const UNWRITABLE: EntryRejection = { reason_code_id: REASON.not_permitted, verbiage: 'NO BANK FILE CAN SAY THIS' }

/**
 * Separates payments that no file can hold, so that a single one does not keep all others of its product from
 * leaving. When nothing can be written the fault is not in the payments, and all of them wait.
 */
function partitionWritable(
  { product, place }: Origination,
  bank: BankContext,
  payments: readonly OriginatedPayment[],
  seconds: number,
): { good: readonly OriginatedPayment[]; bad: readonly OriginatedPayment[] } {
  const facts = { ...originatorOf(product, place, bank.originator), modifier: 'A' }
  const isWritable = (each: readonly OriginatedPayment[]) => {
    const numbers = { ach_file_id: '', odfi_id: facts.odfi_id, cycle: 1, batch_number: 1 }
    const entries = entriesOf(product, each, seconds).map((entry, index) => ({
      ...entry,
      ...numbers,
      sequence: index + 1,
    }))
    const accounts = new Map(each.map(({ instrument_id, account }) => [instrument_id, account]))
    try {
      renderFile({ facts, created_ts: seconds }, entries, accounts)
      return true
    } catch (error) {
      if (error instanceof UnwritableFile) return false
      throw error
    }
  }
  if (isWritable(payments)) return { good: payments, bad: [] }
  const good = payments.filter(each => isWritable([each]))
  return good.length === 0 ? { good: payments, bad: [] } : { good, bad: payments.filter(each => !good.includes(each)) }
}

const NO_ACCOUNT: EntryRejection = { reason_code_id: REASON.account_error, verbiage: 'NO BANK ACCOUNT' }

/** Returns the candidates that still wait, in the order of their ids, locked until the transaction ends. */
async function lockWaiting(work: UnitOfWork, { candidates }: Origination, seconds: number): Promise<TransactionRow[]> {
  const ids = candidates.map(({ id }) => id)
  await work.query('select from transaction where id = any($1) order by id for no key update', [ids])
  const rows = await work.all(transaction, { id: ids }, ids.length)
  const waits = ({ status_id, doing, originate_ts }: TransactionRow) =>
    (status_id === STATUS.ach_pending || status_id === STATUS.ach_reserved) &&
    doing === null &&
    originate_ts !== null &&
    originate_ts <= seconds
  return rows.filter(waits).toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const PAID_OTHERWISE: EntryRejection = { reason_code_id: REASON.not_permitted, verbiage: 'PAID OTHERWISE' }
const DEBIT_CAME_BACK: EntryRejection = { reason_code_id: REASON.original_not_valid, verbiage: 'THE DEBIT CAME BACK' }

/**
 * Returns why a payment has become obsolete while it waited: the debit that a refund gives back was returned itself,
 * or the invoice of a debit to be presented again was paid otherwise. The invoice is locked, so that it is not paid
 * at the same time.
 */
async function obsoleteReason(work: UnitOfWork, row: TransactionRow): Promise<EntryRejection | null> {
  if (row.type_id === TYPE.refund && row.previous_transaction_id !== null) {
    const original = await work.maybe(transaction, row.previous_transaction_id)
    return original?.status_id === STATUS.charged_back ? DEBIT_CAME_BACK : null
  }
  if (row.status_id !== STATUS.ach_reserved || row.quick_invoice_id === null) return null
  const invoice = await work.lock(quickinvoice, row.quick_invoice_id)
  if (!invoice || invoice.allow_overpayment) return null
  const is_owed = invoice.amount_due - invoice.paid_amount - invoice.pending_amount >= row.captured_amount
  return is_owed ? null : PAID_OTHERWISE
}

/**
 * Rejects a payment without sending it; a refund releases its hold on the original. A debit that was returned before
 * keeps the reason of that return.
 */
async function reject(work: UnitOfWork, row: TransactionRow, reason: EntryRejection, seconds: number): Promise<void> {
  const over = { originate_ts: null, dup_key: null }
  const set: Settable<typeof transaction> =
    row.status_id === STATUS.ach_reserved
      ? { ...over, status_id: STATUS.charged_back, charge_back_date: row.return_date }
      : { ...over, status_id: STATUS.ach_rejected, ...reason }
  await postOutcome(work, row, set, 'updated', seconds)
}

/** Returns the entries of the payments without their numbers, sorted by batch. */
function entriesOf(product: Product, payments: readonly OriginatedPayment[], seconds: number): UnnumberedEntry[] {
  const { same_day } = achSettings(product)
  const unnumbered = payments.map(({ row, instrument_id, account, details, presentment }): UnnumberedEntry => {
    const amount = row.auth_amount ?? row.transaction_amount
    const effect = entryTiming({ ...row, amount }, same_day, seconds)
    return {
      ...details,
      ...effect,
      kind: 'payment' as const,
      root_id: row.root_id,
      transaction_id: row.id,
      instrument_id,
      presentment,
      rdfi_id: account.routing.slice(0, 8),
      amount: minorNumber(amount),
      settle_ts: settlesAt(effect, holdDays(product, row)),
      state: 'presented' as const,
      settled_ts: null,
      return_code: null,
      returned_ts: null,
    }
  })
  return sortedByBatch(unnumbered)
}

/** Returns how often each payment has been presented; entries of refused files do not count. */
async function presentmentsOf(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await work.query<{ transaction_id: string; last: number }>(
    `select transaction_id, max(presentment) as last from ach_entry
      where transaction_id = any($1) and state <> 'withdrawn' group by transaction_id`,
    [ids],
  )
  return new Map(rows.map(({ transaction_id, last }) => [transaction_id, last]))
}

/** Returns the banking days for which a debit is held back after its date; refunds and credits are not held. */
function holdDays({ velocity_settings }: Product, { type_id }: TransactionRow): number {
  const { debit_hold_days } = (velocity_settings ?? {}) as { debit_hold_days?: number | null }
  return type_id === TYPE.debit ? Math.min(debit_hold_days ?? 0, LONGEST_HOLD) : 0
}

const LONGEST_HOLD = 365

/** Marks every payment as originating; the first update enqueues the delivery of the file. */
async function markOriginating(
  work: UnitOfWork,
  payments: readonly OriginatedPayment[],
  file_id: string,
): Promise<void> {
  let effects = deliveryJob(file_id)
  for (const { row } of payments) {
    await work.update(transaction, row, { status_id: STATUS.ach_originating, originate_ts: null }, { effects })
    effects = []
  }
}
