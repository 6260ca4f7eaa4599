import type { Book } from '../../definition/door.ts'
import type { Settable } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import { bankDate, bankMoment } from '../../lib/banking-day.ts'
import { newId } from '../../lib/id.ts'
import { achSettings } from '../../resources/producttransaction/producttransaction.ts'
import { quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import { REASON, STATUS, TYPE, transaction } from '../../resources/transaction/transaction.ts'
import type { BankAccount } from '../account.ts'
import { writeBooks } from '../books.ts'
import type { TransactionRow } from '../payments.ts'
import type { Product } from '../routing.ts'
import { DELIVER } from './delivery.ts'
import type { Leaving } from './origination.ts'
import { type FileFacts, originatorOf, type Presentment, presentmentOf, type Unpresentable } from './presentment.ts'
import type { Rail } from './rail.ts'
import { digestOf, renderFile } from './render-file.ts'
import type { EntryRow, FileRow } from './tables.ts'
import { effectOf, settlesAt, windowAt } from './windows.ts'

interface Told {
  row: TransactionRow
  instrument_id: string
  account: BankAccount
  said: Presentment
  /** 1 the first time. */
  presentment: number
}

/**
 * Writes the file of one product: its row, an entry for each payment, and every payment as originating, all or nothing. Whoever voids one
 * of them meanwhile holds it, and it is left out; whoever comes later finds it gone. Answers how many payments were moved. What cannot
 * stand in any file is rejected.
 */
export async function buildFile(rail: Rail, book: Book, leaving: Leaving): Promise<number> {
  const seconds = rail.clock.seconds()
  const rows = await hold(book, leaving, seconds)
  const before = await presentmentsOf(
    book,
    rows.map(({ id }) => id),
  )
  const accounts = new Map(leaving.candidates.map(({ id, instrument_id }) => [id, instrument_id]))
  const told: Told[] = []
  let unsent = 0
  for (const row of rows) {
    const instrument_id = accounts.get(row.id) ?? ''
    const account = leaving.opened.get(instrument_id)?.account
    const presentment = (before.get(row.id) ?? 0) + 1
    const bank = account?.payment_method === 'ach' ? account : null
    const said = bank ? presentmentOf(row, bank, leaving.product, presentment > 1) : NO_ACCOUNT
    if (bank && !('verbiage' in said) && (await isOwed(book, row))) {
      told.push({ row, instrument_id, account: bank, said, presentment })
      continue
    }
    await reject(book, row, said as Unpresentable, seconds)
    unsent += 1
  }
  if (told.length > 0) await write(rail, book, leaving, told, seconds)
  return told.length + unsent
}

const NO_ACCOUNT: Unpresentable = { reason_code_id: REASON.account_error, verbiage: 'NO BANK ACCOUNT' }

/** What of the candidates still waits, in the order of their ids; held until the transaction ends. */
async function hold(book: Book, { candidates }: Leaving, seconds: number): Promise<TransactionRow[]> {
  const ids = candidates.map(({ id }) => id)
  await book.query('select from transaction where id = any($1) order by id for no key update', [ids])
  const rows = await book.all(transaction, { id: ids }, ids.length)
  const waits = ({ status_id, doing, originate_ts }: TransactionRow) =>
    (status_id === STATUS.ach_pending || status_id === STATUS.ach_reserved) &&
    doing === null &&
    originate_ts !== null &&
    originate_ts <= seconds
  return rows.filter(waits).toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** A debit that came back is not presented again for an invoice that was paid otherwise meanwhile; held, so that nobody pays it now. */
async function isOwed(book: Book, row: TransactionRow): Promise<boolean> {
  if (row.status_id !== STATUS.ach_reserved || row.quick_invoice_id === null) return true
  const invoice = await book.lock(quickinvoice, row.quick_invoice_id)
  if (!invoice || invoice.allow_overpayment) return true
  return invoice.amount_due - invoice.paid_amount - invoice.pending_amount >= row.captured_amount
}

/**
 * Nothing is sent; what a refund held of its original is free again. Of a debit that came back before, that return was the last word: its
 * reason stays.
 */
async function reject(book: Book, row: TransactionRow, reason: Unpresentable, seconds: number): Promise<void> {
  const over = { originate_ts: null, dup_key: null }
  const set: Settable<typeof transaction> =
    row.status_id === STATUS.ach_reserved
      ? { ...over, status_id: STATUS.charged_back, charge_back_date: row.return_date }
      : { ...over, status_id: STATUS.ach_rejected, ...reason }
  await writeBooks(book, row, set, 'updated', seconds)
}

async function write(
  rail: Rail,
  book: Book,
  { product, place }: Leaving,
  told: readonly Told[],
  seconds: number,
): Promise<void> {
  const originator = originatorOf(product, place, rail.originator)
  const made = entriesOf(product, told, seconds)
  const { first, cycle } = await reserve(book, originator.odfi_id, told.length)
  const file_id = newId(rail.clock.now())
  const entries = numbered(made, { first, cycle, odfi_id: originator.odfi_id, ach_file_id: file_id })
  const file = {
    id: file_id,
    root_id: product.root_id,
    location_id: product.location_id,
    product_transaction_id: product.id,
    ...(await placeOf(book, product, seconds)),
    name: nameOf(file_id, seconds),
    facts: { ...originator, modifier: await modifierOf(book, originator, seconds) },
    entry_count: entries.length,
    debit_amount: sum(entries, 'debit'),
    credit_amount: sum(entries, 'credit'),
    state: 'built' as const,
    created_ts: seconds,
  }
  const accounts = new Map(told.map(({ instrument_id, account }) => [instrument_id, account]))
  await storeFile(book, { ...file, sha256: digestOf(renderFile(file, entries, accounts)) })
  await storeEntries(book, entries, rail.clock.now())
  await moveAll(book, told, file_id)
}

/** All that is told of each payment but its numbers, those that belong together one after the other. */
function entriesOf(product: Product, told: readonly Told[], seconds: number): Made[] {
  const { same_day } = achSettings(product)
  const made = told.map(({ row, instrument_id, account, said, presentment }): Made => {
    const amount = row.auth_amount ?? row.transaction_amount
    const effect = effectOf({ amount, effective_date: row.effective_date }, same_day, seconds)
    return {
      ...said,
      ...effect,
      kind: 'payment' as const,
      root_id: row.root_id,
      transaction_id: row.id,
      instrument_id,
      presentment,
      rdfi_id: account.routing.slice(0, 8),
      amount: Number(amount),
      settle_ts: settlesAt(effect, holdDays(product, row)),
      state: 'presented' as const,
      settled_ts: null,
      return_code: null,
      returned_ts: null,
    }
  })
  return made.toSorted((one, other) => (groupOf(one) < groupOf(other) ? -1 : groupOf(one) > groupOf(other) ? 1 : 0))
}

/** An entry before it has its numbers. */
type Made = Omit<EntryRow, 'id' | 'ach_file_id' | 'odfi_id' | 'cycle' | 'sequence' | 'batch_number'>

/** What stands in the head of a batch; entries that agree in it share one. */
function groupOf(entry: Pick<Made, 'sec_code' | 'direction' | 'description' | 'effective_date' | 'mark'>): string {
  return [entry.sec_code, entry.direction, entry.description, entry.effective_date, entry.mark ?? ''].join('|')
}

function numbered(
  made: readonly Made[],
  { first, ...common }: { first: number; cycle: number; odfi_id: string; ach_file_id: string },
): Omit<EntryRow, 'id'>[] {
  let batch_number = 0
  let group: string | null = null
  return made.map((entry, index) => {
    if (groupOf(entry) !== group) batch_number += 1
    group = groupOf(entry)
    return { ...entry, ...common, batch_number, sequence: first + index }
  })
}

/** How often each payment has been presented already; what stood in a refused file does not count. */
async function presentmentsOf(book: Book, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await book.query<{ transaction_id: string; last: number }>(
    `select transaction_id, max(presentment) as last from ach_entry
      where transaction_id = any($1) and state <> 'withdrawn' group by transaction_id`,
    [ids],
  )
  return new Map(rows.map(({ transaction_id, last }) => [transaction_id, last]))
}

/** Banking days for which a debit is held back after its date; refunds and credits are paid on theirs. */
function holdDays({ velocity_settings }: Product, { type_id }: TransactionRow): number {
  const { debit_hold_days } = (velocity_settings ?? {}) as { debit_hold_days?: number | null }
  return type_id === TYPE.debit ? Math.min(debit_hold_days ?? 0, LONGEST_HOLD) : 0
}

const LONGEST_HOLD = 365

/** Numbers for so many entries, from the bank's own count. Files of one bank are written one after the other from here on. */
async function reserve(book: Book, odfi_id: string, count: number): Promise<{ first: number; cycle: number }> {
  await book.query('insert into ach_odfi (odfi_id) values ($1) on conflict do nothing', [odfi_id])
  const [taken] = await book.query<{ first: number; cycle: number }>(
    `update ach_odfi
        set next_sequence = case when next_sequence + $2 > 9999999 then 1 else next_sequence end + $2,
            cycle = cycle + case when next_sequence + $2 > 9999999 then 1 else 0 end
      where odfi_id = $1
      returning next_sequence - $2 as first, cycle`,
    [odfi_id, count],
  )
  return taken!
}

async function placeOf(book: Book, product: Product, seconds: number): Promise<{ window_ts: number; part: number }> {
  const window_ts = windowAt(seconds, achSettings(product).same_day)
  const [last] = await book.query<{ part: number }>(
    'select coalesce(max(part), 0) + 1 as part from ach_file where product_transaction_id = $1 and window_ts = $2',
    [product.id, window_ts],
  )
  return { window_ts, part: last!.part }
}

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Tells the files of one sender and day apart; after 36 of them it begins again, and their names still differ. */
async function modifierOf(book: Book, { origin }: Omit<FileFacts, 'modifier'>, seconds: number): Promise<string> {
  const [today] = await book.query<{ files: number }>(
    `select count(*) as files from ach_file where facts ->> 'origin' = $1 and created_ts >= $2`,
    [origin, bankMoment(bankDate(seconds), '00:00')],
  )
  return MODIFIERS[today!.files % MODIFIERS.length]!
}

/** `ach-20261124-0200-….ach`, by the time of the banks; the id makes it the only one of its name. */
function nameOf(id: string, seconds: number): string {
  const { year, month, day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(
    'America/New_York',
  )
  const two = (value: number) => String(value).padStart(2, '0')
  return `ach-${year}${two(month)}${two(day)}-${two(hour)}${two(minute)}-${id}.ach`
}

function sum(entries: readonly Pick<EntryRow, 'direction' | 'amount'>[], direction: 'debit' | 'credit'): number {
  return entries.reduce((total, entry) => total + (entry.direction === direction ? entry.amount : 0), 0)
}

type NewFile = Omit<FileRow, 'refusal' | 'delivered_ts' | 'answered_ts'>

async function storeFile(book: Book, file: NewFile): Promise<void> {
  await book.query('insert into ach_file select * from json_populate_record(null::ach_file, $1)', [
    JSON.stringify(file),
  ])
}

async function storeEntries(book: Book, entries: readonly Omit<EntryRow, 'id'>[], now: number): Promise<void> {
  const rows = entries.map(entry => ({ ...entry, id: newId(now) }))
  await book.query('insert into ach_entry select * from json_populate_recordset(null::ach_entry, $1)', [
    JSON.stringify(rows),
  ])
}

/** Every payment becomes an originating one; the first brings the job along that gives the file to the bank. */
async function moveAll(book: Book, told: readonly Told[], file_id: string): Promise<void> {
  let effects: Effect[] = [{ task: DELIVER, payload: { ach_file_id: file_id }, key: `${DELIVER}:${file_id}` }]
  for (const { row } of told) {
    await book.update(transaction, row, { status_id: STATUS.ach_originating, originate_ts: null }, { effects })
    effects = []
  }
}
