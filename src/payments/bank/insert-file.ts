import type { Row } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import type { BankAccount } from '../../lib/account.ts'
import { bankDate, bankMoment } from '../../lib/banking-day.ts'
import { newId } from '../../lib/id.ts'
import type { location } from '../../resources/location/location.ts'
import { achSettings } from '../../resources/producttransaction/processor-data.ts'
import type { Product } from '../lifecycle/routing.ts'
import type { EntryRow, FileRow } from './ach-file.ts'
import type { BankContext } from './bank-context.ts'
import { deliverTask } from './deliver.ts'
import { type FileFacts, originatorOf } from './entry-details.ts'
import { digestOf, renderFile } from './render-file.ts'
import { windowAt } from './windows.ts'

/** An entry before its numbers are assigned. */
export type UnnumberedEntry = Omit<EntryRow, 'id' | 'ach_file_id' | 'odfi_id' | 'cycle' | 'sequence' | 'batch_number'>

/** The entries of a file, sorted by batch, and their accounts by instrument id. */
export interface FileContents {
  unnumbered: readonly UnnumberedEntry[]
  accounts: ReadonlyMap<string, BankAccount>
}

/**
 * Stores the file of one product and its numbered entries. The caller updates what the entries stand for in the same
 * transaction and enqueues `deliveryJob`. Returns the entries in their order.
 */
export async function insertFile(
  bank: BankContext,
  work: UnitOfWork,
  { product, place }: { product: Product; place: Row<typeof location> },
  { unnumbered, accounts }: FileContents,
): Promise<{ file_id: string; entries: EntryRow[] }> {
  const seconds = bank.clock.seconds()
  const originator = originatorOf(product, place, bank.originator)
  const { first, cycle } = await reserve(work, originator.odfi_id, unnumbered.length)
  const file_id = newId(bank.clock.now())
  const entries = numbered(unnumbered, { first, cycle, odfi_id: originator.odfi_id, ach_file_id: file_id }).map(
    entry => ({
      ...entry,
      id: newId(bank.clock.now()),
    }),
  )
  const file = {
    id: file_id,
    root_id: product.root_id,
    location_id: product.location_id,
    product_transaction_id: product.id,
    ...(await placeOf(work, product, seconds)),
    name: nameOf(file_id, seconds),
    facts: { ...originator, modifier: await modifierOf(work, originator, seconds) },
    entry_count: entries.length,
    debit_amount: sum(entries, 'debit'),
    credit_amount: sum(entries, 'credit'),
    state: 'built' as const,
    created_ts: seconds,
  }
  await storeFile(work, { ...file, sha256: digestOf(renderFile(file, entries, accounts)) })
  await storeEntries(work, entries)
  return { file_id, entries }
}

/** Returns the job that delivers a file to the bank. */
export function deliveryJob(file_id: string): Effect[] {
  return [deliverTask.effect({ ach_file_id: file_id }, { key: `${deliverTask.name}:${file_id}` })]
}

/** Returns the entries sorted so that those with the same batch header follow each other. */
export function sortedByBatch(unnumbered: readonly UnnumberedEntry[]): UnnumberedEntry[] {
  return unnumbered.toSorted((one, other) =>
    groupOf(one) < groupOf(other) ? -1 : groupOf(one) > groupOf(other) ? 1 : 0,
  )
}

/** Returns the key of a batch header; entries with the same key share a batch. */
function groupOf(
  entry: Pick<UnnumberedEntry, 'sec_code' | 'direction' | 'description' | 'effective_date' | 'mark'>,
): string {
  return [entry.sec_code, entry.direction, entry.description, entry.effective_date, entry.mark ?? ''].join('|')
}

function numbered(
  unnumbered: readonly UnnumberedEntry[],
  { first, ...common }: { first: number; cycle: number; odfi_id: string; ach_file_id: string },
): Omit<EntryRow, 'id'>[] {
  let batch_number = 0
  let group: string | null = null
  return unnumbered.map((entry, index) => {
    if (groupOf(entry) !== group) batch_number += 1
    group = groupOf(entry)
    return { ...entry, ...common, batch_number, sequence: first + index }
  })
}

/** Reserves trace numbers from the bank's sequence. From here on, files of one bank are built one after the other. */
async function reserve(work: UnitOfWork, odfi_id: string, count: number): Promise<{ first: number; cycle: number }> {
  await work.query('insert into ach_odfi (odfi_id) values ($1) on conflict do nothing', [odfi_id])
  const [taken] = await work.query<{ first: number; cycle: number }>(
    `update ach_odfi
        set next_sequence = case when next_sequence + $2 > 9999999 then 1 else next_sequence end + $2,
            cycle = cycle + case when next_sequence + $2 > 9999999 then 1 else 0 end
      where odfi_id = $1
      returning next_sequence - $2 as first, cycle`,
    [odfi_id, count],
  )
  return taken!
}

async function placeOf(
  work: UnitOfWork,
  product: Product,
  seconds: number,
): Promise<{ window_ts: number; part: number }> {
  const window_ts = windowAt(seconds, achSettings(product).same_day)
  const [last] = await work.query<{ part: number }>(
    'select coalesce(max(part), 0) + 1 as part from ach_file where product_transaction_id = $1 and window_ts = $2',
    [product.id, window_ts],
  )
  return { window_ts, part: last!.part }
}

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Returns the file id modifier, which tells the files of one origin and day apart. It repeats after 36 files, whose
 * names still differ.
 */
async function modifierOf(work: UnitOfWork, { origin }: Omit<FileFacts, 'modifier'>, seconds: number): Promise<string> {
  const [today] = await work.query<{ files: number }>(
    `select count(*) as files from ach_file where facts ->> 'origin' = $1 and created_ts >= $2`,
    [origin, bankMoment(bankDate(seconds), '00:00')],
  )
  return MODIFIERS[today!.files % MODIFIERS.length]!
}

/** Returns `ach-20261124-0200-….ach` in the time of the banks; the id makes it unique. */
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

async function storeFile(work: UnitOfWork, file: NewFile): Promise<void> {
  await work.query('insert into ach_file select * from json_populate_record(null::ach_file, $1)', [
    JSON.stringify(file),
  ])
}

async function storeEntries(work: UnitOfWork, entries: readonly EntryRow[]): Promise<void> {
  await work.query('insert into ach_entry select * from json_populate_recordset(null::ach_entry, $1)', [
    JSON.stringify(entries),
  ])
}
