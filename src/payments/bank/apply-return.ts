import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { addBankingDays, bankDate } from '../../lib/banking-day.ts'
import { achSettings } from '../../resources/producttransaction/processor-data.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { postOutcome } from '../posting/post-outcome.ts'
import type { EntryRow } from './ach-file.ts'
import { lockEntry } from './acknowledgement.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { type BankItem, insertItem } from './bank-item.ts'
import { blockAccounts } from './block-accounts.ts'
import { applyMicrodepositReturn } from './microdeposits/return-microdeposit.ts'
import { reasonOf, returnRule } from './return-codes.ts'
import { originatesAt } from './windows.ts'

/** Days after the first use of an authorization within which a debit may be presented again (Nacha operating rules). */
const RETRY_WITHIN_DAYS = 180
/** Banking days before a debit returned for lack of funds is presented again, so that a salary may arrive. */
const RETRY_AFTER = 2

/**
 * Stores a return: the payment is charged back or waits to be presented again, and what its code requires follows in
 * the same transaction. A return that was stored before, or of an entry that was returned already, changes nothing.
 */
export async function applyReturn(bank: BankContext, item: BankItem, found: EntryRow): Promise<void> {
  const reason_code_id = reasonOf(item.code)
  if (reason_code_id === null) throw new Error(`${item.code} is between banks`)
  await bank.store.transaction(bankActor(found.root_id), async work => {
    const held = await lockEntry(work, found, ['presented', 'accepted', 'settled'])
    const isNew = await insertItem(bank, work, item, { entry: found, state: held ? 'applied' : 'ignored' })
    if (!held || !isNew) return
    const { row, entry } = held
    const seconds = bank.clock.seconds()
    await work.query(`update ach_entry set state = 'returned', return_code = $2, returned_ts = $3 where id = $1`, [
      entry.id,
      item.code,
      seconds,
    ])
    if (row) await chargeBack(bank, work, row, entry, item.code, reason_code_id)
    else await applyMicrodepositReturn(work, entry, { code: item.code, reason_code_id, seconds })
  })
}

async function chargeBack(
  bank: BankContext,
  work: UnitOfWork,
  row: TransactionRow,
  entry: EntryRow,
  code: string,
  reason_code_id: number,
): Promise<void> {
  const seconds = bank.clock.seconds()
  const today = bankDate(seconds).toString()
  // A returned entry was accepted by the bank, even when its acknowledgement is missing.
  const taken =
    row.status_id === STATUS.ach_originating
      ? await work.update(transaction, row, { status_id: STATUS.ach_originated })
      : row
  const returned = { reason_code_id, verbiage: await titleOf(work, reason_code_id, code), return_date: today }
  const rule = returnRule(code)
  const retry_ts = rule.retry ? await nextPresentment(work, taken, entry, seconds) : null
  const set: Settable<typeof transaction> =
    retry_ts === null
      ? { ...returned, status_id: STATUS.charged_back, charge_back_date: today, dup_key: null, originate_ts: null }
      : { ...returned, status_id: STATUS.ach_reserved, originate_ts: retry_ts }
  await postOutcome(work, taken, set, 'updated', seconds)
  if (retry_ts === null) await blockAccounts(work, taken, rule, reason_code_id, seconds)
}

/**
 * Returns when a debit returned for lack of funds is presented again; null when the rules or the merchant do not
 * allow it.
 */
async function nextPresentment(
  work: UnitOfWork,
  row: TransactionRow,
  { presentment }: EntryRow,
  seconds: number,
): Promise<number | null> {
  const product = await work.maybe(producttransaction, row.product_transaction_id)
  // Part of it has been refunded, or a refund is in progress.
  const is_whole = row.refunded_amount === 0n && row.refund_pending_amount === 0n
  if (!product || row.type_id !== TYPE.debit || !is_whole || presentment > achSettings(product).represent) return null
  const day = addBankingDays(bankDate(seconds), RETRY_AFTER)
  const last = bankDate(row.created_ts).add({ days: RETRY_WITHIN_DAYS })
  if (Temporal.PlainDate.compare(day, last) > 0) return null
  return originatesAt(
    { amount: row.transaction_amount, effective_date: addBankingDays(day, 1).toString() },
    false,
    seconds,
  )
}

/** Returns the title from the table of reasons: `R01 not enough funds`. */
export async function titleOf(work: UnitOfWork, reason_code_id: number, code: string): Promise<string> {
  const [known] = await work.query<{ title: string }>('select title from reasoncode where id = $1', [reason_code_id])
  const [, words] = known?.title.split(`${code}: `) ?? []
  return words ? `${code} ${words}` : code
}
