import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import type { Binding } from '../../ports/cipher.ts'
import type { EntryRow } from './ach-file.ts'
import type { BankContext } from './bank-context.ts'

/** A return or a notification of change, as read from a file of the bank. */
export interface BankItem {
  kind: 'return' | 'change'
  /** R01, C01, … */
  code: string
  original_trace: string
  /** Its own trace number. */
  trace_number: string
  /** Eight digits of the receiving bank. */
  rdfi_id: string
  /** Minor units; 0 in notifications of change. */
  amount: number
  file_name: string
}

/**
 * Returns the original entry: the latest with that trace number, which has to agree in bank and amount. Null when
 * none does; nothing is guessed.
 */
export async function originalEntry(bank: BankContext, item: BankItem): Promise<EntryRow | null> {
  const { original_trace: trace } = item
  if (!/^\d{15}$/.test(trace)) return null
  const [entry] = await bank.db.query<EntryRow>(
    `select * from ach_entry where odfi_id = $1 and sequence = $2 and state <> 'withdrawn' order by cycle desc limit 1`,
    [trace.slice(0, 8), Number(trace.slice(8))],
  )
  if (entry?.rdfi_id !== item.rdfi_id) return null
  return item.kind === 'change' || entry.amount === item.amount ? entry : null
}

const NOTE = `
insert into ach_item (id, root_id, ach_entry_id, kind, code, original_trace, trace_number, rdfi_id, amount, file_name, state, note, created_ts, corrected_data_sealed)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict (kind, code, original_trace, trace_number, rdfi_id, amount) do nothing
returning id`

interface Found {
  entry: EntryRow | null
  state: 'applied' | 'unmatched' | 'ignored'
  note?: string | null
  /** What a notice of change says that could not be read; sealed, because it may be an account number. */
  corrected_data?: string
}

/** Stores an item. Returns false when it is stored already. */
export async function insertItem(
  bank: BankContext,
  work: Pick<UnitOfWork, 'query'>,
  item: BankItem,
  { entry, state, note = null, corrected_data }: Found,
): Promise<boolean> {
  const id = newId(bank.clock.now())
  const rows = await work.query(NOTE, [
    id,
    entry?.root_id ?? null,
    entry?.id ?? null,
    item.kind,
    item.code,
    item.original_trace,
    item.trace_number,
    item.rdfi_id,
    item.amount,
    item.file_name,
    state,
    note,
    bank.clock.seconds(),
    entry && corrected_data !== undefined
      ? bank.cipher.seal(corrected_data, correctedDataBinding({ id, root_id: entry.root_id }))
      : null,
  ])
  return rows.length > 0
}

/** Whether an item is stored already, from this file or another one. */
export async function isStored({ db }: BankContext, item: BankItem): Promise<boolean> {
  const { kind, code, original_trace, trace_number, rdfi_id, amount } = item
  const text = `select 1 from ach_item where (kind, code, original_trace, trace_number, rdfi_id, amount) = ($1, $2, $3, $4, $5, $6)`
  return (await db.query(text, [kind, code, original_trace, trace_number, rdfi_id, amount])).length > 0
}

/** Items are of a merchant's tree and of none of its locations. */
export function correctedDataBinding({ id, root_id }: { id: string; root_id: string }): Binding {
  return { location_id: root_id, record_id: id, field: 'corrected_data' }
}
