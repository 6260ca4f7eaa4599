import { createHash } from 'node:crypto'
import type { BankAccount } from '../../lib/account.ts'
import { BANK_ZONE } from '../../lib/banking-day.ts'
import type { Batch, Entry, NachaFile } from '../../nacha/model.ts'
import { writeNacha } from '../../nacha/write-nacha.ts'
import { type EntryRow, type FileRow, traceOf } from './ach-file.ts'
import { plain } from './entry-details.ts'

/**
 * Returns the text of a file from its row, its entries in the order of their numbers, and their accounts by
 * instrument. The same rows always give the same bytes.
 * @throws UnwritableFile when something does not fit the format
 */
export function renderFile(
  file: Pick<FileRow, 'facts' | 'created_ts'>,
  entries: readonly Omit<EntryRow, 'id'>[],
  accounts: ReadonlyMap<string, BankAccount>,
): string {
  const batches = new Map<number, Batch>()
  for (const entry of entries) {
    const batch = batches.get(entry.batch_number) ?? batchOf(file.facts, entry)
    batches.set(entry.batch_number, batch)
    const account = accounts.get(entry.instrument_id)
    if (!account) throw new Error(`the account of entry ${traceOf(entry)} is not there`)
    batch.entries.push(entryOf(entry, account))
  }
  return writeNacha({ header: headerOf(file), batches: [...batches.values()] })
}

/** Returns the digest that proves a file rendered again to be the same. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function headerOf({ facts, created_ts }: Pick<FileRow, 'facts' | 'created_ts'>): NachaFile['header'] {
  const time = Temporal.Instant.fromEpochMilliseconds(created_ts * 1000).toZonedDateTimeISO(BANK_ZONE)
  return {
    immediate_destination: facts.destination,
    immediate_origin: facts.origin,
    created_date: time.toPlainDate().toString(),
    created_time: time.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', ''),
    modifier: facts.modifier,
    destination_name: plain(facts.destination_name).slice(0, 23),
    origin_name: plain(facts.origin_name).slice(0, 23),
    reference: '',
  }
}

function batchOf(facts: FileRow['facts'], entry: Omit<EntryRow, 'id'>): Batch {
  return {
    header: {
      service_class: entry.direction === 'debit' ? 225 : 220,
      company_name: facts.company_name,
      discretionary: '',
      company_id: facts.company_id,
      sec: entry.sec_code as 'PPD',
      entry_description: plain(entry.description),
      descriptive_date: entry.mark ?? '',
      effective_date: entry.effective_date,
      settlement_day: '',
      originator_status: 1,
      odfi: entry.odfi_id,
      number: entry.batch_number,
    },
    entries: [],
    authentication: '',
  }
}

function entryOf(entry: Omit<EntryRow, 'id'>, account: BankAccount): Entry {
  return {
    transaction_code: Number(entry.transaction_code),
    routing: account.routing,
    account: account.account_number,
    amount: BigInt(entry.amount),
    individual_id: entry.individual_id,
    name: entry.individual_name,
    discretionary: entry.payment_type ?? '',
    trace: traceOf(entry),
    addenda: [],
  }
}
