import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
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
insert into ach_item (id, root_id, ach_entry_id, kind, code, original_trace, trace_number, rdfi_id, amount, file_name, state, note, created_ts)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (kind, code, original_trace, trace_number, rdfi_id, amount) do nothing
returning id`

/** Stores an item. Returns false when it is stored already. */
export async function insertItem(
  bank: BankContext,
  work: Pick<UnitOfWork, 'query'>,
  item: BankItem,
  {
    entry,
    state,
    note = null,
  }: { entry: EntryRow | null; state: 'applied' | 'unmatched' | 'ignored'; note?: string | null },
): Promise<boolean> {
  const rows = await work.query(NOTE, [
    newId(bank.clock.now()),
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
  ])
  return rows.length > 0
}
