import type { UnitOfWork } from '../../../definition/store.ts'
import { dueScan } from '../../../jobs/declare/due-scan.ts'
import { defineTask, type JobRun } from '../../../jobs/declare/task.ts'
import type { BankAccount } from '../../../lib/account.ts'
import { minorNumber } from '../../../lib/money.ts'
import { secCode } from '../../../lib/sec-code.ts'
import { accountvault } from '../../../resources/accountvault/accountvault.ts'
import { location } from '../../../resources/location/location.ts'
import { type MicrodepositRow, microdeposit } from '../../../resources/microdeposit/microdeposit.ts'
import { achSettings } from '../../../resources/producttransaction/processor-data.ts'
import { producttransaction } from '../../../resources/producttransaction/producttransaction.ts'
import { REASON } from '../../../resources/transaction/transaction.states.ts'
import type { Product } from '../../lifecycle/routing.ts'
import { type BankContext, bankActor } from '../bank-context.ts'
import { holderName } from '../entry-details.ts'
import { deliveryJob, insertFile, sortedByBatch, type UnnumberedEntry } from '../insert-file.ts'
import { currentInstruments } from '../notification-of-change.ts'
import { type EntryTiming, entryTiming, settlesAt } from '../windows.ts'

export const microdepositsTask = defineTask<{ product_transaction_id: string }>('microdeposit.send')

const ENTRIES_PER_FILE = 300
const LONGEST_ACCOUNT = 17

/** Pending verifications, one job per product and window. */
export const microdepositsDue = dueScan({
  name: 'micro-deposits that leave',
  table: 'microdeposit',
  column: 'originate_ts',
  by: 'product_transaction_id',
  task: microdepositsTask,
  payload: { product_transaction_id: 'product_transaction_id' },
  most: 1000,
  revive: 1800,
})

/** Builds files of the pending deposits of one product: two credits and one debit per account in one settlement. */
export async function sendMicrodeposits(
  bank: BankContext,
  { payload, root_id }: JobRun<{ product_transaction_id: string }>,
): Promise<void> {
  const { product_transaction_id } = payload
  const actor = bankActor(root_id ?? '')
  const read = bank.store.reader(actor.caller)
  const product = await read.one(producttransaction, product_transaction_id, 'product_transaction_id')
  const place = await read.one(location, product.location_id, 'location_id')
  for (;;) {
    const waiting = await bank.db.query<{ id: string; instrument_id: string }>(
      `select id, instrument_id from microdeposit where product_transaction_id = $1 and originate_ts <= $2
        order by id limit ${ENTRIES_PER_FILE}`,
      [product.id, bank.clock.seconds()],
    )
    if (waiting.length === 0) return
    const ids = waiting.map(({ instrument_id }) => instrument_id)
    const latest = await currentInstruments(bank.db, ids)
    const opened = await bank.vaulting.openAll(
      actor.caller,
      ids.map(each => latest.get(each) ?? each),
    )
    const accountOf = (id: string): BankAccount | null => {
      const account = opened.get(latest.get(id) ?? id)?.account
      return account?.payment_method === 'ach' ? account : null
    }
    const sent = await bank.store.transaction(actor, async work => {
      const verifications = await lockWaiting(bank, work, waiting, accountOf)
      if (verifications.length > 0) await send(bank, work, { product, place }, verifications, latest)
      return verifications.length
    })
    if (sent === 0) return
  }
}

interface Verification {
  row: MicrodepositRow
  account: BankAccount
  name: string
}

