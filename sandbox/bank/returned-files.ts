import { BANK_ZONE } from '../../src/lib/banking-day.ts'
import type { Addenda, Batch, NachaFile } from '../../src/nacha/model.ts'
import { writeNacha } from '../../src/nacha/write-nacha.ts'
import type { BankEntry } from './bank-ledger.ts'
import { correctionOf } from './triggers.ts'

/** Transaction codes of returns by those of the entries: checking, then savings. */
const BACK: Readonly<Record<number, number>> = { 22: 21, 27: 26, 32: 31, 37: 36 }

/** Returns a file of returns of entries of one file; `seconds` is its date. */
export function returnsFile(entries: readonly BankEntry[], seconds: number): string {
  return fileOf(entries, seconds, (entry, trace) => ({
    type: '99',
    code: entry.code,
    original_trace: entry.trace,
    date: entry.code === 'R14' || entry.code === 'R15' ? entry.effective_date.slice(2).replaceAll('-', '') : '',
    original_rdfi: entry.routing.slice(0, 8),
    info: '',
    trace,
  }))
}

/** Returns a file of notifications of change. */
export function changesFile(entries: readonly BankEntry[], seconds: number): string {
  return fileOf(entries, seconds, (entry, trace) => ({
    type: '98',
    code: entry.code,
    original_trace: entry.trace,
    original_rdfi: entry.routing.slice(0, 8),
    corrected_data: correctionOf(entry.code, entry.account, entry.transaction_code),
    refused: '',
    trace,
  }))
}

function fileOf(
  entries: readonly BankEntry[],
  seconds: number,
  addendaOf: (entry: BankEntry, trace: string) => Addenda,
): string {
  const time = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(BANK_ZONE)
  const groups = Map.groupBy(entries, entry =>
    [
      entry.routing,
      entry.code[0] === 'C' ? 'COR' : entry.sec,
      entry.company_id,
      entry.description,
      entry.direction,
    ].join('|'),
  )
  const file: NachaFile = {
    header: {
      immediate_destination: entries[0]!.odfi.padEnd(9, '0'),
      immediate_origin: entries[0]!.routing,
      created_date: time.toPlainDate().toString(),
      created_time: time.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', ''),
      modifier: 'A',
      destination_name: 'SANDBOX ORIGINATOR',
      origin_name: 'SANDBOX BANK',
      reference: '',
    },
    batches: [...groups.values()].map((group, index) => batchOf(group, index + 1, addendaOf)),
  }
  return writeNacha(file)
}

function batchOf(
  entries: readonly BankEntry[],
  number: number,
  addendaOf: (entry: BankEntry, trace: string) => Addenda,
): Batch {
  const first = entries[0]!
  const is_change = first.code.startsWith('C')
  return {
    header: {
      service_class: is_change ? 200 : first.direction === 'debit' ? 225 : 220,
      company_name: first.company_name,
      discretionary: '',
      company_id: first.company_id,
      sec: (is_change ? 'COR' : first.sec) as 'PPD',
      entry_description: first.description,
      descriptive_date: '',
      effective_date: first.effective_date,
      settlement_day: '',
      originator_status: 1,
      odfi: first.routing.slice(0, 8),
      number,
    },
    entries: entries.map(entry => {
      // The bank's own trace number, the same in every repetition.
      const trace = `${entry.routing.slice(0, 8)}${String((entry.place + 1) % 10_000_000).padStart(7, '0')}`
      return {
        transaction_code: BACK[entry.transaction_code] ?? entry.transaction_code,
        routing: originating(entry.odfi),
        account: entry.account,
        amount: is_change ? 0n : BigInt(entry.amount),
        individual_id: entry.individual_id,
        name: entry.name,
        discretionary: entry.discretionary,
        trace,
        addenda: [addendaOf(entry, trace)],
      }
    }),
    authentication: '',
  }
}

/** Returns the routing number with these first eight digits; the ninth is the check digit. */
function originating(odfi: string): string {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(odfi[index]), 0)
  return `${odfi}${(10 - (sum % 10)) % 10}`
}
