import type { FileFacts } from './entry-details.ts'

/** A row of `ach_file`; amounts in minor units. */
export interface FileRow {
  id: string
  root_id: string
  location_id: string
  product_transaction_id: string
  window_ts: number
  part: number
  name: string
  facts: FileFacts
  entry_count: number
  debit_amount: number
  credit_amount: number
  sha256: string
  state: 'built' | 'staged' | 'delivered' | 'acknowledged' | 'refused'
  refusal: string | null
  created_ts: number
  delivered_ts: number | null
  answered_ts: number | null
}

/** A row of `ach_entry`; the amount in minor units. */
export interface EntryRow {
  id: string
  root_id: string
  ach_file_id: string
  kind: 'payment' | 'micro_credit' | 'micro_debit'
  transaction_id: string | null
  instrument_id: string
  /** 1 for the first presentment, 2 and 3 for retries after returns for lack of funds. */
  presentment: number
  odfi_id: string
  cycle: number
  sequence: number
  batch_number: number
  direction: 'debit' | 'credit'
  transaction_code: string
  sec_code: string
  description: string
  mark: string | null
  effective_date: string
  rdfi_id: string
  amount: number
  individual_id: string
  individual_name: string
  payment_type: string | null
  state: 'presented' | 'accepted' | 'settled' | 'returned' | 'rejected' | 'withdrawn'
  settle_ts: number
  settled_ts: number | null
  return_code: string | null
  returned_ts: number | null
}

/** Returns the trace number: eight digits of the originating bank, seven of the entry. */
export function traceOf({ odfi_id, sequence }: Pick<EntryRow, 'odfi_id' | 'sequence'>): string {
  return `${odfi_id}${String(sequence).padStart(7, '0')}`
}