/** Locks the verifications that still wait. One whose account cannot be named in an entry is returned at once. */
async function lockWaiting(
  bank: BankContext,
  work: UnitOfWork,
  waiting: readonly { id: string }[],
  accountOf: (instrument_id: string) => BankAccount | null,
): Promise<Verification[]> {
  const verifications: Verification[] = []
  for (const { id } of waiting) {
    const row = await work.lock(microdeposit, id)
    if (row?.status !== 'pending' || (row.originate_ts ?? Infinity) > bank.clock.seconds()) continue
    const account = accountOf(row.instrument_id)
    const vault = await work.maybe(accountvault, row.account_vault_id)
    if (account && vault && account.account_number.length <= LONGEST_ACCOUNT) {
      verifications.push({ row, account, name: holderName(vault.account_holder_name ?? account.account_holder_name) })
      continue
    }
    await work.update(microdeposit, row, {
      status: 'returned',
      reason_code_id: REASON.account_error,
      originate_ts: null,
    })
  }
  return verifications
}

async function send(
  bank: BankContext,
  work: UnitOfWork,
  leaving: Parameters<typeof insertFile>[2],
  verifications: readonly Verification[],
  latest: ReadonlyMap<string, string>,
): Promise<void> {
  const current = (id: string) => latest.get(id) ?? id
  const effectOf = ({ row }: Verification) => timingFor(leaving.product, row, bank.clock.seconds())
  const unnumbered = verifications.flatMap(each => entriesOf(each, current(each.row.instrument_id), effectOf(each)))
  const accounts = new Map(verifications.map(({ row, account }) => [current(row.instrument_id), account]))
  const file = { unnumbered: sortedByBatch(unnumbered), accounts }
  const { file_id, entries } = await insertFile(bank, work, leaving, file)
  const rows = new Map(verifications.map(({ row }) => [individualId(row), row]))
  for (const entry of entries) {
    await work.query('insert into microdeposit_entry (ach_entry_id, microdeposit_id, root_id) values ($1, $2, $3)', [
      entry.id,
      rows.get(entry.individual_id)!.id,
      entry.root_id,
    ])
  }
  let effects = deliveryJob(file_id)
  for (const each of verifications) {
    const effect = effectOf(each)
    const sent = { settle_date: effect.effective_date, arrive_ts: settlesAt(effect, 0) }
    await work.update(microdeposit, each.row, { ...sent, status: 'sent', originate_ts: null }, { effects })
    effects = []
  }
}

/** The amounts are all small, so only the product and the time matter. */
function timingFor(product: Product, { originate_ts }: MicrodepositRow, seconds: number): EntryTiming {
  return entryTiming({ amount: 1n, effective_date: null, originate_ts }, achSettings(product).same_day, seconds)
}

const CODES = { checking: { credit: '22', debit: '27' }, savings: { credit: '32', debit: '37' } } as const

/**
 * Returns two credits and a debit of their sum in the same settlement, described as ACCTVERIFY (Nacha rule on
 * micro-entries).
 */
function entriesOf(
  { row, account, name }: Verification,
  instrument_id: string,
  effect: EntryTiming,
): UnnumberedEntry[] {
  const { first_amount, second_amount } = row
  const entry = (kind: 'micro_credit' | 'micro_debit', amount: bigint): UnnumberedEntry => {
    const direction = kind === 'micro_credit' ? 'credit' : 'debit'
    return {
      ...effect,
      kind,
      direction,
      root_id: row.root_id,
      transaction_id: null,
      instrument_id,
      presentment: 1,
      transaction_code: CODES[account.account_type][direction],
      sec_code: secCode({ is_company: account.is_company, channel: 'api' }),
      description: 'ACCTVERIFY',
      rdfi_id: account.routing.slice(0, 8),
      amount: minorNumber(amount),
      individual_id: individualId(row),
      individual_name: name,
      payment_type: null,
      state: 'presented',
      settle_ts: settlesAt(effect, 0),
      settled_ts: null,
      return_code: null,
      returned_ts: null,
    }
  }
  return [
    entry('micro_credit', first_amount),
    entry('micro_credit', second_amount),
    entry('micro_debit', first_amount + second_amount),
  ]
}

/** Returns the end of the id, which fits the field and is unique. */
function individualId({ id }: Pick<MicrodepositRow, 'id'>): string {
  return id.slice(-15).toUpperCase()
}
